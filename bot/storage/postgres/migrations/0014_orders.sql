-- As SQLite's step of this number: standing orders.

ALTER TABLE tables ADD COLUMN takes_orders BIGINT NOT NULL DEFAULT 0;

CREATE TABLE orders (
    table_id BIGINT PRIMARY KEY REFERENCES tables (id) DEFERRABLE,
    number   BIGINT NOT NULL,
    given    TEXT   NOT NULL,
    seal     BYTEA  NOT NULL
) WITH (fillfactor = 70);
