"""Tiles: lasting parts of the board, each with its shield and name, and its values: in one line, or with holders."""

from __future__ import annotations

from collections.abc import Sequence

from bot.faces.picture import sprites
from bot.faces.picture.colours import common
from bot.faces.picture.facts import person
from bot.faces.picture.sheet import BASELINE, Block, Label, Piece, centred, column, line
from bot.faces.picture.text import paragraph, tight
from bot.faces.picture.type import CLOSE, NAME, NARROW, NOTE, NUMBER, STRONG, Type
from bot.faces.picture.voice import Voice
from engine.scene import Fact, Tile, Who

GAP = 6.0
PAD = 6.0
TOP, BOTTOM = 4.0, 4.0
SHIELD = 21.0
VALUE = 12.0
BETWEEN = 5.0
APART = 7.0
"""Between two values in one line."""

FIRST = Type("figure", 18)


def captions(tiles: Sequence[Tile], voice: Voice) -> tuple[str, ...]:
    """Return what the values of tiles are called, in their order, where the tiles show nothing but them."""
    if not all(map(_short, tiles)):
        return ()
    return tuple(dict.fromkeys(voice.say(fact.label) for tile in tiles for fact in tile.facts))


def board(tiles: Sequence[Tile], room: float, voice: Voice) -> Block:
    """Return tiles in two columns, those side by side equally high."""
    width = (room - GAP) / 2
    inner = width - 2 * PAD
    brief = all(map(_short, tiles))
    shown = [_line(each, inner, voice) if brief else _text(each, inner, voice) for each in tiles]
    pairs = (shown[at : at + 2] for at in range(0, len(shown), 2))
    return column([_pair(pair, width) for pair in pairs], GAP - sprites.SHADOW)


def _short(tile: Tile) -> bool:
    """Tell whether nobody holds anything of a tile yet, so that its values stand in one line with its name."""
    return all(fact.seat is None for fact in tile.facts) and all(isinstance(fact.value, int) for fact in tile.facts[:1])


def _pair(pair: Sequence[Block], width: float) -> Block:
    height = max(text.height for text in pair) + TOP + BOTTOM
    return line([_tile(text, width, height) for text in pair], GAP)


def _tile(text: Block, width: float, height: float) -> Block:
    ground = sprites.box(width, height, common("ivory"), common("line"))
    return Block(width, height + sprites.SHADOW, ((0, 0, ground), (PAD, TOP, text)))


def _line(each: Tile, room: float, voice: Voice) -> Block:
    """Return the shield of a tile, its name, and its values at the end of the line, of which the first counts most."""
    values = line([_brief(fact, at, voice) for at, fact in enumerate(each.facts)], APART, BASELINE)
    head = _head(each, room - values.width - BETWEEN, voice)
    height = head.height
    return Block(room, height, ((0, 0, head), (room - values.width, (height - values.height) / 2, values)))


def _brief(fact: Fact, at: int, voice: Voice) -> Block:
    """Return a value in a cell: numbers stand below each other from tile to tile."""
    said = voice.value(fact.value)
    kind = NOTE if not isinstance(fact.value, int) else NUMBER if at else FIRST
    number = Label(said, kind, common("faded" if at else "ink"))
    width = max(VALUE, number.width)
    return Block(width, number.height, (centred(number, width, 0),))


def _text(each: Tile, room: float, voice: Voice) -> Block:
    """Return the head of a tile and below it its values, of which the first counts most."""
    values = [_value(fact, FIRST if place == 0 else NUMBER, room, voice) for place, fact in enumerate(each.facts)]
    return column([_head(each, room, voice), *values], -2.5)


def _head(each: Tile, room: float, voice: Voice) -> Block:
    """Return the shield of a tile and its name, whole: in two lines where no type makes it fit in one."""
    left, said = SHIELD + BETWEEN, voice.say(each.name)
    one = tight(said, (NAME, STRONG, NARROW), common("ink"), room - left)
    name: Piece = one if one.text == said else paragraph(said, NARROW, common("ink"), room - left)
    height = max(SHIELD, name.height)
    shield = sprites.shield(each.emblem, SHIELD)
    return Block(room, height, ((0, (height - SHIELD) / 2, shield), (left, (height - name.height) / 2, name)))


def _value(fact: Fact, kind: Type, room: float, voice: Voice) -> Block:
    if not isinstance(fact.value, int):
        left = VALUE + BETWEEN
        told = paragraph(voice.value(fact.value), NOTE, common("faded"), room - left)
        return Block(room, max(kind.line, told.height), ((left, max(0, (kind.line - told.height) / 2), told),))
    number = Label(voice.value(fact.value), kind, common("ink"))
    width = max(VALUE, number.width)
    left = width + BETWEEN
    meaning = _meaning(fact, room - left, voice)
    top = (number.height - meaning.height) / 2
    return Block(room, max(number.height, top + meaning.height), (centred(number, width, 0), (left, top, meaning)))


def _meaning(fact: Fact, room: float, voice: Voice) -> Block:
    """Return who holds it, or else what it is called."""
    if fact.seat is not None:
        return person(Who(fact.seat), voice.names[fact.seat], room - 20, voice)
    said = tight(voice.value(fact.note), (NOTE, CLOSE), common("faded"), room)
    return Block(said.width, said.height, ((0, 0, said),))
