"""Who sits where at a table, and who has: rivals in a lobby, seats that change hands, and what people have seen.

A seat that changes hands keeps its cards, its question and its word for the shuffle; from the next move on somebody
else plays it. Whoever has held a seat has seen its hand, and so gets no other seat of that match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.storage.records import NO_USER, Incident, Kind, Sitter, TableRecord
from bot.tables.refusals import NoRival, Witness

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
