"""Discord's limits: each check sees what it is there for, and lets through what is allowed."""

from __future__ import annotations

from typing import Any

import pytest

from bot.faces.limits import (
    BUTTON,
    ELLIPSIS,
    LABELLED,
    LAYOUT_FLAG,
    ROW,
    SELECT,
    TEXT,
    TEXT_INPUT,
    latest,
    pages,
    problems,
    shorten,
)

Json = dict[str, Any]


def a_button(number: int = 0, **different: Any) -> Json:
    """Return a button that is fine but for what is said."""
    return {"type": BUTTON, "style": 1, "label": "Play", "custom_id": f"play:{number}", **different}


def a_row(*inside: Json) -> Json:
    """Return a row."""
    return {"type": ROW, "components": list(inside)}


def a_select(options: int = 2, **different: Any) -> Json:
    """Return a select that is fine but for what is said."""
    made = [{"label": f"card {number}", "value": f"{number}.0"} for number in range(options)]
    return {"type": SELECT, "custom_id": "pick", "options": made, "min_values": 1, "max_values": 1, **different}


def plain(*rows: Json, content: str = "hello", **different: Any) -> Json:
    """Return a message with plain content."""
    return {"content": content, "components": list(rows), **different}


def layout(*parts: Json, **different: Any) -> Json:
    """Return a message of components alone."""
    return {"flags": LAYOUT_FLAG, "components": list(parts), **different}


def a_modal(*parts: Json, **different: Any) -> Json:
    """Return a dialog."""
    return {"title": "Name a number", "custom_id": "number:1", "components": list(parts), **different}


def a_text(content: str) -> Json:
    """Return a block of text."""
    return {"type": TEXT, "content": content}


FIELD = {"type": LABELLED, "label": "Number", "component": {"type": TEXT_INPUT, "custom_id": "number"}}

TOO_MUCH: dict[str, Json] = {
    "content": plain(content="x" * 2001),
    "rows": plain(*(a_row(a_button(number)) for number in range(6))),
    "buttons in a row": plain(a_row(*(a_button(number) for number in range(6)))),
    "an empty row": plain(a_row()),
    "a select beside a button": plain(a_row(a_select(), a_button())),
    "label": plain(a_row(a_button(label="x" * 81))),
    "a button without a label": plain(a_row(a_button(label=""))),
    "custom_id": plain(a_row(a_button(custom_id="x" * 101))),
    "the same custom_id twice": plain(a_row(a_button(1)), a_row(a_button(1))),
    "options": plain(a_row(a_select(26))),
    "no options": plain(a_row(a_select(0, min_values=0, max_values=0))),
    "more picks than options": plain(a_row(a_select(2, max_values=3))),
    "fewer picks at most than at least": plain(a_row(a_select(2, min_values=2, max_values=1))),
    "the same value twice": plain(a_row(a_select(options=2) | {"options": [{"label": "x", "value": "1"}] * 2})),
    "placeholder": plain(a_row(a_select(placeholder="x" * 151))),
    "option label": plain(a_row(a_select() | {"options": [{"label": "x" * 101, "value": "1"}]})),
    "option value": plain(a_row(a_select() | {"options": [{"label": "x", "value": "1" * 101}]})),
    "option description": plain(
        a_row(a_select() | {"options": [{"label": "x", "value": "1", "description": "x" * 101}]})
    ),
    "nonce": plain(nonce="x" * 26),
    "content beside a layout": layout(a_text("x"), content="y"),
    "embeds beside a layout": layout(a_text("x"), embeds=[{"title": "y"}]),
    "parts of a layout": layout(*(a_text("x") for _ in range(41))),
    "nested parts of a layout": layout({"type": 17, "components": [a_text("x") for _ in range(40)]}),
    "text of a layout": layout(a_text("x" * 2001), a_text("y" * 2000)),
    "an empty text": layout(a_text(" ")),
    "title": a_modal(FIELD, title="x" * 46),
    "dialog custom_id": a_modal(FIELD, custom_id="x" * 101),
    "parts of a dialog": a_modal(*(FIELD | {"component": {"type": TEXT, "content": "x"}} for _ in range(6))),
    "an empty dialog": a_modal(),
    "dialog label": a_modal(FIELD | {"label": "x" * 46}),
    "input label": a_modal(a_row({"type": TEXT_INPUT, "custom_id": "number", "label": "x" * 46})),
    "input placeholder": a_modal(
        a_row({"type": TEXT_INPUT, "custom_id": "number", "label": "x", "placeholder": "x" * 101})
    ),
}
FINE: dict[str, Json] = {
    "plain": plain(
        *(a_row(*(a_button(5 * row + place) for place in range(5))) for row in range(5)), content="x" * 2000
    ),
    "a select": plain(a_row(a_select(25, min_values=0, max_values=25, placeholder="x" * 150))),
    "an emoji alone": plain(a_row(a_button(label=None, emoji={"name": "🎲"}))),
    "a layout": layout({"type": 17, "components": [a_text("x" * 100) for _ in range(39)]}),
    "a dialog": a_modal(FIELD),
    "a nonce": plain(nonce="x" * 25),
}


@pytest.mark.parametrize("what", TOO_MUCH)
def test_what_discord_would_refuse_is_seen(what: str) -> None:
    """Part 5: one thing too much each time, and exactly one problem is named."""
    assert len(problems(TOO_MUCH[what])) == 1


@pytest.mark.parametrize("what", FINE)
def test_what_discord_takes_is_let_through(what: str) -> None:
    """Part 5: right up to the limit."""
    assert problems(FINE[what]) == []


def test_a_text_is_cut_only_where_it_must_be() -> None:
    """The ellipsis is part of the length."""
    assert shorten("x" * 10, 10) == "x" * 10
    assert shorten("x" * 11, 10) == "x" * 9 + ELLIPSIS
    assert shorten("xxx yyy", 5) == "xxx" + ELLIPSIS


def test_lines_are_laid_on_pages_whole() -> None:
    """A line goes to the next page before it is split."""
    assert pages(["aaaa", "bbbb", "cccc"], 9) == ["aaaa\nbbbb", "cccc"]
    assert pages(["a" * 12], 10) == ["a" * 9 + ELLIPSIS]
    assert pages([], 10) == []


def test_of_a_long_story_the_last_lines_are_told() -> None:
    """What is asked stands last, and must be seen."""
    assert latest(["aaaa", "bbbb"], 11) == "aaaa\nbbbb"
    assert latest(["aaaa", "bbbb", "cccc"], 11) == f"{ELLIPSIS}\nbbbb\ncccc"
    assert latest(["a" * 12], 10) == "a" * 9 + ELLIPSIS
    for longest in range(3, 40):
        assert len(latest([letter * 7 for letter in "abcdef"], longest)) <= longest
