"""What SQLite is asked for: whole tables, counts, logs; each answer is read by `bot.storage.rows`."""

SELECT = """
SELECT tables.*, (
    SELECT json_group_array(json_array(seat, user, name, level)) FROM seats WHERE table_id = tables.id
) AS sitters, (
    SELECT json_group_array(json_array(number, after, kind, seat, user, name, level, at)) FROM incidents
    WHERE table_id = tables.id
) AS incidents,
    announcements.revision AS announced_revision, announcements.seq AS announced_seq,
    message, phase, look, post, post_from, called, dms, restored, summons, announcements.seal AS announced_seal,
    shuffles.table_id AS shuffled, secret, first_message, words, shuffles.seal AS shuffle_seal,
    orders.table_id AS orders_of, orders.number AS ordered, given, orders.seal AS orders_seal,
    clocks.clock AS clocks, clocks.seal AS clock_seal, clocks.due AS clock_due
FROM tables LEFT JOIN announcements ON announcements.table_id = tables.id
LEFT JOIN shuffles ON shuffles.table_id = tables.id LEFT JOIN orders ON orders.table_id = tables.id
LEFT JOIN clocks ON clocks.table_id = tables.id
"""
FINISHED = f"{SELECT} WHERE status = 'over' AND channel = ? ORDER BY tables.id DESC LIMIT ?"
LIVE, SUSPENDED = "status IN ('lobby', 'playing')", "status = 'suspended'"
HOMES = f"SELECT DISTINCT guild FROM tables INDEXED BY tables_guild WHERE {LIVE}"  # noqa: S608 # as FINISHED
WHERE = {
    "user": "EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND user = :user)",
    "channel": "channel = :channel",
    "guild": "guild = :guild",
}
"""What a table must fulfil besides, for each thing that can be asked for."""
TALLY = f"""
SELECT
    (
        SELECT count(*) FROM seats JOIN tables ON id = table_id
        WHERE user = :user AND opener = :user AND status = 'lobby'
    ),
    (SELECT count(*) FROM seats JOIN tables ON id = table_id WHERE user = :user AND {LIVE}),
    (SELECT count(*) FROM tables WHERE channel = :channel AND {LIVE}),
    (SELECT count(*) FROM tables WHERE guild = :guild AND {LIVE})
"""  # noqa: S608 # LIVE is a constant of this module, values are bound
RIVALLED = """
SELECT id FROM tables WHERE status = 'playing' AND id IN (SELECT table_id FROM seats WHERE level IS NOT NULL)
AND NOT EXISTS (SELECT 1 FROM clocks WHERE table_id = id AND clock LIKE '%"rests"_true%')
ORDER BY id
"""
BEHIND = """
SELECT tables.id FROM tables INDEXED BY tables_behind
LEFT JOIN announcements ON announcements.table_id = tables.id
WHERE tables.status <> 'suspended' AND tables.revision IS NOT announcements.revision
ORDER BY tables.id
"""
"""Walks an index that holds the revisions, and the announcements in the same order: some 10 ms for 10,000 tables.

No state is read; without the index SQLite would walk over all of them, nine times as long with all in memory.
"""
KEPT = """
WHERE opener = :user OR ended_by = :user
    OR EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND user = :user)
    OR EXISTS (SELECT 1 FROM incidents WHERE table_id = tables.id AND user = :user) ORDER BY tables.id
"""
IDS = "SELECT id FROM tables INDEXED BY tables_behind ORDER BY id"
"""Reads no page of `tables`: one of them may be damaged."""
LOG = """
SELECT tables.seq AS stands, moves.* FROM tables LEFT JOIN moves ON table_id = id AND moves.seq >= ?
WHERE id = ? ORDER BY moves.seq
"""
"""Begins with the predecessor, whose seal the next one continues; one row without a move where there is none."""
