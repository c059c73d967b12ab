"""Duplicate: which games have a deal that many people play, each by themselves, and how many sit there."""

from __future__ import annotations

from engine.game import AnyGame

DEAL_SEATS, MOST_DECISIONS = 4, 45
"""How many play a deal of the day, and how often one of them decides at most."""


def deal_seats(game: AnyGame) -> int | None:
    """Return how many play a deal of the day, one of them a person; None where a game has none, or is too long."""
    long = game.waits.get(DEAL_SEATS, (0, 0))[0] > MOST_DECISIONS * DEAL_SEATS
    return None if game.points is None or long or DEAL_SEATS not in game.seats else DEAL_SEATS
