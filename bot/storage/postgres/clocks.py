"""The clocks of tables in a PostgreSQL database, what is due, and when Herald was down."""

from __future__ import annotations

from typing import Any

from asyncpg import ForeignKeyViolationError

from bot.clocks.clock import Clock
from bot.clocks.habits import Habits
from bot.storage import clocks as rows
from bot.storage.port import LostUpdate
from bot.storage.postgres.connections import Connection
from bot.storage.postgres.epochs import FENCE, Epoch
from bot.storage.postgres.questions import OURS
from bot.storage.postgres.statements import Statement, keeping, written
from bot.storage.records import TableId

COLUMNS = ("clocked", "clock", "clock_seal", "due")
"""The names that the values of `KEPT` have beside those of whatever it is written with."""
KEPT = """
INSERT INTO clocks (table_id, clock, seal, due) VALUES (:clocked, :clock, :clock_seal, :due)
ON CONFLICT (table_id) DO UPDATE SET clock = excluded.clock, seal = excluded.seal, due = excluded.due
"""
KEEP = Statement(KEPT)
KEEP_FENCED = Statement(f"{KEPT} WHERE {FENCE}")
TICKING = """
ticking AS (
    INSERT INTO clocks (table_id, clock, seal, due)
    SELECT id, :clock::text, :clock_seal::bytea, :due::float8 FROM played
    ON CONFLICT (table_id) DO UPDATE SET clock = excluded.clock, seal = excluded.seal, due = excluded.due
)
"""
"""Keeps the clocks together with the moves that were `played`, and not without them."""
DUE = Statement(f"""
SELECT table_id AS id FROM clocks JOIN tables ON id = table_id WHERE due <= :now AND {OURS} ORDER BY due LIMIT :most
""")  # noqa: S608 # constants of our own
NEXT = Statement(f"""
SELECT least(
    (SELECT min(due) FROM clocks JOIN tables ON id = table_id WHERE due IS NOT NULL AND {OURS}),
    (SELECT min(digest) FROM habits WHERE digest IS NOT NULL AND :digests::bool),
    (SELECT min(due) FROM tidings JOIN tables ON id = table_id WHERE {OURS})
) AS due
""")  # noqa: S608 # as above
HABITS = Statement('SELECT * FROM habits WHERE "user" = :user')
DIGESTS = Statement('SELECT "user" FROM habits WHERE digest <= :now ORDER BY digest LIMIT :most')
OUTAGES = Statement(rows.OUTAGES)
KEEP_OUTAGE = """
INSERT INTO outages (begin, until) VALUES ($1, $2)
ON CONFLICT (begin) DO UPDATE SET until = greatest(outages.until, excluded.until)
"""
FORGET_OUTAGES = "DELETE FROM outages WHERE (until > $1 AND begin < $2) IS NOT TRUE"
ONE_BY_ONE = "LOCK TABLE outages IN SHARE ROW EXCLUSIVE MODE"
"""Lets no other process change what is about to be sealed, and everybody read it."""
NOTE = keeping("notes", "key", ("key", "value"))
ALL_DUE = "UPDATE clocks SET due = least(due, $1) WHERE due IS NOT NULL"
HABIT = ("user", "habits", "seal", "digest")


def values(table: TableId, clock: Clock) -> dict[str, Any]:
    """Return what `KEPT` and `TICKING` ask for."""
    return dict(zip(COLUMNS, rows.clock(table, clock), strict=True))


async def keep(connection: Connection, table: TableId, clock: Clock | None, epoch: Epoch | None = None) -> bool:
    """Keep how the clocks of a table stand; None leaves it as it is. Raise LostUpdate if there is no such table.

    Tell whether the `epoch` stands, if one is given: nothing is kept otherwise.
    """
    if clock is None:
        return True
    statement = KEEP if epoch is None else KEEP_FENCED
    asked = {**values(table, clock), **(epoch.values if epoch else {})}
    try:
        return written(await connection.execute(statement.text, *statement.values(asked))) > 0
    except ForeignKeyViolationError:
        raise LostUpdate from None


async def keep_habits(connection: Connection, habits: Habits) -> None:
    """Keep what a person has chosen about time."""
    statement, row = keeping("habits", "user", HABIT), dict(zip(HABIT, rows.habits(habits), strict=True))
    await connection.execute(statement.text, *statement.values(row))


async def keep_outage(connection: Connection, begin: float, until: float, forgets: float) -> None:
    """Keep that Herald was down, and forget what ended before a moment."""
    async with connection.transaction():
        whole = await _forget_outages(connection, forgets, until)
        await connection.execute(KEEP_OUTAGE, begin, until)
        if whole:
            await _seal_outages(connection)


async def set_back(connection: Connection, now: float) -> None:
    """Let every table be looked at, and forget what has not been yet."""
    async with connection.transaction():
        if await _forget_outages(connection, 0.0, now):
            await _seal_outages(connection)
        await connection.execute(ALL_DUE, now)


async def _forget_outages(connection: Connection, ended: float, begun: float) -> bool:
    """Forget what ended before a moment or began after another; tell whether all that is left is what was written.

    Damage that was sealed with what comes after it would never be noticed.
    """
    await connection.execute(ONE_BY_ONE)
    whole = rows.outages_of(await connection.fetch(OUTAGES.text)) is not None
    await connection.execute(FORGET_OUTAGES, ended, begun)
    return whole or not await connection.fetchval("SELECT EXISTS (SELECT FROM outages)")


async def _seal_outages(connection: Connection) -> None:
    note = {"key": rows.OUTAGES_SEAL, "value": rows.outages_seal(await connection.fetch(OUTAGES.text))}
    await connection.execute(NOTE.text, *NOTE.values(note))
