"""Free seats, at the table message: their sitters, the candidates, and the votes about them."""

from __future__ import annotations

from collections.abc import Iterable

from bot import policies
from bot.faces.components import Controls, Part, Parts, Style, button
from bot.faces.scene_text import Localizer
from bot.policies import Candidate
from bot.storage.records import TableRecord
from bot.texts.names import bold_name, plain_name
from engine.scene import Seat, Who

MOST = 5
"""How many who would like a seat are shown: as many as a row has buttons."""


def vacancy_lines(table: TableRecord, localizer: Localizer) -> list[str]:
    """Return the lines about free seats, their candidates, and the seats that others want to be freed."""
    vacant = _players(policies.vacant_seats(table))
    lines = [localizer.key("seat-free", player=player) for player in vacant]
    for each in policies.candidates(table)[:MOST]:
        key = "seat-asked" if each.missing else "seat-agreed"
        who = bold_name(each.sitter.name)
        rival = Who(Seat(each.seat))
        missing = _players(each.missing)
        lines.append(localizer.key(key, player=who, rival=rival, players=missing))
    for seat in policies.votable_seats(table):
        if policies.voters(table, seat):
            waits = _players(policies.seats_to_vote(table, seat))
            key = "seat-voted" if waits else "seat-decided"
            lines.append(localizer.key(key, player=Who(Seat(seat)), players=waits))

    return [f"-# {line}" for line in lines]


def _players(seats: Iterable[int]) -> tuple[Who, ...]:
    return tuple(Who(Seat(seat)) for seat in seats)


def seat_buttons(table: TableRecord, localizer: Localizer) -> Parts:
    """Return a button for each free seat, by which a user without one asks for it."""
    free = policies.vacant_seats(table)
    names = localizer.people.plain_names
    key = "button-sit" if len(free) == 1 else "button-sit-of"
    return [
        button(localizer.text(key, player=names[seat]), "sit", table.id, seat)
        for seat in free
    ]


def vacancy_rows(
    table: TableRecord, localizer: Localizer, *, own: Seat | None = None
) -> Controls:
    """Return the rows under a table where a seat is free, or may be freed; none where neither is.

    A player with a seat of their `own` takes no other, and has no vote about it.
    """
    names = localizer.people.plain_names
    first = seat_buttons(table, localizer) if own is None else []
    for seat in policies.votable_seats(table):
        if seat != own:
            label = localizer.text("button-free", player=names[seat])
            first.append(button(label, "vote", table.id, seat))
    candidates = (each for each in policies.candidates(table)[:MOST] if each.missing)
    agree = [welcome_button(table, each, localizer) for each in candidates]

    return [first[:MOST], agree]


def welcome_button(
    table: TableRecord, newcomer: Candidate, localizer: Localizer
) -> Part:
    """Return the button by which a player agrees that `newcomer` takes a free seat."""
    sitter = newcomer.sitter
    label = localizer.text("button-welcome", player=plain_name(sitter.name))
    words = (table.id, newcomer.seat, sitter.user)
    return button(label, "welcome", *words, style=Style.SUCCESS)
