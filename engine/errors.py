"""Refusals: the errors by which the engine rejects an action, which then changes nothing.

`Refused` is the base of all of them, and takes the key of one without a class: `NotSeated`, `NotYourTurn`,
`IllegalAction`, `StaleAction`, `MatchOver`, `NothingToTakeBack`, `WrongSeats`. A class has the `key` of its sentence.
"""

from engine.scene import Text, Value, say


class Refused(Exception):
    """Base class of refusals: an action or a request was turned down, and nothing has changed."""

    key: str = "refused"

    def __init__(self, key: str = "", /, **facts: Value) -> None:
        """Take the `key` of the sentence, by default that of the class, and the `facts` that it mentions."""
        self.key = key or self.key
        super().__init__(self.key)
        self.facts = facts

    @property
    def text(self) -> Text:
        """Return the sentence for the person whose action was refused."""
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
    """The question that the action answers has changed since."""

    key = "refused-stale"


class MatchOver(Refused):
    """The match has ended."""

    key = "refused-over"


class NothingToTakeBack(Refused):
    """The seat has played nothing that could be undone now."""

    key = "refused-take-back"


class WrongSeats(Refused):
    """The game can't be played by that number of people."""

    key = "refused-seats"
