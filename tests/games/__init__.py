"""What tests are told of each game: one file a game, `tests/games/NAME.py`, that ends in its `DATA`."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from tests.contract.censuses import Census
from tests.gallery.situations import Situation
from tests.golden.recipes import Recipe

BROKEN = (ImportError, AttributeError, NameError, SyntaxError, TypeError, ValueError)
"""What goes wrong where a file is half written; it must not keep other games from being tested."""

UNSAID: Any = None
"""Stands where a game's file says nothing."""

PARTS: Mapping[str, str] = MappingProxyType(
    {
        "census": "how the cards of a state are counted, and what the count has to be: Census(count, check)",
        "recipes": "the ways in which a match can end, one Recipe(...) for each: the golden pages are made from them",
        "told": 'some English words that are said in public in every whole match: ("lays", "wins")',
        "own": "the key of the title over what only its owner sees, as in Scene.hand; None if nobody holds anything",
        "situations": "a function that yields what the gallery shows, by seen(...) of tests/gallery/situations.py",
    }
)
"""What each file has to say, and how."""


class Hues(NamedTuple):
    """Emblems whose colours every eye must tell apart, and by how much at least (CIEDE2000)."""

    least: float
    emblems: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class GameData:
    """What tests know of one game.

    `told` is said in public, in English, in every whole match. `own` is the key of a title in `Scene.hand`. `liked` are
    keys of buttons that people press at once where they see them, and how likely that is: it keeps long games short.
    `hues` are groups of colours, by names of their own.
    """

    census: Census = UNSAID
    recipes: tuple[Recipe, ...] = UNSAID
    told: tuple[str, ...] = UNSAID
    own: str | None = ""
    situations: Callable[[], Iterable[Situation]] = UNSAID
    liked: Mapping[str, float] = field(default_factory=dict)
    hues: Mapping[str, Hues] = field(default_factory=dict)

    @property
    def unsaid(self) -> tuple[str, ...]:
        """Return the names of the parts that have still to be said; a game without hands has None for its own."""
        said = {name: getattr(self, name) for name in PARTS}
        return tuple(name for name, part in said.items() if not part and not (name == "own" and part is None))


def data(game: str) -> GameData:
    """Return what tests know of a game; fail with what to write where if it lacks anything."""
    place = f"tests/games/{game}.py"
    try:
        found = _written(game)
    except BROKEN as error:
        pytest.fail(f"{place} can't be read: {type(error).__name__}: {error}.", pytrace=False)
    if found is None:
        how = "write it with DATA = GameData(...), as `python -m tests.new_game` does"
        pytest.fail(f"{place} is missing: {how}.", pytrace=False)
    if found.unsaid:
        lines = [f"{place} says nothing of `{name}`: add {PARTS[name]}." for name in found.unsaid]
        pytest.fail("\n".join(lines), pytrace=False)
    return found


def every(games: Iterable[str]) -> dict[str, GameData]:
    """Return the data of the games that have some; `data` says what the others lack."""
    found = {}
    for game in games:
        with suppress(*BROKEN):
            found[game] = _written(game)
    return {game: one for game, one in found.items() if one is not None and not one.unsaid}


def _written(game: str) -> GameData | None:
    name = f"{__name__}.{game}"
    if find_spec(name) is None:
        return None
    written = getattr(importlib.import_module(name), "DATA", None)
    return written if isinstance(written, GameData) else None
