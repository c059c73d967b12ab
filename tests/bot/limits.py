"""A check of everything that is sent against Discord's limits, those that the bot never comes near among them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.faces.components import (
    ALT_TEXT,
    CONTENT,
    LABEL,
    LAYOUT_PARTS,
    LAYOUT_TEXT,
    LONGEST,
    MODAL_LABEL,
    MODAL_TITLE,
    OPTION_TEXT,
    OPTIONS,
    PLACEHOLDER,
    ROW_BUTTONS,
    ROWS,
)

MODAL_PARTS = 5
NONCE = 25
GALLERY_ITEMS = 10
SECTION_TEXTS = 3
FILES = 10

ROW, BUTTON, SELECT, TEXT_INPUT, LABELLED = 1, 2, 3, 4, 18
SECTION, TEXT, THUMBNAIL, GALLERY, FILE = 9, 10, 11, 12, 13
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


def _too_long(what: str, text: str | None, longest: int) -> Iterator[str]:
    if text is not None and len(text) > longest:
        yield f"{what}: {len(text)} characters, at most {longest}"


def _button(part: Part) -> Iterator[str]:
    yield from _too_long("label", part.get("label"), LABEL)
    if not part.get("label") and not part.get("emoji"):
        yield "a button without a label"


def _select(part: Part) -> Iterator[str]:
    options = part.get("options", ())
    if not 1 <= len(options) <= OPTIONS:
        yield f"{len(options)} options, 1 to {OPTIONS}"
    if not 0 <= part.get("min_values", 1) <= part.get("max_values", 1) <= len(options):
        yield f"picks {part.get('min_values')} to {part.get('max_values')} of {len(options)}"
    if len({option["value"] for option in options}) < len(options):
        yield "the same value twice"
    yield from _too_long("placeholder", part.get("placeholder"), PLACEHOLDER)
    for option in options:
        for name in ("label", "value", "description"):
            yield from _too_long(f"option {name}", option.get(name), OPTION_TEXT)


def _row(part: Part) -> Iterator[str]:
    inside = part.get("components", ())
    if not 1 <= len(inside) <= ROW_BUTTONS or (len(inside) > 1 and any(each["type"] != BUTTON for each in inside)):
        yield f"a row of {[each['type'] for each in inside]}"


def _text_input(part: Part) -> Iterator[str]:
    yield from _too_long("input label", part.get("label"), MODAL_LABEL)
    yield from _too_long("input placeholder", part.get("placeholder"), OPTION_TEXT)


def _text(part: Part) -> Iterator[str]:
    if not part["content"].strip():
        yield "an empty text"


def _section(part: Part) -> Iterator[str]:
    inside = [each["type"] for each in part.get("components", ())]
    if not 1 <= len(inside) <= SECTION_TEXTS or set(inside) - {TEXT}:
        yield f"a section of {inside}, 1 to {SECTION_TEXTS} texts"
    if (part.get("accessory") or {}).get("type") not in {BUTTON, THUMBNAIL}:
        yield "a section without a button or picture beside it"


def _pictured(part: Part) -> Iterator[str]:
    """Yield what is wrong with the alt text of a picture: Discord needs none, but who can't see the picture does."""
    if not (part.get("description") or "").strip():
        yield "a picture without an alt text"
    yield from _too_long("alt text", part.get("description"), ALT_TEXT)


def _gallery(part: Part) -> Iterator[str]:
    items = part.get("items", ())
    if not 1 <= len(items) <= GALLERY_ITEMS:
        yield f"{len(items)} pictures in a gallery, 1 to {GALLERY_ITEMS}"
    for item in items:
        yield from _pictured(item)


CHECKS = {
    ROW: _row,
    BUTTON: _button,
    SELECT: _select,
    TEXT_INPUT: _text_input,
    SECTION: _section,
    TEXT: _text,
    THUMBNAIL: _pictured,
    GALLERY: _gallery,
}


def _parts(parts: Sequence[Part]) -> Iterator[str]:
    custom_ids = [part["custom_id"] for part in walk(parts) if "custom_id" in part]
    if len(set(custom_ids)) < len(custom_ids):
        yield f"the same custom_id twice: {sorted(custom_ids)}"
    for custom_id in custom_ids:
        yield from _too_long("custom_id", custom_id, LONGEST)
    for part in walk(parts):
        if part["type"] in CHECKS:
            yield from CHECKS[part["type"]](part)


def _layout(payload: Part, parts: Sequence[Part]) -> Iterator[str]:
    every = walk(parts)
    if payload.get("content") or payload.get("embeds"):
        yield "content or embeds beside a layout"
    if len(every) > LAYOUT_PARTS:
        yield f"{len(every)} components, at most {LAYOUT_PARTS}"
    written = sum(len(part["content"]) for part in every if part["type"] == TEXT)
    if written > LAYOUT_TEXT:
        yield f"{written} characters of text, at most {LAYOUT_TEXT}"


def _plain(payload: Part, parts: Sequence[Part]) -> Iterator[str]:
    yield from _too_long("content", payload.get("content"), CONTENT)
    if len(parts) > ROWS:
        yield f"{len(parts)} rows, at most {ROWS}"


def files(parts: Sequence[Part]) -> Iterator[str]:
    """Yield the name of every attached file that components show."""
    for part in walk(parts):
        if part["type"] in {THUMBNAIL, GALLERY, FILE}:
            media = [item.get("media") or item.get("file") or {} for item in part.get("items", (part,))]
            yield from (one["url"].removeprefix(ATTACHED) for one in media if one.get("url", "").startswith(ATTACHED))


def _attached(payload: Part, parts: Sequence[Part]) -> Iterator[str]:
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
    yield from (f"no file of the name {name}" for name in files(parts) if name not in names)


def _modal(payload: Part, parts: Sequence[Part]) -> Iterator[str]:
    yield from _too_long("title", payload["title"], MODAL_TITLE)
    yield from _too_long("custom_id", payload["custom_id"], LONGEST)
    if not 1 <= len(parts) <= MODAL_PARTS:
        yield f"{len(parts)} parts, 1 to {MODAL_PARTS}"
    for part in parts:
        if part["type"] == LABELLED:
            yield from _too_long("label", part.get("label"), MODAL_LABEL)


def problems(payload: Part) -> list[str]:
    """Return what Discord would refuse in a message, a modal or the data of an answer; empty if it is fine."""
    parts = payload.get("components") or ()
    found = [*_parts(parts), *_attached(payload, parts)]
    if "title" in payload and "custom_id" in payload:
        found += _modal(payload, parts)
    elif (payload.get("flags") or 0) & LAYOUT_FLAG:
        found += _layout(payload, parts)
    else:
        found += _plain(payload, parts)
    found += _too_long("nonce", payload.get("nonce"), NONCE)
    return found
