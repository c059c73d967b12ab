"""What is told while an action is played."""

from __future__ import annotations

from engine.game import Told
from engine.scene import Seat, Value, say


class Tale:
    """The events of one action, in order, each addressed."""

    def __init__(self) -> None:
        self.told: list[Told] = []

    def all(self, key: str, **facts: Value) -> None:
        """Tell everybody."""
        self.told.append(Told(say(f"oriflamme-told-{key}", **facts)))

    def others(self, seat: Seat, key: str, **facts: Value) -> None:
        """Tell everybody but a seat, which is told more."""
        self.told.append(Told(say(f"oriflamme-told-{key}", **facts), but=seat))

    def only(self, seat: Seat, key: str, **facts: Value) -> None:
        """Tell one seat in private."""
        self.told.append(Told(say(f"oriflamme-told-{key}", **facts), seat))
