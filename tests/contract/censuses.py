"""What must never be lost; each game says in its own file under tests/games how its cards are counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Census(NamedTuple):
    """How the cards of a state are counted, and the check of that count for a number of seats."""

    count: Callable[[Any], Any]
    check: Callable[[Any, int], None]
