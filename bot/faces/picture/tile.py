"""Tiles: lasting parts of the board, each with its shield, its letter, its name, and its values with what they mean."""

from __future__ import annotations

from collections.abc import Sequence

from bot.faces.picture import sprites
from bot.faces.picture.colours import common, deep
from bot.faces.picture.facts import person
from bot.faces.picture.sheet import BASELINE, Block, Label, centred, column, line
from bot.faces.picture.text import label, paragraph
from bot.faces.picture.type import FIGURE, NAME, NOTE, NUMBER, Type
from bot.faces.picture.voice import Voice
from engine.scene import Fact, Tile, Who

GAP = 6.0
PAD = 5.0
SHIELD = 30.0
VALUE = 11.0
LETTER = Type("strong", 12.5)


def board(tiles: Sequence[Tile], room: float, voice: Voice) -> Block:
    """Return tiles in two columns, those side by side equally high."""
    width = (room - GAP) / 2
    shown = [(each, _text(each, width - SHIELD - 3 * PAD - 1, voice)) for each in tiles]
    pairs = (shown[at : at + 2] for at in range(0, len(shown), 2))
    return column([_pair(pair, width, voice) for pair in pairs], GAP - sprites.SHADOW)


def _pair(pair: Sequence[tuple[Tile, Block]], width: float, voice: Voice) -> Block:
    crests = [shield(each.emblem, voice) for each, _ in pair]
    height = max(piece.height for piece in (*crests, *(text for _, text in pair))) + PAD + 1
    return line([_tile(crest, text, width, height) for crest, (_, text) in zip(crests, pair, strict=True)], GAP)


def _tile(crest: Block, text: Block, width: float, height: float) -> Block:
    ground = sprites.box(width, height, common("ivory"), common("line"))
    parts = (0, 0, ground), (PAD, (height - crest.height) / 2, crest), (SHIELD + 2 * PAD + 1, 2, text)
    return Block(width, height + sprites.SHADOW, parts)


def _text(each: Tile, room: float, voice: Voice) -> Block:
    """Return the name of a tile and its values, of which the first counts most."""
    name = label(voice.say(each.name), NAME, common("ink"), room)
    values = [_value(fact, FIGURE if place == 0 else NUMBER, room, voice) for place, fact in enumerate(each.facts)]
    return column([name, *values], -1)


def shield(emblem: str, voice: Voice) -> Block:
    """Return the shield of an emblem, with its letter below."""
    letter = Label(voice.letter(emblem), LETTER, deep(emblem))
    return column([sprites.shield(emblem, SHIELD), letter], -2, 0.5)


def _value(fact: Fact, kind: Type, room: float, voice: Voice) -> Block:
    if not isinstance(fact.value, int):
        told = label(voice.value(fact.value), NOTE, common("faded"), room)
        return Block(room, kind.line, ((0, (kind.line - told.height) / 2, told),))
    number = Label(voice.value(fact.value), kind, common("ink"))
    width = max(VALUE, number.width)
    left = width + 5
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
    return paragraph(voice.value(fact.note), NOTE, common("faded"), room, 2)
