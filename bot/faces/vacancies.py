"""Free seats, at the table message: their sitters, the candidates, and the votes about them."""

from __future__ import annotations

from collections.abc import Iterable

from bot import policies
from bot.faces.components import Part, Parts, Style, button, click
from bot.faces.words import Speaker
from bot.policies import Candidate
from bot.storage.records import TableRecord
from bot.texts.names import bold_name, plain_name
from engine.scene import Seat, Who

MOST = 5
"""How many who would like a seat are shown: as many as a row has buttons."""


def vacancy_lines(table: TableRecord, speaker: Speaker) -> list[str]:
    """Return the lines about free seats, their candidates, and the seats that others want to be freed."""
    lines = [
        speaker.key("seat-free", player=Who(Seat(seat))) for seat in policies.vacant_seats(table)
    ]
    for each in policies.candidates(table)[:MOST]:
        key = "seat-asked" if each.missing else "seat-agreed"
        who = bold_name(each.sitter.name)
        rival = Who(Seat(each.seat))
        lines.append(speaker.key(key, player=who, rival=rival, players=_players(each.missing)))
    for seat in policies.votable_seats(table):
        if policies.voters(table, seat):
            waits = _players(policies.seats_to_vote(table, seat))
            lines.append(speaker.key("seat-voted", player=Who(Seat(seat)), players=waits))

    return [f"-# {line}" for line in lines]


def _players(seats: Iterable[int]) -> tuple[Who, ...]:
    return tuple(Who(Seat(seat)) for seat in seats)


def seat_buttons(table: TableRecord, speaker: Speaker) -> Parts:
    """Return a button for each free seat, by which a user without one asks for it."""
    free = policies.vacant_seats(table)
    return [
        button(_seat_label(speaker, seat, alone=len(free) == 1), "sit", table.id, seat)
        for seat in free
    ]


def vacancy_rows(table: TableRecord, speaker: Speaker, *, own: Seat | None = None) -> list[Parts]:
    """Return the rows under a table where a seat is free, or may be freed; none where neither is.

    A player with a seat of their `own` takes no other, and has no vote about it.
    """
    late = [seat for seat in policies.votable_seats(table) if seat != own]
    say_ = speaker.text
    names = speaker.people.plain_names
    take = seat_buttons(table, speaker) if own is None else []
    vote: Parts = [
        button(say_("button-free", player=names[seat]), "vote", table.id, seat) for seat in late
    ]
    agree: Parts = [
        welcome_button(table, each, speaker)
        for each in policies.candidates(table)[:MOST]
        if each.missing
    ]

    return [row for row in ([*take, *vote][:MOST], agree) if row]


def welcome_button(table: TableRecord, newcomer: Candidate, speaker: Speaker) -> Part:
    """Return the button by which a player agrees that `newcomer` takes a free seat."""
    player = plain_name(newcomer.sitter.name)
    label = speaker.text("button-welcome", player=player)
    custom_id = click("welcome", table.id, newcomer.seat, newcomer.sitter.user)

    return button(label, custom_id, style=Style.SUCCESS)


def _seat_label(speaker: Speaker, seat: int, *, alone: bool) -> str:
    if alone:
        return speaker.text("button-sit")
    return speaker.text("button-sit-of", player=speaker.people.plain_names[seat])
