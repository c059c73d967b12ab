"""One open PostgreSQL database, or a share of it: pooled connections, each change in a transaction of its own."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from typing import Any, NoReturn, TypeAlias

import asyncpg
from asyncpg import DivisionByZeroError, IntegrityConstraintViolationError

from bot.host.address import Address
from bot.host.shards import WHOLE, ShardSet
from bot.storage.port import (
    MISSED,
    Change,
    Database,
    LostUpdate,
    Notice,
    Query,
    Row,
    Statement,
    StorageError,
    read_notice,
)
from bot.storage.postgres import merged_statements, migrations
from bot.storage.postgres.claim import TELL, Claim
from bot.storage.postgres.connections import (
    LONG,
    PATIENCE,
    SETTINGS,
    Connection,
    Connections,
    RetriedWork,
    durable,
    explain_errors,
)

log = logging.getLogger(__name__)

Told: TypeAlias = tuple[str, Sequence[Any]]
"""A statement as PostgreSQL takes it, and its values."""

NOW = "extract(epoch FROM clock_timestamp())"
TURN = f"""
INSERT INTO notes (key, value) VALUES ($1, ({NOW})::text) ON CONFLICT (key) DO UPDATE SET value = (
    CASE WHEN notes.value::float8 > {NOW} + $3::float8 THEN {NOW}
    ELSE greatest({NOW}, notes.value::float8 + $2::float8) END
)::text
RETURNING value::float8 - {NOW} AS left
"""  # noqa: S608 # constants of this module
LONGEST_LINE = 600.0
"""Seconds within which every turn of a line comes: a later one was taken before PostgreSQL's clock was set back."""
MIGRATING = 86_400.0
"""Seconds that the steps to the present form may take at most."""


class PostgresDatabase(Database):
    """Open PostgreSQL database at `address`; each share of it is one Herald's at a time.

    Queries for all tables, as those that Discord is behind with, are answered for those of the share alone.
    """

    def __init__(self, address: Address, shares: Sequence[ShardSet] = (WHOLE,)) -> None:
        """Take the `address` of the database, and the `shares` of which to take one; nothing is opened yet."""
        self._address = address
        self.share = shares[0]
        self._connections = Connections(address)
        self._claim = Claim(address, shares, self._notify)
        self._hearing: list[Callable[[Notice], None]] = []
        self._words = merged_statements.postgres_dialect()

    async def open(self) -> None:
        """Claim the database and carry it forward; raise `StorageError`, for the host, if it can't be used."""
        try:
            self.share = await self._claim.take()
            await self._connections.open()
            found = await self._connections.run(
                partial(migrations.migrate, address=self._address), seconds=MIGRATING
            )
            await self._connections.run(self._claim.begin_epoch, seconds=LONG)
        except BaseException:
            await self.close()
            raise
        self._words = merged_statements.postgres_dialect(self.share, self._claim.fence)

        if not found:
            log.info("a new, empty database was made at %s", self._address)

    async def close(self) -> None:
        """Finish the work that waits and let go of the database."""
        await self._connections.close()
        await self._claim.give_back()

    async def query(self, question: Statement, /, **values: Any) -> Sequence[Row]:
        """Return the rows of an answer."""
        asked = partial(merged_statements.fetch, self._words, question, values)
        return await self._connections.run(
            asked, seconds=LONG if isinstance(question, Query) else PATIENCE
        )

    async def change(self, *changes: Change, tell: Sequence[Notice] = ()) -> None:
        """Make `changes` in one transaction, or none; raise `LostUpdate` where one writes other rows than it must.

        Other processes are sent `tell` if the changes are stored. Raise `Replaced` where the epoch has passed.
        """
        planned = merged_statements.plan_changes(
            self._words, *(change.statement for change in changes)
        )
        values = [change.values for change in changes]
        told: list[Told] = [(plan.text, plan.values(*values)) for plan in planned]
        # They put commits in a row, so few tell; and whoever has it all is alone.
        if not self.share.is_whole:
            told += [
                (TELL, (self._claim.channel, str(notice)))
                for notice in tell
                if not (notice.of_a_table and self.share.has_guild(notice.guild))
            ]

        async def make(connection: Connection, again: bool) -> None:  # noqa: FBT001 # as `RetriedWork` has it
            try:
                await _execute(connection, told)
            except (DivisionByZeroError, IntegrityConstraintViolationError):
                if again and await self._stands(connection, changes[0]):
                    return
                if await self._claim.stands(connection):
                    raise LostUpdate from None
                self._claim.replaced.set()
                raise self._claim.why from None

        if told:
            alone = (
                (*told[0], str(changes[0].about) if changes else "")
                if len(told) == 1
                else ()
            )
            await self._connections.change(RetriedWork(make, *alone))

    async def _stands(self, connection: Connection, change: Change) -> bool:
        """Tell whether `change` is made already, as far as its statement has a query for that."""
        asked = change.statement.stands
        return asked is not None and bool(
            await merged_statements.fetch(self._words, asked, change.values, connection)
        )

    # What its kind alone can tell

    @property
    def takes_over(self) -> bool:
        """Tell whether the share was another process's before, which may live still."""
        return self._claim.takes_over

    async def wait_until_vanished(self) -> NoReturn:
        """Wait until others have taken over the database, which may never be; raise `Replaced`, or their error."""
        await self._claim.replaced.wait()
        raise self._claim.why

    async def confirm_claim(self) -> None:
        """Return once it is known that the share wasn't taken over; raise `StorageError` otherwise."""
        await self._claim.confirm()

    async def take_turn(self, line: int, seconds: float) -> float:
        """Take the next turn in a `line` of all processes; return how many seconds are left until it comes."""
        left = await self._connections.run(
            lambda it: it.fetchval(TURN, f"turn {line}", seconds, LONGEST_LINE)
        )
        return max(0.0, float(left))

    def listen(self, listener: Callable[[Notice], None]) -> None:
        """Call `listener` with changes of other processes to tables looked after here, and to cached choices."""
        self._hearing.append(listener)

    def _notify(self, told: str | None) -> None:
        notice = MISSED if told is None else read_notice(told)
        if not notice.of_a_table or self.share.has_guild(notice.guild):
            for listener in self._hearing:
                listener(notice)


