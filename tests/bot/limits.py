"""A check of everything that is sent against Discord's limits, those that the bot never comes near among them.

Most are simcord's, which has the numbers from Discord; what it lets through is looked for here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simcord.components import ComponentValidationError, validate_message_state, validate_modal

from bot.faces.components import ALT_TEXT

NONCE = 25
FILES = 10

BUTTON, SELECT = 2, 3
TEXT, THUMBNAIL, GALLERY, FILE = 10, 11, 12, 13
LAYOUT_FLAG = 1 << 15
ATTACHED = "attachment://"

Part = Mapping[str, Any]


def walk(parts: Sequence[Part]) -> list[Part]:
    """Return every component, nested ones included: one list that grows, for tests walk through millions of them."""
    every: list[Part] = []
    _walk(parts, every)
    return every


def _walk(parts: Sequence[Part], every: list[Part]) -> None:
    for part in parts:
        every.append(part)
        if inside := part.get("components"):
            _walk(inside, every)
        for name in ("accessory", "component"):
            if one := part.get(name):
                _walk([one], every)


def _unseen(part: Part) -> Iterator[str]:
    """Yield what simcord lets through in a component."""
    kind = part["type"]
    if kind == BUTTON and not part.get("label") and not part.get("emoji"):
        yield "a button without a label"
    if kind == SELECT and part.get("max_values", 1) > len(part.get("options", ())):
        yield "more picks than options"
    if kind == TEXT and not part["content"].strip():
        yield "an empty text"
    for picture in part.get("items", (part,)) if kind in {THUMBNAIL, GALLERY} else ():
        yield from _pictured(picture)


def _pictured(part: Part) -> Iterator[str]:
    """Yield what is wrong with the alt text of a picture: Discord needs none, but who can't see the picture does."""
    if not 1 <= len((part.get("description") or "").strip()) <= ALT_TEXT:
        yield f"a picture with the alt text {part.get('description')!r}"


def files(parts: Sequence[Part]) -> Iterator[str]:
    """Yield the name of every attached file that components show."""
    for part in walk(parts):
        if part["type"] in {THUMBNAIL, GALLERY, FILE}:
            media = [item.get("media") or item.get("file") or {} for item in part.get("items", (part,))]
            yield from (one["url"].removeprefix(ATTACHED) for one in media if one.get("url", "").startswith(ATTACHED))


def _attached(payload: Part) -> Iterator[str]:
    """Yield what is wrong with files; a message that names none may show those that it has had before."""
    attached = payload.get("attachments")
    if attached is None:
        return
    names = [each.get("filename") for each in attached]
    if len(names) > FILES:
        yield f"{len(names)} files, at most {FILES}"
    if len(set(names)) < len(names):
        yield f"the same file name twice: {names}"
    for each in attached:
        yield from _pictured(each)
    yield from (f"no file of the name {name}" for name in files(payload.get("components") or ()) if name not in names)


def problems(payload: Part) -> list[str]:
    """Return what Discord would refuse in a message, a modal or the data of an answer; empty if it is fine."""
    parts = payload.get("components") or []
    try:
        if "title" in payload and "custom_id" in payload:
            validate_modal(payload)
        else:
            flags, embeds = payload.get("flags") or 0, payload.get("embeds") or []
            validate_message_state(parts, flags=flags, content=payload.get("content"), embeds=embeds)
    except ComponentValidationError as refused:
        return [str(refused)]
    found = [problem for part in walk(parts) for problem in _unseen(part)]
    if len(payload.get("nonce") or "") > NONCE:
        found.append(f"a nonce of {len(payload['nonce'])} characters")
    return [*found, *_attached(payload)]
