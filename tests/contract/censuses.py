"""What must never be lost; each game says in its own file under tests/games how its cards are counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


def anything(_state: object) -> None:
    """Take every state for possible: the count says all."""


class Census(NamedTuple):
    """How the cards of a state are counted, the check of that count by seats, and the check of a whole state."""

    count: Callable[[Any], Any]
    check: Callable[[Any, int], None]
    possible: Callable[[Any], None] = anything
