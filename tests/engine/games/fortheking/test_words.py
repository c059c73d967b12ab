"""The English texts: every key of the game has a sentence, which mentions nothing that it isn't given."""

from __future__ import annotations

import itertools
import re

from engine.games.fortheking import cards, names
from engine.scene import Card, Tile
from tests.engine.games.fortheking.table import GAME, start
from tests.engine.games.sentences import parts, source, symbols

"""What is told in logs of older Heralds only, which are still read."""


def test_every_duty_has_a_title_of_its_own() -> None:
    """A1.2: six an office, from 1 point to 6."""
    titles = re.findall(r"^fortheking-duty-([a-z]+)-([1-6]) = (.+)$", source(GAME.key), re.MULTILINE)
    held = {(office, int(value)) for office, value, _ in titles}
    assert held == set(itertools.product(cards.offices(5), range(1, 7)))
    assert len({title for _, _, title in titles}) == len(held) == 36


def test_every_emblem_has_a_symbol_of_its_own() -> None:
    """No two emblems look the same."""
    shown = {one.emblem for one in parts(start(5).frame(None)) if isinstance(one, (Card, Tile))}
    keys = shown | {card.emblem for card in names.CARDS.values()}
    assert len(symbols(GAME.key, keys)) == len(keys) == len(cards.OFFICES) + 2
