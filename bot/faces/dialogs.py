"""Dialogs of Discord, and the fields in them, as plain data within Discord's limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.faces.components import (
    MODAL_LABEL,
    MODAL_TITLE,
    PLACEHOLDER,
    Kind,
    Part,
    description_field,
    shorten,
)


def modal(title: str, custom_id: str, parts: Sequence[Part]) -> Part:
    """Return a dialog. Its fields come back to the router by `custom_id`."""
    return {
        "title": shorten(title, MODAL_TITLE),
        "custom_id": custom_id,
        "components": parts,
    }


def dialog_field(label: str, component: Part, does: str = "") -> Part:
    """Return a field of a dialog with its `label`; `does` describes it in a second line, if it isn't empty."""
    return {
        "type": Kind.LABEL,
        "label": shorten(label, MODAL_LABEL),
        **description_field(does),
        "component": component,
    }


def text_input(label: str, custom_id: str, longest: int) -> Part:
    """Return a field of one line that must be filled in, of at most `longest` characters."""
    return dialog_field(
        label, _line_input(custom_id, longest, min_length=1, required=True)
    )


def text_area(label: str, custom_id: str, longest: int, written: str) -> Part:
    """Return a field of several lines that may be left empty, with the text `written` in it."""
    return dialog_field(label, {**short_input(custom_id, longest, written), "style": 2})


def short_input(custom_id: str, longest: int, written: str = "") -> Part:
    """Return a field of one line that may be left empty, with the text `written` in it."""
    return _line_input(custom_id, longest, required=False, value=written)


def _line_input(custom_id: str, longest: int, **more: Any) -> Part:
    return {
        "type": Kind.TEXT_INPUT,
        "custom_id": custom_id,
        "style": 1,
        "max_length": longest,
        **more,
    }


def radio_group(custom_id: str, options: Sequence[Part]) -> Part:
    """Return a field in which one of two to ten `options` is chosen."""
    return {
        "type": Kind.RADIO_GROUP,
        "custom_id": custom_id,
        "required": True,
        "options": options,
    }


def checkbox_group(custom_id: str, options: Sequence[Part]) -> Part:
    """Return a field in which any of up to ten `options` are chosen, or none."""
    return {
        "type": Kind.CHECKBOX_GROUP,
        "custom_id": custom_id,
        "required": False,
        "options": options,
        "min_values": 0,
        "max_values": len(options),
    }


def channel_select(
    placeholder: str, custom_id: str, types: Sequence[int], chosen: int | None
) -> Part:
    """Return a field for one channel of `types` or none, of those that its reader can see; `chosen` stands there.

    Without `required`, Discord lets a select of a dialog be left empty.
    """
    default = [] if chosen is None else [{"id": str(chosen), "type": "channel"}]
    return {
        "type": Kind.CHANNEL_SELECT,
        "custom_id": custom_id,
        "channel_types": types,
        "required": False,
        "placeholder": shorten(placeholder, PLACEHOLDER),
        "default_values": default,
    }
