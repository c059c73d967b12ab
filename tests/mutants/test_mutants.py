"""Mutants: which changes there are, and that a test which notices one is named."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from tests.citations import text_of
from tests.mutants.__main__ import AREAS, draw_mutants
from tests.mutants.mutations import find_mutations
from tests.mutants.trial import Trial, find_tests, mutated
from tests.new_game.copies import ROOT

MODULE = "small.py"
SOURCE = """\
def fits(\N{GREEK SMALL LETTER XI}: int, most: int = 3) -> bool:
    if \N{GREEK SMALL LETTER XI} < 0 or not most:
        raise ValueError(f"{most + 1}")
    return \N{GREEK SMALL LETTER XI} <= most
"""
LOOSE = "from small import fits\n\ndef test_fits(): assert fits(2)\n"
TIGHT = "from small import fits\n\ndef test_fits(): assert fits(3)\n"
BROKEN = "def test_broken(): assert False\n"


@pytest.mark.parametrize(
    "before, after",
    [
        ("a < b <= c", ["a <= b <= c", "a < b < c"]),
        ("a is not b", ["a is b"]),
        ("a and b", ["a or b"]),
        ("a = 3", ["a = 4", "a = 2"]),
        ("a = True", ["a = False"]),
        ("a: Literal[3] = b", []),
        ("f'{a + 3}'", []),
        ("a(slots=True)", ["pass"]),
        ("await a()", ["pass"]),
        ("a += b", ["pass"]),
        ("a if b else c", ["a if not b else c"]),
        ("[a for a in b if c]", ["[a for a in b if not c]"]),
        ("if a:\n    raise b", ["if not a:\n    raise b", "if a:\n    pass"]),
        ("def a():\n    return None", []),
        ("def a():\n    return b", ["def a():\n    return None"]),
        ("'\N{GREEK SMALL LETTER XI}' == b", ["'\N{GREEK SMALL LETTER XI}' != b"]),
    ],
)
def test_mutations(before: str, after: list[str]) -> None:
    """Each is one change; types and parts of f-strings stay, and letters of several bytes move nothing."""
    changed = [mutation.apply(before).replace("(", "").replace(")", "") for mutation in find_mutations(before)]

    assert changed == [each.replace("(", "").replace(")", "") for each in after]


def test_every_mutant_is_python() -> None:
    """So each that fails does so by what it does."""
    for module, mutation in draw_mutants(AREAS, seed=1, count=100):
        compile(mutation.apply(text_of(module)), module, "exec")


def test_seed() -> None:
    """The same number draws the same mutants, so that a survivor can be tried again."""
    first, again, other = (draw_mutants(["engine"], seed, 10) for seed in (1, 1, 2))

    assert first == again != other


def test_near_tests() -> None:
    """They are found by folder, by name and by import."""
    assert "tests/engine/test_saves.py" in find_tests(ROOT, "engine/saves.py")
    assert "tests/bot/interactions/test_lobbies.py" in find_tests(ROOT, "bot/interactions/lobby.py")
    assert "tests/test_docs.py" in find_tests(ROOT, "bot/interactions/permissions.py")


def test_file_comes_back(tmp_path: Path) -> None:
    """The next mutant is one change again, whatever a run raised."""
    path = tmp_path / MODULE
    path.write_text(SOURCE, "utf-8")

    for mutation in find_mutations(SOURCE):
        with suppress(KeyboardInterrupt), mutated(path, mutation):
            assert path.read_text("utf-8") == mutation.apply(SOURCE) != SOURCE
            raise KeyboardInterrupt
        assert path.read_text("utf-8") == SOURCE


@pytest.mark.parametrize("test, killer", [(LOOSE, ""), (TIGHT, "tests/test_small.py::test_fits")])
def test_killer(tmp_path: Path, test: str, killer: str) -> None:
    """It is named, and no test that fails without the mutant as well is taken for it."""
    for name, text in {MODULE: SOURCE, "tests/test_small.py": test, "tests/test_a_small.py": BROKEN}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = slow\n    soak\n", "utf-8")
    *_, mutation = (each for each in find_mutations(SOURCE) if "<=" in each.old)

    assert Trial(tmp_path, workers=0, seconds=60).find_killer(MODULE, mutation, "near") == killer
