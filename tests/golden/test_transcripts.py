"""The golden games: what is recorded comes again to the letter, and each page shows what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games import GAMES
from engine.scene import Text
from tests.golden.record import HERE, RECIPES, Recipe
from tests.golden.transcript import read, spoken

PAGES = sorted(HERE.glob("*/*.txt"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_recorded_match_comes_again_to_the_letter(path: Path) -> None:
    """The law of the engine: the same seed and the same actions, the same match, the same words."""
    recorded = path.read_text(encoding="utf-8")
    assert read(recorded).replayed(GAMES) == recorded


def test_every_recipe_has_its_page_and_every_page_its_recipe() -> None:
    """A way to end that lost its page would go unproved."""
    assert sorted(recipe.path for recipe in RECIPES) == PAGES


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_a_page_shows_what_its_recipe_asks_for(recipe: Recipe) -> None:
    """Each way to end is there: points, gold, cards of an office, a letter, a shared victory."""
    recorded = recipe.path.read_text(encoding="utf-8")
    assert read(recorded).shows == recipe.shows
    lines = [line.strip().removeprefix("all: ") for line in recorded.splitlines()]
    for wanted in recipe.says:
        key, *facts = [
            spoken(recipe.game, part) for part in (Text(wanted.key), *(Text("", (one,)) for one in wanted.facts))
        ]
        assert any(line.split(" ")[0] == key and all(fact in line for fact in facts) for line in lines)


def test_every_game_is_recorded() -> None:
    """Design, Tests: readable transcripts of every game in GAMES."""
    assert {recipe.game for recipe in RECIPES} == set(GAMES)


def test_a_changed_page_is_noticed() -> None:
    """A comparison that lets a changed line through proves nothing."""
    recorded = PAGES[0].read_text(encoding="utf-8")
    changed = recorded.replace("places: P1", "places: P2", 1)
    assert changed != recorded
    assert read(changed).replayed(GAMES) != changed
