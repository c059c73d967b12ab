"""What PostgreSQL is asked for: whole tables, counts, logs; each answer is read by `bot.storage.rows`."""

from __future__ import annotations

from typing import Any

from bot.host.shards import TIME_BITS, Share
from bot.storage.postgres.statements import Statement

WHOLE = """
SELECT tables.*, (
    SELECT coalesce(json_agg(json_build_array(seat, "user", name::json, level)), '[]')::text
    FROM seats WHERE table_id = tables.id
) AS sitters, (
    SELECT coalesce(json_agg(json_build_array(number, after, kind, seat, "user", name::json, level, at)), '[]')::text
    FROM incidents WHERE table_id = tables.id
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
OURS = f"(:shards = 0 OR (guild >> {TIME_BITS}) % greatest(:shards, 1) = ANY(:held::bigint[]))"
"""Whether a table's server is among those of a share; 0 shards are all there are."""
ONE = Statement(f"{WHOLE} WHERE tables.id = :id")
FINISHED = Statement(f"{WHOLE} WHERE status = 'over' AND channel = :channel ORDER BY tables.id DESC LIMIT :most")
LIVE, SUSPENDED = "status IN ('lobby', 'playing')", "status = 'suspended'"
HOMES = Statement(f"SELECT DISTINCT guild FROM tables WHERE {LIVE} AND {OURS}")  # noqa: S608 # constants of this module
WHERE = {
    "user": 'EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND "user" = :user)',
    "channel": "channel = :channel",
    "guild": "guild = :guild",
}
"""What a table must fulfil besides, for each thing that can be asked for."""
TALLY = Statement(f"""
SELECT
    (
        SELECT count(*) FROM seats JOIN tables ON id = table_id
        WHERE "user" = :user AND opener = :user AND status = 'lobby'
    ),
    (SELECT count(*) FROM seats JOIN tables ON id = table_id WHERE "user" = :user AND {LIVE}),
    (SELECT count(*) FROM tables WHERE channel = :channel AND {LIVE}),
    (SELECT count(*) FROM tables WHERE guild = :guild AND {LIVE})
""")  # noqa: S608 # LIVE is a constant of this module, values are bound
RIVALLED = Statement(f"""
SELECT id FROM tables
WHERE status = 'playing' AND id IN (SELECT table_id FROM seats WHERE level IS NOT NULL) AND {OURS}
AND NOT EXISTS (SELECT 1 FROM clocks WHERE table_id = id AND clock LIKE '%"rests"_true%')
ORDER BY id
""")  # noqa: S608 # as above
BEHIND = """
SELECT tables.id FROM tables LEFT JOIN announcements ON announcements.table_id = tables.id
WHERE tables.status <> 'suspended' AND tables.revision IS DISTINCT FROM announcements.revision
"""
"""No index holds revisions, or each move would write it; the states are kept apart, and aren't read."""
UNSHOWN = Statement(f"{BEHIND} AND {OURS} ORDER BY tables.id")
KEPT = Statement(f"""
{WHOLE} WHERE opener = :user OR ended_by = :user
    OR EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND "user" = :user)
    OR EXISTS (SELECT 1 FROM incidents WHERE table_id = tables.id AND "user" = :user) ORDER BY tables.id
""")  # noqa: S608 # WHOLE is a constant of this module
LOG = Statement("""
SELECT tables.seq AS stands, moves.* FROM tables LEFT JOIN moves ON table_id = id AND moves.seq >= :after
WHERE id = :id ORDER BY moves.seq
""")
"""Begins with the predecessor, whose seal the next one continues; one row without a move where there is none."""
STALE = Statement(f"""
SELECT id FROM tables WHERE status = :status AND since <= :before AND status <> 'playing' AND {OURS}
ORDER BY since LIMIT :most
""")  # noqa: S608 # as above
UNPLAYED = Statement(f"""
SELECT tables.id FROM tables JOIN announcements ON table_id = tables.id
WHERE status = 'ended' AND tables.revision = announcements.revision AND coalesce(tables.seq, 0) = 0 AND {OURS}
ORDER BY since LIMIT :most
""")  # noqa: S608 # as above
DUE = Statement(f"""
SELECT "user", table_id FROM wishes JOIN tables ON id = table_id WHERE status IN ('over', 'ended') AND {OURS}
""")  # noqa: S608 # as above
WISHES = Statement('SELECT "user", table_id FROM wishes WHERE "user" = :user')
PERSON = Statement('SELECT * FROM users WHERE "user" = :user')
SERVER = Statement("SELECT * FROM servers WHERE server = :server")
NOTE = Statement("SELECT value FROM notes WHERE key = :key")


def found(asked: dict[str, int | None], *, suspended: bool) -> Statement:
    """Return what asks for the live, or the suspended, tables that fulfil what is asked."""
    terms = [SUSPENDED if suspended else LIVE, *(WHERE[name] for name, wanted in asked.items() if wanted is not None)]
    return Statement(f"{WHOLE} WHERE {' AND '.join(terms)} ORDER BY tables.id")


def shards(share: Share) -> dict[str, Any]:
    """Return a share as what `OURS` is asked with."""
    return {"shards": 0 if share.whole else share.count, "held": list(share.ids)}
