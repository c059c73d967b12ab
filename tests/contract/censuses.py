"""What must never be lost: for each game, how to count its cards, and what the count has to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.games.fortheking import cards as fortheking
from engine.games.fortheking.state import census as fortheking_census
from engine.games.oriflamme import cards as oriflamme
from engine.games.oriflamme.state import census as oriflamme_census


class Census(NamedTuple):
    """How the cards of a state are counted, and the check of that count for a number of seats."""

    count: Callable[[Any], Any]
    check: Callable[[Any, int], None]


def _for_the_king(count: Counter[str], _seats: int) -> None:
    """A1.7: the 108 cards of the box, 54 government, 39 gold and 15 Kings."""
    kinds = Counter[str]()
    for card, copies in count.items():
        kinds[fortheking.FACES[card].kind] += copies
    assert kinds == {"government": 54, "gold": 39, "king": 15}
    assert all(count[card] == 13 for card in ("gold-1", "gold-2", "gold-3"))


def _oriflamme(count: Counter[tuple[int, str]], seats: int) -> None:
    """B1.2: the 11 cards of each colour in play, one of each."""
    assert count == {(seat, name): 1 for seat in range(seats) for name in oriflamme.NAMES}


CENSUSES: Mapping[str, Census] = MappingProxyType(
    {
        "fortheking": Census(fortheking_census, _for_the_king),
        "oriflamme": Census(oriflamme_census, _oriflamme),
    }
)
