"""Records the golden games: `python -m tests.golden.record` writes every page anew, to be read before it is committed.

Each page is a random match that ends in the way a recipe asks for. Where a change of the rules makes the old seed end
otherwise, the next seed that ends so is taken.
"""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

from engine.games import GAMES
from tests import games
from tests.contract.walks import walk
from tests.golden.recipes import Recipe
from tests.golden.transcript import page

HERE = Path(__file__).parent
SEEDS = 20_000


def recipes() -> list[tuple[str, Recipe]]:
    """Return every recipe with the key of its game."""
    return [(game, recipe) for game, data in games.every(GAMES).items() for recipe in data.recipes]


def path(game: str, recipe: Recipe) -> Path:
    """Return where the page of a recipe lies."""
    return HERE / game / f"{recipe.name}.txt"


def record(game: str, recipe: Recipe) -> str:
    """Return the page of the first fitting match; raise LookupError if none is found."""
    for number in count(recipe.first):
        # Thousands may be tried, and walks are remembered.
        walk.cache_clear()
        positions, moves = walk(GAMES[game], recipe.seats, number)
        recorded = page(recipe.shows, positions[-1], moves)
        if not recipe.find_missing(recorded):
            return recorded
        if number > recipe.first + SEEDS:
            raise LookupError(f"no match like {recipe.name} in {SEEDS} seeds")
    raise AssertionError


def main() -> None:
    """Write every page, or those of the games and recipes that are named on the command line."""
    for game, recipe in recipes():
        if not sys.argv[1:] or {game, recipe.name} & set(sys.argv[1:]):
            written = path(game, recipe)
            written.parent.mkdir(exist_ok=True)
            written.write_text(record(game, recipe), "utf-8")
            sys.stdout.write(f"{written.relative_to(HERE)}\n")


if __name__ == "__main__":
    main()
