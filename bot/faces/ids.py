"""custom_id <-> Click: all that a click needs travels in the id or rests in the database.

`bot.interactions.router.ROUTES` tells who answers which verb, and what its words are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

LONGEST = 100
FORM = re.compile(r"[a-z]{1,12}(?::[a-z0-9]{1,50}){0,6}")

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LARGEST_PACKED = len(DIGITS) ** 2 - 1
MOST_PACKED = 25
"""The largest number that can be packed into a word, and how many together: two signs for each."""


@dataclass(frozen=True, slots=True)
class Click:
    """What was clicked: a verb, and words or numbers that belong to it."""

    verb: str
    words: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Return the click as a custom_id."""
        return click(self.verb, *self.words)


def click(verb: str, *words: int | str) -> str:
    """Return the custom_id of a verb with its words."""
    return ":".join((verb, *map(str, words)))


def read(custom_id: str) -> Click | None:
    """Return the click of a custom_id, or None if it isn't one of Herald's."""
    if len(custom_id) > LONGEST or not FORM.fullmatch(custom_id):
        return None
    verb, *words = custom_id.split(":")
    return Click(verb, tuple(words))


def packed(numbers: Sequence[int]) -> str:
    """Return numbers as one word of an id, in their order; raise ValueError if they don't fit into one."""
    if len(numbers) > MOST_PACKED or any(not 0 <= number <= LARGEST_PACKED for number in numbers):
        raise ValueError(f"at most {MOST_PACKED} numbers up to {LARGEST_PACKED} fit into an id")
    return "".join(DIGITS[number // len(DIGITS)] + DIGITS[number % len(DIGITS)] for number in numbers)


def unpacked(word: str) -> tuple[int, ...]:
    """Return the numbers of a word, whoever wrote it: a sign that is left over counts by itself."""
    return tuple(int(word[start : start + 2], len(DIGITS)) for start in range(0, len(word), 2))
