"""Statements and queries for both kinds of database (`port.Database`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from bot.storage.port import ALL, Query, Statement
from bot.storage.records import FORGOTTEN, NO_PLACE, Status, TableId
from engine.frozen import frozen, replace

STANDS_AT = f"CASE WHEN tables.seq < {ALL} THEN tables.seq END AS stands"
"""The last move of a table; none where a bit has made its number a text, which is above all numbers."""
WHOLE = f"""
SELECT tables.*, {STANDS_AT}, announcements.document AS announced, announcements.seal AS announced_seal,
    announcements.revision AS announced_revision, clocks.clock, clocks.seal AS clock_seal, clocks.due AS clock_due
FROM tables LEFT JOIN announcements ON announcements.table_id = tables.id
LEFT JOIN clocks ON clocks.table_id = tables.id
"""  # noqa: S608 # constants of this module
LIVE = "status IN ('lobby', 'playing')"
CLOSED = "status IN ('over', 'ended')"


@frozen
class Tally:
    """Count of tables that are open or being played: with a seat of a user, in a channel, in a server.

    `lobbies` are those that this user opened and that have not begun.
    """

    lobbies: int
    seats: int
    channel: int
    server: int


@frozen
class PendingPing:
    """Pending ping of `user` to an open `table`; `due` is in seconds since the epoch."""

    table: TableId
    user: int
    due: float


def _ids(text: str) -> Query[TableId]:
    return Query(text, read=TableId)


# Tables

ONE = Statement(f"{WHOLE} WHERE tables.id = :id")
IDS = Statement(
    "SELECT id FROM tables {by_revision} UNION SELECT table_id FROM announcements ORDER BY id"
)
"""Reads no document: one of them may lie on a damaged page. One that a damaged index lacks has been announced."""


ASKED = {
    "user": "EXISTS (SELECT 1 FROM people WHERE table_id = tables.id AND user_id = :user AND seated = 1)",
    "known": "EXISTS (SELECT 1 FROM people WHERE table_id = tables.id AND user_id = :known)",
    "channel": "channel = :channel",
    "guild": "guild = :guild",
}
"""Criteria for tables, each a number: a `user` with a seat, a `known` user, `channel` and `guild`."""


TALLY = Query(
    f"""
SELECT (
    SELECT count(*) FROM people JOIN tables ON id = table_id
    WHERE user_id = :user AND seated = 1 AND opener = :user AND status = 'lobby'
) AS lobbies, (
    SELECT count(*) FROM people JOIN tables ON id = table_id
    WHERE user_id = :user AND seated = 1 AND guild <> {NO_PLACE} AND {LIVE}
) AS seats,
    (SELECT count(*) FROM tables WHERE channel = :channel AND {LIVE}) AS channel,
    (SELECT count(*) FROM tables WHERE guild = :guild AND {LIVE}) AS server
""",  # noqa: S608 # constants of this module, values are bound
    read=Tally,
)
SEATS = _ids(
    f"SELECT id FROM people JOIN tables ON id = table_id WHERE user_id = :user AND seated = 1 AND {LIVE}",  # noqa: S608 # as above
)
IN_CHANNEL = _ids(f"SELECT id FROM tables WHERE channel = :channel AND {LIVE}")  # noqa: S608 # as above
PLAYED = _ids(
    """
SELECT id FROM people JOIN tables ON id = table_id
WHERE user_id = :user AND seated = 1 AND status = 'over' AND match LIKE :game LIMIT 1
""",
)
"""A table at which a user has played a game to its end; `game` is its key, a blank and "%"."""
PRIVATE_OF_OTHERS = _ids(
    f"SELECT id FROM tables WHERE id = :id AND guild = {NO_PLACE} AND NOT {ASKED['user']}",  # noqa: S608 # as above
)
"""The table `id` if it is a private one at which `user` has no seat; reads no document, which may be damaged."""
HOMES = Query(
    f"SELECT DISTINCT guild FROM tables WHERE {LIVE} AND {{ours}}",  # noqa: S608 # as above
    read=int,
)
"""The servers at which live tables stand."""
LAST = Statement("""
SELECT max(last) AS last FROM (SELECT last FROM numbers UNION ALL SELECT max(id) FROM tables) AS found
""")
"""The last number that was given to a table."""
STANDS = Statement(
    "SELECT 1 FROM tables WHERE id = :id AND version = :version + 1 AND seal = :seal"
)
INSERTED = Statement(
    "SELECT 1 FROM tables WHERE id = :id AND version = :version AND seal = :seal"
)
NUMBER = Statement("UPDATE numbers SET last = :id WHERE last < :id", 1)
INSERT = Statement(
    """
