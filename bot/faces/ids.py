"""custom_id <-> Click: all that a click needs travels in the id or rests in the database."""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST = 100
FORM = re.compile(r"[a-z]{1,12}(?::[a-z0-9]{1,20}){0,6}")


@dataclass(frozen=True, slots=True)
class Click:
    """What was clicked: a verb, and words or numbers that belong to it."""

    verb: str
    words: tuple[str, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the words as whole numbers; raise ValueError if one isn't."""
        return tuple(int(word) for word in self.words)

    @property
    def id(self) -> str:
        """Return the click as a custom_id."""
        return ":".join((self.verb, *self.words))


def click(verb: str, *words: int | str) -> str:
    """Return the custom_id of a verb with its words."""
    return Click(verb, tuple(str(word) for word in words)).id


def read(custom_id: str) -> Click | None:
    """Return the click of a custom_id, or None if it isn't one of Herald's."""
    if len(custom_id) > LONGEST or not FORM.fullmatch(custom_id):
        return None
    verb, *words = custom_id.split(":")
    return Click(verb, tuple(words))
