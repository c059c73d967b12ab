-- As SQLite's step of this number: the clocks of tables, when Herald was down, and what people have chosen about time.

CREATE TABLE clocks (
    table_id BIGINT PRIMARY KEY REFERENCES tables (id) DEFERRABLE,
    clock    TEXT   NOT NULL,
    seal     BYTEA  NOT NULL,
    due      DOUBLE PRECISION
) WITH (fillfactor = 70);

CREATE INDEX clocks_due ON clocks (due) WHERE due IS NOT NULL;

CREATE TABLE outages (
    begin DOUBLE PRECISION PRIMARY KEY,
    until DOUBLE PRECISION NOT NULL
);

CREATE TABLE habits (
    "user" BIGINT PRIMARY KEY,
    habits TEXT   NOT NULL,
    seal   BYTEA  NOT NULL,
    digest DOUBLE PRECISION
);

CREATE INDEX habits_digest ON habits (digest) WHERE digest IS NOT NULL;
