"""Tiles: lasting parts of the board, each with its shield, its letter, its name, and its values with what they mean."""

from __future__ import annotations

from collections.abc import Sequence

from bot.faces.picture import sprites
from bot.faces.picture import type as letters
from bot.faces.picture.colours import common, deep
from bot.faces.picture.facts import person
from bot.faces.picture.sheet import BASELINE, Block, Label, centred, column, line
from bot.faces.picture.text import label, paragraph
from bot.faces.picture.type import LEAST, NAME, NOTE, NUMBER, Type
from bot.faces.picture.voice import Voice
from engine.scene import Fact, Tile, Who

GAP = 6.0
PAD = 6.0
TOP, BOTTOM = 3.0, 4.0
SHIELD = 21.0
VALUE = 11.0
BETWEEN = 6.0
BESIDE = 5.0
TIGHT = Type("sans", LEAST, 0.94)
"""For what would need a second line for a letter or two."""

LETTER = Type("strong", 14)
FIRST = Type("figure", 16)


def board(tiles: Sequence[Tile], room: float, voice: Voice) -> Block:
    """Return tiles in two columns, those side by side equally high."""
    width = (room - GAP) / 2
    shown = [_text(each, width - 2 * PAD, voice) for each in tiles]
    pairs = (shown[at : at + 2] for at in range(0, len(shown), 2))
    return column([_pair(pair, width) for pair in pairs], GAP - sprites.SHADOW)


def _pair(pair: Sequence[Block], width: float) -> Block:
    height = max(text.height for text in pair) + TOP + BOTTOM
    return line([_tile(text, width, height) for text in pair], GAP)


def _tile(text: Block, width: float, height: float) -> Block:
    ground = sprites.box(width, height, common("ivory"), common("line"))
    return Block(width, height + sprites.SHADOW, ((0, 0, ground), (PAD, TOP, text)))


def _text(each: Tile, room: float, voice: Voice) -> Block:
    """Return the head of a tile and below it its values, of which the first counts most."""
    values = [_value(fact, FIRST if place == 0 else NUMBER, room, voice) for place, fact in enumerate(each.facts)]
    return column([_head(each, room, voice), *values], -2.5)


def _head(each: Tile, room: float, voice: Voice) -> Block:
    """Return the shield of a tile, its name, and its letter at the end of the line."""
    letter = Label(voice.letter(each.emblem), LETTER, deep(each.emblem))
    left = SHIELD + BETWEEN
    name = label(voice.say(each.name), NAME, common("ink"), room - left - letter.width - BETWEEN)
    parts = (0, 0, sprites.shield(each.emblem, SHIELD)), (left, (SHIELD - name.height) / 2, name)
    return Block(room, SHIELD, (*parts, (room - letter.width, (SHIELD - letter.height) / 2, letter)))


def _value(fact: Fact, kind: Type, room: float, voice: Voice) -> Block:
    if not isinstance(fact.value, int):
        left = VALUE + BESIDE
        told = label(voice.value(fact.value), NOTE, common("faded"), room - left)
        return Block(room, kind.line, ((left, (kind.line - told.height) / 2, told),))
    number = Label(voice.value(fact.value), kind, common("ink"))
    width = max(VALUE, number.width)
    left = width + BESIDE
    meaning = _meaning(fact, room - left, voice)
    # The number stands on the first line of what it means.
    top = BASELINE * (number.height - NOTE.line)
    if fact.seat is not None:
        top = (number.height - meaning.height) / 2
    return Block(room, max(number.height, top + meaning.height), (centred(number, width, 0), (left, top, meaning)))


def _meaning(fact: Fact, room: float, voice: Voice) -> Block:
    """Return who holds it, or else what it is called."""
    if fact.seat is not None:
        return person(Who(fact.seat), voice.names[fact.seat], room - 20, voice)
    said = voice.value(fact.note)
    kind = next((kind for kind in (NOTE, TIGHT) if letters.width(said, kind) <= room), NOTE)
    return paragraph(said, kind, common("faded"), room, 2)
