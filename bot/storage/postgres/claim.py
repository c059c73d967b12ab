"""Claim to a database, or to a share of it: locks that PostgreSQL holds for a connection, free when it ends.

A Herald that runs on all of it holds `RUNNING` alone; those that share it hold that together, and each shard's lock
alone. A process takes the first share that is free, and waits for one that its predecessor hasn't given back yet. So
equal processes can be started, and any of them be replaced. With it each holds a lock, together with its like, that
tells which form of the database it knows: a migration with which others can't go on sees whether any are there.

The connection is made anew when it is lost, and the locks are taken again. A process that finds them taken by then, or
the epoch of its share passed, has been replaced and must stop. So must one that finds a form that it can't go on with.

A process may be stopped for longer than PostgreSQL waits for it (`SILENT`), and wake after it was replaced, with old
tables in its memory. Three things keep it from spoiling its successor's work: moves ask for the revision that was
read; a write without one asks for the epoch (`FENCE`); and before anything is sent to a channel, `confirm` asks
whether the claim is held, and looks unless it was seen within `TRUST` seconds. These are counted by a clock that goes
on while the process or its machine sleeps. A request that was past that question when it stopped can't be called back:
therefore a process that wakes replaced tells its successor, which shows once more the changes it may have had in hand.

On the same connection come the notices of other processes. They are lost with the connection, and only so: a process
that is connected anew is told that some may have been missed.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress

import asyncpg

from bot.host.address import Address
from bot.host.answer_deadline import cancel_until_done
from bot.host.shards import WHOLE, ShardSet
from bot.storage.port import WOKEN, Contents, Statement, StorageError
from bot.storage.postgres import migrations
from bot.storage.postgres.connections import (
    LOST,
    PATIENCE,
    SETTINGS,
    UNDERSTOOD,
    Connection,
    explain_errors,
)
from bot.storage.postgres.merged_statements import UNFENCED
from bot.storage.postgres.migrations import FORM, RUNNING

log = logging.getLogger(__name__)

SHARD, COUNT = 0x48460000, 0x48470000
"""The locks' names, together with that of the schema that the tables are in: of a shard, of their count.

The number of the shard, or of all of them, is added to its name.
"""
TAKE = "SELECT pg_try_advisory_lock($1, hashtext(current_schema()))"
TOGETHER = "SELECT pg_try_advisory_lock_shared($1, hashtext(current_schema()))"
LEAVE = "SELECT pg_advisory_unlock_all()"
OTHERWISE = """
SELECT count(*) FROM pg_locks
WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid::bigint BETWEEN $1::bigint AND $1::bigint + 65535 AND classid::bigint <> $2::bigint
    AND objid::bigint = hashtext(current_schema())::bigint & 4294967295
"""
HELD = Statement("""
SELECT classid::bigint - :name::bigint AS number FROM pg_locks
WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid::bigint BETWEEN :name::bigint AND :name::bigint + 65535
    AND objid::bigint = hashtext(current_schema())::bigint & 4294967295
""")
CHANNEL = "SELECT 'herald_' || to_hex(hashtext(current_schema()))"
"""The name under which the processes on one schema hear of each other."""
AGAIN = 1.0
"""Seconds from one try to the next, and for which the process that ran before may still be there."""
REFUSED = 40
"""How often the share must be found taken until this process gives up: its own lost connection has it for `SILENT`."""
TRIES = 60
"""How often a free share is looked for: a process whose machine has died is missed after half a minute."""
LOOK = 1.0
"""How often, in seconds, the connection is tried: one that is lost doesn't always say so."""
TRUST = 2.0
"""Seconds for which a claim that was seen is taken for held: less than a takeover needs to show anything."""
SILENT = 30
"""Seconds after which PostgreSQL takes the claim from a process that doesn't look at it any more."""
BEGIN = """
INSERT INTO notes (key, value)
SELECT unnest($1::text[]), 1 + coalesce((SELECT max(value::bigint) FROM notes WHERE key LIKE 'epoch %'), 0)
ON CONFLICT (key) DO UPDATE SET value = excluded.value RETURNING value
"""
FENCE = "NOT EXISTS (SELECT FROM notes WHERE key = ANY('{{{keys}}}'::text[]) AND value <> '{number}')"
"""Epoch of a takeover, whose number grows with each: SQL that tells whether its shards weren't taken over since."""
FIRST = "1"
"""The number of the first epoch."""
NEVER = float("-inf")
TELL = "SELECT pg_notify($1, $2)"


