"""Policies: actions that a table's record allows; below faces, which show them, and tables, which do them.

Vacancies are seats that were left during a match, requests for them, and votes to free one. All of it follows from the
incidents of a table (`Incident`): an `ASKED` or a `VOTED` one counts until its seat changes hands, and a `WELCOMED`
one until another person has the seat that agreed.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.clocks.table_clock import TimeoutAction
from bot.storage.records import IncidentKind, Sitter, Status, TableRecord
from engine.frozen import frozen

FEWEST_VOTERS = 2
"""How many people it takes at least to free another's seat: nobody decides that alone."""


class Moderator(int):
    """User id of a moderator where the table is, with the rights of its opener.

    Where openers alone are asked, as for their wishes, a plain id is given.
    """


def is_led_by(table: TableRecord, user: int) -> bool:
    """Tell whether `user` opened the table or is a `Moderator`."""
    return user == table.opener or isinstance(user, Moderator)


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
    # By a seat and a user, the index of the incident.
    asked: dict[tuple[int, int], int] = {}
    agreed: dict[tuple[int, int], int] = {}
    for place, each in enumerate(table.incidents):
        seat, user = key = each.seat, each.sitter.user
        if each.kind is IncidentKind.ASKED:
            asked[key] = place
        elif each.kind is IncidentKind.WITHDRAWN:
            asked.pop(key, None)
        elif each.kind is IncidentKind.WELCOMED:
            agreed[key] = place
        elif each.kind is IncidentKind.SEATED:
            asked = {
                (at, by): asked[at, by] for at, by in asked if at != seat and by != user
            }
            if each.sitter.person != table.sitters[seat].person:
                agreed = {(by, to): agreed[by, to] for by, to in agreed if by != seat}

    free = vacant_seats(table)
    return tuple(
        _candidate(table, place, agreed)
        for (seat, _), place in asked.items()
        if seat in free
    )


def _candidate(
    table: TableRecord, place: int, agreed: Mapping[tuple[int, int], int]
) -> Candidate:
    """Return the request that is the incident `place`; it needs no consent where newcomers are `welcome`."""
    asked = table.incidents[place]
    user = asked.sitter.user
    people = seats_of_people(table)
    if table.clock and table.clock.terms.welcome:
        people = ()

    silent = tuple(seat for seat in people if agreed.get((seat, user), -1) < place)
    missing = tuple(seat for seat in silent if not is_late(table, seat))
    return Candidate(
        asked.seat,
        asked.sitter,
        silent,
        missing,
        asked.at,
    )


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
    voted: dict[int, None] = {}
    for each in table.incidents:
        if each.seat != seat:
            continue
        if each.kind is IncidentKind.SEATED:
            voted.clear()
        elif each.kind is IncidentKind.VOTED and each.at >= since:
            voted[each.sitter.user] = None

    return tuple(voted)


def seats_to_vote(table: TableRecord, seat: int) -> tuple[int, ...]:
    """Return the present seats that have not voted for freeing `seat`."""
    voted = voters(table, seat)
    return tuple(
        each for each in present_seats(table) if table.sitters[each].user not in voted
    )
