"""docs/add-a-game.md does what it says: its blocks are the files of a game that keeps the contract and is played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.texts.fluent import DEFAULT, locales
from engine.games import GAMES
from tests.new_game import SKELETON
from tests.new_game.copies import copied, examine, run
from tests.new_game.walkthrough import DELETED, PAGE, files, follow, replaced, typed

NAME = "nets"
DRAWN = {f"bot/faces/art/{NAME}-{emblem}.svg" for emblem in ("net", "shallows", "deep")}
RECORDED = {f"tests/golden/{NAME}/2p_won.txt"}
SEATS = (2, 4, 8)
BLIND = [f"--ignore=tests/{room}" for room in ("new_game", "process", "loopback", "bench", "released", "bot/storage")]
"""Where no test goes by game."""
BY_GAME = [f"tests/{room}" for room in ("contract", "games", "golden")]
"""Where all of them do."""
MINUTES = 60
WORDS_A_MINUTE = 150
"""How fast somebody reads who thinks about what is read; code is read faster than it counts."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project in which somebody has done all that the page says."""
    place = copied(tmp_path_factory.mktemp("evening") / "herald")
    assert run(place, "tests.new_game", NAME).returncode == 0
    follow(place)
    return place


@pytest.fixture(scope="module")
def shown(copy: Path) -> Path:
    """Return that copy with its pages recorded and its gallery drawn, by the lines that the page types."""
    recorded = run(copy, "tests.golden.record", NAME)
    assert recorded.returncode == 0, recorded.stderr
    drawn = run(copy, "tests.gallery.draw")
    assert drawn.returncode == 0, drawn.stderr
    return copy


def test_every_block_of_the_page_is_used() -> None:
    """A block that nobody tries out would be the first one to be wrong."""
    opened = len(re.findall(r"^```\w+$", PAGE, re.MULTILINE))
    consoles = len(re.findall(r"^```console$", PAGE, re.MULTILINE))
    assert len(files()) + len(replaced()) + consoles == opened == PAGE.count("\n```\n")


def test_the_page_shows_every_file_that_a_game_has() -> None:
    """Whatever is laid down is written anew or deleted, and nothing is left of the skeleton."""
    laid = {str(path.relative_to(SKELETON)).replace("noname", NAME)[: -len(".txt")] for path in SKELETON.rglob("*.txt")}
    assert set(files()) | set(DELETED.findall(PAGE)) == laid | DRAWN | RECORDED
    assert {place for place, _, _ in replaced()} == {"bot/faces/art/palette.toml", "README.md"}
    assert {f"bot/locales/{locale}/{NAME}.ftl" for locale in locales()} <= set(files())
    assert DEFAULT in locales()


def test_the_page_types_what_lays_down_records_draws_and_tests() -> None:
    """In this order: what is quick and finds most comes first."""
    lines = " ".join(typed())
    steps = [
        f"tests.new_game {NAME}",
        f"pytest -k {NAME} ",
        "make lint",
        f"tests.golden.record {NAME}",
        "make gallery",
        "make check",
    ]
    assert [lines.find(step) for step in steps] == sorted(lines.index(step) for step in steps)


def test_the_page_is_read_in_an_hour() -> None:
    """Prose, code and words of the game together."""
    assert len(re.findall(r"[^\W\d_]{2,}", PAGE)) <= MINUTES * WORDS_A_MINUTE


@pytest.mark.slow
def test_the_code_of_the_page_is_as_the_project_wants_it(copy: Path) -> None:
    """Ruff and mypy, as `make lint` runs them, and nothing left undecided."""
    places = ("engine/games", "tests/games")
    for words in (("check", "--no-cache"), ("format", "--check", "--diff", "--no-cache")):
        done = run(copy, "ruff", *words, *places)
        assert done.returncode == 0, done.stdout
    assert not [text for text in files().values() if "UNDECIDED" in text]


@pytest.mark.soak
def test_the_types_of_the_page_are_sound(copy: Path, tmp_path: Path) -> None:
    """Strictly, with everything that they meet in the project."""
    done = run(copy, "mypy", "--cache-dir", str(tmp_path), f"engine/games/{NAME}", f"tests/games/{NAME}.py")
    assert done.returncode == 0, done.stdout


@pytest.mark.soak
def test_the_recorded_page_is_the_one_that_is_shown(shown: Path) -> None:
    """To the letter: recording it anew has changed nothing."""
    for place in RECORDED:
        assert (shown / place).read_text("utf-8") == files()[place]


@pytest.mark.slow
def test_no_quick_test_knows_only_the_games_that_there_are(copy: Path) -> None:
    """What goes by game finds figures and words for one more; the soak runs all tests, wherever they lie."""
    recorded = run(copy, "tests.golden.record", NAME)
    assert recorded.returncode == 0, recorded.stderr
    done = examine(copy, "-k", NAME, "-m", "not slow and not soak", *BY_GAME)
    assert done.returncode == 0, done.stdout[-4000:]


@pytest.mark.soak
def test_no_test_of_all_games_together_knows_only_those_that_there_are(shown: Path) -> None:
    """Whatever is counted, drawn or played over all of them: one more changes no promise."""
    others = f"not ({' or '.join([NAME, *GAMES])})"
    done = examine(shown, "-k", others, "-m", "not soak", "tests", *BLIND)
    assert done.returncode == 0, done.stdout[-4000:]


@pytest.mark.soak
def test_the_game_of_the_page_passes_every_test_that_a_game_is_held_to(shown: Path) -> None:
    """By few and by as many as can be: the contract, whole games by buttons, DMs, secrets, two languages, pictures."""
    others = [f"{NAME}-{seats}" for seats in range(2, 9) if seats not in SEATS]
    contract = [f"{NAME}-{seats}p" for seats in range(3, 8)]
    few = f"{NAME} and not ({' or '.join([*others, *contract, 'p-2'])})"
    done = examine(shown, "-k", few, "tests", "--ignore=tests/new_game", "-rA")
    assert done.returncode == 0, done.stdout[-4000:]
    passed = re.findall(r"^PASSED \S+::(\S+)$", done.stdout, re.MULTILINE)
    assert {f"test_a_whole_game_is_played_by_buttons_alone[{NAME}-{seats}]" for seats in SEATS} <= set(passed)
    assert f"test_every_post_of_a_game_can_be_read_in_another_language[{NAME}]" in passed
