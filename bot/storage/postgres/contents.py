"""A PostgreSQL database seen from outside the running bot: to be verified, told about, or copied whole.

Each look is a connection and an event loop of its own, so that it can be asked for in any thread; it writes nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import asyncpg

from bot.host.address import Address
from bot.host.shards import WHOLE, Share
from bot.storage.port import StorageError
from bot.storage.postgres import forms
from bot.storage.postgres.claim import Claim, held
from bot.storage.postgres.connections import PATIENCE, SETTINGS, Connection, durable, explained

T = TypeVar("T")


def look(address: Address, work: Callable[[forms.ServerContents], Coroutine[Any, Any, T]], share: Share = WHOLE) -> T:
    """Do some work on one state of a database, also while a Herald runs on it, and return what comes of it.

    Raise StorageError if it can't be read. What is asked of the servers that are looked after is told of a share's.
    """

    async def looked() -> T:
        async with _opened(address) as connection:
            return await work(forms.ServerContents(connection, share))

    return asyncio.run(looked())


def looked_after(address: Address) -> Collection[int] | None:
    """Return the shards that running Heralds look after; None if nobody runs there, or one Herald on the whole."""
    return look(address, lambda contents: held(contents.connection))


@asynccontextmanager
async def reading(address: Address) -> AsyncIterator[forms.ServerContents]:
    """Open the contents of a database on which no Herald runs; raise StorageError if that can't be done."""
    async with _claimed(address), _opened(address) as connection:
        yield forms.ServerContents(connection)


@asynccontextmanager
async def writing(address: Address) -> AsyncIterator[forms.ServerContents]:
    """Make a database that appears whole when the block ends, or not at all; raise StorageError if there is one."""
    async with _claimed(address), _connected(address) as connection:
        await durable(connection)
        async with connection.transaction():
            if await forms.migrate(connection, address):
                raise StorageError("storage-target-taken", path=str(address))
            await connection.execute("DELETE FROM numbers")
            yield forms.ServerContents(connection)


@asynccontextmanager
async def _opened(address: Address) -> AsyncIterator[Connection]:
    async with _connected(address) as connection:
        await forms.check(connection, address)
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            yield connection


@asynccontextmanager
async def _claimed(address: Address) -> AsyncIterator[None]:
    claim = Claim(address)
    await claim.take()
    try:
        yield
    finally:
        await claim.give_back()


@asynccontextmanager
async def _connected(address: Address) -> AsyncIterator[Connection]:
    with explained(address):
        connection = await asyncpg.connect(address.reveal(), timeout=PATIENCE, server_settings=SETTINGS)
        try:
            yield connection
        finally:
            await connection.close(timeout=PATIENCE)
