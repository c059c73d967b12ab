"""A PostgreSQL database seen from outside the running bot: to be verified, told about, or copied whole.

Each look is a connection of its own, and writes nothing.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from bot.host.address import Address
from bot.host.shards import WHOLE, Share
from bot.storage.port import StorageError
from bot.storage.postgres import forms
from bot.storage.postgres.claim import Claim
from bot.storage.postgres.connections import PATIENCE, SETTINGS, Connection, durable, explained


@asynccontextmanager
async def seen(
    address: Address, share: Share = WHOLE, *, unwritten: bool = False
) -> AsyncIterator[forms.ServerContents]:
    """Open one state of the contents of a database, also while a Herald runs on it; raise StorageError if that fails.

    What is asked of the servers that are looked after is told of a share's. All stays `unwritten` in any case.
    """
    del unwritten
    async with _connected(address) as connection:
        await forms.check(connection, address)
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            yield forms.ServerContents(connection, share)


@asynccontextmanager
async def reading(address: Address) -> AsyncIterator[forms.ServerContents]:
    """Open the contents of a database on which no Herald runs; raise StorageError if that can't be done."""
    async with _claimed(address), seen(address) as contents:
        yield contents


@asynccontextmanager
async def writing(address: Address) -> AsyncIterator[forms.ServerContents]:
    """Make a database that appears whole when the block ends, or not at all; raise StorageError if there is one."""
    async with _claimed(address), _connected(address) as connection:
        await durable(connection)
        async with connection.transaction():
            if await forms.migrate(connection, address):
                raise StorageError("storage-target-taken", address)
            await connection.execute("DELETE FROM numbers")
            yield forms.ServerContents(connection)


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
