"""Texts as blocks: a line that fits, a paragraph, and what stands above a part of a picture."""

from __future__ import annotations

from collections.abc import Sequence

from bot.faces.picture import sprites
from bot.faces.picture import type as letters
from bot.faces.picture.colours import Colour, common
from bot.faces.picture.sheet import BASELINE, Block, Fill, Label, Part, column, line
from bot.faces.picture.type import HEADING, NOTE, Type

RULE_GAP = 8.0
LOZENGE = 6.0


def label(text: str, kind: Type, colour: Colour, room: float) -> Label:
    """Return a text as one line that is no wider than its room."""
    shown, small = letters.fitted(text, kind, room)
    return Label(shown, small, colour)


def tight(text: str, kinds: Sequence[Type], colour: Colour, room: float) -> Label:
    """Return a text as one line in the first of these types that makes it fit, or else cut in the last."""
    kind = next((kind for kind in kinds if letters.width(text, kind) <= room), kinds[-1])
    return Label(letters.shortened(text, kind, room), kind, colour)


def paragraph(text: str, kind: Type, colour: Colour, room: float, most: int = 2, align: float = 0) -> Block:
    """Return a text as up to `most` lines."""
    return column([Label(each, kind, colour) for each in letters.wrapped(text, kind, room, most)], align=align)


def heading(text: str, room: float, captions: Sequence[str] = ()) -> Block:
    """Return the title of a part, with a thin rule behind it and what its numbers are, if that fits, at the end."""
    title = label(text, HEADING, common("ink"), room)
    said = line([Label(each, NOTE, common("faded")) for each in captions], RULE_GAP)
    if title.width + RULE_GAP + said.width > room:
        said = Block(0, 0)
    ends = room - said.width - (RULE_GAP if said.width else 0)
    begins, middle = title.width + RULE_GAP, title.height / 2 + 1
    rule: tuple[Part, ...] = (
        (begins, middle, Fill(ends - begins, 0.5, common("gold"))),
        (ends - LOZENGE, middle + 0.25 - LOZENGE / 2, sprites.lozenge(LOZENGE)),
    )
    stands = room - said.width, BASELINE * (title.height - said.height), said
    shown = *(rule if begins + LOZENGE < ends else ()), stands
    return Block(room, title.height + 2, ((0, 0, title), *shown))
