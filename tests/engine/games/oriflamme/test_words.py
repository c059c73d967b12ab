"""The English texts: every key of the game has a sentence, which mentions nothing that it isn't given."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engine.games.oriflamme import cards, names
from engine.rng import Rng
from engine.scene import Card, Seat, Tile
from tests.engine.games.oriflamme.table import (
    GAME,
    start,
    step,
)
from tests.engine.games.sentences import parts, source, symbols


def played(seats: int, number: int) -> Iterator[object]:
    """Yield what a random game tells, asks, offers and shows."""
    match, rng = start(seats, number), Rng(b"w", seats)
    while match.outcome is None:
        yield match.frame(match.deciding[0])
        yield match.frame(None)
        match, told = step(match, rng)
        yield told
    yield match.frame(Seat(0))


@pytest.mark.slow
def test_every_emblem_has_a_symbol_of_its_own() -> None:
    """No two emblems look the same, so nothing is told by colour alone."""
    shown = {one.emblem for one in parts([*played(5, 1)]) if isinstance(one, (Card, Tile))}
    keys = shown | {card.emblem for card in names.CARDS.values()}
    assert len(symbols(GAME.key, keys)) == len(keys) == len(cards.COLOURS) + len(cards.NAMES)


def test_the_game_is_asked_in_the_second_person_and_told_in_the_third() -> None:
    """Public waiting texts never say "you": they are read by everybody."""
    entries = re.findall(r"^(oriflamme-(?:wait|told)-[\w-]+) =(.*(?:\n +(?![ .]).*)*)", source(GAME.key), re.MULTILINE)
    told = {key: text.lower().split() for key, text in entries if not key.endswith("-own")}
    assert len(told) > 40
    assert not [key for key, words in told.items() if "you" in words]
