"""Duplicate deals: the games that have a deal of the day, which many people play, each by themselves."""

from __future__ import annotations

from engine.game import AnyGame

DEAL_SEATS, MOST_DECISIONS = 4, 45
"""How many play a deal of the day, and how often one of them decides at most."""


def deal_seats(game: AnyGame) -> int | None:
    """Return the number of seats of a game's deal of the day, one of them a person's.

    None if the game has no `points`, or takes more than `MOST_DECISIONS` of a seat.
    """
    long = game.waits.get(DEAL_SEATS, (0, 0))[0] > MOST_DECISIONS * DEAL_SEATS
    return None if game.points is None or long or DEAL_SEATS not in game.seats else DEAL_SEATS
