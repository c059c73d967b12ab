"""Discord's limits: each check sees what it is there for. What is allowed they let through in all evenings."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.limits import (
    BUTTON,
    FILE,
    GALLERY,
    LABELLED,
    LAYOUT_FLAG,
    ROW,
    SECTION,
    SELECT,
    TEXT,
    TEXT_INPUT,
    THUMBNAIL,
    files,
    problems,
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


def a_picture(name: str = "table.png", alt: str | None = "The table") -> Json:
    """Return a picture as a gallery holds it."""
    return {"media": {"url": f"attachment://{name}"}, "description": alt}


def a_gallery(*pictures: Json) -> Json:
    """Return a gallery."""
    return {"type": GALLERY, "items": list(pictures)}


def a_section(*texts: Json, **different: Any) -> Json:
    """Return texts with a picture beside them."""
    return {"type": SECTION, "components": list(texts), "accessory": {"type": THUMBNAIL, **a_picture()}, **different}


def a_file(number: int = 0, name: str = "table.png", alt: str | None = "The table") -> Json:
    """Return what a message says of a file that is sent with it."""
    return {"id": number, "filename": name, "description": alt}


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
    "pictures in a gallery": layout(a_gallery(*(a_picture() for _ in range(11)))),
    "an empty gallery": layout(a_gallery()),
    "alt text": layout(a_gallery(a_picture(alt="x" * 1025))),
    "a picture without an alt text": layout(a_gallery(a_picture(), a_picture(alt=None))),
    "a picture with an empty alt text": layout(a_gallery(a_picture(alt=" "))),
    "alt text beside texts": layout(a_section(a_text("x"), accessory={"type": THUMBNAIL, **a_picture(alt="")})),
    "texts of a section": layout(a_section(*(a_text("x") for _ in range(4)))),
    "an empty section": layout(a_section()),
    "a button among the texts of a section": layout(a_section(a_text("x"), a_button())),
    "a button alone in a section": layout(a_section(a_button())),
    "a section with nothing beside it": layout(a_section(a_text("x"), accessory=None)),
    "parts of a layout with pictures": layout(
        {"type": 17, "components": [a_gallery(a_picture()), *(a_text("x") for _ in range(39))]}
    ),
    "files": plain(attachments=[a_file(number, f"{number}.png") for number in range(11)]),
    "a file without an alt text": plain(attachments=[a_file(alt=None)]),
    "alt text of a file": plain(attachments=[a_file(alt="x" * 1025)]),
    "two files of one name": plain(attachments=[a_file(0), a_file(1)]),
    "a picture that isn't there": layout(a_gallery(a_picture("hand.png")), attachments=[a_file()]),
    "a picture beside texts that isn't there": layout(a_section(a_text("x")), attachments=[]),
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


@pytest.mark.parametrize("what", TOO_MUCH)
def test_what_discord_would_refuse_is_seen(what: str) -> None:
    """One thing too much each time, and exactly one problem is named."""
    assert len(problems(TOO_MUCH[what])) == 1


def test_every_file_that_is_shown_is_named() -> None:
    """In galleries, beside texts and by itself, however deep."""
    shown = {"type": FILE, "file": {"url": "attachment://rules.txt"}}
    inside = {"type": 17, "components": [a_gallery(a_picture("a.png"), a_picture("b.png")), a_section(a_text("x"))]}
    assert list(files([inside, shown])) == ["a.png", "b.png", "table.png", "rules.txt"]
