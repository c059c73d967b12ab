"""Goals of `tests/style.py`, held by the packages that have reached them, so that they stay reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from tests import style

PARTICIPLES, PRONOUNS, MARKS, DENSITY, PARAGRAPHS = style.GOALS

HELD: Final[Mapping[str, Sequence[str]]] = {
    "bot/announce": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "bot/client": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "bot/clocks": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "bot/faces": (PRONOUNS, MARKS, PARAGRAPHS),
    "bot/faces/picture": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "bot/features/advice": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "bot/features/alone": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "bot/features/daily": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "bot/features/follows": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "bot/features/hints": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "bot/features/notes": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "bot/features/play": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "bot/features/privacy": (PRONOUNS, MARKS, PARAGRAPHS),
    "bot/features/proof": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "bot/features/rematch": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "bot/features/replay": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "bot/features/takeback": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "bot/features/threads": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "bot/host": (PARTICIPLES, PRONOUNS, MARKS, DENSITY, PARAGRAPHS),
    "bot/interactions": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "bot/operations": (PARTICIPLES, PRONOUNS, MARKS, DENSITY, PARAGRAPHS),
    "bot/pictures": (PARTICIPLES, PRONOUNS, MARKS, DENSITY, PARAGRAPHS),
    "bot/policies": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "bot/rivals": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "bot/sending": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "bot/storage": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "bot/tables": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "bot/texts": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "cogs": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "engine": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "engine/agents": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "engine/games/fortheking": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
    "engine/games/oriflamme": (PARTICIPLES, PRONOUNS, MARKS, PARAGRAPHS),
}
"""The goals that each package has reached; a package that reaches one more gets it added here."""


@pytest.mark.parametrize(("room", "goal"), [(room, goal) for room, goals in HELD.items() for goal in goals])
def test_package_keeps_a_goal_it_reached(room: str, goal: str) -> None:
    """The figure of a package is within the bound of `style.GOALS`."""
    figure = style.measure(style.read([room]))[goal]

    bound, most = style.GOALS[goal]

    assert figure <= bound if most else figure >= bound


@pytest.mark.parametrize(
    ("name", "expected"),
    [("told", True), ("_kept", True), ("seated", True), ("read", False), ("speed", False), ("told_text", False)],
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
