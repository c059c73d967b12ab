"""Tables in memory, a write-through cache with a lock each, and the one way in which any table is changed.

A change reads a table under its lock, checks what it must, and hands what becomes of the table to `TableCache.keep`:
what is written is remembered and told; where the outcome of a write is unknown an entry is evicted, and kept once
more as it stands (`bot.tables.settling`). A change that
was refused because another process was faster is tried once more on what is kept by then: what was in memory may be
older, and a click is out of date only if it is so for the table as it stands.

What Discord was shown of a table is the only thing that memory may know before the disk does (`Unwritten`): doing it
again shows the same. It is written with the table's next change, or in a quiet moment.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.clocks.clock import Clock
from bot.storage.port import LIVE, LostUpdate
from bot.storage.records import Announced, Logged, Status, TableId, TableRecord
from bot.storage.store import Store
from bot.tables.entries import Entry, logged
from bot.tables.limits import Neighbours
from bot.tables.ordering import AnyMatch, alike
from bot.tables.refusals import AlreadyStarted, NoSuchTable, PlayedByNewer, TableClosed
from bot.tables.schedule import ClockChange, Schedule, clock_after_moves, timed, unchanged
from bot.tables.settling import Settling
from bot.tables.table import CLOSED, Table, standing
from engine import saves
from engine.errors import Refused, StaleAction
from engine.game import AnyGame
from engine.match import Move

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

CACHED, CACHED_CLOSED = 256, 16
"""How many tables are kept in memory, and how many at which nobody can play any more besides: few look at these."""


@dataclass(frozen=True, slots=True)
class Unwritten:
    """What Discord was shown of a table, and what becomes of its clocks by that, where the database `knows` less.

    It is `urgent` if it was to be written at once, and could not be.
    """

    knows: Announced
    announced: Announced
    wind: ClockChange
    urgent: bool


class TableCache:
    """The tables that were used last, and how each is read, changed and kept."""

    def __init__(self, storage: Store, games: Mapping[str, AnyGame], now: Callable[[], float]) -> None:
        """Take the storage, the games, and the time in seconds since the epoch."""
        self.storage = storage
        self.now = now
        self.neighbours = Neighbours(storage)
        self.schedule = Schedule()
        self._games = games
        self._open: LRUCache[TableId, Table] = LRUCache(CACHED)
        self._closed: LRUCache[TableId, Table] = LRUCache(CACHED_CLOSED)
        self.unwritten: dict[TableId, Unwritten] = {}
        """What Discord was shown of tables that the database doesn't know (`Announcements`)."""
        self._locks: WeakValueDictionary[TableId, asyncio.Lock] = WeakValueDictionary()
        self._settling = Settling(lambda table: self.change(table, self.keep))
        self._awaited: WeakValueDictionary[TableId, asyncio.Event] = WeakValueDictionary()

    def game(self, table: Table) -> AnyGame:
        """Return the game that is played at a table."""
        return self._games[table.record.game]

    # Reading

    async def get(self, table: TableId) -> Table:
        """Return a table to whoever only reads it; raise NoSuchTable if there is none of that number."""
        known = self.peek(table)
        if known is not None:
            return known
        async with self._lock(table):
            return await self._load(table)

    def peek(self, table: TableId) -> Table | None:
        """Return a table if it is in memory."""
        return self._open.get(table) or self._closed.get(table)

    def complete(self, table: Table, change: Callable[[Table], Table]) -> Table:
        """Return a table with more of its log in memory; it stays there if the table is still at that match.

        Nothing of that is written, so it needs no lock.
        """
        known = self.peek(table.id)
        if known is not None and known.match is table.match:
            self.remember(change(known))
        return change(table)

    async def _load(self, table: TableId) -> Table:
        """Return a table to whoever holds its lock: only so is what was read still true after the next wait."""
        known = self.peek(table)
        if known is not None:
            return self.remember(known)
        found = await self.storage.load(table)
        if found is None or found.game not in self._games:
            self.unwritten.pop(table, None)
            raise NoSuchTable
        try:
            return self.remember(self._as_shown(await self._wake(found)))
        except LostUpdate:
            # Another process has carried it over, and perhaps played on.
            return await self._load(table)
        except saves.Unreadable as error:
            newer = found.save is not None and found.save.rules > self._games[found.game].version
            log.log(logging.WARNING if newer else logging.ERROR, "table %s can't be read: %s", table, error)
            raise (PlayedByNewer if newer else TableClosed) from error

    async def _wake(self, table: TableRecord) -> Table:
        if table.save is None:
            return Table(table)
        match = saves.load(table.save, self._games, table.generation())
        if table.save.rules != match.game.version:
            table = await self.storage.save(replace(table, save=saves.dump(match)), shows=False)
        return Table(table, match, woken=match.seq > 0)

    def _as_shown(self, table: Table) -> Table:
        """Return a table that was read with what Discord was shown since, unless others have written something else."""
        left = self.unwritten.get(table.id)
        if left is None or left.knows != table.record.announced:
            self.unwritten.pop(table.id, None)
            return table
        return replace(table, record=replace(table.record, announced=left.announced))

    # Changing

    async def change(self, table: TableId, work: Callable[[Table], Awaitable[T]]) -> T:
        """Let `work` change a table as it stands, whose lock is held until then; return what that returns."""

        async def locked() -> T:
            async with self._lock(table):
                return await work(await self._load(table))

        return await _again_if_overtaken(locked)

    async def keep(
        self,
        table: Table,
        record: TableRecord | None = None,
        match: AnyMatch | None = None,
        moves: Sequence[Move[Any]] = (),
        *,
        wind: ClockChange = unchanged,
        announced: Announced | None = None,
    ) -> Table:
        """Keep what becomes of a table that was loaded, tell whoever listens, and return it so.

        That is another `record`, another match after some `moves` or orders, or both; `wind` changes its clocks
        besides. What is `announced` is kept with it. Raise AlreadyStarted, or StaleAction for a match, where somebody
        else was faster.
        """
        if match is table.match:
            match = None
        before, now = table.record, self.now()
        entries = [Entry(move.seq, move.seat, move.told, now) for move in moves]
        record = self._after(replace(table, record=record or before), match, entries, now, wind)
        moved = (record.sitters, record.status) != (before.sitters, before.status)
        if moved or record.status is Status.LOBBY:
            record = replace(record, since=now)
        seated = moved or record.incidents != before.incidents
        # What only its owner sees wakes no other process, and edits nothing.
        hidden = match is not None and table.match is not None and not moves and alike(table.match, match)
        how = {"begins": match is not None and table.match is None, "seated": seated, "shows": seated or not hidden}
        lines = [logged(move, entry.told, now) for move, entry in zip(moves, entries, strict=True)] if match else []
        left = before if record.guild != before.guild else None
        try:
            record = await self._save(record, lines, announced, left=left, **how)
        except LostUpdate as error:
            raise (StaleAction if match else AlreadyStarted) from error
        if match is None or seated:
            self.neighbours.changed(before, record)
        self.schedule.tell(record.clock)
        return self.remember(table.moved(record, match or table.match, entries))

    def _after(
        self, table: Table, match: AnyMatch | None, entries: Sequence[Entry], now: float, wind: ClockChange
    ) -> TableRecord:
        """Return the record of a table with another match, if there is one, and with its clocks."""
        record = table.record
        if match is not None:
            clock = clock_after_moves(table, match, entries, now, self.schedule.gone)
            record = replace(
                record, save=saves.dump(match), status=standing(match, record), clock=clock and wind(clock)
            )
        return replace(record, clock=self.clock_of(record))

    def clock_of(self, table: TableRecord) -> Clock | None:
        """Return the clocks of a table as its status has them, with when something will be due there."""
        clock, now = table.clock, self.now()
        if clock is None:
            return None
        if table.status is Status.LOBBY:
            people = [sitter.user for sitter in table.sitters if sitter.person]
            clock = clock.with_sitters(len(table.sitters), people, self._games[table.game].seats[0], now)
        if table.status in CLOSED:
            clock = clock.pause(now)
        clock = self.schedule.dated(clock)
        return clock if table.status in LIVE else clock.close()

    async def _save(
        self, table: TableRecord, lines: Sequence[Logged], announced: Announced | None, **how: Any
    ) -> TableRecord:
        """Keep a table with what Discord was shown of it since it was kept last, or with what is `announced` besides.

        What was to be written at once stays to be, for the clocks.
        """
        left = self.unwritten.get(table.id)
        shown = left.announced if announced is None and left is not None else announced
        try:
            record = await self.storage.save(table, lines, announced=shown, **how)
        except BaseException as error:
            # Whether it was kept or not the disk alone knows.
            self._drop(table.id)
            self.neighbours.changed(table)
            if not isinstance(error, LostUpdate):
                self._settling.begin(table.id)
            raise
        if left is not None:
            del self.unwritten[table.id]
            if left.urgent and announced is None:
                self.unwritten[table.id] = replace(left, knows=left.announced)
        return record

    async def keep_clock(self, table: Table, clock: Clock) -> Table:
        """Keep how the clocks of a table stand; nobody but the schedule is told."""
        try:
            await self.storage.announce(table.id, clock=clock)
        except BaseException:
            self._drop(table.id)
            raise
        self.schedule.tell(clock)
        return self.remember(timed(table, clock))

    async def create(
        self, table: TableRecord, calls: Mapping[int, float], match: AnyMatch | None = None, **log: Any
    ) -> Table:
        """Keep a new table, and who is to be called to it when; of a `match` that goes on there also the `log`."""
        now = self.now()
        opened = replace(table, created=now, since=now, clock=self.clock_of(table))
        record = await self.storage.create(opened, calls, **log)
        self.neighbours.changed(record)
        self.schedule.tell(record.clock)
        for due in {*calls.values()}:
            self.schedule.hear(due)
        return self.remember(Table(record, match))

    async def delete(self, table: TableId) -> None:
        """Delete a table that is over or was ended, with all that is known of it."""

        async def delete() -> None:
            async with self._forgetting(table):
                record = await self.storage.load(table)
                if record is not None:
                    await self.storage.delete(record)

        await _again_if_overtaken(delete)

    async def forget(self, user: int, table: TableId) -> None:
        """Put the number of the seat in the place of a person at a table that is over; raise LostUpdate if it isn't."""
        async with self._forgetting(table):
            await self.storage.forget(user, table)

    @asynccontextmanager
    async def _forgetting(self, table: TableId) -> AsyncIterator[None]:
        """Hold the lock of a table of which the database is to know less from now on, and memory nothing."""
        async with self._lock(table):
            self._drop(table)
            yield
            self.unwritten.pop(table, None)

    async def invalidate(self, table: TableId) -> None:
        """Let go of a table that another process has changed, also of one that is being read."""
        async with self._lock(table):
            self._drop(table)
        self.neighbours.clear()
        self._wake_waiting(table)

    async def invalidate_all(self) -> None:
        """Let go of every table: any of them may have been changed."""
        self.neighbours.clear()
        for table in {*self._open, *self._closed, *self._locks}:
            await self.invalidate(table)

    def _lock(self, table: TableId) -> asyncio.Lock:
        return self._locks.setdefault(table, asyncio.Lock())

    def remember(self, table: Table) -> Table:
        """Keep a table in memory as it is on the disk, if no other process looks after it, and return it."""
        number, opened = table.id, table.status.open
        (self._closed if opened else self._open).pop(number, None)
        if self.storage.share.has_guild(table.guild):
            (self._open if opened else self._closed)[number] = table
        else:
            self._drop(number)
        return table

    def _drop(self, table: TableId) -> None:
        """Let go of a table of which only the disk knows how it stands."""
        self._open.pop(table, None)
        self._closed.pop(table, None)

    # What Discord was shown

    async def keep_announced(self, table: Table, clock: Clock | None, *, urgent: bool) -> Table:
        """Keep what Discord was shown of a table, which is `unwritten`, and its clocks where they have changed.

        The first message that has shown the pledge of an open one counts for its shuffle.
        """
        left = self.unwritten[table.id]
        record = _counted(table.record, left.knows, left.announced)
        try:
            if record is table.record:
                await self.storage.announce(record.id, left.announced, clock)
            else:
                record = await self.storage.save(record, announced=left.announced, shows=False)
                self._wake_waiting(record.id)
        except BaseException:
            if urgent:
                self._drop(record.id)
            raise
        del self.unwritten[record.id]
        self.schedule.tell(clock)
        return self.remember(
            replace(table, record=replace(record, announced=left.announced, clock=clock or record.clock))
        )

    async def pledge_shown(self, table: TableId) -> None:
        """Wait until a message that shows the pledge of an open table is kept; at once where it is, or none counts."""
        while (pledged := (await self.get(table)).record.pledged) and pledged.message is None:
            kept = self._awaited[table] = asyncio.Event()
            await kept.wait()

    def _wake_waiting(self, table: TableId) -> None:
        if table in self._awaited:
            self._awaited.pop(table).set()


class _Changer(Protocol):
    """Whatever changes tables through the cache."""

    cache: TableCache


C = TypeVar("C", bound=_Changer)


def changes_table(
    work: Callable[Concatenate[C, Table, P], Awaitable[T]],
) -> Callable[Concatenate[C, TableId, P], Coroutine[Any, Any, T]]:
    """Let a method that changes a table be called with the table's number (`TableCache.change`)."""

    @wraps(work)
    async def changed(self: C, table: TableId, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.cache.change(table, lambda loaded: work(self, loaded, *args, **kwargs))

    return changed


async def _again_if_overtaken(change: Callable[[], Awaitable[T]]) -> T:
    """Try a change once more that was refused because another process was faster."""
    try:
        return await change()
    except (LostUpdate, Refused) as error:
        if not isinstance(error, LostUpdate) and not isinstance(error.__cause__, LostUpdate):
            raise
    return await change()


def _counted(table: TableRecord, before: Announced, announced: Announced) -> TableRecord:
    """Let a message count that was posted after the secret was drawn; one that was there before shows nothing."""
    pledged, message = table.pledged, announced.message
    if table.save is not None or pledged is None or pledged.message is not None or message in {None, before.message}:
        return table
    return replace(table, pledged=replace(pledged, message=message))
