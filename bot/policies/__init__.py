"""Policies: actions that a table's record allows; below faces, which show them, and tables, which do them.

Vacancies are seats that were left during a match, requests for them, and votes to free one. All of it follows from the
incidents of a table (`Incident`): an `ASKED` or a `VOTED` one counts until its seat changes hands, and a `WELCOMED`
one until another person has the seat that agreed.
"""

from __future__ import annotations

from bot.clocks.table_clock import TimeoutAction
from bot.storage.records import IncidentKind, Sitter, Status, TableRecord
from engine.frozen import frozen

FEWEST_VOTERS = 2
"""How many people it takes at least to free another's seat: nobody decides that alone."""


@frozen
class Candidate:
    """A request of `sitter` for the free `seat`, `since` a moment.

    `silent` are the seats of people that haven't agreed yet; only the `missing`, those in time with their moves, are
    waited for.
    """

    seat: int
    sitter: Sitter
    silent: tuple[int, ...]
    missing: tuple[int, ...]
    since: float


def vacant_seats(table: TableRecord) -> tuple[int, ...]:
    """Return the seats of a running match that a person left and that are free since; rivals play there."""
    if table.status is not Status.PLAYING:
        return ()

    held = {
        each.seat
        for each in table.incidents
        if each.kind is IncidentKind.SEATED and each.sitter.person
    }
    return tuple(
        seat
        for seat, sitter in enumerate(table.sitters)
        if seat in held and not sitter.person
    )


def seats_of_people(table: TableRecord) -> tuple[int, ...]:
    """Return the seats that belong to people, whether they are late or not."""
    return tuple(seat for seat, sitter in enumerate(table.sitters) if sitter.person)


def present_seats(table: TableRecord) -> tuple[int, ...]:
    """Return the seats of people that aren't late (`is_late`): only these are waited for."""
    return tuple(seat for seat in seats_of_people(table) if not is_late(table, seat))


def is_late(table: TableRecord, seat: int) -> bool:
    """Tell whether the time of `seat` is up, without a press for it since."""
    return table.clock is not None and table.clock.is_late(seat)


def candidates(table: TableRecord) -> tuple[Candidate, ...]:
    """Return the requests for free seats, oldest first; a person who got one of several has no more of them."""
    found = {}
    free = set(vacant_seats(table))

    for place, each in enumerate(table.incidents):
        key = each.seat, each.sitter.user
        if (
            each.kind is IncidentKind.ASKED
            and each.seat in free
            and place > _last_change(table, each.seat)
        ):
            found[key] = place
        elif each.kind is IncidentKind.WITHDRAWN:
            found.pop(key, None)
        elif each.kind is IncidentKind.SEATED:
            found = {key: found[key] for key in found if key[1] != each.sitter.user}

    return tuple(_candidate(table, seat, place) for (seat, _), place in found.items())


def _candidate(table: TableRecord, seat: int, place: int) -> Candidate:
    asked, silent = table.incidents[place], _seats_without_answer(table, place)
    missing = tuple(each for each in silent if each in present_seats(table))
    return Candidate(seat, asked.sitter, silent, missing, asked.at)


def find_candidate(table: TableRecord, seat: int, user: int) -> Candidate | None:
    """Return the request of `user` for `seat`, else None."""
    return next(
        (
            each
            for each in candidates(table)
            if (each.seat, each.sitter.user) == (seat, user)
        ),
        None,
    )


def votable_seats(table: TableRecord) -> tuple[int, ...]:
    """Return the seats that are late and that enough other people are present to vote about."""
    if table.status is not Status.PLAYING or len(present_seats(table)) < FEWEST_VOTERS:
        return ()
    return tuple(seat for seat in seats_of_people(table) if is_late(table, seat))


def voters(table: TableRecord, seat: int) -> tuple[int, ...]:
    """Return the users in favour of freeing `seat`."""
    clock = table.clock
    # Where a rival plays, its moves start the clock anew, and the seat has changed hands when its time was up.
    since = 0.0
    if clock and clock.terms.then is TimeoutAction.WAITS:
        since = clock.seats[seat].since
    later = table.incidents[_last_change(table, seat) + 1 :]
    voted = (
        each.sitter.user
        for each in later
        if each.kind is IncidentKind.VOTED and each.seat == seat and each.at >= since
    )

    return tuple(dict.fromkeys(voted))


def seats_to_vote(table: TableRecord, seat: int) -> tuple[int, ...]:
    """Return the present seats that have not voted for freeing `seat`."""
    voted = voters(table, seat)
    return tuple(
        each for each in present_seats(table) if table.sitters[each].user not in voted
    )


def _seats_without_answer(table: TableRecord, asked: int) -> tuple[int, ...]:
    """Return the seats that have not agreed to the incident `asked`; none where newcomers are `welcome`."""
    if table.clock and table.clock.terms.welcome:
        return ()

    user = table.incidents[asked].sitter.user
    said = {
        each.seat: place
        for place, each in enumerate(table.incidents)
        if each.kind is IncidentKind.WELCOMED
        and each.sitter.user == user
        and place > asked
    }

    return tuple(
        seat
        for seat in seats_of_people(table)
        if said.get(seat, -1) <= _arrival(table, seat)
    )


def _arrival(table: TableRecord, seat: int) -> int:
    """Return the index of the incident since which the present person has `seat`, a rival for them included."""
    person = table.sitters[seat].person
    others = [
        place
        for place in _changes(table, seat)
        if table.incidents[place].sitter.person != person
    ]
    return max(others, default=-1)


def _last_change(table: TableRecord, seat: int) -> int:
    """Return the index of the incident by which `seat` changed hands last, -1 if none did."""
    return max(_changes(table, seat), default=-1)


def _changes(table: TableRecord, seat: int) -> list[int]:
    """Return the indices of the incidents by which `seat` changed hands."""
    return [
        place
        for place, each in enumerate(table.incidents)
        if each.kind is IncidentKind.SEATED and each.seat == seat
    ]
