-- What Discord has been shown gets a row of its own, outside the seals; people, too, are outside them from here on.
-- A table's seal covers what its game needs: id, game, guild, channel, private, status, rules, seat_count, seed, seq,
-- asked and state. Before this step, every sound seal is made anew (bot/storage/sqlite/resealing.py).
-- `revision` counts the commits that changed people, status or match. A table of which everything was announced is at
-- its announced revision, as is a lobby that has a message; one that Discord was behind is not.
-- NULL in `created`: opened before Herald kept the time. The state comes last, so that the rest is read without it.

CREATE TABLE announcements (
    table_id  INTEGER PRIMARY KEY REFERENCES tables (id),
    revision  INTEGER NOT NULL,
    seq       INTEGER NOT NULL,
    message   INTEGER,
    phase     TEXT    NOT NULL,
    look      TEXT    NOT NULL,
    post      INTEGER,
    post_from INTEGER NOT NULL,
    called    TEXT    NOT NULL,
    dms       TEXT    NOT NULL
) STRICT;

-- A post had called people, but for which question wasn't kept: it was asked when the post was announced, or before.
INSERT INTO announcements
SELECT
    id,
    CASE status
        WHEN 'lobby' THEN iif(message IS NULL, -1, 0)
        WHEN 'ended' THEN iif(phase = 'ended', 0, -1)
        WHEN 'suspended' THEN 0
        ELSE iif(announced_seq = seq, 0, -1)
    END,
    announced_seq,
    message,
    phase,
    '',
    post,
    post_from,
    (
        SELECT json_group_array(json_array(value, min(announced_seq, json_extract(asked, '$[' || value || ']'))))
        FROM json_each(CASE WHEN json_valid(post_for) AND json_valid(asked) THEN post_for ELSE '[]' END)
        WHERE type = 'integer' AND value BETWEEN 0 AND seat_count - 1
    ),
    CASE WHEN json_valid(letters) THEN letters ELSE '[]' END
FROM tables;

CREATE TABLE tables_anew (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    game       TEXT    NOT NULL,
    guild      INTEGER NOT NULL,
    channel    INTEGER NOT NULL,
    opener     INTEGER NOT NULL,
    private    TEXT,
    status     TEXT    NOT NULL,
    revision   INTEGER NOT NULL,
    created    REAL,
    rules      INTEGER,
    seat_count INTEGER,
    seed       BLOB,
    seq        INTEGER,
    asked      TEXT,
    seal       BLOB    NOT NULL,
    state      TEXT
) STRICT;

INSERT INTO tables_anew
SELECT id, game, guild, channel, opener, private, status, 0, NULL, rules, seat_count, seed, seq, asked, seal, state
FROM tables;

-- No number of a table is ever given twice, not even that of a table that was deleted.
UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'tables') WHERE name = 'tables_anew';

DROP TABLE tables;
ALTER TABLE tables_anew RENAME TO tables;

CREATE INDEX tables_live ON tables (channel) WHERE status IN ('lobby', 'playing');
CREATE INDEX tables_guild ON tables (guild) WHERE status IN ('lobby', 'playing');
-- Holds all that is asked of a table to know whether Discord is behind it: no other page of `tables` is read.
CREATE INDEX tables_behind ON tables (id, revision, status);
