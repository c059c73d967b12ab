"""Tables in memory: found or read under their locks, kept when the disk has them, let go when only the disk knows.

What Discord was shown of a table is the only thing that memory may know before the disk does (`Unwritten`): doing it
again shows the same. It is written with the table's next change, or in a quiet moment.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

from bot.clocks.clock import Clock
from bot.storage.port import LostUpdate
from bot.storage.records import Announced, Logged, Status, TableId, TableRecord
from bot.storage.store import Store
from bot.tables.again import once_more
from bot.tables.hours import Change, Hours, timed, unchanged
from bot.tables.neighbours import Neighbours
from bot.tables.ordering import alike
from bot.tables.refusals import AlreadyStarted, NoSuchTable, PlayedByNewer, TableClosed
from bot.tables.table import AnyMatch, Entry, Table, standing
from engine import saves
from engine.errors import StaleAction
from engine.game import AnyGame
from engine.match import Move
from engine.telling import Told

log = logging.getLogger(__name__)

CACHED, CACHED_CLOSED = 256, 16
"""How many tables are kept in memory, and how many of those at which nobody can play any more: few look at these."""


@dataclass(frozen=True, slots=True)
class Unwritten:
    """What Discord was shown of a table, and what becomes of its clocks by that, where the database `knows` less.

    It is `urgent` if it was to be written at once, and could not be.
    """

    knows: Announced
    announced: Announced
    wind: Change
    urgent: bool


class Shelf:
    """The tables that were used last; whoever changes one holds its lock from reading it to keeping it."""

    def __init__(self, storage: Store, games: Mapping[str, AnyGame], clock: Callable[[], float]) -> None:
        """Take the storage, the games, and the time in seconds since the epoch."""
        self.storage = storage
        self.clock = clock
        self.neighbours = Neighbours(storage)
        self.hours = Hours()
        self._games = games
        self._cache: OrderedDict[TableId, Table] = OrderedDict()
        self._unwritten: dict[TableId, Unwritten] = {}
        self._locks: WeakValueDictionary[TableId, asyncio.Lock] = WeakValueDictionary()
        self._awaited: WeakValueDictionary[TableId, asyncio.Event] = WeakValueDictionary()

    @property
    def remembered(self) -> MutableMapping[TableId, Table]:
        """Return the tables in memory."""
        return self._cache

    def lock(self, table: TableId) -> asyncio.Lock:
        """Return the lock of a table."""
        return self._locks.setdefault(table, asyncio.Lock())

    def game(self, table: Table) -> AnyGame:
        """Return the game that is played at a table."""
        return self._games[table.record.game]

    async def get(self, table: TableId) -> Table:
        """Return a table to whoever only reads it; raise NoSuchTable if there is none of that number."""
        if table in self._cache:
            self._cache.move_to_end(table)
            return self._cache[table]
        async with self.lock(table):
            return await self.load(table)

    async def load(self, table: TableId) -> Table:
        """Return a table to whoever holds its lock: only so is what was read still true after the next wait."""
        if table in self._cache:
            return self.keep(self._cache[table])
        found = await self.storage.load(table)
        if found is None or found.game not in self._games:
            self._unwritten.pop(table, None)
            raise NoSuchTable
        try:
            return self.keep(self._as_shown(await self._wake(found)))
        except LostUpdate:
            # Another process has carried it over, and perhaps played on.
            return await self.load(table)
        except saves.Unreadable as error:
            newer = found.save is not None and found.save.rules > self._games[found.game].version
            log.log(logging.WARNING if newer else logging.ERROR, "table %s can't be read: %s", table, error)
            raise (PlayedByNewer if newer else TableClosed) from error

    def keep(self, table: Table) -> Table:
        """Keep a table in memory as it is on the disk, if no other process looks after it, and return it."""
        if not self.storage.ours(table.record.guild):
            self.drop(table.record.id)
            return table
        self._cache[table.record.id] = table
        self._cache.move_to_end(table.record.id)
        if not table.record.status.open:
            closed = [number for number, each in self._cache.items() if not each.record.status.open]
            for number in closed[:-CACHED_CLOSED]:
                del self._cache[number]
        while len(self._cache) > CACHED:
            self._cache.popitem(last=False)
        return table

    def drop(self, table: TableId) -> None:
        """Let go of a table of which only the disk knows how it stands."""
        self._cache.pop(table, None)

    def _doubt(self, table: TableRecord) -> None:
        """Let go of all that is known of a table: whether a change of it was kept or not the disk alone knows."""
        self.drop(table.id)
        self.neighbours.changed(table)

    def forget(self, table: TableId) -> None:
        """Let go of what was shown of a table and isn't written: the database is not to know of it any more."""
        self._unwritten.pop(table, None)

    async def void(self, table: TableId) -> None:
        """Let go of a table that another process has changed, also of one that is being read."""
        async with self.lock(table):
            self.drop(table)
        self.neighbours.clear()
        self._wake_waiting(table)

    async def void_all(self) -> None:
        """Let go of every table: any of them may have been changed."""
        self.neighbours.clear()
        for table in {*self._cache, *self._locks}:
            await self.void(table)

    async def settle(self, table: Table, status: Status, by: int | None = None) -> Table:
        """Give a table a status for good, or until it is resumed; `by` is who ended it."""
        record = self.settled(table.record, status)
        return await self.store(replace(table, record=replace(record, ended_by=by)))

    def settled(self, table: TableRecord, status: Status) -> TableRecord:
        """Return a table at which nobody plays from now on."""
        clock = table.clock and self.hours.settled(table.clock, self.clock())
        return self.dated(replace(table, status=status, clock=clock))

    async def store(self, table: Table) -> Table:
        """Keep a table's people and status, which have changed now."""
        clock = table.record.clock
        if clock is not None and table.record.status is Status.LOBBY:
            table = timed(table, clock.settled([sitter.user for sitter in table.record.sitters if sitter.person]))
        return await self.stored(table, self.dated(table.record))

    async def stored(self, table: Table, after: TableRecord, **how: Any) -> Table:
        """Keep a table as a change leaves it (`Storage.save`); raise AlreadyStarted where somebody else was faster."""
        before = self._cache.get(table.record.id)
        try:
            record = await self._save(after, **how)
        except LostUpdate as error:
            raise AlreadyStarted from error
        self._gathered(before, table.record, record)
        return self.keep(replace(table, record=record))

    async def reseat(self, table: Table, match: AnyMatch, moves: Sequence[Move[Any]]) -> Table:
        """Keep who sits at a table that is being played, with what their orders come to."""
        if moves:
            return await self.record(table, match, moves, seated=True)
        if match is table.match:
            return await self.store(table)
        return await self.store(replace(table, match=match, record=replace(table.record, save=saves.dump(match))))

    async def record(
        self,
        table: Table,
        match: AnyMatch,
        moves: Sequence[Move[Any]],
        *,
        seated: bool = False,
        wind: Change = unchanged,
    ) -> Table:
        """Keep a match after some moves, or none, with others who are `seated` or not, and clocks changed besides.

        Raise StaleAction where somebody else was faster.
        """
        before, now, kept = table.record, self.clock(), self._cache.get(table.record.id)
        entries = [Entry(move.seq, move.seat, move.told, now) for move in moves]
        clock = self.hours.moved(table, match, entries, now)
        if clock is not None and wind is not unchanged:
            clock = self.hours.dated(wind(clock))
        record = replace(before, save=saves.dump(match), status=standing(match), clock=clock)
        if record.status is not before.status or seated:
            record = self.dated(record)
        logged = [_logged(match.game, move, entry.told, now) for move, entry in zip(moves, entries, strict=True)]
        # What only its owner sees wakes no other process, and edits nothing.
        shows = table.match is None or bool(moves) or not alike(table.match, match)
        try:
            record = await self._save(record, logged, begins=table.match is None, seated=seated, shows=shows)
        except LostUpdate as error:
            raise StaleAction from error
        if seated or record.status is not before.status:
            self._gathered(kept, before, record)
        self.hours.told(record.clock)
        return self.keep(table.moved(record, match, entries))

    def _gathered(self, before: Table | None, *after: TableRecord) -> None:
        """Let the neighbours of a table know that its place, its people or its status have changed."""
        if before is None:
            # Nobody knows who has left.
            self.neighbours.clear()
        else:
            self.neighbours.changed(before.record, *after)

    async def _save(
        self, table: TableRecord, lines: Sequence[Logged] = (), *, announced: Announced | None = None, **how: Any
    ) -> TableRecord:
        """Keep a table with what Discord was shown of it since it was kept last, or with what is `announced` besides.

        What was to be written at once stays to be, for the clocks.
        """
        left = self._unwritten.get(table.id)
        shown = left.announced if announced is None and left is not None else announced
        try:
            record = await self.storage.save(table, lines, announced=shown, **how)
        except BaseException:
            self._doubt(table)
            raise
        if left is not None:
            del self._unwritten[table.id]
            if left.urgent and announced is None:
                self._unwritten[table.id] = replace(left, knows=left.announced)
        return record

    def _wake_waiting(self, table: TableId) -> None:
        if table in self._awaited:
            self._awaited.pop(table).set()

    async def pledge_shown(self, table: TableId) -> None:
        """Wait until a message that shows the pledge of an open table is kept; at once where it is, or none counts."""
        while (pledged := (await self.get(table)).record.pledged) and pledged.message is None:
            kept = self._awaited[table] = asyncio.Event()
            await kept.wait()

    async def announced(
        self, table: TableId, announced: Announced, wind: Change = unchanged, *, at_once: bool = False
    ) -> None:
        """Take note of what Discord has been shown of a table; who is called by that, has time from now on.

        It is kept at once where it must not be done twice, or changes a clock, or where nothing more will change.
        """
        known = await self.load(table)
        left, clock = self._unwritten.get(table), self.hours.called(known, announced, self.clock(), wind)
        knows = known.record.announced if left is None else left.knows
        if announced == known.record.announced and clock is None and wind is unchanged and not at_once:
            return
        changed = announced.messages - knows.messages or announced.restored != knows.restored
        record = _counted(known.record, knows, announced)
        urgent = clock is not None or wind is not unchanged or changed or not known.record.status.open
        self._unwritten[table] = Unwritten(knows, announced, wind, bool(urgent))
        if urgent or at_once:
            try:
                if record is known.record:
                    await self.storage.announce(table, announced, clock)
                else:
                    record = await self.storage.save(record, announced=announced, shows=False)
                    self._wake_waiting(table)
            except BaseException:
                if urgent:
                    self.drop(table)
                raise
            del self._unwritten[table]
        self.hours.told(clock)
        self._cache[table] = replace(known, record=replace(record, announced=announced, clock=clock or record.clock))

    @property
    def unwritten(self) -> Collection[TableId]:
        """Return the tables of which Discord was shown something that the database doesn't know."""
        return self._unwritten.keys()

    def urgent(self, table: TableId) -> bool:
        """Tell whether the database has refused what must be kept before anything else is sent."""
        return table in self._unwritten and self._unwritten[table].urgent

    def shown(self, table: TableId) -> bool:
        """Tell whether Discord was shown all of a table, though the database doesn't know that."""
        known = self._cache.get(table)
        return (
            table in self._unwritten and known is not None and known.record.announced.revision == known.record.revision
        )

    @once_more
    async def write(self, table: TableId) -> None:
        """Write what Discord was shown of a table, if the database doesn't know it yet."""
        async with self.lock(table):
            left = self._unwritten.get(table)
            if left is not None:
                await self.announced(table, left.announced, left.wind, at_once=True)

    async def timed(self, table: Table, clock: Clock) -> Table:
        """Keep how the clocks of a table stand; nobody is told."""
        dated = self.hours.dated(clock)
        try:
            await self.storage.announce(table.record.id, clock=dated)
        except BaseException:
            self.drop(table.record.id)
            raise
        self.hours.told(dated)
        return self.keep(timed(table, dated))

    def dated(self, table: TableRecord) -> TableRecord:
        """Return a table whose people or status change now."""
        return replace(table, since=self.clock())

    def _as_shown(self, table: Table) -> Table:
        """Return a table that was read with what Discord was shown since, unless others have written something else."""
        left = self._unwritten.get(table.record.id)
        if left is None or left.knows != table.record.announced:
            self._unwritten.pop(table.record.id, None)
            return table
        return replace(table, record=replace(table.record, announced=left.announced))

    async def _wake(self, table: TableRecord) -> Table:
        if table.save is None:
            return Table(table)
        match = saves.load(table.save, self._games, table.generation())
        if table.save.rules != match.game.version:
            table = await self.storage.save(replace(table, save=saves.dump(match)), shows=False)
        return Table(table, match, woken=match.seq > 0)


def _counted(table: TableRecord, before: Announced, announced: Announced) -> TableRecord:
    """Let a message count that was posted after the secret was drawn; one that was there before shows nothing."""
    pledged, message = table.pledged, announced.message
    if table.save is not None or pledged is None or pledged.message is not None or message in {None, before.message}:
        return table
    return replace(table, pledged=replace(pledged, message=message))


def _logged(game: AnyGame, move: Move[Any], told: Sequence[Told], at: float) -> Logged:
    action, words = saves.dump_action(game, move.action), saves.dump_told(told)
    return Logged(move.seq, game.version, move.seat, action, words, at)
