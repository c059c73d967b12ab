-- How long tables are kept. `since`: when a table's people or status changed last, in seconds since the epoch; for what is
-- over that is the time of its last move. A table that is being played has nothing to be kept by: its moves don't write it.
-- `expired`: after how many days Herald closed a table that nobody had started; NULL where people ended it.
-- Neither is sealed. Tables at rest are given their time from today: nobody could lead them back before.

ALTER TABLE tables ADD COLUMN since REAL;
ALTER TABLE tables ADD COLUMN expired INTEGER;

UPDATE tables
SET since = coalesce(
    CASE WHEN status <> 'suspended' THEN (SELECT at FROM moves WHERE table_id = id ORDER BY seq DESC LIMIT 1) END,
    CASE WHEN status <> 'suspended' THEN created END,
    CAST(strftime('%s', 'now') AS REAL)
);

-- Holds all that the caretaker asks of tables; moves leave it alone.
CREATE INDEX tables_since ON tables (status, since) WHERE status <> 'playing';

-- Whom people are waiting to be forgotten by: tables that were still being played when they wished it.
CREATE TABLE wishes (
    user     INTEGER NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    at       REAL    NOT NULL,
    PRIMARY KEY (user, table_id)
) STRICT, WITHOUT ROWID;

-- A log goes with its table, whole, and in no other way.
DROP TRIGGER moves_last;
DROP TRIGGER checkpoints_last;

CREATE TRIGGER moves_last BEFORE DELETE ON moves WHEN EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id)
BEGIN SELECT RAISE(ABORT, 'the log is append only'); END;

CREATE TRIGGER checkpoints_last BEFORE DELETE ON checkpoints WHEN EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id)
BEGIN SELECT RAISE(ABORT, 'checkpoints are append only'); END;
