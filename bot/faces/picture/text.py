"""Texts as blocks: a line that fits, a paragraph, and what stands above a part of a picture."""

from __future__ import annotations

from bot.faces.picture import sprites
from bot.faces.picture import type as letters
from bot.faces.picture.colours import Colour, common
from bot.faces.picture.sheet import Block, Fill, Label, Part, column
from bot.faces.picture.type import HEADING, Type

RULE_GAP = 8.0
LOZENGE = 6.0


def label(text: str, kind: Type, colour: Colour, room: float) -> Label:
    """Return a text as one line that is no wider than its room."""
    shown, small = letters.fitted(text, kind, room)
    return Label(shown, small, colour)


def paragraph(text: str, kind: Type, colour: Colour, room: float, most: int = 2, align: float = 0) -> Block:
    """Return a text as up to `most` lines."""
    return column([Label(each, kind, colour) for each in letters.wrapped(text, kind, room, most)], align=align)


def heading(text: str, room: float) -> Block:
    """Return the title of a part, with a thin rule behind it."""
    title = label(text, HEADING, common("ink"), room)
    begins, middle = title.width + RULE_GAP, title.height / 2 + 1
    rule: tuple[Part, ...] = (
        (begins, middle, Fill(room - begins, 0.5, common("gold"))),
        (room - LOZENGE, middle + 0.25 - LOZENGE / 2, sprites.lozenge(LOZENGE)),
    )
    return Block(room, title.height + 2, ((0, 0, title), *(rule if begins + LOZENGE < room else ())))
