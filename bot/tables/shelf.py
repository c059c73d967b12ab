"""Tables in memory: found or read under their locks, kept when the disk has them, let go when only the disk knows."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from bot.clocks.clock import Clock
from bot.storage.port import LostUpdate
from bot.storage.records import Announced, Logged, Status, TableId, TableRecord
from bot.storage.store import Store
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
        self._locks: WeakValueDictionary[TableId, asyncio.Lock] = WeakValueDictionary()

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
            raise NoSuchTable
        try:
            return self.keep(await self._wake(found))
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

    async def void(self, table: TableId) -> None:
        """Let go of a table that another process has changed, also of one that is being read."""
        async with self.lock(table):
            self.drop(table)
        self.neighbours.clear()

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
        return await self.stored(table, self.storage.save(self.dated(table.record)))

    async def stored(self, table: Table, change: Awaitable[TableRecord]) -> Table:
        """Keep a table as a change of it leaves it; raise AlreadyStarted where somebody else was faster."""
        before = self._cache.get(table.record.id)
        try:
            record = await change
        except BaseException as error:
            self._doubt(table.record)
            if isinstance(error, LostUpdate):
                raise AlreadyStarted from error
            raise
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
            record = await self.storage.save(record, logged, begins=table.match is None, seated=seated, shows=shows)
        except BaseException as error:
            self._doubt(record)
            if isinstance(error, LostUpdate):
                raise StaleAction from error
            raise
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

    async def announced(self, table: TableId, announced: Announced, wind: Change = unchanged) -> None:
        """Keep what Discord has been shown of a table; who is called by that, has time from now on."""
        known = await self.load(table)
        clock = self.hours.called(known, announced, self.clock(), wind)
        try:
            await self.storage.announce(table, announced, clock)
        except BaseException:
            self.drop(table)
            raise
        self.hours.told(clock)
        self._cache[table] = replace(
            known, record=replace(known.record, announced=announced, clock=clock or known.record.clock)
        )

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

    async def _wake(self, table: TableRecord) -> Table:
        if table.save is None:
            return Table(table)
        match = saves.load(table.save, self._games, table.generation())
        if table.save.rules != match.game.version:
            table = await self.storage.save(replace(table, save=saves.dump(match)), shows=False)
        return Table(table, match, woken=match.seq > 0)


def _logged(game: AnyGame, move: Move[Any], told: Sequence[Told], at: float) -> Logged:
    action, words = saves.dump_action(game, move.action), saves.dump_told(told)
    return Logged(move.seq, game.version, move.seat, action, words, at)
