-- What PostgreSQL has besides bot/storage/schema.sql: what its processes say to each other of the database, a log that
-- goes with its table, whole, and in no other way, and how what is written with each move lies on the disk.

-- Names have letters of all languages: in LATIN1 each change with another one would be refused, long after the start.
DO $$ BEGIN
    IF current_setting('server_encoding') NOT IN ('UTF8', 'SQL_ASCII') THEN
        RAISE EXCEPTION USING ERRCODE = 'untranslatable_character';
    END IF;
END $$;

-- The version of the form, and the oldest one whose Heralds may go on beside it.
CREATE TABLE herald (
    version BIGINT NOT NULL,
    beside  BIGINT NOT NULL
);

INSERT INTO herald VALUES (15, 15);

-- The epoch of each share, and the last turn of each line.
CREATE TABLE notes (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE FUNCTION stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' OR EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id) THEN
        RAISE EXCEPTION '% are append only', TG_TABLE_NAME;
    END IF;
    RETURN OLD;
END $$;

CREATE TRIGGER moves_stay BEFORE UPDATE OR DELETE ON moves FOR EACH ROW EXECUTE FUNCTION stays();
CREATE TRIGGER checkpoints_stay BEFORE UPDATE OR DELETE ON checkpoints FOR EACH ROW EXECUTE FUNCTION stays();

-- A move writes its row anew on the same page, and no index: none holds a column that it changes.
ALTER TABLE tables SET (fillfactor = 70);
ALTER TABLE announcements SET (fillfactor = 70);
ALTER TABLE clocks SET (fillfactor = 70);

-- A document stays in its row, pressed quickly if it can be: elsewhere each move would write all of it, and an index; and
-- what presses it for long costs a move a quarter of its time.
DO $$
BEGIN
    ALTER TABLE tables ALTER COLUMN document SET COMPRESSION lz4, ALTER COLUMN document SET STORAGE MAIN;
EXCEPTION WHEN feature_not_supported THEN
    ALTER TABLE tables ALTER COLUMN document SET STORAGE EXTERNAL;
END $$;
