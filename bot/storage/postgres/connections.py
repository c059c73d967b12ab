"""Connection pool for PostgreSQL: connections are lent for a piece of work each; one that is lost is made anew.

Theory of operation. A piece of work is tried again and again for `PATIENCE`, or as long as its deadline leaves, while
PostgreSQL can't be reached or says that two transactions crossed. If the connection was lost in the midst of a
change, its outcome is unknown. The change asks for the revision that was read, so that it can't be made twice: where it
is refused after such a loss, its `again` compares the stored row with the intended one. Where the time is up before
that is known, `OutcomeUnknown` is raised. Errors become texts for the host, never in PostgreSQL's own words, which
quote rows.

Each transaction waits for the disk, and eight connections bring hardly three at once to it. So no more than `TURNS`
make changes at the same time, each all that wait with the same statement, in one transaction and one round trip.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, TypeAlias, TypeVar

import asyncpg
from asyncpg import (
    ConnectionDoesNotExistError,
    InterfaceError,
    InternalClientError,
    OperatorInterventionError,
    PostgresConnectionError,
    PostgresError,
    QueryCanceledError,
    TransactionRollbackError,
)
from asyncpg.pool import PoolConnectionProxy

from bot.host import answer_deadline
from bot.host.address import Address
from bot.storage.group_commit import GroupCommit
from bot.storage.port import LostUpdate, OutcomeUnknown, StorageError

T = TypeVar("T")
Connection: TypeAlias = (
    "asyncpg.Connection[asyncpg.Record] | PoolConnectionProxy[asyncpg.Record]"
)
Pool: TypeAlias = "asyncpg.Pool[asyncpg.Record]"
Work: TypeAlias = Callable[[Connection], Awaitable[T]]


MOST = 8
"""How many connections are open at the same time: PostgreSQL puts the changes of several on the disk together."""
TURNS = 2
"""How many connections make changes at the same time; those who read find the others."""
PATIENCE = 2.0
"""Seconds for which something is tried; an answer that has less time left is tried for as long as that."""
LAST_RESORT = 0.05
"""Seconds of grace after a deadline: then waiting for a connection ends; work on one is cut off just before."""
LONG = 60.0
"""Seconds for what nobody at Discord waits for."""
SHORTEST_PAUSE, LONGEST_PAUSE = 0.02, 0.2
"""Seconds from one try to the next, twice as many each time."""
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


LOST = (
    PostgresConnectionError,
    OperatorInterventionError,
    InterfaceError,
    InternalClientError,
    OSError,
)
"""What says that a connection is gone, or that there is none: whether something was written, nobody knows."""
UNDERSTOOD = (*LOST, PostgresError)

KEYS = {
    "53100": "storage-server-full",
    "53300": "storage-server-crowded",
    "28": "storage-server-refused",
    "3D000": "storage-missing",
    "22P05": "storage-server-encoding",
    "42501": "storage-server-no-access",
    "25006": "storage-server-read-only",
    "42704": "storage-server-address",
    "22023": "storage-server-address",
    "XX001": "storage-server-damaged",
    "XX002": "storage-server-damaged",
}
"""What PostgreSQL's codes of errors, or the classes that they begin with, mean to a host."""


def explain(error: BaseException, address: Address) -> StorageError:
    """Return `error` as a `StorageError` for the host, which says nothing of rows nor of passwords."""
    code = getattr(error, "sqlstate", None) or ""
    key = KEYS.get(code) or KEYS.get(code[:2])
    if isinstance(error, LOST) and "SSL" in repr(error):
        key = "storage-server-plain"
    elif isinstance(error, ValueError | OverflowError) or (
        # A file of this machine isn't there: no server was asked.
        isinstance(error, FileNotFoundError) and "cert=" in address.reveal()
    ):
        key = "storage-server-address"
    elif isinstance(error, LOST):
        key = "storage-server-away"
    return StorageError(
        key or "storage-unusable",
        address,
        why=f"{type(error).__name__}{code and ' ' + code}",
    )


@contextmanager
def explain_errors(address: Address) -> Iterator[None]:
    """Raise errors of PostgreSQL, or of the way to it, as a `StorageError` for the host."""
    try:
        yield
    except (*UNDERSTOOD, ValueError, OverflowError) as error:
        raise explain(error, address) from None


