"""Labelled values: numbers large, everything else as it is told."""

from __future__ import annotations

from collections.abc import Iterable

from bot.faces.picture import sprites
from bot.faces.picture import type as letters
from bot.faces.picture.colours import common
from bot.faces.picture.sheet import BASELINE, Block, Label, Piece, column, flow, line
from bot.faces.picture.text import label, paragraph
from bot.faces.picture.type import FIGURE, NAME, NOTE, STRONG
from bot.faces.picture.voice import Voice
from engine.scene import Fact, Who

GAP = 5


def told(fact: Fact, room: float, voice: Voice) -> Block:
    """Return a labelled value: in one line if it fits, else the value below its label."""
    name, value = voice.say(fact.label), voice.value(fact.value)
    title = label(name, NOTE, common("faded"), room)
    if isinstance(fact.value, Who):
        return _person(title, fact.value, value, room, voice)
    kind = FIGURE if isinstance(fact.value, int) else STRONG
    if title.width + GAP + letters.width(value, kind) <= room:
        return line([title, Label(value, kind, common("ink"))], GAP, BASELINE)
    return column([title, paragraph(value, STRONG, common("ink"), room, 2)])


def _person(title: Label, who: Who, name: str, room: float, voice: Voice) -> Block:
    left = room - title.width - 2 * GAP - 20
    return line([title, person(who, name, left, voice)], GAP)


def person(who: Who, name: str, room: float, voice: Voice) -> Block:
    """Return the name of a person with the emblem."""
    return line([sprites.shield(voice.emblem(who.seat), 16), label(name, NAME, common("ink"), room)], 4)


def scattered(facts: Iterable[Fact], room: float, voice: Voice, *before: Piece) -> Block:
    """Return labelled values side by side, in as many lines as that takes; other pieces may stand before them."""
    return flow([*before, *(told(fact, room, voice) for fact in facts)], room, 14, 0, 0.65)