class Replaced(StorageError):
    """Another Herald has taken over the database, or the share of it, while this one had lost it."""


def boot_seconds() -> float:
    """Return seconds of a clock that goes on while this process is stopped, and on Linux while its machine sleeps."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class Claim:
    """Claim of one running Herald: its locks, and its listener for notices of the others."""

    def __init__(
        self,
        address: Address,
        shares: Sequence[ShardSet] = (WHOLE,),
        hear: Callable[[str | None], None] = lambda _: None,
    ) -> None:
        """Take the `address` of the database and the `shares` of which to take one; nothing is claimed yet.

        `hear` is called with notices of processes, None where some may have been missed.
        """
        self._address = address
        self._shares = shares
        self._hear = hear
        self._connection: Connection | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._lost = asyncio.Event()
        self._seen = NEVER
        self._looking = asyncio.Lock()
        self.fence = UNFENCED
        self.takes_over = False
        self.share = shares[0]
        self.channel = ""
        self.replaced = asyncio.Event()
        self.why: StorageError = Replaced("storage-replaced", address)

    async def take(self) -> ShardSet:
        """Take a share and return it; raise `StorageError` if others have them all, or nothing can be reached."""
        with explain_errors(self._address):
            await self._wait()
        if not self.share.is_whole:
            log.info(
                "shards %s of %s are looked after here",
                ", ".join(map(str, self.share.ids)),
                self.share.count,
            )
        self._keeping = asyncio.create_task(
            self._keep(), name="keep the claim on the database"
        )
        return self.share

    async def begin_epoch(self, connection: Connection) -> None:
        """Begin the epoch of the share that was taken; the database has its form by now."""
        keys = [f"epoch {number}" for number in self.share.ids or (0,)]
        number = await connection.fetchval(BEGIN, keys)
        self.fence = FENCE.format(keys=",".join(keys), number=number)
        self.takes_over = number != FIRST

    async def stands(self, connection: Connection) -> bool:
        """Tell whether the shards haven't been taken over since their epoch began."""
        return bool(await connection.fetchval(f"SELECT {self.fence}"))

    async def confirm(self) -> None:
        """Return once the claim is known to be held; raise `StorageError` if it isn't."""
        if not self._is_confirmed:
            async with self._looking:
                if not self._is_confirmed:
                    await self._look()
        if not self._is_confirmed:
            raise (
                self.why
                if self.replaced.is_set()
                else StorageError("storage-server-away", self._address)
            )

    @property
    def _is_confirmed(self) -> bool:
        gone = self._lost.is_set() or self.replaced.is_set()
        return not gone and boot_seconds() - self._seen <= TRUST

    async def _look(self) -> str | None:
        """Check that the claim is held; return the name of the error by which its connection is lost."""
        asked = boot_seconds()
        if self._connection is None:
            return None
        try:
            await self._connection.fetchval("SELECT 1")
        except LOST as error:
            self._lost.set()
            return type(error).__name__

        self._seen = asked
        return None

    async def give_back(self) -> None:
        """Let the locks go, if they are held."""
        if self._keeping is not None:
            await cancel_until_done(self._keeping)
            self._keeping = None
        await self._disconnect()
        self.replaced.clear()

    async def _wait(self) -> None:
        """Try until a share is free: a whole database twice, a part of it for a minute."""
        alone = self.share.is_whole
        for left in reversed(range(2 if alone else TRIES)):
            if await self._connect(self._shares):
                return
            if left == TRIES - 1:
                log.info(
                    "all of %s is looked after; this process waits for a share to be free",
                    self._address,
                )
            if left:
                await asyncio.sleep(AGAIN)

        raise StorageError(
            "storage-running" if alone else "storage-shares", self._address
        )

    async def _connect(
        self, shares: Sequence[ShardSet], *, again: bool = False
    ) -> bool:
        """Connect and take one of `shares`, and check the form where it is `again`; tell whether one was free."""
        asked = boot_seconds()
        connection = await asyncpg.connect(
            self._address.reveal(),
            timeout=PATIENCE,
            command_timeout=PATIENCE,
            server_settings={**SETTINGS, "idle_session_timeout": f"{SILENT}s"},
        )
        try:
            self.channel = await connection.fetchval(CHANNEL)
            if not self.channel:
                raise StorageError("storage-server-schema", self._address)
            taken = await _first(connection, shares, self._address)
            if again:
                await self._recognize(connection)
            if taken is not None:
                self.share = taken
                self._lost.clear()
                connection.add_termination_listener(lambda _: self._lost.set())
                await connection.add_listener(
                    self.channel, lambda *told: self._hear(str(told[-1]))
                )
                self._connection, self._seen = connection, asked
        finally:
            if self._connection is not connection:
                await _close(connection)

        return taken is not None

    async def _recognize(self, connection: Connection) -> None:
        """Raise `StorageError` if the form of the database isn't known any more, or others have taken over meanwhile.

        They are told that this process was there again, and may have sent something.
        """
        await migrations.check_known(connection, self._address)
        if not await self.stands(connection):
            await connection.execute(TELL, self.channel, str(WOKEN))
            raise Replaced("storage-replaced", self._address)

    async def _disconnect(self) -> None:
        connection, self._connection, self._seen = self._connection, None, NEVER
        if connection is not None:
            await _close(connection)

    async def _keep(self) -> None:
        while not self.replaced.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self._lost.wait()
            async with self._looking:
                lost = await self._look()
            if lost is not None:
                log.warning(
                    "the connection to %s was lost (%s); it is made anew",
                    self._address,
                    lost,
                )
                await self._disconnect()

            if self._connection is None:
                await self._reconnect()

    async def _reconnect(self) -> None:
        """Come back: PostgreSQL may take some time to notice that the connection is gone that had the locks."""
        refused = 0
        while self._connection is None:
            try:
                refused += not await self._connect((self.share,), again=True)
            except UNDERSTOOD:
                refused = 0
            except StorageError as error:
                self.why, refused = error, REFUSED
            if refused >= REFUSED:
                self.replaced.set()
                return
            if self._connection is None:
                await asyncio.sleep(AGAIN)
        log.info("%s is back", self._address)

        self._hear(None)