class Connections:
    """Pool of up to `MOST` connections to a database; made when they are needed, from one event loop."""

    def __init__(self, address: Address) -> None:
        """Take the `address` of the database; nothing is opened yet."""
        self._address = address
        self._pool: Pool | None = None
        self._groups = GroupCommit(_make_together, TURNS)
        self._working = 0
        self._idle = asyncio.Event()

    async def open(self) -> None:
        """Connect; raise `StorageError` if that can't be done."""
        with explain_errors(self._address):
            self._pool = await asyncpg.create_pool(
                self._address.reveal(),
                min_size=1,
                max_size=MOST,
                init=durable,
                reset=_leave_as_is,
                timeout=PATIENCE,
                server_settings=SETTINGS,
            )

    async def close(self) -> None:
        """Take no more work, finish the work that was begun, and let go of the database."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        while self._working:
            self._idle.clear()
            await self._idle.wait()

        try:
            async with asyncio.timeout(PATIENCE):
                await pool.close()
        except UNDERSTOOD:
            pool.terminate()

    async def run(self, work: Work[T], *, seconds: float = PATIENCE) -> T:
        """Return the result of `work` that changes nothing; raise `StorageError` if it can't be done in time."""
        retried = RetriedWork(lambda connection, _: work(connection), writes=False)
        async with self._with_deadline(retried, seconds) as pool:
            result: T = await retried.run(pool)
            return result

    async def change(self, retried: RetriedWork) -> None:
        """Make a change, together with all that are made by the same statement about something else."""
        async with self._with_deadline(retried, PATIENCE) as pool:
            await (
                self._groups.join((pool, retried), retried.text)
                if retried.text
                else retried.run(pool)
            )

    @asynccontextmanager
    async def _with_deadline(
        self, retried: RetriedWork, seconds: float
    ) -> AsyncIterator[Pool]:
        """Give `retried` some time on the connections of a pool, and raise its errors as those for the host."""
        if self._pool is None:
            raise StorageError("storage-closed")
        patience = min(seconds, answer_deadline.seconds_left())
        retried.until = asyncio.get_running_loop().time() + patience
        self._working += 1

        try:
            async with asyncio.timeout_at(retried.until + LAST_RESORT):
                yield self._pool
        except TimeoutError as error:
            if retried.sent:
                raise OutcomeUnknown("storage-outcome-unknown", self._address) from None
            raise explain(retried.lost or error, self._address) from None
        except UNDERSTOOD as error:
            raise explain(error, self._address) from None
        finally:
            if retried.sent:
                answer_deadline.note_change()
            self._working -= 1
            if not self._working:
                self._idle.set()


@dataclass(eq=False)
class RetriedWork:
    """Retried work: a piece of work on a connection that is repeated `until` a moment of the event loop's clock.

    `make` is told whether a connection was lost that may have made it. Where it `writes` nothing but one statement that
    others write, too, that has its `text`, its `values`, and its subject, `about`. `sent` tells whether a change was
    sent that nothing has refused since, `lost` by which error a connection was lost.
    """

    make: Callable[[Connection, bool], Awaitable[Any]]
    text: str = ""
    values: Sequence[Any] = ()
    about: str = ""
    writes: bool = True
    until: float = 0.0
    lost: BaseException | None = None
    sent: bool = False

    async def run(self, pool: Pool) -> Any:
        """Try as long as there is time and return the result; raise `TimeoutError`, or an error that no retry mends."""
        try:
            return await self._retry(pool)
        except (*UNDERSTOOD, LostUpdate) as error:
            self.sent &= isinstance(error, TimeoutError)
            raise

    async def _retry(self, pool: Pool) -> Any:
        pause = SHORTEST_PAUSE
        while True:
            try:
                return await _run_on(pool, self._once, self.until)
            except TransactionRollbackError:
                # Two transactions were in each other's way: nothing was written.
                self.sent &= self.lost is not None
            except QueryCanceledError as error:
                # It took longer than the server allows: nothing was written.
                if self.sent and self.lost:
                    raise TimeoutError from error
                raise
            except LOST as error:
                self.lost = error
            if asyncio.get_running_loop().time() >= self.until:
                raise TimeoutError from self.lost
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _once(self, connection: Connection) -> Any:
        self.sent |= self.writes and not connection.is_closed()
        return await self.make(connection, self.lost is not None)


async def _make_together(group: Sequence[tuple[Pool, RetriedWork]]) -> None:
    """Make changes by the same statement, all or none, in the same order as any other group would."""
    pool, first = group[0]
    if len(group) == 1:
        await first.run(pool)
        return
    ordered = sorted((retried for _, retried in group), key=attrgetter("about"))

    async def work(connection: Connection) -> None:
        for each in ordered:
            each.sent = True
        await connection.executemany(first.text, [each.values for each in ordered])

    try:
        await _run_on(pool, work, max(each.until for each in ordered))
    except BaseException as error:
        for each in ordered:
            each.sent, each.lost = (
                (each.sent, error) if isinstance(error, LOST) else (False, None)
            )
        raise


async def _run_on(pool: Pool, work: Work[T], until: float) -> T:
    """Return the result of `work` on a connection of the `pool`, cut at `until` on the event loop's clock.

    Cancelled in a transaction, asyncpg would wait until a server that hangs has taken that back.
    """
    async with asyncio.timeout_at(until + LAST_RESORT):
        connection = await pool.acquire()
        cut = asyncio.get_running_loop().call_at(until, connection.terminate)

        try:
            return await work(connection)
        except QueryCanceledError:
            raise
        except AttributeError as error:
            # Terminated between two of its steps, asyncpg misses its own protocol.
            if connection.is_closed():
                raise ConnectionDoesNotExistError from error
            raise
        except (*LOST, asyncio.CancelledError):
            # It may not know yet that it is gone, and would be lent to the next one.
            connection.terminate()
            raise
        finally:
            cut.cancel()
            await pool.release(connection)


async def durable(connection: Connection) -> None:
    """Have each commit of `connection` on the disk when it returns, whatever is usual on that server."""
    await connection.execute(DURABLE)


async def _leave_as_is(connection: Connection) -> None:
    """Leave a connection as it is: no work changes anything of it, and to ask for a reset would cost a round trip."""
