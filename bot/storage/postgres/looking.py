"""A look at a PostgreSQL database from outside the running bot: how it stands, and whether it is what was written.

Each look is a connection and an event loop of its own, so that it can be asked for in any thread; it writes nothing.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import TypeVar

import asyncpg

from bot.host.address import Address
from bot.host.shards import WHOLE, Share
from bot.storage import checks, clocks
from bot.storage.checks import Rows
from bot.storage.faults import Fault
from bot.storage.port import StorageError
from bot.storage.postgres import migrations, questions
from bot.storage.postgres.claim import held
from bot.storage.postgres.connections import PATIENCE, SETTINGS, Connection, Work
from bot.storage.postgres.faults import UNDERSTOOD, explain
from bot.storage.postgres.statements import Statement
from bot.storage.records import TableId
from bot.storage.standing import Behind, Standing
from engine.game import AnyGame

T = TypeVar("T")

BEHIND = Statement(f"""
SELECT tables.id, coalesce(
    (SELECT min(at) FROM moves WHERE table_id = tables.id AND moves.seq > coalesce(announcements.seq, 0)),
    CASE WHEN announcements.table_id IS NULL THEN created END
) AS since
FROM tables LEFT JOIN announcements ON announcements.table_id = tables.id
WHERE tables.id IN ({questions.BEHIND} AND {questions.OURS})
ORDER BY tables.id
""")  # noqa: S608 # constants of these modules
"""The time of what was changed first and not shown: a move, or the table's opening; of all else none is kept."""
LOBBIES = "SELECT created FROM tables WHERE status = 'lobby' ORDER BY id"
SUSPENDED = "SELECT count(*) FROM tables WHERE status = 'suspended'"
SEATS = "SELECT seat, name FROM seats WHERE table_id = $1 ORDER BY seat"
MOVES = "SELECT * FROM moves WHERE table_id = $1 ORDER BY seq"
BASES = "SELECT * FROM checkpoints WHERE table_id = $1 ORDER BY seq, rules"

UNREADABLE = "\udcff"
"""A surrogate, as `checks` finds it."""


def standing(address: Address, share: Share = WHOLE) -> Standing:
    """Look at a database, also while a Herald runs on it; raise StorageError if it can't be read."""
    return look(address, partial(_standing, share=share))


def looked_after(address: Address) -> Collection[int] | None:
    """Return the shards that running Heralds look after; None if nobody runs there, or one Herald on the whole."""
    return look(address, held)


def verify(address: Address, games: Mapping[str, AnyGame]) -> Iterator[Fault]:
    """Yield every fault of a database, table by table, also while a Herald runs on it.

    What isn't any table's is told of table 0. Raise StorageError if it can't be read at all.
    """

    async def work(connection: Connection) -> Sequence[Fault]:
        return [fault async for fault in faults(connection, games)]

    yield from look(address, work)


def look(address: Address, work: Work[T]) -> T:
    """Do some work on one state of a database, and return what comes of it."""

    async def looked() -> T:
        async with looking(address) as connection:
            return await work(connection)

    return asyncio.run(looked())


@asynccontextmanager
async def looking(address: Address) -> AsyncIterator[Connection]:
    """Connect to see one state of a database of today's version; raise StorageError if that can't be done."""
    try:
        connection = await asyncpg.connect(address.reveal(), timeout=PATIENCE, server_settings=SETTINGS)
        try:
            await migrations.check(connection, address)
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                yield connection
        finally:
            await connection.close(timeout=PATIENCE)
    except UNDERSTOOD as error:
        raise explain(error, address) from None
    except ValueError as error:
        raise StorageError("storage-unusable", path=str(address), why=type(error).__name__) from None


async def _standing(connection: Connection, share: Share) -> Standing:
    behind = await connection.fetch(BEHIND.text, *BEHIND.values(questions.shards(share)))
    return Standing(
        behind=tuple(Behind(TableId(row["id"]), row["since"]) for row in behind),
        lobbies=tuple(row["created"] for row in await connection.fetch(LOBBIES)),
        suspended=await connection.fetchval(SUSPENDED),
    )


async def faults(connection: Connection, games: Mapping[str, AnyGame]) -> AsyncIterator[Fault]:
    """Yield every fault of the database, as `verify`."""
    for part, lost in checks.LOST.items():
        for table, seq in await connection.fetch(lost):
            yield checks.lost(part, table, seq)
    for part in checks.CHOICES:
        for fault in checks.choices(part, await connection.fetch(f"SELECT * FROM {part}")):  # noqa: S608 # constants of `checks`
            yield fault
    for fault in checks.outages(await connection.fetch(clocks.OUTAGES)):
        yield fault
    for (table,) in await connection.fetch("SELECT id FROM tables ORDER BY id"):
        for fault in checks.table(await _rows(connection, table), games):
            yield fault


async def _rows(connection: Connection, table: int) -> Rows:
    row = await connection.fetchrow(questions.ONE.text, table)
    if row is None:
        raise AssertionError
    seats = [(seat, _name(name)) for seat, name in await connection.fetch(SEATS, table)]
    return Rows(row, seats, await connection.fetch(MOVES, table), await connection.fetch(BASES, table))


def _name(kept: str) -> str:
    """Return a name, or what no text holds where it can't be read any more."""
    try:
        return str(json.loads(kept))
    except ValueError:
        return UNREADABLE
