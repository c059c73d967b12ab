"""Goals of `tests/style.py`, held by the packages that have reached them, so that they stay reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from tests import style

PARTICIPLES, PRONOUNS, MARKS, DENSITY, PARAGRAPHS = style.GOALS

MISSED: Final[Mapping[str, Sequence[str]]] = {
    "bot/faces": (DENSITY,),
    "bot/faces/picture": (DENSITY,),
    "bot/features/daily": (DENSITY,),
}
"""The goals that a package doesn't reach yet; all others it keeps, and one that it reaches is taken away here."""


def packages() -> list[str]:
    """Return the packages that are measured, by their paths: those that have a function of their own."""
    sources = style.read(style.ROOMS)
    return sorted({str(path.parent.relative_to(style.ROOT)) for path in sources if "def " in sources[path]})


@pytest.mark.parametrize("package", packages())
def test_package_misses_no_goal_but_those_listed(package: str) -> None:
    """The figures of a package are within the bounds of `style.GOALS`."""
    figures = style.measure(style.read([package]))

    missed = [
        goal
        for goal, (bound, is_most) in style.GOALS.items()
        if (figures[goal] > bound if is_most else figures[goal] < bound)
    ]

    assert missed == [*MISSED.get(package, ())]


@pytest.mark.parametrize(
    "name, expected",
    [
        ("told", True),
        ("_kept", True),
        ("seated", True),
        ("read", False),
        ("speed", False),
        ("told_text", False),
    ],
)
def test_participle_is_told_from_verbs(name: str, expected: bool) -> None:  # noqa: FBT001 - a value of the table
    """Only a name of one word counts, and one whose form is a verb's or a noun's as well doesn't."""
    assert style.is_participle(name) is expected


def test_figures_count_what_a_source_holds() -> None:
    """A source of two functions: one participle, one pronoun in ten words, one code mark in three docstrings."""
    path = style.ROOT / "example.py"
    long = "\n".join(f"    step({number})" for number in range(4))
    told = 'def told(a):\n    """Tell whoever asks."""\n    return a\n'
    run = f'def run(b):\n    """Run `b` four times."""\n{long}\n\n{long}\n'
    source = f'"""Two functions."""\n{told}{run}'

    figures = style.measure({path: source})

    assert figures[PARTICIPLES] == 50
    assert figures[PRONOUNS] == pytest.approx(1000 / 9)
    assert figures[MARKS] == pytest.approx(100 / 3)
    assert figures[DENSITY] == pytest.approx(17 / 9)
    assert figures[PARAGRAPHS] == 100
