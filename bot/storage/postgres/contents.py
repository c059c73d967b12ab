"""All that stands in a PostgreSQL database, to be copied into another kind of database, or out of one."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from bot.host.address import Address
from bot.storage.faults import Fault
from bot.storage.port import StorageError
from bot.storage.postgres import migrations
from bot.storage.postgres.changes import named
from bot.storage.postgres.claim import Claim
from bot.storage.postgres.connections import PATIENCE, SETTINGS, Connection, durable
from bot.storage.postgres.faults import UNDERSTOOD, explain
from bot.storage.postgres.looking import faults, looking
from bot.storage.postgres.statements import column
from engine.game import AnyGame

BATCH = 500
"""How many rows are held in memory at the same time."""
PARTS = """
SELECT table_name, array_agg(column_name::text ORDER BY ordinal_position) AS columns
FROM information_schema.columns WHERE table_schema = current_schema() AND table_name <> 'herald'
GROUP BY table_name ORDER BY table_name <> 'tables', table_name
"""
LAST = "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('tables', 'id')::regclass), 0)"
GO_ON = "SELECT setval(pg_get_serial_sequence('tables', 'id'), $1)"
NAME = "name"
"""The column that is kept as JSON here, wherever there is one."""


class ServerContents:
    """The rows that a transaction sees."""

    def __init__(self, connection: Connection) -> None:
        """Take a connection in whose transaction all is read or written."""
        self._connection = connection

    async def parts(self) -> dict[str, tuple[str, ...]]:
        """Return the columns of each part; tables come first, since all others belong to them."""
        return {row["table_name"]: tuple(row["columns"]) for row in await self._connection.fetch(PARTS)}

    async def rows(self, part: str, columns: Sequence[str]) -> AsyncIterator[Sequence[Sequence[Any]]]:
        """Yield all rows of a part, some at a time."""
        names = ", ".join(map(column, columns))
        cursor = await self._connection.cursor(f"SELECT {names} FROM {part}")  # noqa: S608 # names of our own schema
        while rows := await cursor.fetch(BATCH):
            yield [_each(columns, row.values(), json.loads) for row in rows]

    async def add(self, part: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """Write rows as they are."""
        records = [_each(columns, row, named) for row in rows]
        await self._connection.copy_records_to_table(part, records=records, columns=list(columns))

    async def last(self) -> int:
        """Return the last number that was given to a table; 0 if none was."""
        return int(await self._connection.fetchval(LAST))

    async def go_on_after(self, last: int) -> None:
        """See to it that no table gets a number up to this one."""
        if last:
            await self._connection.execute(GO_ON, last)

    async def faults(self, games: Mapping[str, AnyGame]) -> Sequence[Fault]:
        """Return everything that isn't what was once written."""
        return [fault async for fault in faults(self._connection, games)]


def _each(columns: Sequence[str], row: Iterable[Any], name: Callable[[str], Any]) -> tuple[Any, ...]:
    return tuple(name(value) if key == NAME else value for key, value in zip(columns, row, strict=True))


@asynccontextmanager
async def reading(address: Address) -> AsyncIterator[ServerContents]:
    """Open the contents of a database on which no Herald runs; raise StorageError if that can't be done."""
    claim = Claim(address)
    await claim.take()
    try:
        async with looking(address) as connection:
            yield ServerContents(connection)
    finally:
        await claim.give_back()


@asynccontextmanager
async def writing(address: Address) -> AsyncIterator[ServerContents]:
    """Make a database that appears whole when the block ends, or not at all; raise StorageError if there is one."""
    claim = Claim(address)
    await claim.take()
    try:
        connection = await asyncpg.connect(address.reveal(), timeout=PATIENCE, server_settings=SETTINGS)
        try:
            await durable(connection)
            async with connection.transaction():
                if await migrations.migrate(connection, address):
                    raise StorageError("storage-target-taken", path=str(address))
                yield ServerContents(connection)
        finally:
            await connection.close(timeout=PATIENCE)
    except UNDERSTOOD as error:
        raise explain(error, address) from None
    finally:
        await claim.give_back()
