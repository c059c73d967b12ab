"""The English texts: every key of the game has a sentence, which mentions nothing that it isn't given."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engine.games.oriflamme import ORIFLAMME, cards, final_report, names
from engine.games.oriflamme.actions import Activate, PutTwin
from engine.games.oriflamme.final_report import highlights
from engine.rng import Rng
from engine.scene import Card, Seat, Text, Tile, say
from tests.contract.primers import lessons
from tests.engine.games.oriflamme.table import (
    GAIN,
    GAME,
    REVEAL,
    B,
    Given,
    R,
    Table,
    ended,
    resolving,
    start,
    step,
)
from tests.engine.games.sentences import parts, source, symbols, written


def played(seats: int, number: int) -> Iterator[object]:
    """Yield what a random game tells, asks, offers and shows."""
    match, rng = start(seats, number), Rng(b"w", seats)
    while match.outcome is None:
        yield match.frame(match.deciding[0])
        yield match.frame(None)
        match, told = step(match, rng)
        yield told
    yield match.frame(Seat(0))


def endings() -> Iterator[object]:
    """Yield a shared victory, one by uncovered cards, and every source of Influence."""
    yield ended(given=Given(has={R: 3, B: 3})).match.outcome
    yield ended("R:queen^", given=Given(has={R: 3, B: 3})).match.outcome
    table = ended(given=Given(has={R: 3, B: 3}))
    table.state.course[:] = [(1, 0, 0)] * 2
    yield [each.told for each in highlights(table.state)]
    yield [final_report._ledger_text(source, 2) for source in (*final_report.SOURCES, *final_report.LOSSES)]


def rarities() -> Iterator[object]:
    """Yield what random games seldom tell."""
    table = resolving("R:queen^", "R:prince^", "R:plot_2", at=3)
    yield table.do(REVEAL)
    for choice in (Activate(1), Activate(1), GAIN):
        yield table.match.frame(R)
        yield table.do(choice)
    yield table.match.frame(R)
    yield hit(resolving("R:apothecary^", "G:twin^[B]", "R:trap_0", "B:prince_2"))
    bribed = resolving("R:queen^", "B:queen^[R]", "R:plot_1", at=3)
    bribed.do(REVEAL)
    bribed.do(Activate(2))
    yield bribed.match.frame(None)
    covered = resolving("R:prince_0", "R:trap_0", "B:trap_0")
    covered.do(REVEAL)
    covered.do(PutTwin(2))
    yield covered.match.frame(None)
    own = resolving("B:queen^", "B:bribery_0", at=2)
    yield own.do(REVEAL)
    yield own.match.frame(None)
    yield resolving("R:impersonation_0", "B:twin^").do(REVEAL)
    yield resolving("B:felon^", "R:impersonation_0", at=2, given=Given(pile={R: "felon"})).do(REVEAL)
    yield resolving("B:queen_0 / B:felon^", "R:queen^[B] / B:trap_0").match.frame(B)


def hit(table: Table) -> object:
    """Return what is told of the first target."""
    return table.do(table.legal[0])


def said() -> dict[str, Text]:
    """Return one text for every key that was met."""
    every: list[object] = [one for number in range(6) for one in played(5, number)]
    every += [*endings(), *rarities()]
    every += [(names.family(Seat(seat)), names.badge(Seat(seat))) for seat in range(5)]
    every += [card.name for card in names.CARDS.values()]
    every += [say("oriflamme-name"), say("oriflamme-tagline"), say("oriflamme-about-pick"), *lessons(ORIFLAMME)]
    every += names.GLOSSARY
    return {text.key: text for text in parts(every) if isinstance(text, Text)}


@pytest.mark.soak
def test_nothing_is_written_that_is_never_said() -> None:
    """What the file has, and nothing else, is met in a game, a result or the rules."""
    assert written(GAME.key) ^ set(said()) == set()


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


def test_the_game_stands_under_its_key() -> None:
    """Design, Game: the folder's name."""
    assert (GAME.key, list(GAME.seats)) == ("oriflamme", [3, 4, 5])