async def _execute(connection: Connection, told: Sequence[Told]) -> None:
    """Make changes in a transaction, which a statement alone is by itself."""
    async with connection.transaction() if len(told) > 1 else nullcontext():
        for text, values in told:
            await connection.execute(text, *values)


# Seen from outside the running bot, each time by a connection of its own: to be verified, told about, or copied whole


@asynccontextmanager
async def open_contents(
    address: Address, share: ShardSet = WHOLE, *, unwritten: bool = False
) -> AsyncIterator[migrations.ServerContents]:
    """Open one state of the contents of a database, also while a Herald runs on it.

    Raise `StorageError` if that fails. Queries about the servers that are looked after are answered for those of
    `share`. All stays `unwritten` in any case.
    """
    del unwritten
    async with _connect(address) as connection:
        await migrations.check_version(connection, address)
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            yield migrations.ServerContents(connection, share)


@asynccontextmanager
async def create_database(address: Address) -> AsyncIterator[migrations.ServerContents]:
    """Make a database that appears whole when the block ends, or not at all; raise `StorageError` if there is one."""
    async with exclusive_access(address), _connect(address) as connection:
        await durable(connection)
        async with connection.transaction():
            if await migrations.migrate(connection, address):
                raise StorageError("storage-target-taken", address)
            yield migrations.ServerContents(connection)


@asynccontextmanager
async def exclusive_access(address: Address) -> AsyncIterator[None]:
    """Keep every Herald off a database; raise `StorageError` if one runs there."""
    claim = Claim(address)
    await claim.take()
    try:
        yield
    finally:
        await claim.give_back()


@asynccontextmanager
async def _connect(address: Address) -> AsyncIterator[Connection]:
    with explain_errors(address):
        connection = await asyncpg.connect(
            address.reveal(), timeout=PATIENCE, server_settings=SETTINGS
        )
        try:
            yield connection
        finally:
            await connection.close(timeout=PATIENCE)
