-- What a server wants its tables to be like, as JSON with a seal of its own.

CREATE TABLE customs (
    server  INTEGER PRIMARY KEY,
    customs TEXT    NOT NULL,
    seal    BLOB    NOT NULL
) STRICT;

-- Who is called when a table of a game opens on a server, and how; sealed row by row.

CREATE TABLE follows (
    server INTEGER NOT NULL,
    game   TEXT    NOT NULL,
    user   INTEGER NOT NULL,
    way    TEXT    NOT NULL,
    seal   BLOB    NOT NULL,
    PRIMARY KEY (server, game, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX follows_user ON follows (user);

-- Who has still to be called to an open table, and when, in seconds since the epoch: what follows from the rest, and so
-- without a seal.

CREATE TABLE tidings (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user     INTEGER NOT NULL,
    due      REAL    NOT NULL,
    PRIMARY KEY (table_id, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX tidings_due ON tidings (due);
