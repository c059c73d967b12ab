"""The score: the most Influence, and the tie-breaker (R58-R60, C12)."""

from __future__ import annotations

from typing import Literal

from engine.frozen import frozen
from engine.games.oriflamme.state import State
from engine.scene import Seat

Reason = Literal["influence", "tops", "shared"]


@frozen
class Score:
    """The score of a seat: its `influence`, then its uncovered cards in the queue, `tops` (R58, R59)."""

    influence: int
    tops: int


@frozen
class Victory:
    """The `seats` that won, and the `reason`."""

    seats: tuple[Seat, ...]
    reason: Reason


def scores(state: State) -> list[Score]:
    """Return the score of each seat."""
    tops = [card.family for _, card in state.tops]
    return [
        Score(player.influence, tops.count(Seat(seat)))
        for seat, player in enumerate(state.players)
    ]


def points(state: State) -> list[int]:
    """Return each seat's Influence (R58)."""
    return [player.influence for player in state.players]


def places(scored: list[Score]) -> tuple[int, ...]:
    """Return each seat's place; seats that are level in everything share one (R60, C12)."""
    keys = [(one.influence, one.tops) for one in scored]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def victory(scored: list[Score]) -> Victory:
    """Return the winners and the reason: Influence, then uncovered cards, then together (R58-R60)."""
    winners = tuple(
        Seat(seat) for seat, place in enumerate(places(scored)) if place == 1
    )
    most = max(one.influence for one in scored)
    if len(winners) > 1:
        return Victory(winners, "shared")
    level = sum(one.influence == most for one in scored)
    return Victory(winners, "tops" if level > 1 else "influence")
