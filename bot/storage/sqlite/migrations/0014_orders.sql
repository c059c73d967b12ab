-- Standing orders. `takes_orders`: whether people can give some at a table; no table of before this step takes any.
-- `orders`: what they have ordered, all of a table together, as the engine writes it; `number` counts the changes, so that
-- none is lost. Empty once it can't be carried out any more.

ALTER TABLE tables ADD COLUMN takes_orders INTEGER NOT NULL DEFAULT 0;

CREATE TABLE orders (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    number   INTEGER NOT NULL,
    given    TEXT    NOT NULL,
    seal     BLOB    NOT NULL
) STRICT;
