"""How much of a fault is tried, from which seed, and what it is called."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bench.faults.people import say
from bench.faults.promises import Tally
from bench.records import Record

SHOWN = 20
"""How many lines are told of what went wrong."""


@dataclass(frozen=True, slots=True)
class Trial:
    """How often or for how many seconds a fault is ordered, at how many tables, and the seed of all its dice."""

    size: int
    seed: int
    tables: int

    def called(self, what: str) -> str:
        """Return the name of the fault with its size."""
        return f"{self.size:,} {what}"

    def noted(self, found: Tally) -> Iterable[Record]:
        """Tell what went wrong, so that it can be looked into; there is no record of that."""
        for line in list(found.broken)[:SHOWN]:
            say(f"  {line}")
        return ()
