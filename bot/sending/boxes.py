"""The boxes of games, as an open table shows them."""

from __future__ import annotations

from bot.faces.lobby import Box
from engine.game import AnyGame


def box_of(game: AnyGame) -> Box:
    """Return what stands on the box of a game."""
    kinds, orders = next(iter(game.telling.glossary), None), game.ordering is not None
    return Box(game.seats, game.minutes, kinds, orders=orders, waits=game.waits)
