"""The analysis of a match that is over: each seat's chances at its decisions, and its turning points."""

from __future__ import annotations

from math import exp, log
from typing import NamedTuple

from engine.frozen import frozen
from engine.scene import Text


class Foresight(NamedTuple):
    """Calibration (Platt scaling): a line between the logits of a share of imagined worlds and of a chance.

    Imagined rivals hold any cards that they may, real ones those that they chose, which tells more the more of a match
    is played: the line has the slope `steep` and the height `level` at the beginning, and `steeper` and `higher` by
    that at the end.
    """

    steep: float = 1.0
    level: float = 0.0
    steeper: float = 0.0
    higher: float = 0.0

    def chance(self, share: float, played: float) -> float:
        """Return the chance for a `share` strictly between 0 and 1, as a part `played` of the match is over."""
        logit = (self.steep + self.steeper * played) * log(share / (1 - share)) + self.level + self.higher * played
        return 1 / (1 + exp(-logit))


EXACT = Foresight()


class Look(NamedTuple):
    """A seat's chance `before` its move of number `move`, by its own knowledge, and before its next one or the end.

    `before` and `after` are in percent, give or take `spread`; `after` is None where there was no look at the next one.
    """

    move: int
    seat: int
    before: int
    after: int | None
    spread: int


class TurningPoint(NamedTuple):
    """A move that changed its seat's chance as hardly another one; `told` is the event that everybody was told."""

    move: int
    told: Text


@frozen
class Analysis:
    """The result for a match of so many `moves`: `looks` and turning `points`, in their order."""

    moves: int
    looks: tuple[Look, ...]
    points: tuple[TurningPoint, ...]

    def look(self, move: int) -> Look | None:
        """Return the look at the move of that number; None if there was none."""
        return next((look for look in self.looks if look.move == move), None)
