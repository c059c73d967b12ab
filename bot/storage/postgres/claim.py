"""The right to run on a database: a lock that PostgreSQL holds for a connection, and frees when that is gone.

The connection is made anew when it is lost, and the lock is taken again. Who finds it taken by then has been replaced,
and must stop; until then nothing can be spoilt, because every change asks for the revision that was read.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import asyncpg

from bot.host.address import Address
from bot.storage.port import StorageError
from bot.storage.postgres.connections import PATIENCE, SETTINGS
from bot.storage.postgres.faults import LOST, UNDERSTOOD, explain

log = logging.getLogger(__name__)

RUNNING = 0x4845524C
"""The lock's name, together with that of the schema that the tables are in."""
TAKE = "SELECT pg_try_advisory_lock($1, hashtext(current_schema()))"
AGAIN = 1.0
"""Seconds from one try to be connected again to the next, and for which whoever ran before may still be there."""
LOOK = 5.0
"""How often, in seconds, the connection is tried: one that is lost doesn't always say so."""


class Claim:
    """The lock of one running Herald."""

    def __init__(self, address: Address) -> None:
        """Take where the database is; nothing is claimed yet."""
        self._address = address
        self._connection: asyncpg.Connection[asyncpg.Record] | None = None
        self._keeping: asyncio.Task[None] | None = None
        self.replaced = asyncio.Event()

    async def take(self) -> None:
        """Take the lock and keep it; raise StorageError if another Herald has it, or nothing can be reached."""
        try:
            taken = await self._connect()
            if not taken:
                await asyncio.sleep(AGAIN)
                taken = await self._connect()
        except UNDERSTOOD as error:
            raise explain(error, self._address) from None
        if not taken:
            raise StorageError("storage-running", path=str(self._address))
        self._keeping = asyncio.create_task(self._keep(), name="keep the claim on the database")

    async def give_back(self) -> None:
        """Let the lock go, if it is held."""
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.wait({self._keeping})
            self._keeping = None
        await self._disconnect()
        self.replaced.clear()

    async def _connect(self) -> bool:
        """Connect and take the lock; tell whether it was free."""
        self._connection = await asyncpg.connect(
            self._address.reveal(), timeout=PATIENCE, command_timeout=PATIENCE, server_settings=SETTINGS
        )
        try:
            taken = await self._connection.fetchval(TAKE, RUNNING)
        except BaseException:
            await self._disconnect()
            raise
        if not taken:
            await self._disconnect()
        return bool(taken)

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(*UNDERSTOOD, TimeoutError):
                await connection.close(timeout=PATIENCE)

    async def _keep(self) -> None:
        while not self.replaced.is_set():
            await asyncio.sleep(LOOK)
            try:
                if self._connection is not None:
                    await self._connection.fetchval("SELECT 1")
            except LOST as error:
                log.warning("the connection to %s was lost (%s); it is made anew", self._address, type(error).__name__)
                await self._disconnect()
            if self._connection is None:
                await self._again()

    async def _again(self) -> None:
        """Come back: PostgreSQL may take some time to notice that the connection is gone that had the lock."""
        refused = 0
        while self._connection is None:
            try:
                refused += not await self._connect()
            except UNDERSTOOD:
                refused = 0
            if refused > 1:
                self.replaced.set()
                return
            if self._connection is None:
                await asyncio.sleep(AGAIN)
        log.info("%s is back", self._address)
