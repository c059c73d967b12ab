"""What was found in a match that is over: each seat's chances at its decisions, and the moves that turned the match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.scene import Text


class Look(NamedTuple):
    """How likely a seat was to win before one of its moves, by what it knew, and before its next one or at the end.

    Both are in percent, give or take `spread`; `after` is None where the next one wasn't looked at.
    """

    move: int
    seat: int
    before: int
    after: int | None
    spread: int


class TurningPoint(NamedTuple):
    """A move that changed its seat's chance as hardly another one, and what everybody was told of it."""

    move: int
    told: Text


@dataclass(frozen=True, slots=True)
class Analysis:
    """What was found in a match that is over, after so many `moves`: looks and turning points, in their order."""

    moves: int
    looks: tuple[Look, ...]
    points: tuple[TurningPoint, ...]

    def look(self, move: int) -> Look | None:
        """Return the look at a move, if there was one."""
        return next((look for look in self.looks if look.move == move), None)
