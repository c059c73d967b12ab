"""What a recorded game has to show; each game lists its own in its file under tests/games."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Recipe:
    """A match to record: the name of its page, what it shows, what has to be said in it, and the first seed to try.

    Each `says` is how a line of the page begins, of the report or of what everybody was told: a key, in the page's own
    words without the name of the game, and a pattern for facts that count.
    """

    name: str
    seats: int
    shows: str
    says: tuple[str, ...]
    first: int = 0

    def find_missing(self, page: str) -> list[str]:
        """Return what a page should say and doesn't."""
        lines = [line.strip().removeprefix("all: ") for line in page.splitlines()]
        return [each for each in self.says if not any(re.match(rf"{each}(?![\w-])", line) for line in lines)]
