"""How the points went, auction by auction: the course of a match that is over (F40, C11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.games.fortheking import scoring
from engine.games.fortheking.state import State
from engine.scene import Chart, say

STEP: Final = 3
"""From one mark of the chart to the next it is so many auctions."""


def course(state: State) -> Iterator[Chart]:
    """Yield the points that the hands at the end made of each third auction; nothing where there was none.

    What was bought later is left out. Cards that left a hand meanwhile scored nothing in the end, and don't before.
    """
    auctions = len(state.sales)
    marks = [*range(0, auctions, STEP), auctions]
    if auctions:
        values = tuple(zip(*(_points(state, mark) for mark in marks), strict=True))
        yield Chart(say("fortheking-chart-points"), tuple(marks), values)


def _points(state: State, auctions: int) -> list[int]:
    """Return each seat's points without what was bought after so many auctions."""
    earlier = state.copy()
    for sale in earlier.sales[auctions:]:
        if sale.seat is not None and sale.card in earlier.players[sale.seat].hand:
            earlier.players[sale.seat].hand.remove(sale.card)
    return scoring.points(earlier, scoring.duties(earlier))
