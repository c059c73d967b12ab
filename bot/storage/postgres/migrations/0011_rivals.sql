-- As SQLite's step of this number: seats without a person, and what happens at a table besides its moves.

ALTER TABLE seats ADD COLUMN level TEXT;
ALTER TABLE tables ADD COLUMN advice BIGINT NOT NULL DEFAULT 0;

CREATE TABLE incidents (
    table_id BIGINT NOT NULL REFERENCES tables (id) DEFERRABLE,
    number   BIGINT NOT NULL,
    after    BIGINT NOT NULL,
    kind     TEXT   NOT NULL,
    seat     BIGINT NOT NULL,
    "user"   BIGINT NOT NULL,
    name     TEXT   NOT NULL,
    level    TEXT,
    at       DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, number)
);

CREATE INDEX incidents_user ON incidents ("user");
CREATE INDEX seats_level ON seats (table_id) WHERE level IS NOT NULL;
