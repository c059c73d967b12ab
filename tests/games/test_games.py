"""Every game says what tests have to know of it; what is missing is said in a sentence."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.texts.fluent import locales
from engine.games import GAMES
from tests import games
from tests.every import FOR_EVERY_KEY
from tests.games import PARTS, GameData

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
UNDECIDED = re.compile(r"\bUNDECIDED: (.+?)(?: *-->)?$", re.MULTILINE)
"""How `python -m tests.new_game` marks what it can't know."""


def files(game: str, root: Path = ROOT) -> Iterator[Path]:
    """Yield every file that belongs to one game alone."""
    yield from sorted((root / "engine" / "games" / game).rglob("*.py"))
    yield from sorted((root / "bot" / "locales").glob(f"*/{game}.ftl"))
    yield from sorted((root / "bot" / "faces" / "art").glob(f"{game}-*.svg"))
    yield root / "tests" / "games" / f"{game}.py"


def undecided(game: str, root: Path = ROOT) -> list[str]:
    """Return what is still to be decided about a game, a line for each mark."""
    found = []
    for path in files(game, root):
        text = path.read_text("utf-8") if path.exists() else ""
        for mark in UNDECIDED.finditer(text):
            line = text.count("\n", 0, mark.start()) + 1
            found.append(f"{path.relative_to(root)}:{line}: {mark[1]}")
    return found


@FOR_EVERY_KEY
def test_every_game_tells_the_tests_what_they_have_to_know(game: str) -> None:
    """Its census, its ways to end, what is told and what is hidden, and what the gallery shows."""
    assert not games.data(game).unsaid


@FOR_EVERY_KEY
def test_nothing_of_a_game_is_left_undecided(game: str) -> None:
    """What was laid down by `python -m tests.new_game` and can't be derived is decided by whoever adds the game."""
    marks = undecided(game)
    if marks:
        pytest.fail("\n".join(["Decide, then delete the mark:", *marks]), pytrace=False)


@FOR_EVERY_KEY
def test_every_game_is_written_in_every_language(game: str) -> None:
    """A game that a language lacks would be played in English by whoever reads that language."""
    lacking = [one for one in locales() if not (ROOT / "bot" / "locales" / one / f"{game}.ftl").exists()]
    assert not lacking, f"write {game}.ftl under bot/locales/ for {lacking}, with every key of the English one."


def test_every_file_is_of_a_game() -> None:
    """A file that nobody reads proves nothing."""
    written = {path.stem for path in HERE.glob("*.py")} - {"__init__", "test_games"}
    lost = sorted(written - set(GAMES))
    assert not lost, f"tests/games has {lost}, which engine/games/__init__.py doesn't list: add the game or delete it."


@pytest.mark.parametrize("part", PARTS)
def test_a_missing_part_is_told_in_a_sentence(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part by itself: what it is, and in which file it belongs; the others are not complained of."""
    game = next(iter(GAMES))
    whole = games.data(game)
    kept = {name: getattr(whole, name) for name in PARTS if name != part}
    monkeypatch.setattr(f"tests.games.{game}.DATA", GameData(**kept))
    with pytest.raises(pytest.fail.Exception) as missing:
        games.data(game)
    assert str(missing.value) == f"tests/games/{game}.py says nothing of `{part}`: add {PARTS[part]}."
    assert game not in games.every(GAMES)
    assert GameData(**{**kept, "own": None}).unsaid == ((part,) if part != "own" else ()), "none is an answer"


def test_file_that_is_no_good_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In a sentence: where it has to be, what in it, and what lays it down, or why it can't be read.

    It keeps no other game from being tested.
    """
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    with pytest.raises(pytest.fail.Exception) as missing:
        games.data("chess")
    assert str(missing.value) == (
        "tests/games/chess.py is missing: write it with DATA = GameData(...), as `python -m tests.new_game` does."
    )

    (tmp_path / "chess.py").write_text("from engine.games.chess import KNIGHTS\n", "utf-8")
    importlib.invalidate_caches()
    with pytest.raises(pytest.fail.Exception) as broken:
        games.data("chess")
    why = "ModuleNotFoundError: No module named 'engine.games.chess'"
    assert str(broken.value) == f"tests/games/chess.py can't be read: {why}."
    assert set(games.every([*GAMES, "chess"])) == set(GAMES)


def test_what_is_undecided_is_told_with_its_place(tmp_path: Path) -> None:
    """In code, in texts and in drawings."""
    for name, line in (
        ("engine/games/chess/rules.py", "x = 1  # UNDECIDED: how a knight moves"),
        ("bot/locales/uk/chess.ftl", "## UNDECIDED: the names of the pieces"),
        ("bot/faces/art/chess-rook.svg", "<!-- UNDECIDED: a rook -->"),
        ("tests/games/chess.py", "# nothing here is undecided: all is known"),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"\n{line}\n", "utf-8")
    assert undecided("chess", tmp_path) == [
        "engine/games/chess/rules.py:2: how a knight moves",
        "bot/locales/uk/chess.ftl:2: the names of the pieces",
        "bot/faces/art/chess-rook.svg:2: a rook",
    ]
