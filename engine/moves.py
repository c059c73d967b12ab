"""A move as it was played: the action, what happened, and what is told of it."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple

from engine.game import A, AnyGame
from engine.scene import Seat
from engine.takeback import Rewind, TakeBack
from engine.telling import Event, Told, worded


class Move(NamedTuple, Generic[A]):
    """One action that was played, with what happened; `seq` counts from 1, `ended` is the state if that was the end.

    What is `final` can't be taken back: chance had a part in it, or somebody learned of something hidden.
    """

    seq: int
    seat: Seat
    action: A
    events: tuple[Event, ...]
    game: AnyGame
    ended: Any = None
    final: bool = False

    @property
    def told(self) -> tuple[Told, ...]:
        """Return what was told, to whom; the words are made when they are read."""
        if isinstance(self.action, TakeBack | Rewind):
            return self.action.told(self.seat)
        told = worded(self.events, self.game.key, self.game.telling.wording)
        return told if self.ended is None else (*told, *map(Told, self.game.conclude(self.ended)))