INSERT INTO tables (
    id, version, revision, status, guild, channel, opener, created, since, seq, match, rivals, document, seal
) VALUES (
    :id, :version, :revision, :status, :guild, :channel, :opener, :created, :since, :seq, :match, :rivals, :document,
    :seal
)
""",
    stands=INSERTED,
)
UNCHANGED = "WHERE id = :id AND version = :version AND coalesce(seq, 0) = :was"
"""Where nobody has changed a table since it was read; one whose match hasn't begun has seen no move either."""
KEEP = Statement(
    f"""
UPDATE tables SET version = version + 1, revision = :revision, status = :status, guild = :guild, channel = :channel,
    opener = :opener, since = :since, seq = :seq, match = :match, rivals = :rivals, document = :document, seal = :seal
{UNCHANGED} AND (match IS NULL OR match = :match)
""",  # noqa: S608 # as above
    rows=1,
    stands=STANDS,
)
FOLLOWS = f"""
{UNCHANGED} AND status = 'playing' AND match = :match AND guild = :guild AND channel = :channel AND (
    :was = 0 OR EXISTS (SELECT 1 FROM moves WHERE table_id = :id AND seq = :was AND moves.seal = :head)
)
"""  # noqa: S608 # as above
"""Where it is the same match, and its log ends as it did: after a move that a disk has lost comes no other."""
PLAY = Statement(
    f"""
UPDATE tables SET version = version + 1, revision = :revision, seq = :seq, document = :document, seal = :seal {FOLLOWS}
""",  # noqa: S608 # as above
    rows=1,
    stands=STANDS,
)
"""For what changes nothing that is searched by: a column that is written has its indexes written, too."""
PLAY_AND_KEEP = replace(
    KEEP,
    text=KEEP.text.replace(
        f"{UNCHANGED} AND (match IS NULL OR match = :match)", FOLLOWS
    ),
)
EMPTY = Statement("DELETE FROM people WHERE table_id = :id")
SIT = Statement(
    "INSERT INTO people (table_id, user_id, seated) VALUES (:table_id, :user_id, :seated)"
)
APPEND = Statement("""
INSERT INTO moves (table_id, seq, rules, seat, action, told, at, seal)
VALUES (:table_id, :seq, :rules, :seat, :action, :told, :at, :seal)
""")
CHECKPOINT = Statement("""
INSERT INTO checkpoints (table_id, seq, rules, asked, state, seal)
SELECT CAST(:table_id AS {number}), CAST(:seq AS {number}), CAST(:rules AS {number}), CAST(:asked AS TEXT),
    CAST(:state AS TEXT), CAST(:seal AS {blob})
WHERE NOT EXISTS (SELECT 1 FROM checkpoints WHERE table_id = :table_id AND rules = :rules)
""")
"""The first position under some rules: what is only ordered there, or who sits there, makes no other."""
LOG = Statement(f"""
SELECT {STANDS_AT}, moves.* FROM tables LEFT JOIN moves ON table_id = id AND moves.seq BETWEEN :after AND {ALL}
WHERE id = :id ORDER BY moves.seq
""")  # noqa: S608 # as above
"""Begins with the predecessor, whose seal the next one continues; one row without a move where there is none.

Moves whose numbers a bit has made texts are left out.
"""
GONE = Statement("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM tables WHERE id = :id)")
DELETE = Statement(
    f"DELETE FROM tables WHERE id = :id AND version = :version AND {CLOSED}",  # noqa: S608 # as above
    1,
    GONE,
)
PARTS = (
    "wishes",
    "announcements",
    "clocks",
    "tidings",
    "people",
    "moves",
    "checkpoints",
)
DELETE_PARTS = tuple(
    Statement(f"DELETE FROM {part} WHERE table_id = :id")  # noqa: S608 # as above
    for part in PARTS
)
"""The log may go only after its table."""
FORGET = Statement(
    f"""
UPDATE tables SET version = version + 1, document = :document, seal = :seal,
    opener = CASE WHEN opener = :user THEN {FORGOTTEN} ELSE opener END
WHERE id = :id AND version = :version AND {CLOSED}
""",  # noqa: S608 # as above
    rows=1,
    stands=STANDS,
)
LEAVE = Statement("DELETE FROM people WHERE table_id = :id AND user_id = :user")

