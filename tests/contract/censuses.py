"""What must never be lost: for each game, how to count its cards, and what the count has to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.games.fortheking import cards as fortheking
from engine.games.fortheking.state import census as fortheking_census


class Census(NamedTuple):
    """How the cards of a state are counted, and the check of that count for a number of seats."""

    count: Callable[[Any], Any]
    check: Callable[[Any, int], None]


def _for_the_king(count: Counter[str], _seats: int) -> None:
    """A1: the 108 cards of the box, 54 government, 39 gold and 15 Kings."""
    kinds = Counter[str]()
    for card, copies in count.items():
        kinds[fortheking.FACES[card].kind] += copies
    assert kinds == {"government": 54, "gold": 39, "king": 15}
    assert all(count[card] == 13 for card in ("gold-1", "gold-2", "gold-3"))


CENSUSES: Mapping[str, Census] = MappingProxyType({"fortheking": Census(fortheking_census, _for_the_king)})
