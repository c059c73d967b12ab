"""Discord's components as plain data: each function returns one as JSON has it, within Discord's limits.

What they return is shared and kept: nobody changes it. Discord's own page on components has all fields.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Any, Final, TypeAlias

import discord

from bot.faces.attachment import Picture
from bot.faces.limits import LABEL, MODAL_LABEL, MODAL_TITLE, OPTION_TEXT, PLACEHOLDER, shorten

Part: TypeAlias = Mapping[str, Any]
Parts: TypeAlias = list[Part]
"""What stands in one row: up to five buttons, or a select."""

ACCENT: Final = 0x8C5A2B
EMOJIS = 256
"""How many signs of buttons are kept as Discord takes them."""


class Kind(IntEnum):
    """The types of components that Herald shows."""

    ROW = 1
    BUTTON = 2
    SELECT = 3
    TEXT_INPUT = 4
    TEXT = 10
    GALLERY = 12
    CONTAINER = 17
    LABEL = 18


class Style(IntEnum):
    """How a button looks."""

    PRIMARY = 1
    SECONDARY = 2
    SUCCESS = 3
    DANGER = 4


def button(label: str, custom_id: str, *, style: Style = Style.SECONDARY, emoji: str = "", off: bool = False) -> Part:
    """Return a button, its label cut to what Discord takes; one that is `off` can't be pressed."""
    shown = {"type": Kind.BUTTON, "style": style, "disabled": off, "label": shorten(label, LABEL)}
    return {**shown, "custom_id": custom_id, **_signed(emoji)}


def select(placeholder: str, custom_id: str, options: Sequence[Part], picks: tuple[int, int]) -> Part:
    """Return a select; `picks` are the fewest and the most options that may be picked."""
    fewest, most = picks
    hint = shorten(placeholder, PLACEHOLDER)
    shown = {"type": Kind.SELECT, "custom_id": custom_id, "min_values": fewest, "max_values": most}
    return {**shown, "placeholder": hint, "options": options}


def option(label: str, value: str, *, emoji: str = "", does: str = "", default: bool = False) -> Part:
    """Return an option of a select; `does` says more about it in a second line, if anything."""
    described = {"description": shorten(does, OPTION_TEXT)} if does else {}
    shown = {"label": shorten(label, OPTION_TEXT), "value": value, "default": default}
    return {**shown, **described, **_signed(emoji)}


def action_row(parts: Sequence[Part]) -> Part:
    """Return buttons beside one another, or a select, as a row of a message."""
    return {"type": Kind.ROW, "components": parts}


def text_display(words: str) -> Part:
    """Return a text in a layout."""
    return {"type": Kind.TEXT, "content": words}


def media_gallery(picture: Picture) -> Part:
    """Return a picture in a layout, which is sent along."""
    return {"type": Kind.GALLERY, "items": [{"media": {"url": picture.url}, "description": picture.alt}]}


def container(parts: Sequence[Part]) -> Part:
    """Return the frame round the parts of a layout."""
    return {"type": Kind.CONTAINER, "accent_color": ACCENT, "components": parts}


def modal(title: str, custom_id: str, parts: Sequence[Part]) -> Part:
    """Return a dialog. What is written there comes back to the router by its custom_id."""
    return {"title": shorten(title, MODAL_TITLE), "custom_id": custom_id, "components": parts}


def text_input(label: str, custom_id: str, longest: int) -> Part:
    """Return a field of one line that must be filled in, with its label."""
    field = {"type": Kind.TEXT_INPUT, "custom_id": custom_id, "style": 1, "min_length": 1, "max_length": longest}
    return {"type": Kind.LABEL, "label": shorten(label, MODAL_LABEL), "component": {**field, "required": True}}


def text_area(label: str, custom_id: str, longest: int, written: str = "") -> Part:
    """Return a field of several lines that may be left empty, with its label and what stands in it."""
    field = {"type": Kind.TEXT_INPUT, "custom_id": custom_id, "style": 2, "max_length": longest, "required": False}
    return {"type": Kind.LABEL, "label": shorten(label, MODAL_LABEL), "component": {**field, "value": written}}


def _signed(emoji: str) -> Part:
    return {"emoji": _emoji(emoji)} if emoji else {}


@lru_cache(EMOJIS)
def _emoji(sign: str) -> Part:
    """Return an emoji: one of Discord's own, as messages mention it, or one of every font."""
    found = discord.PartialEmoji.from_str(sign)
    return {"name": found.name} if found.id is None else {"id": str(found.id), "name": found.name}
