"""Names that would ping, format, link, or turn the line around."""

from __future__ import annotations

import re

import pytest

from bot.texts.names import END_ISOLATE, ISOLATE, LONGEST, NAMELESS, ZERO_WIDTH_SPACE, People, bold_name, plain_name

ESCAPED = re.compile(r"\\.")


@pytest.mark.parametrize(
    "name",
    ["@everyone", "@here", "<@123>", "<@&123>", "<#123>", "a `code` b", "[x](http://y.z)", "**b** __u__ ~~s~~ ||t||"],
)
def test_a_name_can_neither_ping_nor_format_nor_link(name: str) -> None:
    """`@everyone`, backticks, `](http`."""
    inner = bold_name(name).removeprefix("**").removesuffix("**")
    bare = ESCAPED.sub("", inner)
    assert not re.search(r"[*_`~|<>\[\]()#:-]", bare)
    assert not re.search(r"[@/.](?!\u200b)", bare)


def test_a_name_at_the_beginning_of_a_line_begins_no_heading_or_quote() -> None:
    """It is bold, and what could begin a heading, a quote or a list is escaped besides."""
    assert bold_name("# x") == r"**\# x**"
    assert bold_name("> x") == r"**\> x**"
    assert bold_name("-# x") == r"**\-\# x**"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("Ann\nBo", "AnnBo"),
        ("a\u202eb\u200bc\ufeffd", "abcd"),
        ("  a   b  ", "a b"),
        ("\u200b\u2060", NAMELESS),
        ("", NAMELESS),
        ("W" * 40, "W" * LONGEST),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("\u200d\u200d", NAMELESS),
        ("x\u0000y", "xy"),
        ("\u3164\u3164", NAMELESS),
        ("\U0001d159", NAMELESS),
        ("\u2800 \u115f\u1160\uffa0", NAMELESS),
        ("\ufe0f", NAMELESS),
        ("\u034f\u0301", NAMELESS),
        ("A\u2800B", "A B"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("e" + "\u0301" * 31 + "x", "e" + "\u0301" * 3 + "x"),
        ("हिन्दी ไทย é", "हिन्दी ไทย é"),
    ],
)
def test_what_hides_in_a_name_is_left_out(name: str, shown: str) -> None:
    """Labels have no markdown: the name stands there as it is, without what can't be seen."""
    assert plain_name(name) == shown


def test_a_name_from_right_to_left_stays_within_its_marks() -> None:
    """What follows the name is read from left to right again."""
    assert plain_name("שלום") == f"{ISOLATE}שלום{END_ISOLATE}"
    assert plain_name("abc") == "abc"


@pytest.mark.parametrize("name", ["😀" * 32, "@" * 32, "\u0301" * 32, "ᴬ" + "\u0301" * 40, "W" * 32])
def test_a_name_never_grows_out_of_bounds(name: str) -> None:
    """32 characters of anything."""
    assert 1 <= len(plain_name(name)) <= LONGEST + 2
    assert len(bold_name(name)) <= 2 * LONGEST + 6


def test_people_have_a_name_for_labels_and_one_for_messages() -> None:
    """Both by seat."""
    people = People((1, 2), ("A*", "@b"))
    assert list(people.plain_names) == ["A*", "@b"]
    assert list(people.bold_names) == [r"**A\***", f"**@{ZERO_WIDTH_SPACE}b**"]
