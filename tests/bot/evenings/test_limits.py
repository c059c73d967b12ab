"""Discord's limits: each check sees what it is there for. What is allowed they let through in all evenings."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.limits import BUTTON, FILE, GALLERY, LAYOUT_FLAG, SELECT, TEXT, THUMBNAIL, problems

Json = dict[str, Any]


def plain(*parts: Json, **different: Any) -> Json:
    """Return a message with plain content, and a row of these parts."""
    rows = [{"type": 1, "components": list(parts)}] if parts else []
    return {"content": "hello", "components": rows, **different}


def layout(*parts: Json, **different: Any) -> Json:
    """Return a message of components alone."""
    return {"flags": LAYOUT_FLAG, "components": list(parts), **different}


def picture(name: str = "table.png", alt: str | None = "The table") -> Json:
    """Return a picture as a gallery holds it."""
    return {"media": {"url": f"attachment://{name}"}, "description": alt}


def gallery(*pictures: Json) -> Json:
    """Return a gallery."""
    return {"type": GALLERY, "items": list(pictures)}


def section(**different: Any) -> Json:
    """Return a text with a picture beside it."""
    beside = {"type": THUMBNAIL, **picture(**different)}
    return {"type": 9, "components": [{"type": TEXT, "content": "x"}], "accessory": beside}


def attached(*names: str, alt: str | None = "The table") -> list[Json]:
    """Return what a message says of files that are sent with it."""
    return [{"id": number, "filename": name, "description": alt} for number, name in enumerate(names)]


TWO = [{"label": name, "value": name} for name in "ab"]
TOO_MUCH: dict[str, Json] = {
    "content": plain(content="x" * 2001),
    "embeds beside a layout": layout(gallery(picture()), embeds=[{"title": "y"}]),
    "text of a layout": layout(*({"type": TEXT, "content": "x" * 2001} for _ in range(2))),
    "title": {"title": "x" * 46, "custom_id": "number:1", "components": [{"type": TEXT, "content": "x"}]},
    "a button without a label": plain({"type": BUTTON, "style": 1, "custom_id": "play:0"}),
    "more picks than options": plain({"type": SELECT, "custom_id": "pick", "options": TWO, "max_values": 3}),
    "an empty text": layout({"type": TEXT, "content": " "}),
    "a picture without an alt text": layout(gallery(picture(), picture(alt=None))),
    "a picture with an empty alt text": layout(gallery(picture(alt=" "))),
    "alt text beside texts": layout(section(alt="")),
    "files": plain(attachments=attached(*map(str, range(11)))),
    "a file without an alt text": plain(attachments=attached("x", alt=None)),
    "alt text of a file": plain(attachments=attached("x", alt="x" * 1025)),
    "two files of one name": plain(attachments=attached("x", "x")),
    "nonce": plain(nonce="x" * 26),
}


@pytest.mark.parametrize("what", TOO_MUCH)
def test_what_discord_would_refuse_is_seen(what: str) -> None:
    """One thing too much each time, and exactly one problem is named: most limits are simcord's to know."""
    assert len(problems(TOO_MUCH[what])) == 1


def test_every_file_that_is_shown_is_named() -> None:
    """In galleries, beside texts and by itself, however deep."""
    shown = {"type": FILE, "file": {"url": "attachment://d"}}
    inside = {"type": 17, "components": [gallery(picture("a"), picture("b")), section(name="c")]}
    assert problems(layout(inside, shown, attachments=[])) == [f"no file of the name {name}" for name in "abcd"]
    assert problems(layout(inside, shown, attachments=attached(*"abcd"))) == []
