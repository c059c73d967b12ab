"""Seats that people leave during a match, and that others take: freed by whose it is, a moderator, or all others.

A rival plays on a free seat until somebody takes it. Nobody takes one who has seen a hand of the match.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.clocks.clock import Clock
from bot.policies import vacancies
from bot.storage.records import NO_USER, Incident, Kind, Sitter, Status, TableId, TableRecord
from bot.tables import seating
from bot.tables.again import once_more
from bot.tables.limits import Turnstile
from bot.tables.ordering import taken
from bot.tables.refusals import AlreadySeated, NoCandidate, NotNeutral, NoVacancy, NoVote, TooManySeats, Witness
from bot.tables.shelf import Shelf
from bot.tables.table import Table
from engine.scene import Seat

CARING = "knight"
"""Who plays on a free seat, and for somebody whose time is up."""


class Vacancies:
    """The free seats of all tables; every change is on the disk before its call returns."""

    def __init__(self, shelf: Shelf, turnstile: Turnstile, back: Callable[[int], Awaitable[float | None]]) -> None:
        """Take the tables, who lets people in, and what tells when a person is `back` who is away."""
        self._shelf = shelf
        self._turnstile = turnstile
        self._back = back

    @once_more
    async def leave(self, table_id: TableId, user: int, rival: str) -> Table:
        """Free a person's own seat, on which a rival of that name goes on; with the last person a match ends."""
        async with self._shelf.lock(table_id):
            table = (await self._shelf.load(table_id)).going_on
            return await self._freed(table, table.seat_of(user), rival, user)

    @once_more
    async def replace(self, table_id: TableId, seat: int, user: int, rival: str, *, moderator: bool) -> Table:
        """Free a person's seat; a moderator's to do who doesn't play there."""
        async with self._shelf.lock(table_id):
            table = (await self._shelf.load(table_id)).going_on
            neutral(table, user, moderator=moderator)
            if seat not in peopled(table):
                raise NoVacancy
            return await self._freed(table, Seat(seat), rival, user)

    @once_more
    async def vote(self, table_id: TableId, seat: int, user: int, rival: str) -> tuple[Table, bool]:
        """Take note that somebody wants a seat to be freed whose time is up; tell whether it is by now."""
        async with self._shelf.lock(table_id):
            table = (await self._shelf.load(table_id)).going_on
            voter = table.seat_of(user)
            if seat not in vacancies.votable(table.record) or voter == seat:
                raise NoVote
            table = self._noted(table, Kind.VOTED, seat, table.record.sitters[voter])
            if vacancies.undecided(table.record, seat):
                return await self._shelf.store(table), False
            return await self._freed(table, Seat(seat), rival, None), True

    @once_more
    async def ask(self, table_id: TableId, seat: int, sitter: Sitter) -> Table:
        """Let a person take a free seat, once everybody has agreed; before, take note that they ask, or no more do."""
        async with self._shelf.lock(table_id):
            table = (await self._shelf.load(table_id)).going_on
            if any(each.user == sitter.user for each in table.record.sitters):
                raise AlreadySeated
            if seat not in vacancies.vacant(table.record):
                raise NoVacancy
            if seating.witnessed(table.record, sitter.user):
                raise Witness
            known = vacancies.candidate(table.record, seat, sitter.user)
            if known is not None and known.missing:
                return await self._shelf.store(self._noted(table, Kind.WITHDRAWN, seat, sitter))
            async with self._turnstile.joining(table.record, sitter.user):
                return await self._asked(table, seat, sitter)

    @once_more
    async def welcome(self, table_id: TableId, seat: int, newcomer: int, user: int) -> Table:
        """Agree that somebody takes a free seat, who sits down with everybody's word."""
        async with self._shelf.lock(table_id):
            table = (await self._shelf.load(table_id)).going_on
            own = table.seat_of(user)
            known = vacancies.candidate(table.record, seat, newcomer)
            if known is None:
                raise NoCandidate
            agreed = self._noted(table, Kind.WELCOMED, own, known.sitter)
            try:
                async with self._turnstile.joining(table.record, newcomer):
                    return await self._settled(agreed, seat, known.sitter)
            except TooManySeats:
                await self._shelf.store(self._noted(table, Kind.WITHDRAWN, seat, known.sitter))
                raise NoCandidate from None

    async def _asked(self, table: Table, seat: int, sitter: Sitter) -> Table:
        if vacancies.candidate(table.record, seat, sitter.user) is None:
            table = self._noted(table, Kind.ASKED, seat, sitter)
        return await self._settled(table, seat, sitter)

    async def _settled(self, table: Table, seat: int, sitter: Sitter) -> Table:
        """Keep a table at which somebody asks for a seat, and who has it if nobody's word is missing."""
        known = vacancies.candidate(table.record, seat, sitter.user)
        if known is None or known.missing:
            return await self._shelf.store(table)
        now = self._shelf.clock()
        record = seating.exchanged(table.record, seat, sitter, now)
        clock = record.clock and await self._sat_down(record.clock.freed(seat).seen(seat, now), seat, sitter.user)
        return await self._reseated(table, Seat(seat), replace(record, clock=clock))

    async def _sat_down(self, clock: Clock, seat: int, user: int) -> Clock:
        """Return the clocks of a table as somebody has come there: who is away at others is so here, for as long."""
        back = await self._back(user) if clock.terms.pace else None
        return self._shelf.hours.dated(clock if back is None else clock.goes(seat, back, self._shelf.clock()))

    async def _reseated(self, table: Table, seat: Seat, record: TableRecord) -> Table:
        """Keep who sits there now, with what the orders come to: those of who has left end."""
        after, moves = taken(table.started, seat, table.record.sitters[seat], record.sitters[seat])
        return await self._shelf.reseat(replace(table, record=record), after, moves)

    async def _freed(self, table: Table, seat: Seat, rival: str, by: int | None) -> Table:
        """Keep a table on whose seat a rival plays from now on; one that no person has a seat at is ended."""
        left = table.record.sitters[seat].user
        record = seating.exchanged(table.record, seat, Sitter(NO_USER, rival, level=CARING), self._shelf.clock())
        people = [sitter.user for sitter in record.sitters if sitter.person]
        if not people:
            return await self._shelf.settle(table, Status.ENDED, by)
        clock = record.clock and self._shelf.hours.dated(record.clock.freed(seat))
        opener = people[0] if record.opener == left else record.opener
        return await self._reseated(table, seat, replace(record, clock=clock, opener=opener))

    def _noted(self, table: Table, kind: Kind, seat: int, sitter: Sitter) -> Table:
        after = table.started.seq
        noted = Incident(after, kind, seat, replace(seating.bare(sitter), level=None), self._shelf.clock())
        return replace(table, record=replace(table.record, incidents=(*table.record.incidents, noted)))


def peopled(table: Table) -> tuple[int, ...]:
    """Return the seats that are people's, whether they are there or not."""
    return tuple(seat for seat, sitter in enumerate(table.record.sitters) if sitter.person)


def neutral(table: Table, user: int, *, moderator: bool) -> None:
    """Raise NotNeutral for whoever is no moderator, or plays at the table."""
    if not moderator or user in table.people.users:
        raise NotNeutral