async def _close(connection: Connection) -> None:
    with suppress(*UNDERSTOOD):
        await connection.close(timeout=PATIENCE)


async def _first(
    connection: Connection, shares: Sequence[ShardSet], address: Address
) -> ShardSet | None:
    """Take the first of `shares` that is free and return it; None if none is."""
    form, count = FORM + migrations.newest_version(), COUNT + shares[0].count

    async def got(lock: str, *names: int) -> bool:
        return all([await connection.fetchval(lock, name) for name in names])

    # The form first of all: who has a share and doesn't say which one it knows is taken for one that knows none.
    if shares[0].is_whole:
        return (
            shares[0]
            if await got(TOGETHER, form) and await got(TAKE, RUNNING)
            else None
        )
    for share in shares:
        if not await got(TOGETHER, form, RUNNING, count):
            break
        if await connection.fetchval(OTHERWISE, COUNT, count):
            raise StorageError("storage-shards-differ", address)
        if await got(TAKE, *(SHARD + number for number in share.ids)):
            return share
        await connection.execute(LEAVE)
    return None


async def held_shards(contents: Contents) -> Collection[int] | None:
    """Return the shards that running Heralds look after; None if there are no Heralds that share the database."""
    if not await contents.query(HELD, name=COUNT):
        return None
    return {row["number"] for row in await contents.query(HELD, name=SHARD)}
