"""Names that would ping, format, link, or turn the line around; and those of rivals, enough for a full table."""

from __future__ import annotations

import re

import pytest

from bot.faces.rivals import LEVELS, free_name, rival_names
from bot.texts.fluent import language
from bot.texts.names import (
    END_ISOLATE,
    ISOLATE,
    LONGEST,
    NAMELESS,
    RIVAL,
    ZERO_WIDTH_SPACE,
    People,
    bold_name,
    plain_name,
    rival_name,
    stand_in_name,
)
from engine import agents
from engine.games import GAMES
from tests.every import FOR_EVERY_LANGUAGE

ESCAPED = re.compile(r"\\.")


@pytest.mark.parametrize(
    "name",
    ["@everyone", "@here", "<@123>", "<@&123>", "<#123>", "a `code` b", "[x](http://y.z)", "**b** __u__ ~~s~~ ||t||"],
)
def test_name_can_neither_ping_nor_format(name: str) -> None:
    """`@everyone`, backticks, `](http`; and what could begin a heading, a quote or a list is escaped, though bold."""
    inner = bold_name(name).removeprefix("**").removesuffix("**")
    bare = ESCAPED.sub("", inner)
    assert not re.search(r"[*_`~|<>\[\]()#:-]|[@/.](?!\u200b)", bare)
    people = People((1, 2, 3, 4), ("# x", "> x", "-# x", "@b"))
    assert list(people.bold_names) == [r"**\# x**", r"**\> x**", r"**\-\# x**", f"**@{ZERO_WIDTH_SPACE}b**"]
    assert list(people.plain_names) == ["# x", "> x", "-# x", "@b"]


UNSEEN = (
    *("", "\u200b\u2060", "\u200d\u200d", "\u3164\u3164", "\U0001d159", "\u2800 \u115f\u1160\uffa0", "\ufe0f"),
    "\u034f\u0301",
)
KEPT = "Ann", "👩\u200d👩\u200d👧", "❤\ufe0f", "हिन्दी ไทย é"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        *((name, NAMELESS) for name in UNSEEN),
        *((name, name) for name in KEPT),
        ("Ann\nBo", "AnnBo"),
        ("a\u202eb\u200bc\ufeffd", "abcd"),
        ("  a   b  ", "a b"),
        ("W" * 40, "W" * LONGEST),
        ("x\u0000y", "xy"),
        ("A\u2800B", "A B"),
        ("e" + "\u0301" * 31 + "x", "e" + "\u0301" * 3 + "x"),
        ("שלום", f"{ISOLATE}שלום{END_ISOLATE}"),
    ],
)
def test_what_hides_in_a_name_is_left_out(name: str, shown: str) -> None:
    """Labels have no markdown: the name stands there as it is, without what can't be seen."""
    assert plain_name(name) == shown


@pytest.mark.parametrize("name", ["😀" * 32, "@" * 32, "\u0301" * 32, "ᴬ" + "\u0301" * 40, "W" * 32])
def test_a_name_never_grows_out_of_bounds(name: str) -> None:
    """32 characters of anything."""
    assert 1 <= len(plain_name(name)) <= LONGEST + 2
    assert len(bold_name(name)) <= 2 * LONGEST + 6


@FOR_EVERY_LANGUAGE
def test_rivals_have_names_enough_for_every_seat(locale: str) -> None:
    """Each another one, wherever the choice begins, and short enough to be shown whole beside its mark.

    With more rivals than names the first one comes again.
    """
    found = rival_names(language(locale))
    assert len(set(found)) == len(found) >= max(game.seats[-1] for game in GAMES.values())
    assert all(plain_name(rival_name(name)) == f"{RIVAL} {name}" for name in found)
    for first in range(len(found) + 1):
        taken: list[str] = []
        for _ in found:
            taken.append(free_name(language(locale), taken, first))
        assert sorted(taken) == sorted(found)
    assert free_name(language(locale), found, 0) == found[0]
    assert list(agents.LEVELS) == list(LEVELS), "weakest first"


def test_only_rivals_wear_their_mark() -> None:
    """Before the name of one that has its own seat, behind that of a person it cares for."""
    assert rival_name("Wren") == f"{RIVAL} Wren"
    assert stand_in_name("Ann") == f"Ann {RIVAL}"
    assert plain_name(rival_name(f"{RIVAL} Wren")).count(RIVAL) == 1
