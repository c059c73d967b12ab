-- The form of the first release: everything known of a table in one row, under one seal, a BLAKE2b.

CREATE TABLE tables (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    game          TEXT    NOT NULL,
    guild         INTEGER NOT NULL,
    channel       INTEGER NOT NULL,
    opener        INTEGER NOT NULL,
    private       TEXT,
    status        TEXT    NOT NULL,
    rules         INTEGER,
    seat_count    INTEGER,
    seed          BLOB,
    seq           INTEGER,
    asked         TEXT,
    state         TEXT,
    announced_seq INTEGER NOT NULL,
    message       INTEGER,
    phase         TEXT    NOT NULL,
    post          INTEGER,
    post_from     INTEGER NOT NULL,
    post_for      TEXT    NOT NULL,
    letters       TEXT    NOT NULL,
    seal          BLOB    NOT NULL
) STRICT;

CREATE INDEX tables_live ON tables (channel) WHERE status IN ('lobby', 'playing');
CREATE INDEX tables_behind ON tables (id)
WHERE status = 'lobby'
   OR (status IN ('playing', 'over') AND announced_seq <> seq)
   OR (status = 'ended' AND phase <> 'ended');

CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL,
    user     INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_user ON seats (user);

CREATE TABLE moves (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL,
    rules    INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    action   TEXT    NOT NULL,
    told     TEXT    NOT NULL,
    at       REAL    NOT NULL,
    seal     BLOB    NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT;

CREATE TABLE checkpoints (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL,
    rules    INTEGER NOT NULL,
    asked    TEXT    NOT NULL,
    state    TEXT    NOT NULL,
    seal     BLOB    NOT NULL,
    PRIMARY KEY (table_id, seq, rules)
) STRICT;

CREATE TRIGGER moves_stay BEFORE UPDATE ON moves
BEGIN SELECT RAISE(ABORT, 'the log is append only'); END;

CREATE TRIGGER moves_last BEFORE DELETE ON moves
BEGIN SELECT RAISE(ABORT, 'the log is append only'); END;

CREATE TRIGGER checkpoints_stay BEFORE UPDATE ON checkpoints
BEGIN SELECT RAISE(ABORT, 'checkpoints are append only'); END;

CREATE TRIGGER checkpoints_last BEFORE DELETE ON checkpoints
BEGIN SELECT RAISE(ABORT, 'checkpoints are append only'); END;

CREATE TABLE users (
    user      INTEGER PRIMARY KEY,
    private   TEXT,
    dm_closed INTEGER NOT NULL,
    dm_told   INTEGER NOT NULL
) STRICT;

CREATE TABLE notes (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
-- Who reads what: the language and the pictures that users and servers chose, and the language that Discord showed last.
-- NULL: nothing chosen, nothing seen. A server that chooses anew has its running tables shown anew.

ALTER TABLE users ADD COLUMN language TEXT;
ALTER TABLE users ADD COLUMN locale TEXT;
ALTER TABLE users ADD COLUMN pictures INTEGER;

CREATE TABLE servers (
    server   INTEGER PRIMARY KEY,
    language TEXT,
    locale   TEXT,
    pictures INTEGER
) STRICT;

CREATE INDEX tables_guild ON tables (guild) WHERE status IN ('lobby', 'playing');
