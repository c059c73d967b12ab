-- What the shuffle of a table is made of: the secret that was pledged before anybody sat down, the id of the first
-- message that showed the pledge, and of each seat the digest of its word, in hexadecimal, or null, as a list in JSON.
-- Every table has a row, with a seal of its own (bot/storage/chain.py), so that one that vanished is missed. After
-- this step, each table from before is given one without a secret: its seed itself was pledged, or an open one draws a secret
-- with its next change.

CREATE TABLE shuffles (
    table_id      INTEGER PRIMARY KEY REFERENCES tables (id),
    secret        BLOB,
    first_message INTEGER,
    words         TEXT    NOT NULL,
    seal          BLOB    NOT NULL
) STRICT;

-- Finished tables are asked for by their channel, for their proof.
CREATE INDEX tables_over ON tables (channel) WHERE status = 'over';
