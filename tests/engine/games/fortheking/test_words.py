"""The English texts: every key of the game has a sentence, which mentions nothing that it isn't given."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import pytest

from engine.games.fortheking import FOR_THE_KING, cards, names
from engine.games.fortheking.actions import Place
from engine.games.fortheking.final_report import highlights
from engine.games.fortheking.state import Sale
from engine.rng import Rng
from engine.scene import Card, Seat, Text, Tile, say
from tests.contract.primers import lessons
from tests.engine.games.fortheking.table import GAME, P1, final_table, share_table, start, step
from tests.engine.games.sentences import parts, source, symbols, written

OLDER = {"fortheking-told-only-card"}
"""What is told in logs of older Heralds only, which are still read."""


def played(seats: int, number: int) -> Iterator[object]:
    """Yield what a random game tells and asks, and now and then a frame."""
    match, rng = start(seats, number), Rng(b"w", seats)
    while match.outcome is None:
        yield [GAME.telling.question(match.state, seat) for seat in match.deciding]
        if match.seq % 5 == 0:
            yield match.frame(match.deciding[0])
        match, told = step(match, rng)
        yield told
    yield match.frame(Seat(0))
    yield match.revealed_parts


def endings() -> Iterator[object]:
    """Yield results of each kind."""
    for hands in (
        [["gold-1"], ["gold-1"]],
        [["military-H", "gold-1"], ["livestock-H"]],
        [["livestock-A", "livestock-B"], ["military-H"]],
        [["diplomacy-H"], ["diplomacy-A", "livestock-H"], []],
        [["military-H"], ["military-C"], ["military-B"]],
        [["diplomacy-A", "diplomacy-E"], ["diplomacy-B", "diplomacy-F"], ["diplomacy-H"]],
    ):
        for livestock in (2, 3):
            table = final_table(hands, [4, 3, livestock, 3, 3])
            yield table.match.outcome
            table.state.sales[:] = [Sale("gold-1")]
            table.state.course[:] = [(1, *[0] * (len(hands) - 1))] * 2
            yield [each.told for each in highlights(table.state)]


def idle_kings() -> Iterator[object]:
    """Yield what is told of Kings that find one target, or none."""
    for kind, value in (("minus1x2", 2), ("plus1", 6)):
        table = share_table(3, [f"king-{kind}", "gold-1"], [value, *([6 if value > 2 else 1] * 4)])
        yield table.do(P1, Place("keep"))


def said() -> dict[str, Text]:
    """Return one text for every key that was met."""
    every: list[object] = [one for seats in (2, 3, 5) for one in played(seats, 4)]
    every += [*endings(), *idle_kings()]
    every += [names.duty(office.key, value) for office in cards.OFFICES for value in range(1, 7)]
    every += [card.name for card in names.CARDS.values()]
    every += [say("fortheking-name"), say("fortheking-tagline"), say("fortheking-about-pick"), *lessons(FOR_THE_KING)]
    every += [*names.GLOSSARY, names.BOX]
    return {text.key: text for text in parts(every) if isinstance(text, Text)}


@pytest.mark.soak
def test_nothing_is_written_that_is_never_said() -> None:
    """What the file has, and nothing else, is met in a game, a result or the rules, or else in a log that is older."""
    assert written(GAME.key) ^ set(said()) == OLDER


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
