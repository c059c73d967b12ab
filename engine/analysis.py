"""What was found in a match that is over: each seat's chances at its decisions, and the moves that turned the match."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log
from typing import NamedTuple

from engine.scene import Text


class Foresight(NamedTuple):
    """How the share of imagined worlds that a seat wins becomes its chance (Platt): a line between their logits.

    Imagined rivals hold what they may, real ones what they wanted, which tells more the more of a match is played: the
    line has the slope `steep` and the height `level` at the beginning, and `steeper` and `higher` by that at the end.
    """

    steep: float = 1.0
    level: float = 0.0
    steeper: float = 0.0
    higher: float = 0.0

    def chance(self, share: float, played: float) -> float:
        """Return the chance for a share strictly between 0 and 1, of a match of which this part is `played`."""
        logit = (self.steep + self.steeper * played) * log(share / (1 - share)) + self.level + self.higher * played
        return 1 / (1 + exp(-logit))


EXACT = Foresight()


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
