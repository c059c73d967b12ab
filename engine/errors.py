"""Refusals: what the engine answers to an action that changes nothing."""

from typing import ClassVar

from engine.scene import Text, Value, say


class Refused(Exception):
    """An action or a request that was turned down; nothing has changed."""

    key: ClassVar[str] = "refused"

    def __init__(self, **facts: Value) -> None:
        """Keep the facts that the answer mentions."""
        super().__init__(self.key)
        self.facts = facts

    @property
    def text(self) -> Text:
        """Return what the person is told."""
        return say(self.key, **self.facts)


class NotSeated(Refused):
    """The person has no seat at this table."""

    key = "refused-not-seated"


class NotYourTurn(Refused):
    """The seat is not asked for anything now."""

    key = "refused-not-your-turn"


class IllegalAction(Refused):
    """The action is not among the legal ones."""

    key = "refused-illegal"


class StaleAction(Refused):
    """The question that this answers has changed since."""

    key = "refused-stale"


class MatchOver(Refused):
    """The match has ended."""

    key = "refused-over"


class NothingToTakeBack(Refused):
    """The seat has played nothing that could be undone now."""

    key = "refused-take-back"


class WrongSeats(Refused):
    """The game can't be played by that many."""

    key = "refused-seats"
