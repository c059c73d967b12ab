"""Primer: a game's fixed deal by which a beginner learns it, one kind of question after the other.

The deal is the same for everybody and no secret. Along what a knight suggests, every kind of question comes up, each
with its lesson: the text "KEY-lesson-NAME" for what `Game.hints` calls "NAME" (`tests/contract/primers.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine import fairness
from engine.scene import Seat

S = TypeVar("S")

LESSON = "lesson"
"""What the deal of a primer is called where a table is kept."""


@dataclass(frozen=True, slots=True)
class Primer(Generic[S]):
    """At which table a game is learned, and until when.

    `number` names the deal; the learner has the seat `seat` of `seats`. The first `skipped` moves are made for all by
    knights, so that the lesson begins shortly before everything comes up. It is `over` in such states.
    """

    number: int
    seats: int
    seat: Seat
    skipped: int
    over: Callable[[S], bool]

    @property
    def secret(self) -> bytes:
        """Return the secret of the shuffle, which anybody can make."""
        return fairness.hashed(b"herald primer", str(self.number).encode())
