"""The clocks of tables, changed: what a lobby agrees on, whose time is up, who is back, and what stands still."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial, reduce
from itertools import chain

from bot.clocks.clock import Clock, Terms, Then
from bot.clocks.habits import Habits
from bot.storage.records import TableId
from bot.tables import seating
from bot.tables.again import once_more
from bot.tables.hours import Change, timed, unchanged
from bot.tables.shelf import Shelf
from bot.tables.table import Table
from bot.tables.vacancies import CARING
from engine.scene import Seat


class Clocks:
    """The clocks of all tables; every change is on the disk before its call returns."""

    def __init__(self, shelf: Shelf, lobby: Callable[[TableId], Awaitable[Table]]) -> None:
        """Take the tables, and what returns a table that has not begun, or raises a refusal."""
        self._shelf = shelf
        self._lobby = lobby

    @once_more
    async def propose(self, table_id: TableId, user: int, terms: Terms) -> Table:
        """Propose how time counts at a table that has not begun; the opener's to do, and alone nobody is asked."""
        async with self._shelf.lock(table_id):
            table = await self._lobby(table_id)
            table.opener_only(user, moderator=False)
            clock = table.record.clock or Clock()
            return await self._shelf.store(timed(table, clock.proposed(terms, user)))

    @once_more
    async def agree(self, table_id: TableId, user: int) -> Table:
        """Agree with how time is to count at a table that has not begun."""
        async with self._shelf.lock(table_id):
            table = await self._lobby(table_id)
            table.seat_of(user)
            clock = table.record.clock or Clock()
            return await self._shelf.store(timed(table, clock.consented(user)))

    @once_more
    async def overdue(self, table_id: TableId, seat: Seat) -> Table:
        """Take note that a seat's time is up; from now on a knight cares for it, unless the table waits."""
        async with self._shelf.lock(table_id):
            table = (await self._shelf.load(table_id)).going_on
            clock, sitter, now = table.record.clock, table.record.sitters[seat], self._shelf.clock()
            if clock is None or clock.seats[seat].late:
                return table
            record = replace(table.record, clock=self._dated(clock.overdue(seat, now)))
            if clock.terms.then is Then.RIVAL and sitter.level is None:
                record = seating.exchanged(record, seat, replace(sitter, level=CARING), now)
            return await self._shelf.store(replace(table, record=record))

    @once_more
    async def pressed(self, table: Table, user: int) -> Table:
        """Take note that a person with a seat has pressed something: nobody else plays for that seat from now on."""
        seat = table.seat_of(user)
        if not _missed(table, seat):
            return table
        async with self._shelf.lock(table.record.id):
            return await self.present(await self._shelf.load(table.record.id), seat)

    async def present(self, table: Table, seat: Seat) -> Table:
        """Return a table, whose lock is held, at which a person has pressed something for the own seat.

        That is kept at once where somebody else has played for the seat, or the table rests; else with the next move.
        """
        clock, now = table.record.clock, self._shelf.clock()
        if clock is None:
            return table
        record, sitter = table.record, table.record.sitters[seat]
        if clock.seats and clock.seats[seat].late and sitter.level is not None:
            record = seating.exchanged(record, seat, replace(sitter, level=None), now)
        seen, missed = clock.seen(seat, now), _missed(table, seat)
        # What is kept with the next move is dated then.
        after = replace(table, record=replace(record, clock=self._dated(seen) if missed else seen))
        return await self._shelf.store(after) if missed else after

    async def away(self, user: int, until: float | None) -> list[Table]:
        """Let a person be away until a moment at all tables that are being played, or be back, for None.

        At one without a pace nothing stands still, but nobody calls them; one of before the clocks knows no such thing.
        """
        now = self._shelf.clock()
        tables: list[Table] = []
        for record in await self._shelf.storage.find(user=user):
            if record.clock is not None and record.clock.seats:
                seat = (await self._shelf.get(record.id)).seat_of(user)
                gone = partial(Clock.goes, seat=seat, until=until, now=now) if until else None
                tables.append(await self.wind(record.id, gone or partial(Clock.back, seat=seat, now=now)))
        return tables

    async def absent(self, table: Table) -> Change:
        """Return how the clocks of a table change as it begins: who is away at others is so there, for as long."""
        clock, now = table.record.clock, self._now
        if clock is None:
            return unchanged
        people = [(seat, sitter.user) for seat, sitter in enumerate(table.record.sitters) if sitter.person]
        backs = [(seat, await self.back(user)) for seat, user in people]
        gone = [(seat, back) for seat, back in backs if back is not None and back > now]
        return lambda begun: reduce(lambda each, who: each.goes(*who, now), gone, begun)

    async def back(self, user: int) -> float | None:
        """Return when a person is back who has said to be away, or is so at a table, the last of these; else None."""
        said = (await self._shelf.storage.choice(Habits, user)).absent(self._now)
        found = await self._shelf.storage.find(user=user)
        held = [zip(each.sitters, each.clock.seats, strict=False) for each in found if each.clock is not None]
        backs = (own.back for sitter, own in chain.from_iterable(held) if sitter.user == user)
        return max((back for back in (said, *backs) if back is not None), default=None)

    async def pause(self, table_id: TableId, user: int) -> Table:
        """Take note that a person wants a pause; once all who sit there and aren't late do, clocks stand still."""
        table = await self._shelf.get(table_id)
        table.going_on.seat_of(user)
        return await self.wind(table_id, lambda clock: clock.wanting_pause(user, _there(table, clock), self._now))

    async def go_on(self, table_id: TableId, user: int) -> Table:
        """End a pause; anybody's to do who sits there."""
        (await self._shelf.get(table_id)).seat_of(user)
        return await self.wind(table_id, lambda clock: clock.resumed(self._now))

    @property
    def _now(self) -> float:
        return self._shelf.clock()

    @once_more
    async def wind(self, table_id: TableId, change: Change, *, quietly: bool = False) -> Table:
        """Change the clocks of a table, if it has any, and let Discord hear of it unless `quietly`.

        What is kept quietly is kept though nothing has changed: the table may have to be looked at later than was kept.
        """
        async with self._shelf.lock(table_id):
            table = await self._shelf.load(table_id)
            clock = table.record.clock
            after = clock and self._dated(change(clock))
            if after is None or (after == clock and not quietly):
                return table
            return await (self._shelf.timed(table, after) if quietly else self._shelf.store(timed(table, after)))

    async def resumed(self, table: Table) -> Table:
        """Return a table, whose lock is held, as its clocks run on after it was led back."""
        clock = table.record.clock
        return table if clock is None else await self._shelf.timed(table, clock.resumed(self._shelf.clock()))

    def foreseen(self, table: Table) -> Table:
        """Return a table as its clocks will run once everybody who is asked has been called, which is now."""
        return self._shelf.hours.foreseen(table, self._shelf.clock())

    def _dated(self, clock: Clock) -> Clock:
        return self._shelf.hours.dated(clock)


def _there(table: Table, clock: Clock) -> tuple[int, ...]:
    """Return the users who sit at a table and for whom no rival plays."""
    sitters = enumerate(table.record.sitters)
    return tuple(sitter.user for seat, sitter in sitters if sitter.person and not clock.seats[seat].late)


def _missed(table: Table, seat: Seat) -> bool:
    """Tell whether it changes anything that the person of a seat is there."""
    clock = table.record.clock
    return clock is not None and bool(clock.seats) and (clock.rests or clock.seats[seat].late)
