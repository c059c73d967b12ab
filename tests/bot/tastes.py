"""What those who play whole games, and those who watch them, know of each game, in English words."""

from __future__ import annotations

from functools import cache

from engine.games import GAMES
from tests import games
from tests.bot.server import words


@cache
def liking(label: str) -> float:
    """Return how likely people press a button of that label at once where they see it."""
    liked = {words(key): chance for data in games.every(GAMES).values() for key, chance in data.liked.items()}
    return liked.get(label, 0.0)


def told(game: str) -> tuple[str, ...]:
    """Return what is told in public during any whole game."""
    return games.data(game).told


def own(game: str) -> str | None:
    """Return the title of cards that only their owner ever sees; None if nobody holds anything."""
    key = games.data(game).own
    return None if key is None else words(key)
