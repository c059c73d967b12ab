"""What to expect of a game before it begins: how long it takes where people play over days."""

from __future__ import annotations

from typing import Final

from bot.clocks.clock import HOUR

USUAL_WAIT: Final = 9 * HOUR
"""How long a table waits each time for people who look in twice a day (`python -m bench.waits`: days by waits)."""


def duration(waits: float, pace: int) -> float:
    """Return how many seconds a game usually takes that waits so often, where nobody takes longer than the `pace`."""
    return waits * min(pace or USUAL_WAIT, USUAL_WAIT)
