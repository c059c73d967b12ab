-- As SQLite's step of this number: standing orders. What the steps up to here have added is sealed with the people of a
-- table: a Herald that knows nothing of it would take them for damaged, so none may go on beside this form.

ALTER TABLE tables ADD COLUMN takes_orders BIGINT NOT NULL DEFAULT 0;

CREATE TABLE orders (
    table_id BIGINT PRIMARY KEY REFERENCES tables (id) DEFERRABLE,
    number   BIGINT NOT NULL,
    given    TEXT   NOT NULL,
    seal     BYTEA  NOT NULL
) WITH (fillfactor = 70);

UPDATE herald SET beside = 14;
