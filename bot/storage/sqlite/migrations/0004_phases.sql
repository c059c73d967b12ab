-- The phase of a table message is the scene's. Before version 3 it was the key of the heading's text, by which Discord
-- would take each running table for one in a new phase. Oriflamme's phases are its rounds: a table that was announced
-- in a resolution, and is in a placement now, has begun the next round since.

UPDATE announcements SET phase = replace(phase, 'fortheking-phase-', '') WHERE phase LIKE 'fortheking-phase-%';

UPDATE announcements SET phase = 'over' WHERE phase = 'oriflamme-phase-over';

UPDATE announcements
SET phase = coalesce(
    (
        SELECT 'round-' || (json_extract(state, '$.round') - (
            announcements.phase = 'oriflamme-phase-resolution' AND json_extract(state, '$.phase') = 'placement'
        ))
        FROM tables WHERE id = table_id AND json_valid(state)
    ),
    phase
)
WHERE phase IN ('oriflamme-phase-placement', 'oriflamme-phase-resolution');
