"""Expected duration of a game that is played over days, shown before it begins."""

from __future__ import annotations

from typing import Final

from bot.clocks.clock import HOUR

USUAL_WAIT: Final = 9 * HOUR
"""Seconds of a usual wait for people who look in twice a day (`python -m bench.waits`: days by waits)."""


def expected_duration(waits: float, pace: int) -> float:
    """Return the usual seconds of a game with that many `waits`, each of `pace` seconds at most."""
    return waits * min(pace or USUAL_WAIT, USUAL_WAIT)
