"""Clocks of tables, changed, and what Discord has been shown of tables, which starts the clocks of those it calls.

Clocks: what a lobby agrees on, whose time is up, who is back, and what stands still. What was shown is written at once
where it must be, else with the next change or in peace.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import replace
from functools import reduce
from itertools import chain

from bot.clocks.clock import Clock, Terms, Then
from bot.clocks.time_settings import TimeSettings
from bot.storage import sql
from bot.storage.records import Announced, TableId
from bot.tables import seats
from bot.tables.cache import TableCache, Unwritten, changes_table
from bot.tables.schedule import ClockChange, clock_after_calls, timed, unchanged
from bot.tables.seats import CARING
from bot.tables.table import Table
from engine.errors import Refused
from engine.scene import Seat


class Announcements:
    """What Discord has been shown of all tables, as far as the database has to know it."""

    def __init__(self, cache: TableCache) -> None:
        """Take the tables."""
        self.cache = cache

    @changes_table
    async def keep(self, table: Table, announced: Announced, wind: ClockChange = unchanged) -> None:
        """Keep what Discord has been shown of a table, and change its clocks besides.

        It is written at once where it must not be done twice, or changes a clock, or where nothing more will change.
        """
        await self.note(table, announced, wind)

    async def note(
        self, table: Table, announced: Announced, wind: ClockChange = unchanged, *, at_once: bool = False
    ) -> Table:
        """Keep what Discord has been shown of a table whose lock is held (`keep`); write it `at_once` in any case."""
        record, unwritten = table.record, self.cache.unwritten
        clock = clock_after_calls(table, announced, self.cache.now(), wind)
        if announced == record.announced and clock is None and wind is unchanged and not at_once:
            return table
        knows = unwritten[record.id].knows if record.id in unwritten else record.announced
        changed = bool(announced.messages - knows.messages) or announced.restored != knows.restored
        urgent = clock is not None or wind is not unchanged or changed or not record.status.open
        unwritten[record.id] = Unwritten(knows, announced, wind, urgent)
        if urgent or at_once:
            dated = clock and self.cache.schedule.dated(clock)
            return await self.cache.keep_announced(table, dated, urgent=urgent)
        return self.cache.remember(replace(table, record=replace(record, announced=announced)))

    @property
    def unwritten(self) -> Collection[TableId]:
        """Return the tables of which Discord was shown something that the database doesn't know."""
        return self.cache.unwritten.keys()

    async def write(self) -> None:
        """Write what Discord was shown of any table, all in one batch; raise StorageError where that can't be done."""
        done = await asyncio.gather(*map(self._write, self.unwritten), return_exceptions=True)
        for error in done:
            if isinstance(error, BaseException) and not isinstance(error, Refused):
                raise error

    async def write_urgent(self, table: TableId) -> None:
        """Write what Discord was shown of a table if the database has refused what must be kept before all else."""
        if table in self.unwritten and self.cache.unwritten[table].urgent:
            await self._write(table)

    @changes_table
    async def _write(self, table: Table) -> None:
        left = self.cache.unwritten.get(table.id)
        if left is not None:
            await self.note(table, left.announced, left.wind, at_once=True)

    async def behind(self) -> list[TableId]:
        """Return the tables of which Discord hasn't been shown everything."""
        return [table for table in await self.cache.storage.select(sql.UNSHOWN) if not self.shown(table)]

    def shown(self, table: TableId) -> bool:
        """Tell whether Discord was shown all of a table, though the database doesn't know that."""
        known = self.cache.peek(table)
        shown = known is not None and known.record.announced.revision == known.record.revision
        return shown and table in self.unwritten