# Which tables

RIVALLED = _ids("""
SELECT id FROM tables WHERE status = 'playing' AND rivals = 1 AND {ours}
AND NOT EXISTS (SELECT 1 FROM clocks WHERE table_id = id AND clock LIKE '%"rests"_true%')
ORDER BY id
""")
BEHIND = """
SELECT tables.id FROM tables {by_revision} LEFT JOIN announcements ON announcements.table_id = tables.id
WHERE tables.status <> 'suspended' AND tables.revision <> coalesce(announcements.revision, -1)
"""
"""Reads no document: the index holds the revisions, and the announcements come in the same order."""
UNSHOWN = _ids(f"{BEHIND} AND {{ours}} ORDER BY tables.id")
STALE = _ids("""
SELECT id FROM tables WHERE status = :status AND since <= :before AND status <> 'playing' AND {ours}
ORDER BY since LIMIT :most
""")
"""Says again what the index `tables_since` leaves out: SQLite uses it for no other question."""
CHANNELS: Query[tuple[TableId, int]] = Query(
    f"SELECT id, channel FROM tables WHERE guild = :guild AND {LIVE}",  # noqa: S608 # as above
)
"""In which channels the tables of a server stand; their documents aren't read."""
IDLE_ALONE = _ids(f"""
SELECT id FROM tables WHERE guild = {NO_PLACE} AND {LIVE} AND {{ours}} AND since <= :before
    AND NOT EXISTS (SELECT 1 FROM moves WHERE table_id = id AND moves.at > :before)
ORDER BY id LIMIT :most
""")  # noqa: S608 # as above
"""Private tables at which nobody has played since a moment."""
UNPLAYED = _ids("""
SELECT tables.id FROM tables JOIN announcements ON table_id = tables.id
WHERE status = 'ended' AND status <> 'playing' AND tables.revision = announcements.revision
    AND coalesce(tables.seq, 0) = 0 AND {ours}
ORDER BY since LIMIT :most
""")
DUE = _ids("""
SELECT table_id FROM clocks JOIN tables ON id = table_id WHERE due <= :now AND {ours} ORDER BY due LIMIT :most
""")
BEGAN: Query[tuple[TableId, float]] = Query(
    """
SELECT tables.id, moves.at FROM tables JOIN moves ON moves.table_id = tables.id AND moves.seq = 1
WHERE status = 'over' AND guild = :guild ORDER BY tables.id DESC LIMIT :most
""",
)
NEXT: Query[float | None] = Query(
    """
SELECT min(due) AS due FROM (
    SELECT min(due) AS due FROM clocks WHERE due > :after AND {of_ours}
    UNION ALL SELECT min(due) FROM choices WHERE due > :after AND {first}
    UNION ALL SELECT min(due) FROM tidings WHERE due > :after AND {of_ours}
) AS found
""",
    read=lambda due: due,
)
"""When a table is to be looked at, a digest is due or somebody is to be called next after a moment; None if never."""

# What is shown, and when something is due

ANNOUNCE = Statement(
    """
INSERT INTO announcements (table_id, revision, document, seal)
SELECT id, CAST(:revision AS {number}), CAST(:document AS TEXT), CAST(:seal AS {blob}) FROM tables
WHERE id = :table_id AND {fence}
ON CONFLICT (table_id) DO UPDATE SET revision = excluded.revision, document = excluded.document, seal = excluded.seal
""",
    rows=1,
)
CLOCK = Statement(
    """
INSERT INTO clocks (table_id, clock, seal, due)
SELECT id, CAST(:document AS TEXT), CAST(:seal AS {blob}), CAST(:due AS {real}) FROM tables WHERE id = :table_id
ON CONFLICT (table_id) DO UPDATE SET clock = excluded.clock, seal = excluded.seal, due = excluded.due
""",
    rows=1,
)
FENCED_CLOCK = replace(
    CLOCK,
    text=CLOCK.text.replace(
        ":table_id",
        ":table_id AND {fence} AND CAST(:version AS {number}) IN (version, -1)",
    ),
)
"""For a change that makes no version of the table: of which one the clocks are, -1 for any."""
WAKE = Statement("UPDATE clocks SET due = :now WHERE due > :now")
"""Lets every table whose clocks run be looked at, where the host's clock was set back."""

