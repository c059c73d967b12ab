"""The score: the most Influence, and the tie-breaker (R58-R60, C12)."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.oriflamme.state import State
from engine.scene import Seat


class Score(NamedTuple):
    """The score of a seat: its `influence`, then its uncovered cards in the queue, `tops` (R58, R59)."""

    influence: int
    tops: int


def scores(state: State) -> list[Score]:
    """Return the score of each seat."""
    tops = [card.family for _, card in state.tops]
    return [
        Score(influence, tops.count(Seat(seat)))
        for seat, influence in enumerate(state.influence)
    ]
