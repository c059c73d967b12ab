"""Write-through cache of tables in memory, with a lock for each, and the one way in which any table is changed.

Theory of operation. `TableCache.change` loads a table under its lock and hands it to a function, which checks it and
hands the next record or match to `TableCache.store`. That writes first, and remembers and announces afterwards. A
change that failed its optimistic lock, or has an unknown outcome, is tried once more (`bot.tables.write_retries`).

`Unwritten` is the only state that memory may have before the disk does: the last state that Discord was sent. Sending
it again shows the same. It is written with the table's next change, or when Herald is idle.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar
from weakref import WeakValueDictionary

from bot.clocks.table_clock import TableClock
from bot.storage.port import LostUpdate
from bot.storage.records import Logged, Published, Status, TableId, TableRecord
from bot.storage.store import Store
from bot.tables import due_times
from bot.tables.limits import LiveTables, RecentTables
from bot.tables.log_entries import Entry, log_row
from bot.tables.refusals import AlreadyStarted, NoSuchTable, TableClosed
from bot.tables.seat_orders import is_hidden
from bot.tables.table import Table
from bot.tables.write_retries import UnknownWrites, Unwritten, retry_on_conflict
from engine import saves
from engine.errors import StaleAction
from engine.frozen import replace
from engine.game import AnyGame, Games
from engine.match import AnyMatch, Move

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


class TableCache:
    """Write-through cache of the tables that were used last; every read and change of a table goes through it.

    It lives as long as the process. One change at a time for each table, which the database has before `change`
    returns; errors reach the caller. `unwritten` is what `PublishedStates` has still to write.
    """

    def __init__(self, storage: Store, games: Games, now: Callable[[], float]) -> None:
        """Cache tables of `storage`, whose `games` are found by name; `now` returns seconds since the epoch."""
        self.storage = storage
        self.now = now
        self.live_tables = LiveTables(storage)
        self.schedule = due_times.DueTimes()
        self.unwritten: dict[TableId, Unwritten] = {}

        self._games = games
        self._recent = RecentTables()
        self._evict = self._recent.evict
        self._locks: WeakValueDictionary[TableId, asyncio.Lock] = WeakValueDictionary()
        self._unknown_writes = UnknownWrites(
            lambda table: self.change(table, self.store)
        )
        self._pledge_shown = asyncio.Event()

    def game(self, table: Table) -> AnyGame:
        """Return the game that is played at `table`."""
        return self._games[table.record.game]

    async def get(self, table: TableId) -> Table:
        """Return `table` for reading only; raise `NoSuchTable` if there is none of that number."""
        if known := self.peek(table):
            return known
        async with self._lock(table):
            return await self._load(table)

    def peek(self, table: TableId) -> Table | None:
        """Return `table` if it is in memory, else None."""
        return self._recent.get(table)

    def complete(self, table: Table, change: Callable[[Table], Table]) -> Table:
        """Return `table` as `change` adds more of its log, and remember it so if its match is still the same."""
        # Nothing is written, so it needs no lock.
        known = self.peek(table.id)
        if known and known.match is table.match:
            self.remember(change(known))
        return change(table)

    async def _load(self, table: TableId) -> Table:
        """Return `table`, whose lock is held, from memory or the database; raise `NoSuchTable`.

        Raise `TableClosed` where its save is unreadable, with a key of its own if a newer Herald has written it.
        """
        if known := self.peek(table):
            return self.remember(known)

        found = await self.storage.load(table)
        if found is None or found.game not in self._games:
            self.unwritten.pop(table, None)
            raise NoSuchTable

        try:
            loaded = await self._with_match(found)
        except LostUpdate:
            # Another process has carried it over, and perhaps played on.
            return await self._load(table)
        except saves.Unreadable as error:
            version = self._games[found.game].version
            newer = found.save and found.save.rules > version
            level = logging.WARNING if newer else logging.ERROR
            log.log(level, "table %s can't be read: %s", table, error)
            raise TableClosed("refused-newer" if newer else "") from error

        return self.remember(self._with_unwritten(loaded))

    async def _with_match(self, record: TableRecord) -> Table:
        """Return a table with the match of its save; migrate and write the save where its rules are older."""
        if record.save is None:
            return Table(record)
        match = saves.load(record.save, self._games, record.generation())
        if record.save.rules != match.game.version:
            migrated = replace(record, save=saves.dump(match))
            record = await self.storage.save(migrated, shows=False)
        return Table(record, match, woken=match.seq > 0)

    def _with_unwritten(self, table: Table) -> Table:
        """Return `table` with its `Unwritten` state, unless another process has written a different one since."""
        left = self.unwritten.get(table.id)
        if left is None or left.knows != table.record.announced:
            self.unwritten.pop(table.id, None)
            return table
        return replace(table, record=replace(table.record, announced=left.announced))

    async def change(self, table: TableId, work: Callable[[Table], Awaitable[T]]) -> T:
        """Run `work` on `table` as it stands, under its lock, and return its result; retry once on a conflict."""

        async def change_locked() -> T:
            async with self._lock(table):
                return await work(await self._load(table))

        return await retry_on_conflict(change_locked)

    async def store(
        self,
        table: Table,
        record: TableRecord | None = None,
        match: AnyMatch | None = None,
        moves: Sequence[Move[Any]] = (),
        *,
        clock_change: due_times.ClockChange = due_times.no_change,
        published: Published | None = None,
    ) -> Table:
        """Write a change of a loaded `table`, tell the listeners, and return the table as it is then.

        The change is another `record`, another `match` after some `moves` or orders, or both; `clock_change` changes
        its clocks besides, and `published` is written with it. Raise `AlreadyStarted`, or `StaleAction` where there is
        a `match`, if another process has changed the table since it was loaded.
        """
        before, now = table.record, self.now()
        record = record or before
        entries = [Entry(move.seq, move.seat, move.told_events, now) for move in moves]
        pairs = zip(moves, entries, strict=True)
        lines = [log_row(move, entry.events, now) for move, entry in pairs]
        if match is table.match:
            match = None
        if match:
            changed, gone = replace(table, record=record), self.schedule.downtime
            clock = due_times.clock_after_moves(changed, match, entries, now, gone)
            record = replace(
                record,
                save=saves.dump(match),
                status=due_times.status_of(match, record),
                clock=clock and clock_change(clock),
            )
        record = replace(record, clock=self.clock_of(record))

        moved = (record.sitters, record.status) != (before.sitters, before.status)
        seated = moved or record.incidents != before.incidents
        if moved or record.status is Status.LOBBY:
            record = replace(record, since=now)
        shows = seated or not is_hidden(table.match, match, moves)

        try:
            record = await self._write(
                record, lines, published, seated=seated, shows=shows, left=before.guild
            )
        except LostUpdate as error:
            raise (StaleAction if match else AlreadyStarted) from error

        if match is None or seated:
            self.live_tables.evict(before, record)
        self.schedule.notify_clock(record.clock)
        return self.remember(table.with_moves(record, match or table.match, entries))

    def clock_of(self, table: TableRecord) -> TableClock | None:
        """Return the `TableClock` that `table` needs by its `status` and `sitters`, if it needs one."""
        fewest = self._games[table.game].seats[0]
        return self.schedule.clock_of(table, fewest, self.now())

    async def _write(
        self,
        table: TableRecord,
        lines: Sequence[Logged],
        published: Published | None,
        **how: Any,
    ) -> TableRecord:
        """Write `table` with the `lines` of its log and with `published`, else with its `Unwritten` state.

        Where the write fails the cache entry is evicted, and settled unless it was a `LostUpdate`.
        """
        left = self.unwritten.get(table.id)
        shown = left.announced if published is None and left else published

        try:
            record = await self.storage.save(table, lines, published=shown, **how)
        except BaseException as error:
            # Only the disk knows whether it was written.
            self._evict(table.id)
            self.live_tables.evict(table)
            if not isinstance(error, LostUpdate):
                self._unknown_writes.begin(table.id)
            raise

        if left:
            del self.unwritten[table.id]
            if left.urgent and published is None:
                # Its change of the clocks is still to be written.
                self.unwritten[table.id] = replace(left, knows=left.announced)
        return record

    async def store_clock(self, table: Table, clock: TableClock) -> Table:
        """Write `clock` as the clocks of `table`, and tell nothing but the schedule."""
        try:
            await self.storage.store_published(
                table.id, clock=clock, version=table.record.version
            )
        except BaseException:
            self._evict(table.id)
            raise
        self.schedule.notify_clock(clock)
        return self.remember(due_times.with_clock(table, clock))

    async def create(
        self,
        table: TableRecord,
        calls: Mapping[int, float],
        match: AnyMatch | None = None,
        **log: Any,
    ) -> Table:
        """Write a new `table`, with `calls`, when each user is pinged to it; a `match` at play comes with its `log`."""
        now = self.now()
        opened = replace(table, created=now, since=now, clock=self.clock_of(table))
        record = await self.storage.create(opened, calls, **log)

        self.live_tables.evict(record)
        self.schedule.notify_clock(record.clock)
        for due in {*calls.values()}:
            self.schedule.notify_due(due)

        return self.remember(Table(record, match))

    async def delete(self, table: TableId) -> None:
        """Delete a `table` that is over or was ended, with its log and all that refers to it."""

        async def delete() -> None:
            async with self._lock_and_evict(table):
                if record := await self.storage.load(table):
                    await self.storage.delete(record)

        await retry_on_conflict(delete)

    async def erase(self, user: int, table: TableId) -> None:
        """Erase `user` from a `table` that is over: seat numbers replace the name; raise `LostUpdate` if it isn't."""
        async with self._lock_and_evict(table):
            await self.storage.forget(user, table)

    @asynccontextmanager
    async def _lock_and_evict(self, table: TableId) -> AsyncIterator[None]:
        """Hold the lock of `table`, with nothing of it in memory, while rows of it are deleted or erased."""
        async with self._lock(table):
            self._evict(table)
            yield
            self.unwritten.pop(table, None)

    async def invalidate(self, table: TableId) -> None:
        """Evict `table`, which another process has changed, once its lock is free: a read under way is evicted too."""
        async with self._lock(table):
            self._evict(table)
        self.live_tables.clear()
        self._notify_pledge()

    async def invalidate_all(self) -> None:
        """Evict every table: any of them may have been changed by another process."""
        self.live_tables.clear()
        for table in {*self._recent.numbers, *self._locks}:
            await self.invalidate(table)

    def _lock(self, table: TableId) -> asyncio.Lock:
        return self._locks.setdefault(table, asyncio.Lock())

    def remember(self, table: Table) -> Table:
        """Cache `table` as the disk has it, if its guild belongs to this process, and return it."""
        if self.storage.share.has_guild(table.guild):
            self._recent.put(table)
        else:
            self._evict(table.id)
        return table

    async def store_announced(
        self, table: Table, clock: TableClock | None, *, urgent: bool
    ) -> Table:
        """Write the `Unwritten` state of `table`, with `clock` if that has changed; evict it if an urgent write fails.

        The first message that has shown the pledge of an open table counts for its shuffle.
        """
        left = self.unwritten[table.id]
        storage, shown = self.storage, left.announced
        record = left.with_pledge_message(table.record)

        try:
            if record is table.record:
                await storage.store_published(record.id, shown, clock, record.version)
            else:
                record = await storage.save(record, published=shown, shows=False)
                self._notify_pledge()
        except BaseException:
            if urgent:
                self._evict(record.id)
            raise

        del self.unwritten[record.id]
        self.schedule.notify_clock(clock)
        record = replace(record, announced=shown, clock=clock or record.clock)
        return self.remember(replace(table, record=record))

    def _notify_pledge(self) -> None:
        """Wake all that wait for a pledge, of whichever table: the message of theirs may be written."""
        self._pledge_shown.set()
        self._pledge_shown = asyncio.Event()

    async def wait_for_pledge(self, table: TableId) -> None:
        """Wait until a message that shows the pledge of the open `table` is written; at once where none has to be."""
        while (
            pledged := (await self.get(table)).record.pledged
        ) and not pledged.message:
            await self._pledge_shown.wait()


class _Changer(Protocol):
    """Changes tables through its `cache`."""

    @property
    def cache(self) -> TableCache: ...


C = TypeVar("C", bound=_Changer)


def changes_table(
    work: Callable[Concatenate[C, Table, P], Awaitable[T]],
) -> Callable[Concatenate[C, TableId, P], Coroutine[Any, Any, T]]:
    """Decorate a change of a table by a `cache`: callers pass the table's number, `work` gets it loaded and locked."""

    @wraps(work)
    async def change_table(
        self: C, table: TableId, /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await self.cache.change(
            table, lambda loaded: work(self, loaded, *args, **kwargs)
        )

    return change_table


def changes_record(
    work: Callable[Concatenate[C, Table, P], TableRecord],
) -> Callable[Concatenate[C, TableId, P], Coroutine[Any, Any, Table]]:
    """Decorate a change as `changes_table` does; `work` returns the next record, which is written if it is another."""

    @changes_table
    @wraps(work)
    async def change_record(
        self: C, table: Table, /, *args: P.args, **kwargs: P.kwargs
    ) -> Table:
        record = work(self, table, *args, **kwargs)
        if record is table.record:
            return table
        return await self.cache.store(table, record)

    return change_record