# What people and servers have chosen

CHOICE = Statement("SELECT * FROM choices WHERE kind = :kind AND key = :key")
CHOOSE = Statement("""
INSERT INTO choices (kind, key, user_id, server, due, document, seal)
VALUES (:kind, :key, :user_id, :server, :due, :document, :seal)
ON CONFLICT (kind, key) DO UPDATE SET user_id = excluded.user_id, server = excluded.server, due = excluded.due,
    document = excluded.document, seal = excluded.seal
""")
CHOOSE_ANEW = Statement(f"{CHOOSE.text} WHERE choices.seal = :was", 1)
UNCHOOSE = Statement("DELETE FROM choices WHERE kind = :kind AND key = :key")
CHOSEN = {
    "user": "user_id = :user",
    "server": "server = :server",
    "due": "due <= :due AND {first}",
    "since": "key >= :since",
}
"""Criteria for choices: their `user` or `server`, the moment `due`, and the first key (`since`), in order."""
FORGET_CHOICES = Statement("DELETE FROM choices WHERE user_id = :user")
FORGET_SERVER = Statement("DELETE FROM choices WHERE server = :server")

# Who is to be called to an open table, and whom which tables shall forget

CALL = Statement(
    "INSERT INTO tidings (table_id, user_id, due) VALUES (:id, :user, :due)"
)
TIDINGS = Query(
    """
SELECT table_id, user_id, due FROM tidings JOIN tables ON tables.id = table_id
WHERE due <= :now AND {ours} ORDER BY due, table_id, user_id LIMIT :most
""",
    read=PendingPing,
)
PUT_OFF = Statement(
    "UPDATE tidings SET due = :due WHERE table_id = :id AND user_id = :user"
)
TOLD = Statement("DELETE FROM tidings WHERE table_id = :id AND user_id = :user")
UNCALL = Statement("DELETE FROM tidings WHERE user_id = :user")
WISH = Statement(
    "INSERT INTO wishes (user_id, table_id, at) VALUES (:user, :id, :at) ON CONFLICT DO NOTHING"
)
WISHES: Query[tuple[int, TableId]] = Query(
    "SELECT user_id, table_id FROM wishes WHERE user_id = :user"
)
"""By which tables a user wants to be forgotten as soon as they are over."""
GRANTABLE: Query[tuple[int, TableId]] = Query(
    f"SELECT user_id, table_id FROM wishes JOIN tables ON id = table_id WHERE {CLOSED} AND {{ours}}",  # noqa: S608 # as above
)
"""All such wishes that can be granted now."""
GRANTED = Statement("DELETE FROM wishes WHERE user_id = :user AND table_id = :id")


@cache
def find(statuses: Iterable[Status], terms: Sequence[str], *, last: bool) -> Query[Any]:
    """Return the statement for whole tables of `statuses` that fulfil `terms`, by number: the `last` ones first."""
    listed = [f"'{status.value}'" for status in statuses]
    # Said as the indexes say it, which hold some statuses alone.
    standing = (
        f"status IN ({', '.join(listed)})"
        if len(listed) > 1
        else f"status = {listed[0]}"
    )
    wanted = " AND ".join((standing, *(ASKED[term] for term in terms)))
    text = f"{WHOLE} WHERE {wanted} ORDER BY tables.id {'DESC' if last else ''} LIMIT :most"
    return Query(text)


@cache
def find_choices(terms: Iterable[str]) -> Query[Any]:
    """Return the statement for choices of a kind that fulfil `terms`, those that are due longest first."""
    wanted = " AND ".join(("kind = :kind", *(CHOSEN[term] for term in terms)))
    return Query(
        f"SELECT * FROM choices WHERE {wanted} ORDER BY due, key LIMIT :most",  # noqa: S608 # constants of this module
    )
