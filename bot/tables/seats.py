"""Who sits where at a table, changed: rivals in a lobby, and seats that change hands.

A seat that changes hands keeps its cards, its question and its word for the shuffle; from the next move on somebody
else plays it. Whoever has held a seat has seen its hand, and so gets no other seat of that match.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace

from bot.storage.records import NO_USER, Incident, Kind, Private, Sitter, TableRecord
from bot.tables.cache import TableCache, changes_table
from bot.tables.limits import Turnstile
from bot.tables.ordering import taken
from bot.tables.refusals import NoRival, TableFull, Witness
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
