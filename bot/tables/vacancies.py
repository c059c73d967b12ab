"""Seats that people leave during a match, and that others take: freed by whose it is, a moderator, or all others.

A rival plays on a free seat until somebody takes it. Nobody takes one who has seen a hand of the match.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.policies import vacancies
from bot.storage.records import NO_USER, Incident, Kind, Sitter, Status, TableRecord
from bot.tables import seats
from bot.tables.cache import TableCache, changes_table
from bot.tables.limits import Turnstile
from bot.tables.ordering import taken
from bot.tables.refusals import AlreadySeated, NoCandidate, NotNeutral, NoVacancy, NoVote, TooManySeats, Witness
from bot.tables.table import Table
from engine.scene import Seat

CARING = "knight"
"""Who plays on a free seat, and for somebody whose time is up."""


class Vacancies:
    """The free seats of all tables; every change is on the disk before its call returns."""

    def __init__(self, cache: TableCache, turnstile: Turnstile, back: Callable[[int], Awaitable[float | None]]) -> None:
        """Take the tables, who lets people in, and what tells when a person is `back` who is away."""
        self.cache = cache
        self._turnstile = turnstile
        self._back = back

    @changes_table
    async def leave(self, table: Table, user: int, rival: str) -> Table:
        """Free a person's own seat, on which a rival of that name goes on; with the last person a match ends."""
        return await self._free(table, table.record, table.going_on.seat_of(user), rival, user)

    @changes_table
    async def replace(self, table: Table, seat: int, user: int, rival: str, *, moderator: bool) -> Table:
        """Free a person's seat; a moderator's to do who doesn't play there."""
        neutral(table.going_on, user, moderator=moderator)
        if seat not in peopled(table):
            raise NoVacancy
        return await self._free(table, table.record, Seat(seat), rival, user)

    @changes_table
    async def vote(self, table: Table, seat: int, user: int, rival: str) -> tuple[Table, bool]:
        """Take note that somebody wants a seat to be freed whose time is up; tell whether it is by now."""
        voter = table.going_on.seat_of(user)
        if seat not in vacancies.votable_seats(table.record) or voter == seat:
            raise NoVote
        record = self._noted(table, Kind.VOTED, seat, table.record.sitters[voter])
        if vacancies.seats_to_vote(record, seat):
            return await self.cache.keep(table, record), False
        return await self._free(table, record, Seat(seat), rival, None), True

    @changes_table
    async def ask(self, table: Table, seat: int, sitter: Sitter) -> Table:
        """Let a person take a free seat, once everybody has agreed; before, take note that they ask, or no more do."""
        record = table.going_on.record
        if any(each.user == sitter.user for each in record.sitters):
            raise AlreadySeated
        if seat not in vacancies.vacant_seats(record):
            raise NoVacancy
        if seats.witnessed(record, sitter.user):
            raise Witness
        known = vacancies.find_candidate(record, seat, sitter.user)
        if known is not None and known.missing:
            return await self.cache.keep(table, self._noted(table, Kind.WITHDRAWN, seat, sitter))
        async with self._turnstile.joining(record, sitter.user):
            if known is None:
                record = self._noted(table, Kind.ASKED, seat, sitter)
            return await self._settle(table, record, seat, sitter)

    @changes_table
    async def welcome(self, table: Table, seat: int, newcomer: int, user: int) -> Table:
        """Agree that somebody takes a free seat, who sits down with everybody's word."""
        own = table.going_on.seat_of(user)
        known = vacancies.find_candidate(table.record, seat, newcomer)
        if known is None:
            raise NoCandidate
        agreed = self._noted(table, Kind.WELCOMED, own, known.sitter)
        try:
            async with self._turnstile.joining(table.record, newcomer):
                return await self._settle(table, agreed, seat, known.sitter)
        except TooManySeats:
            await self.cache.keep(table, self._noted(table, Kind.WITHDRAWN, seat, known.sitter))
            raise NoCandidate from None

    async def _settle(self, table: Table, record: TableRecord, seat: int, sitter: Sitter) -> Table:
        """Keep that somebody asks for a seat, or has it if nobody's word is missing."""
        known = vacancies.find_candidate(record, seat, sitter.user)
        if known is None or known.missing:
            return await self.cache.keep(table, record)
        now = self.cache.now()
        clock = record.clock and record.clock.with_new_sitter(seat).note_activity(seat, now)
        if clock and clock.terms.pace and (back := await self._back(sitter.user)) is not None:
            # Who is away at others is so here, for as long.
            clock = clock.begin_away(seat, back, now)
        record = seats.exchanged(record, seat, sitter, now)
        return await self._reseat(table, replace(record, clock=clock), Seat(seat))

    async def _reseat(self, table: Table, record: TableRecord, seat: Seat) -> Table:
        """Keep who sits there now, with what the orders come to: those of who has left end."""
        after, moves = taken(table.started, seat, table.record.sitters[seat], record.sitters[seat])
        return await self.cache.keep(table, record, after, moves)

    async def _free(self, table: Table, record: TableRecord, seat: Seat, rival: str, by: int | None) -> Table:
        """Keep a table on whose seat a rival plays from now on; one that no person has a seat at is ended."""
        freed = seats.exchanged(record, seat, Sitter(NO_USER, rival, level=CARING), self.cache.now())
        people = [sitter.user for sitter in freed.sitters if sitter.person]
        if not people:
            return await self.cache.keep(table, replace(record, status=Status.ENDED, ended_by=by))
        opener = people[0] if record.opener == record.sitters[seat].user else record.opener
        clock = record.clock and record.clock.with_new_sitter(seat)
        return await self._reseat(table, replace(freed, clock=clock, opener=opener), seat)

    def _noted(self, table: Table, kind: Kind, seat: int, sitter: Sitter) -> TableRecord:
        noted = Incident(table.started.seq, kind, seat, replace(seats.bare(sitter), level=None), self.cache.now())
        return replace(table.record, incidents=(*table.record.incidents, noted))


def peopled(table: Table) -> tuple[int, ...]:
    """Return the seats that are people's, whether they are there or not."""
    return tuple(seat for seat, sitter in enumerate(table.record.sitters) if sitter.person)


def neutral(table: Table, user: int, *, moderator: bool) -> None:
    """Raise NotNeutral for whoever is no moderator, or plays at the table."""
    if not moderator or user in table.people.users:
        raise NotNeutral
