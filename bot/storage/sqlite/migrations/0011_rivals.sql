-- Seats without a person. `level`: which rival plays a seat; with a user, for that person, until the person is back. NULL:
-- the person plays. `advice`: whether people may ask for advice at a table.
-- `incidents`: what happened at a table besides its moves, such as who took a seat from which move on, and who asked for
-- advice; `after` is the move that it followed. They are sealed with the people of their table, and go with it. A table of
-- before this step has none, and its seal stays what it was.

ALTER TABLE seats ADD COLUMN level TEXT;
ALTER TABLE tables ADD COLUMN advice INTEGER NOT NULL DEFAULT 0;

CREATE TABLE incidents (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    number   INTEGER NOT NULL,
    after    INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    seat     INTEGER NOT NULL,
    user     INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    level    TEXT,
    at       REAL    NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX incidents_user ON incidents (user);
-- At which tables rivals sit is asked at each start.
CREATE INDEX seats_level ON seats (table_id) WHERE level IS NOT NULL;
