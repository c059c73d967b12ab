"""The levels are ordered in every game that has a judgement: who stops playing sensibly is found out by a few games.

Nothing here is timed; `python -m bench.strength` tells how strong they are.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bench import strength
from bench.strength import Duel, play
from engine.agents import LEVELS
from engine.agents.agent import Agent
from engine.agents.champion import Champion
from engine.games import GAMES

HASTY: Mapping[str, Agent] = {**LEVELS, "champion": Champion(playouts=8)}
"""The levels, the champion with a tenth of its budget: what it gains by thinking ahead is to be seen already."""

DUELS = [
    pytest.param("knight", "squire", 12, LEVELS, marks=pytest.mark.slow, id="knight"),
    pytest.param("champion", "knight", 4, HASTY, marks=pytest.mark.slow, id="hasty champion"),
    pytest.param("champion", "knight", 4, LEVELS, marks=pytest.mark.soak, id="champion"),
]


JUDGED = [key for key, game in GAMES.items() if game.judgement]
"""Without a judgement a knight plays as a squire does, and a champion by luck as much as by what it imagines."""


@pytest.mark.parametrize(
    "game, level, against, most, levels",
    [
        pytest.param(
            game,
            *duel.values,
            marks=(*duel.marks, *([pytest.mark.soak] if duel.id == "hasty champion" and turn % 2 else [])),
            id=f"{duel.id}-{game}",
        )
        for duel in DUELS
        for turn, game in enumerate(reversed(JUDGED))
    ],
)
def test_a_level_beats_the_one_below(
    game: str, level: str, against: str, most: int, levels: Mapping[str, Agent], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With as few seats as can be, each deal from every seat: more than its fair share, and more points."""
    monkeypatch.setattr(strength, "LEVELS", levels)
    seats = GAMES[game].seats.start
    games = most - most % seats
    played = [play(GAMES[game], Duel(game, seats, level, against), number) for number in range(games)]
    won, more = sum(one.won for one in played), sum(one.points - one.others for one in played)
    better = (
        f"{level} wins {won:g} of {games} games against {against}, by {more:g} points: what `score` ranks in "
        f"engine/games/{game}/judgement.py doesn't win. Change it, and measure it by `python -m bench.strength`."
    )
    assert won > games / seats, better
    assert more > 0, better
