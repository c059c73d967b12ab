"""How the points go, auction by auction: the course of a match that is over (F40, C11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.games.fortheking.state import State
from engine.scene import Chart, say

STEP: Final = 3
"""From one mark of the chart to the next it is so many auctions."""


def course(state: State) -> Iterator[Chart]:
    """Yield the points before the first auction, after each third and after the last, as far as they were kept.

    A match that began under rules 2 has kept those since it was carried over; fewer than two marks make no chart.
    """
    last = len(state.sales)
    kept = dict(zip(range(last + 1 - len(state.course), last + 1), state.course, strict=True))
    marks = tuple(mark for mark in kept if mark % STEP == 0 or mark == last)
    if len(marks) > 1:
        values = tuple(zip(*(kept[mark] for mark in marks), strict=True))
        yield Chart(say("fortheking-chart-points"), marks, values)
