"""Seats that were left during a match: which are free, who would like one, who agrees, and who wants one to be freed.

All of it follows from what happened at the table (`Incident`): an ASKED or a VOTED one counts until its seat changes
hands, and a WELCOMED one until another person has the seat of whoever agreed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.clocks.clock import Then
from bot.storage.records import Incident, Kind, Sitter, Status, TableRecord

FEWEST_VOTERS = 2
"""How many people it takes at least to free a seat of somebody else: nobody decides that alone."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Who would like a free `seat`, since when, and on which seats people sit who have not agreed yet.

    Whose time is up is not among the `missing`, for whom the newcomer waits, but among the `silent`.
    """

    seat: int
    sitter: Sitter
    silent: tuple[int, ...]
    missing: tuple[int, ...]
    since: float


def vacant(table: TableRecord) -> tuple[int, ...]:
    """Return the seats of a running match that a person has left and nobody has taken since; rivals play there."""
    if table.status is not Status.PLAYING:
        return ()
    held = {each.seat for each in table.incidents if each.kind is Kind.SEATED and each.sitter.person}
    return tuple(seat for seat, sitter in enumerate(table.sitters) if seat in held and not sitter.person)


def here(table: TableRecord) -> tuple[int, ...]:
    """Return the seats whose people are there: for somebody whose time is up, nobody waits."""
    return tuple(seat for seat, sitter in enumerate(table.sitters) if sitter.person and not late(table, seat))


def late(table: TableRecord, seat: int) -> bool:
    """Tell whether the time of a seat is up, and nobody has pressed anything for it since."""
    return table.clock is not None and bool(table.clock.seats) and table.clock.seats[seat].late


def candidates(table: TableRecord) -> tuple[Candidate, ...]:
    """Return who would like a free seat, whoever asked first first."""
    found: dict[tuple[int, int], int] = {}
    free = set(vacant(table))
    for place, each in enumerate(table.incidents):
        key = each.seat, each.sitter.user
        if each.kind is Kind.ASKED and each.seat in free and place > _since(table.incidents, each.seat):
            found[key] = place
        elif each.kind is Kind.WITHDRAWN:
            found.pop(key, None)
    return tuple(_candidate(table, seat, place) for (seat, _), place in found.items())


def _candidate(table: TableRecord, seat: int, place: int) -> Candidate:
    asked, silent = table.incidents[place], _silent(table, place)
    return Candidate(seat, asked.sitter, silent, tuple(each for each in silent if each in here(table)), asked.at)


def candidate(table: TableRecord, seat: int, user: int) -> Candidate | None:
    """Return a person as one who would like a free seat; None if they would not."""
    return next((each for each in candidates(table) if (each.seat, each.sitter.user) == (seat, user)), None)


def votable(table: TableRecord) -> tuple[int, ...]:
    """Return the seats of people whose time is up and whom enough others are there to vote about."""
    if table.status is not Status.PLAYING or len(here(table)) < FEWEST_VOTERS:
        return ()
    return tuple(seat for seat, sitter in enumerate(table.sitters) if sitter.person and late(table, seat))


def votes(table: TableRecord, seat: int) -> tuple[int, ...]:
    """Return the users who want a seat to be freed whose time is up."""
    clock = table.clock
    # Where a rival plays, its moves start the clock anew, and the seat has changed hands when its time was up.
    since = clock.seats[seat].since if clock is not None and clock.terms.then is Then.WAITS else 0.0
    later = table.incidents[_since(table.incidents, seat) + 1 :]
    voted = (each for each in later if each.kind is Kind.VOTED and each.seat == seat and each.at >= since)
    return tuple(dict.fromkeys(each.sitter.user for each in voted))


def undecided(table: TableRecord, seat: int) -> tuple[int, ...]:
    """Return the seats of those who are there and have not voted for a seat to be freed."""
    voted = votes(table, seat)
    return tuple(each for each in here(table) if table.sitters[each].user not in voted)


def _silent(table: TableRecord, asked: int) -> tuple[int, ...]:
    """Return the seats whose people have not agreed to what somebody has asked; none where newcomers are welcome."""
    if table.clock is not None and table.clock.terms.welcome:
        return ()
    user = table.incidents[asked].sitter.user
    said = {
        each.seat: place
        for place, each in enumerate(table.incidents)
        if each.kind is Kind.WELCOMED and each.sitter.user == user and place > asked
    }
    people = (seat for seat, sitter in enumerate(table.sitters) if sitter.person)
    return tuple(seat for seat in people if said.get(seat, -1) <= _came(table, seat))


def _came(table: TableRecord, seat: int) -> int:
    """Return the place of the incident after which only its present person has had a seat, or a rival for them."""
    person = table.sitters[seat].person
    held = [(place, each) for place, each in enumerate(table.incidents) if each.kind is Kind.SEATED]
    return max((place for place, each in held if each.seat == seat and each.sitter.person != person), default=-1)


def _since(incidents: Sequence[Incident], seat: int) -> int:
    """Return the place of the incident by which a seat changed hands last, -1 if none did."""
    places = (place for place, each in enumerate(incidents) if each.kind is Kind.SEATED and each.seat == seat)
    return max(places, default=-1)
