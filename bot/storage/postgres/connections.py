"""Connections to PostgreSQL, kept open and lent for a piece of work each; one that is lost is made anew.

Theory of operation. A piece of work is tried again and again for `PATIENCE`, while PostgreSQL can't be reached or says
that two transactions crossed: Discord waits three seconds for an answer. If the connection was lost in the midst of a
change, nobody knows whether that was kept. The change asks for the revision that was read, so that it can't be made
twice: where it is refused after such a loss, `stands` tells whether what stands there is what was to be written.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import chain, repeat
from typing import TypeAlias, TypeVar

import asyncpg
from asyncpg.pool import PoolConnectionProxy

from bot.host.address import Address
from bot.storage.port import LostUpdate, StorageError
from bot.storage.postgres.faults import CROSSED, LOST, UNDERSTOOD, explain

T = TypeVar("T")
Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record] | PoolConnectionProxy[asyncpg.Record]"
Work: TypeAlias = Callable[[Connection], Awaitable[T]]
Stands: TypeAlias = Callable[[Connection], Awaitable[bool]]

MOST = 8
"""How many connections are open at the same time: PostgreSQL puts the changes of several on the disk together."""
PATIENCE = 2.0
"""Seconds for which a click is tried; Discord waits for three."""
LONG = 60.0
"""Seconds for what nobody at Discord waits for."""
PAUSES = (0.02, 0.05, 0.1, 0.2)
"""Seconds from one try to the next; the last one again and again."""
SETTINGS = {
    "application_name": "herald",
    "jit": "off",
    "idle_in_transaction_session_timeout": "10s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
"""A process whose machine has died is missed after half a minute, and what it held is free again.

What it held in the midst of a transaction is free sooner, also where it is only stopped.
"""
DURABLE = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"


class Connections:
    """Up to `MOST` connections to a database; made when they are needed, from one event loop."""

    def __init__(self, address: Address) -> None:
        """Take where the database is; nothing is opened yet."""
        self._address = address
        self._pool: asyncpg.Pool[asyncpg.Record] | None = None
        self._working = 0
        self._idle = asyncio.Event()

    async def open(self) -> None:
        """Connect; raise StorageError if that can't be done."""
        try:
            self._pool = await asyncpg.create_pool(
                self._address.reveal(),
                min_size=1,
                max_size=MOST,
                init=durable,
                reset=_leave,
                timeout=PATIENCE,
                server_settings=SETTINGS,
            )
        except UNDERSTOOD as error:
            raise explain(error, self._address) from None
        except ValueError as error:
            raise StorageError("storage-unusable", path=str(self._address), why=type(error).__name__) from None

    async def close(self) -> None:
        """Take no more work, finish what was begun, and let go of the database."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        while self._working:
            self._idle.clear()
            await self._idle.wait()
        try:
            async with asyncio.timeout(PATIENCE):
                await pool.close()
        except (*UNDERSTOOD, TimeoutError):
            pool.terminate()

    async def run(self, work: Work[T], *, seconds: float = PATIENCE) -> T:
        """Do some work that changes nothing and return its result; raise StorageError if it can't be done in time."""
        return await self._try(work, None, seconds)

    async def change(self, work: Work[None], stands: Stands | None = None) -> None:
        """Make a change; `stands` tells whether it is there already, asked only where nobody knows otherwise."""

        async def sure(connection: Connection) -> None:
            try:
                await work(connection)
            except LostUpdate:
                if stands is None or not await stands(connection):
                    raise

        await self._try(work, sure, PATIENCE)

    async def _try(self, work: Work[T], again: Work[T] | None, seconds: float) -> T:
        pool, lost = self._pool, None
        if pool is None:
            raise StorageError("storage-closed")
        pauses = chain(PAUSES, repeat(PAUSES[-1]))
        self._working += 1
        try:
            async with asyncio.timeout(seconds):
                while True:
                    try:
                        return await _lent(pool, again if lost and again else work)
                    except LOST as error:
                        lost = error
                    except CROSSED:
                        pass
                    await asyncio.sleep(next(pauses))
        except TimeoutError as error:
            raise explain(lost or error, self._address) from None
        except UNDERSTOOD as error:
            raise explain(error, self._address) from None
        finally:
            self._working -= 1
            if not self._working:
                self._idle.set()


async def _lent(pool: asyncpg.Pool[asyncpg.Record], work: Work[T]) -> T:
    connection = await pool.acquire()
    try:
        return await work(connection)
    except LOST:
        # It may not know yet that it is gone, and would be lent to the next one.
        connection.terminate()
        raise
    finally:
        # A connection that doesn't answer is given up, so that nobody waits for it any longer.
        await pool.release(connection, timeout=PATIENCE)


async def durable(connection: Connection) -> None:
    """Have each commit of a connection on the disk when it returns, whatever is usual on that server."""
    await connection.execute(DURABLE)


async def _leave(connection: Connection) -> None:
    """Leave a connection as it is: no work changes anything of it, and to ask for a reset would cost a round trip."""
