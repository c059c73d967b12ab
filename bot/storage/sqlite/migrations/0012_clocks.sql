-- How long people may think: of each table what was agreed on in its lobby and how its clocks stand, as JSON with a seal of
-- its own, and when the table has to be looked at next, in seconds since the epoch, which follows from the rest. Tables
-- from before this step have no row, and no clock.

CREATE TABLE clocks (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    clock    TEXT    NOT NULL,
    seal     BLOB    NOT NULL,
    due      REAL
) STRICT;

CREATE INDEX clocks_due ON clocks (due) WHERE due IS NOT NULL;

-- When Herald or Discord was down: that time counts for nobody.

CREATE TABLE outages (
    begin REAL PRIMARY KEY,
    until REAL NOT NULL
) STRICT;

-- What people have chosen about time, as JSON with a seal of its own, and when their next digest is due.

CREATE TABLE habits (
    user   INTEGER PRIMARY KEY,
    habits TEXT    NOT NULL,
    seal   BLOB    NOT NULL,
    digest REAL
) STRICT;

CREATE INDEX habits_digest ON habits (digest) WHERE digest IS NOT NULL;
