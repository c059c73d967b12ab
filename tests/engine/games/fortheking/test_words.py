"""The English texts: what they say of the duties."""

from __future__ import annotations

import itertools
import re

from engine.games.fortheking import cards
from tests.engine.games.fortheking.table import GAME
from tests.engine.games.sentences import source


def test_every_duty_has_a_title_of_its_own() -> None:
    """A1.2: six an office, from 1 point to 6."""
    titles = re.findall(r"^fortheking-duty-([a-z]+)-([1-6]) = (.+)$", source(GAME.key), re.MULTILINE)
    held = {(office, int(value)) for office, value, _ in titles}
    assert held == set(itertools.product(cards.offices(5), range(1, 7)))
    assert len({title for _, _, title in titles}) == len(held) == 36
