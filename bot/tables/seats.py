"""Who sits where at a table, changed: rivals in a lobby, and seats that people leave and others take.

A seat that changes hands keeps its cards, its question and its word for the shuffle; from the next move on somebody
else plays it. Whoever has held a seat has seen its hand, and so gets no other seat of that match. During a match a seat
is freed by whose it is, a moderator, or all others; a rival plays on it until somebody takes it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace

from bot import policies
from bot.storage.records import NO_USER, Incident, Kind, Private, Sitter, Status, TableRecord
from bot.tables.cache import TableCache, changes_table
from bot.tables.limits import Turnstile
from bot.tables.ordering import taken
from bot.tables.refusals import (
    AlreadySeated,
    NoCandidate,
    NoRival,
    NotNeutral,
    NoVacancy,
    NoVote,
    TableFull,
    TooManySeats,
    Witness,
)
from bot.tables.table import Table
from engine.scene import Seat

SEEN = frozenset({Kind.SEATED, Kind.ADVISED})
"""What lets somebody see a hand."""


def without(table: TableRecord, user: int) -> TableRecord | None:
    """Return an open table that a person has left; None where no person stays: rivals alone play nothing."""
    staying = tuple(sitter for sitter in table.sitters if sitter.user != user)
    people = [sitter.user for sitter in staying if sitter.person]
    if not people:
        return None
    return replace(table, sitters=staying, opener=people[0] if table.opener == user else table.opener)


def without_rival(table: TableRecord, name: str) -> TableRecord:
    """Return an open table without the rival of that name; raise NoRival if there is none."""
    staying = tuple(sitter for sitter in table.sitters if sitter.person or sitter.name != name)
    if len(staying) == len(table.sitters):
        raise NoRival
    return replace(table, sitters=staying)


def witnessed(table: TableRecord, user: int) -> frozenset[int]:
    """Return the seats whose hands a person has seen in a match, by holding them or by asking for advice there."""
    if user == NO_USER:
        return frozenset()
    held = {seat for seat, sitter in enumerate(table.sitters) if sitter.user == user}
    return frozenset(held | {each.seat for each in table.incidents if each.sitter.user == user and each.kind in SEEN})


def exchanged(table: TableRecord, seat: int, sitter: Sitter, at: float) -> TableRecord:
    """Return a table on whose seat somebody else sits from the next move on, with the seat's own word.

    Raise Witness if that person has seen another hand of the match.
    """
    if witnessed(table, sitter.user) - {seat}:
        raise Witness
    before, after = table.sitters[seat], table.save.seq if table.save else 0
    taken = replace(sitter, word=before.word)
    sitters = [taken if number == seat else each for number, each in enumerate(table.sitters)]
    first = [] if _told(table.incidents, seat) else [Incident(0, Kind.SEATED, seat, bare(before), at)]
    happened = (*table.incidents, *first, Incident(after, Kind.SEATED, seat, bare(taken), at))
    return replace(table, sitters=tuple(sitters), incidents=happened)


def bare(sitter: Sitter) -> Sitter:
    """Return who sits somewhere as an incident keeps it: the word belongs to the seat."""
    return replace(sitter, word=None)


def _told(incidents: Sequence[Incident], seat: int) -> bool:
    """Tell whether it is told who has held a seat from the beginning."""
    return any(each.kind is Kind.SEATED and each.seat == seat for each in incidents)


class Seats:
    """The seats of all tables; every change is on the disk before its call returns."""

    def __init__(self, cache: TableCache, turnstile: Turnstile) -> None:
        """Take the tables, and who lets people in."""
        self.cache = cache
        self._turnstile = turnstile

    @changes_table
    async def invite(self, table: Table, user: int, rival: Sitter, *, moderator: bool = False) -> Table:
        """Give a rival the next seat of a table that has not begun; the opener's or a moderator's to do."""
        lobby = table.lobby_of(user, moderator=moderator)
        if len(lobby.sitters) >= self.cache.game(table).seats[-1]:
            raise TableFull
        return await self.cache.keep(table, replace(lobby, sitters=(*lobby.sitters, rival)))

    @changes_table
    async def dismiss(self, table: Table, user: int, name: str, *, moderator: bool = False) -> Table:
        """Free the seat of a rival at a table that has not begun; the opener's or a moderator's to do."""
        lobby = table.lobby_of(user, moderator=moderator)
        return await self.cache.keep(table, without_rival(lobby, name))

    @changes_table
    async def switch(self, table: Table, user: int, option: str, *, moderator: bool = False) -> Table:
        """Switch an option of a table that has not begun on or off; the opener's or a moderator's to do."""
        lobby = table.lobby_of(user, moderator=moderator)
        return await self.cache.keep(table, replace(lobby, **lobby.options | {option: not lobby.options[option]}))

    @changes_table
    async def show_hands(self, table: Table, user: int, private: Private | None) -> Table:
        """Choose where people see their hands at a table that has not begun, unless they chose; the opener's to do."""
        return await self.cache.keep(table, replace(table.lobby_of(user, moderator=False), private=private))

    @changes_table
    async def exchange(self, table: Table, seat: Seat, sitter: Sitter) -> Table:
        """Put another sitter on a seat of a running match, with its hand, from the next move on.

        That may be a person, a rival, or the same person with or without a level. Raise Witness if the person has seen
        another hand of the match, and TooManySeats if the person sits at as many tables as may be. What a person has
        ordered ends with another person there, and goes first while a rival cares for the seat.
        """
        before = table.going_on.record.sitters[seat]
        record = exchanged(table.record, seat, sitter, self.cache.now())
        after, moves = taken(table.started, seat, before, sitter)
        comes = sitter.user not in {NO_USER, before.user}
        async with self._turnstile.joining(record, sitter.user) if comes else nullcontext():
            return await self.cache.keep(table, record, after, moves)

    @changes_table
    async def stand_in(self, table: Table, seat: Seat) -> Table:
        """Let a seat whose person is late count as having answered what several are asked, until it answers again."""
        after, moves = table.going_on.started.stand_in(seat, present=True)
        return table if after is table.match else await self.cache.keep(table, match=after, moves=moves)


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
        if seat not in policies.votable_seats(table.record) or voter == seat:
            raise NoVote
        record = self._noted(table, Kind.VOTED, seat, table.record.sitters[voter])
        if policies.seats_to_vote(record, seat):
            return await self.cache.keep(table, record), False
        return await self._free(table, record, Seat(seat), rival, None), True

    @changes_table
    async def ask(self, table: Table, seat: int, sitter: Sitter) -> Table:
        """Let a person take a free seat, once everybody has agreed; before, take note that they ask, or no more do."""
        record = table.going_on.record
        if any(each.user == sitter.user for each in record.sitters):
            raise AlreadySeated
        if seat not in policies.vacant_seats(record):
            raise NoVacancy
        if witnessed(record, sitter.user):
            raise Witness
        known = policies.find_candidate(record, seat, sitter.user)
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
        known = policies.find_candidate(table.record, seat, newcomer)
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
        known = policies.find_candidate(record, seat, sitter.user)
        if known is None or known.missing:
            return await self.cache.keep(table, record)
        now = self.cache.now()
        clock = record.clock and record.clock.with_new_sitter(seat).note_activity(seat, now)
        if clock and clock.terms.pace and (back := await self._back(sitter.user)) is not None:
            # Who is away at others is so here, for as long.
            clock = clock.begin_away(seat, back, now)
        record = exchanged(record, seat, sitter, now)
        return await self._reseat(table, replace(record, clock=clock), Seat(seat))

    async def _reseat(self, table: Table, record: TableRecord, seat: Seat) -> Table:
        """Keep who sits there now, with what the orders come to: those of who has left end."""
        after, moves = taken(table.started, seat, table.record.sitters[seat], record.sitters[seat])
        return await self.cache.keep(table, record, after, moves)

    async def _free(self, table: Table, record: TableRecord, seat: Seat, rival: str, by: int | None) -> Table:
        """Keep a table on whose seat a rival plays from now on; one that no person has a seat at is ended."""
        freed = exchanged(record, seat, Sitter(NO_USER, rival, level=CARING), self.cache.now())
        people = [sitter.user for sitter in freed.sitters if sitter.person]
        if not people:
            return await self.cache.keep(table, replace(record, status=Status.ENDED, ended_by=by))
        opener = people[0] if record.opener == record.sitters[seat].user else record.opener
        clock = record.clock and record.clock.with_new_sitter(seat)
        return await self._reseat(table, replace(freed, clock=clock, opener=opener), seat)

    def _noted(self, table: Table, kind: Kind, seat: int, sitter: Sitter) -> TableRecord:
        noted = Incident(table.started.seq, kind, seat, replace(bare(sitter), level=None), self.cache.now())
        return replace(table.record, incidents=(*table.record.incidents, noted))


def peopled(table: Table) -> tuple[int, ...]:
    """Return the seats that are people's, whether they are there or not."""
    return tuple(seat for seat, sitter in enumerate(table.record.sitters) if sitter.person)


def neutral(table: Table, user: int, *, moderator: bool) -> None:
    """Raise NotNeutral for whoever is no moderator, or plays at the table."""
    if not moderator or user in table.people.users:
        raise NotNeutral
