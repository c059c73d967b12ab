"""The golden games: what is recorded comes again to the letter, and each page shows what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games import GAMES
from tests.golden import record
from tests.golden.recipes import Recipe
from tests.golden.transcript import read

PAGES = sorted(record.HERE.glob("*/*.txt"))
RECIPES = record.recipes()
HOW = "`python -m tests.golden.record {game}` writes it; read it before you commit it"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_recorded_match_comes_again_to_the_letter(path: Path) -> None:
    """The law of the engine: the same seed and the same actions, the same match, the same words."""
    recorded, game = path.read_text("utf-8"), path.parent.name
    again = read(recorded).replayed(GAMES)
    assert again == recorded, f"{game}/{path.name} comes otherwise. Was that meant? Then {HOW.format(game=game)}."


def test_every_page_has_its_recipe() -> None:
    """Design, Tests: readable transcripts of every game in GAMES, and of no other."""
    wanted = {record.path(game, recipe) for game, recipe in RECIPES}
    left = sorted(str(path.relative_to(record.HERE)) for path in PAGES if path not in wanted)
    assert not left, f"tests/golden has {left}, which no recipe of tests/games names: delete it."


@pytest.mark.parametrize("game, recipe", RECIPES, ids=[f"{game}-{recipe.name}" for game, recipe in RECIPES])
def test_a_page_shows_what_its_recipe_asks_for(game: str, recipe: Recipe) -> None:
    """Each way to end is there: points, gold, cards of an office, a letter, a shared victory."""
    path = record.path(game, recipe)
    if not path.exists():
        pytest.fail(f"{path.name} of tests/golden/{game} is missing: {HOW.format(game=game)}.", pytrace=False)
    recorded = path.read_text("utf-8")
    assert read(recorded).shows == recipe.shows
    missing = recipe.find_missing(recorded)
    assert not missing, f"{game}/{recipe.name}.txt doesn't show {missing}, as it should: {HOW.format(game=game)}."


def test_a_changed_page_is_noticed() -> None:
    """A comparison that lets a changed line through proves nothing."""
    recorded = PAGES[0].read_text("utf-8")
    changed = recorded.replace("places: P1", "places: P2", 1)
    assert changed != recorded
    assert read(changed).replayed(GAMES) != changed
