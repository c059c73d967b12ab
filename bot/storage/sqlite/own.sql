-- What SQLite has besides bot/storage/schema.sql: an index that alone is read to find what Discord is behind with, and
-- the log and its checkpoints, which go with their table, whole, and in no other way.
CREATE INDEX tables_behind ON tables (id, revision, status);

CREATE TRIGGER moves_stay BEFORE UPDATE ON moves
BEGIN SELECT RAISE(ABORT, 'the log is append only'); END;

CREATE TRIGGER moves_last BEFORE DELETE ON moves WHEN EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id)
BEGIN SELECT RAISE(ABORT, 'the log is append only'); END;

CREATE TRIGGER checkpoints_stay BEFORE UPDATE ON checkpoints
BEGIN SELECT RAISE(ABORT, 'checkpoints are append only'); END;

CREATE TRIGGER checkpoints_last BEFORE DELETE ON checkpoints WHEN EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id)
BEGIN SELECT RAISE(ABORT, 'checkpoints are append only'); END;
