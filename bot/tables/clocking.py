"""The clocks of tables, changed: what a lobby agrees on, whose time is up, who is back, and what stands still."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from itertools import chain

from bot.clocks.clock import Clock, Terms, Then
from bot.clocks.time_settings import TimeSettings
from bot.tables import seats
from bot.tables.cache import TableCache, changes_table
from bot.tables.schedule import ClockChange, clock_after_calls, timed, unchanged
from bot.tables.seats import CARING
from bot.tables.table import Table
from engine.scene import Seat


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
