"""`python -m tests.new_game NAME` lays down a game that runs, and the tests say what is still to be decided."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.citations import text_of
from tests.new_game import SKELETON, Unfit, check, lay
from tests.new_game.copies import ROOT, copied, examine, run

NAME = "quoits"
LAID = {
    *(f"engine/games/{NAME}/{module}.py" for module in ("__init__", "actions", "rules", "state", "telling")),
    *(f"bot/locales/{locale}/{NAME}.ftl" for locale in ("en", "uk")),
    f"bot/faces/art/{NAME}-card.svg",
    f"tests/games/{NAME}.py",
}
CHANGED = {"engine/games/__init__.py", "bot/faces/art/palette.toml", "README.md"}
SPEAK = {
    "test_nothing_of_a_game_is_left_undecided",
    "test_a_page_shows_what_its_recipe_asks_for",
    "test_the_gallery_holds_nothing_else",
    "test_a_picture_is_drawn_as_it_is_kept",
}
"""The tests that fail for a game that was just laid down."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project with the game laid down."""
    place = copied(tmp_path_factory.mktemp("new") / "herald")
    done = run(place, "tests.new_game", NAME)
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split("\n\n")[0].splitlines()) == LAID | CHANGED
    return place


@pytest.mark.slow
def test_a_copy_of_the_project_has_every_file_of_the_skeleton(copy: Path) -> None:
    """Under the new name, and with nothing of the old one; the files that every game has lines in have one more."""
    assert len(LAID) == len(list(SKELETON.rglob("*.txt")))
    texts = {place: (copy / place).read_text("utf-8") for place in LAID | CHANGED}
    assert not [place for place, text in texts.items() if re.search("noname|ноунейм", text, re.IGNORECASE)]
    for place in CHANGED:
        old = text_of(place).splitlines()
        assert [line for line in old if line not in texts[place].splitlines()] == []
        assert NAME in texts[place]


@pytest.mark.slow
def test_what_is_laid_down_is_formatted(tmp_path: Path) -> None:
    """Ruff has nothing to say, however short or long the names are; nor if several games are new."""
    place = copied(tmp_path / "herald")
    for name in ("go", NAME, "backgammonxx"):
        lay(name, place)
    for words in (("check",), ("format", "--check", "--diff")):
        done = run(place, "ruff", *words, "--no-cache", "engine/games", "tests/games")
        assert done.returncode == 0, done.stdout


def test_a_second_time_it_is_refused_and_nothing_changes(copy: Path) -> None:
    """A game that somebody has begun to write is not written over."""
    rules = copy / "engine" / "games" / NAME / "rules.py"
    before = rules.read_bytes()
    again = run(copy, "tests.new_game", NAME)
    assert (again.returncode, again.stdout) == (2, "")
    assert (
        again.stderr == f"{NAME} is there already: nothing was changed. Delete its files first, or take another name.\n"
    )
    assert rules.read_bytes() == before


@pytest.mark.parametrize(
    "why, names",
    [
        (
            "can't be the key",
            ("", "x", "backgammonplus", "Quoits", "ring_toss", "chess960", "класи", "lambda"),
        ),
        ("is there already", ("fortheking", "settings")),
        ("mean something else", ("seat", "button", "lobby")),
    ],
)
def test_a_name_that_no_game_can_have_is_refused_in_a_sentence(why: str, names: tuple[str, ...]) -> None:
    """Folders, commands and the keys of sentences have to be made of it, and to be told apart from others."""
    for name in names:
        with pytest.raises(Unfit, match=why):
            check(name, ROOT)


@pytest.mark.parametrize("words", [[], ["one", "two"]])
def test_one_name_is_asked_for(words: list[str]) -> None:
    """Politely, with the exit code of a misused command line."""
    done = run(ROOT, "tests.new_game", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "One name, please: python -m tests.new_game NAME\n"


@pytest.mark.slow
def test_a_game_that_was_laid_down_is_played_and_what_it_lacks_is_said(copy: Path) -> None:
    """It keeps the contract and is played through the bot; the tests that fail say in a sentence what to do."""
    rooms = ("tests/contract", "tests/games", "tests/golden", "tests/gallery", "tests/bot/faces/test_art.py")
    few = f"({NAME} and not {NAME}-3 and not 2p-2 and not 4p) or holds_nothing_else"
    said = examine(copy, "-k", few, *rooms, "tests/bot/evenings/test_games.py", "-rA").stdout
    failed = set(re.findall(r"^FAILED [^:]+::(\w+)", said, re.MULTILINE))
    assert failed == SPEAK
    assert len(re.findall(rf"^PASSED .+::test_a_whole_game_\w+\[{NAME}-[24]\]$", said, re.MULTILINE)) == 2
    rules = (copy / f"engine/games/{NAME}/rules.py").read_text("utf-8").splitlines()
    line = next(number for number, each in enumerate(rules, 1) if "UNDECIDED: the rules" in each)
    assert f"engine/games/{NAME}/rules.py:{line}: the rules, function by function" in said
    assert f"`python -m tests.golden.record {NAME}` writes it; read it before you commit it" in said
    assert "`make gallery` draws it" in said
