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
