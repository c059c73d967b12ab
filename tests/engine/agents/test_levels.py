"""The levels are ordered in every game: an agent that stops playing sensibly is found out by a few fixed games.

Nothing here is timed; `python -m bench.strength` tells how strong they are.
"""

from __future__ import annotations

import pytest

from bench.strength import Duel, play
from engine.games import GAMES

LEVELS = [
    pytest.param("knight", "squire", 12, marks=pytest.mark.slow),
    pytest.param("champion", "knight", 4, marks=pytest.mark.soak),
]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("level", "against", "most"), LEVELS)
def test_a_level_beats_the_one_below(game: str, level: str, against: str, most: int) -> None:
    """With as few seats as can be, each deal from every seat: more than its fair share, and more points."""
    seats = GAMES[game].seats.start
    games = most - most % seats
    played = [play(GAMES[game], Duel(game, seats, level, against), number) for number in range(games)]
    assert sum(one.won for one in played) > games / seats
    assert sum(one.points - one.others for one in played) > 0
