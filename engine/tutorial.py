"""Primers: a game's fixed deal by which a beginner learns it, one kind of question after the other.

The deal is the same for everybody and no secret. Along the suggestions of a knight, every kind of question comes up,
each with its lesson: the text "KEY-lesson-NAME" for the kind that `Game.hints` calls "NAME"
(`tests/contract/primers.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from engine import fairness
from engine.frozen import frozen
from engine.scene import Seat

S = TypeVar("S")

LESSON = "lesson"
"""What the deal of a primer is called where a table is kept."""


@frozen
class Tutorial(Generic[S]):
    """The table at which a game is learned, and the end of the lesson.

    `number` names the deal; the learner has the seat `seat` of `seats`. The first `skipped` moves are made for all by
    knights, so that the lesson begins shortly before everything comes up. It ends with a state for which `over` returns
    True.
    """

    number: int
    seats: int
    seat: Seat
    skipped: int
    over: Callable[[S], bool]

    @property
    def secret(self) -> bytes:
        """Return the secret of the shuffle, which anybody can make from `number`."""
        return fairness.hash_parts(b"herald primer", str(self.number).encode())
