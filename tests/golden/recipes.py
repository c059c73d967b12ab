"""What a recorded game has to show; each game lists its own in its file under tests/games."""

from dataclasses import dataclass

from engine.scene import Text


@dataclass(frozen=True)
class Recipe:
    """A match to record: the name of its page, what it shows, what has to be said in it, and the first seed to try.

    Each `says` is a key with facts that must be among those of a line that was told, or of the report.
    """

    name: str
    seats: int
    shows: str
    says: tuple[Text, ...]
    first: int = 0