class Clocks:
    """The clocks of all tables; every change is on the disk before its call returns."""

    def __init__(self, cache: TableCache) -> None:
        """Take the tables."""
        self.cache = cache

    @changes_table
    async def propose(self, table: Table, user: int, terms: Terms) -> Table:
        """Propose how time counts at a table that has not begun; the opener's to do, and alone nobody is asked."""
        lobby = table.lobby_of(user, moderator=False)
        return await self.cache.keep(table, replace(lobby, clock=(lobby.clock or Clock()).propose(terms, user)))

    @changes_table
    async def agree(self, table: Table, user: int) -> Table:
        """Agree with how time is to count at a table that has not begun."""
        lobby = table.lobby
        table.seat_of(user)
        return await self.cache.keep(table, replace(lobby, clock=(lobby.clock or Clock()).agree(user)))

    @changes_table
    async def overdue(self, table: Table, seat: Seat) -> Table:
        """Take note that a seat's time is up; from now on a knight cares for it, unless the table waits."""
        record, now = table.going_on.record, self._now
        clock, sitter = record.clock, record.sitters[seat]
        if clock is None or clock.seats[seat].late:
            return table
        record = replace(record, clock=clock.mark_late(seat, now))
        if clock.terms.then is Then.RIVAL and sitter.level is None:
            record = seats.exchanged(record, seat, replace(sitter, level=CARING), now)
        return await self.cache.keep(table, record)

    async def pressed(self, table: Table, user: int) -> Table:
        """Take note that a person with a seat has pressed something: nobody else plays for that seat from now on."""
        seat = table.seat_of(user)
        if not _missed(table, seat):
            return table
        return await self.cache.change(table.id, lambda loaded: self.present(loaded, seat))

    async def present(self, table: Table, seat: Seat) -> Table:
        """Return a table, whose lock is held, at which a person has pressed something for the own seat.

        That is kept at once where somebody else has played for the seat, or the table rests; else with the next move.
        """
        clock, now = table.clock, self._now
        if clock is None:
            return table
        record, sitter = replace(table.record, clock=clock.note_activity(seat, now)), table.record.sitters[seat]
        if not _missed(table, seat):
            return replace(table, record=record)
        if clock.seats[seat].late and sitter.level is not None:
            record = seats.exchanged(record, seat, replace(sitter, level=None), now)
        return await self.cache.keep(table, record)

    async def away(self, user: int, until: float | None) -> list[Table]:
        """Let a person be away until a moment at all tables that are being played, or be back, for None.

        At one without a pace nothing stands still, but nobody calls them; one of before the clocks knows no such thing.
        """
        found = await self.cache.storage.find(user=user)
        running = [record.id for record in found if record.clock is not None and record.clock.seats]
        return [await self._away(number, user, until) for number in running]

    @changes_table
    async def _away(self, table: Table, user: int, until: float | None) -> Table:
        seat, now = table.seat_of(user), self._now
        return await self._wind(
            table, lambda clock: clock.begin_away(seat, until, now) if until else clock.end_away(seat, now)
        )

    async def absent(self, table: Table) -> ClockChange:
        """Return how the clocks of a table change as it begins: who is away at others is so there, for as long."""
        clock, now = table.clock, self._now
        if clock is None:
            return unchanged
        people = [(seat, sitter.user) for seat, sitter in enumerate(table.record.sitters) if sitter.person]
        backs = [(seat, await self.back(user)) for seat, user in people]
        gone = [(seat, back) for seat, back in backs if back is not None and back > now]
        return lambda begun: reduce(lambda each, who: each.begin_away(*who, now), gone, begun)

    async def back(self, user: int) -> float | None:
        """Return when a person is back who has said to be away, or is so at a table, the last of these; else None."""
        said = (await self.cache.storage.choice(TimeSettings, user)).away_until(self._now)
        found = await self.cache.storage.find(user=user)
        held = [zip(each.sitters, each.clock.seats, strict=False) for each in found if each.clock is not None]
        backs = (own.back for sitter, own in chain.from_iterable(held) if sitter.user == user)
        return max((back for back in (said, *backs) if back is not None), default=None)

    @changes_table
    async def pause(self, table: Table, user: int) -> Table:
        """Take note that a person wants a pause; once all who sit there and aren't late do, clocks stand still."""
        table.going_on.seat_of(user)
        return await self._wind(table, lambda clock: clock.vote_for_pause(user, _there(table, clock), self._now))

    @changes_table
    async def go_on(self, table: Table, user: int) -> Table:
        """End a pause; anybody's to do who sits there."""
        table.seat_of(user)
        return await self._wind(table, lambda clock: clock.resume(self._now))

    @property
    def _now(self) -> float:
        return self.cache.now()

    @changes_table
    async def wind(self, table: Table, change: ClockChange, *, quietly: bool = False) -> Table:
        """Change the clocks of a table, if it has any, and let Discord hear of it unless `quietly`.

        What is kept quietly is kept though nothing has changed: the table may have to be looked at later than was kept.
        """
        return await self._wind(table, change, quietly=quietly)

    async def _wind(self, table: Table, change: ClockChange, *, quietly: bool = False) -> Table:
        clock = table.clock
        after = clock and self.cache.clock_of(replace(table.record, clock=change(clock)))
        if after is None or (after == clock and not quietly):
            return table
        if quietly:
            return await self.cache.keep_clock(table, after)
        return await self.cache.keep(table, replace(table.record, clock=after))

    def foreseen(self, table: Table) -> Table:
        """Return a table as its clocks will run once everybody who is asked has been called, which is now."""
        clock = clock_after_calls(table, None, self._now)
        return table if clock is None else timed(table, self.cache.schedule.dated(clock))


def _there(table: Table, clock: Clock) -> tuple[int, ...]:
    """Return the users who sit at a table and for whom no rival plays."""
    sitters = enumerate(table.record.sitters)
    return tuple(sitter.user for seat, sitter in sitters if sitter.person and not clock.seats[seat].late)


def _missed(table: Table, seat: Seat) -> bool:
    """Tell whether it changes anything that the person of a seat is there."""
    clock = table.clock
    return clock is not None and bool(clock.seats) and (clock.rests or clock.seats[seat].late)
