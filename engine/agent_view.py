"""The view of an agent: never the position itself, but a twin of it that its seat can't tell from it.

`Match.view` is the only maker of views, as `Match.frame` is of frames. A twin is dealt with the draws of a stream that
has nothing to do with the match's seed; it holds all that the seat knows and guesses at the rest. Nothing else of a
match goes into a view: no seed, no log, no number of moves, nor anything changeable that the real state holds.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from engine.frozen import frozen
from engine.scene import Seat

S = TypeVar("S")


@frozen
class AgentView(Generic[S]):
    """A `seat` that has to decide, a `twin` that it can't tell from the real state, and how many `picks` it makes."""

    seat: Seat
    twin: S
    picks: int = 1
