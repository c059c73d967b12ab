-- Makes of form 2, the first release, what form 14 was. There all that was known of a table stood in its row, also what
-- Discord had been shown of it. A damaged table has no seal any more by now (bot/storage/legacy.py), and may be no JSON.
-- Each semicolon ends a step.

-- A post had pinged seats, but their questions weren't stored: they were asked when it was announced, or before. The phase
-- was the key of a heading, and Oriflamme's phases are its rounds: a table that was announced in a resolution, and is in a
-- placement now, has begun the next round since.
CREATE TABLE old_announcements AS
SELECT id AS table_id, announced_seq AS seq, message, post, post_from, letters AS dms, '' AS look, '[]' AS summons, 0 AS restored,
    CASE status
        WHEN 'lobby' THEN message IS NOT NULL
        WHEN 'ended' THEN phase = 'ended'
        WHEN 'suspended' THEN 1
        ELSE announced_seq = seq
    END - 1 AS revision,
    CASE phase
        WHEN 'oriflamme-phase-over' THEN 'over'
        WHEN 'oriflamme-phase-placement' THEN 'round-' || (state ->> 'round')
        WHEN 'oriflamme-phase-resolution' THEN 'round-' || ((state ->> 'round') - (state ->> 'phase' = 'placement'))
        ELSE replace(phase, 'fortheking-phase-', '')
    END AS phase, (
        SELECT json_group_array(json_array(seat.value, min(announced_seq, question.value)))
        FROM json_each(post_for) AS seat JOIN json_each(asked) AS question ON question.key = seat.value
    ) AS called
FROM old_tables WHERE seal <> x'';

-- Nobody had added a word to a shuffle.
CREATE TABLE old_shuffles AS
SELECT table_id, NULL AS secret, NULL AS first_message, json_group_array(NULL) AS words FROM old_seats GROUP BY table_id;

ALTER TABLE old_seats ADD COLUMN level TEXT;
ALTER TABLE old_tables ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE old_tables ADD COLUMN created REAL;
ALTER TABLE old_tables ADD COLUMN since REAL;
ALTER TABLE old_tables ADD COLUMN expired INTEGER;
ALTER TABLE old_tables ADD COLUMN ended_by INTEGER;
ALTER TABLE old_tables ADD COLUMN generations TEXT NOT NULL DEFAULT '[]';
ALTER TABLE old_tables ADD COLUMN people BLOB;
ALTER TABLE old_tables ADD COLUMN advice INTEGER NOT NULL DEFAULT 0;
ALTER TABLE old_tables ADD COLUMN takes_orders INTEGER NOT NULL DEFAULT 0;

-- When something had happened there last, as far as that is known. What rests begins to rest anew.
UPDATE old_tables SET since = coalesce((
    SELECT at FROM old_moves WHERE table_id = id AND old_moves.seq = old_tables.seq AND status <> 'suspended'
), CAST(strftime('%s', 'now') AS REAL));

-- What there wasn't yet.
CREATE TABLE old_incidents (table_id, number);
CREATE TABLE old_orders (table_id, number);
CREATE TABLE old_clocks (table_id, due);
CREATE TABLE old_wishes AS SELECT * FROM wishes;
CREATE TABLE old_tidings AS SELECT * FROM tidings;
CREATE TABLE old_habits (user);
CREATE TABLE old_customs (server);
CREATE TABLE old_follows (user);
CREATE TABLE old_outages (begin, until)
