"""A line of play: places in their order, each with its owner, the card on top, what lies on it and what below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.faces.picture import sprites
from bot.faces.picture import type as letters
from bot.faces.picture.colours import common, deep, ink_on, tint
from bot.faces.picture.sheet import Block, Label, Part, Piece, centred, column, flow, line
from bot.faces.picture.text import label
from bot.faces.picture.type import LABEL, NOTE, STRONG, Type
from bot.faces.picture.voice import Voice
from engine.scene import Card, Place

WIDTH = 73.6
GAP = 3.0
HEAD = 20.0
SIGN = 15.0
EDGE = 1.5
MOST_EDGES = 2
ORDER = Type("figure", 14)


@dataclass(frozen=True, slots=True)
class Format:
    """How high a place is, how large the emblem of its card, and whether it says whose it is."""

    height: float
    emblem: float
    owner: bool


LARGE = Format(84, 34, owner=True)
SMALL = Format(66, 30, owner=False)


def queue(places: Sequence[Place], room: float, voice: Voice, *, small: bool = False) -> Block:
    """Return places side by side, counted from 1, in as many lines as that takes."""
    format_ = SMALL if small else LARGE
    return flow([place(each, number, format_, voice) for number, each in enumerate(places, 1)], room, GAP, 5)


def place(each: Place, number: int, format_: Format, voice: Voice) -> Block:
    """Return one place: its head has the colours of its owner, its body is the face or the back of the card."""
    edges = [
        (EDGE * depth, EDGE * depth, sprites.box(WIDTH, format_.height, common("vellum"), deep(each.emblem), 1))
        for depth in range(min(len(each.under), MOST_EDGES), 0, -1)
    ]
    body = _face(each, each.top, format_, voice) if each.top else _back(each.emblem, format_)
    parts = (*edges, *_frame(each, format_), *_head(each, number, voice), *body, *_owner(each, format_, voice))
    front = Block(WIDTH, format_.height + sprites.SHADOW, (*parts, *_signs(each)))
    return column([front, _covered(each.under)], 1, 0.5)


def _owner(each: Place, format_: Format, voice: Voice) -> Iterator[Part]:
    if format_.owner:
        ink = common("ink") if each.top else ink_on(each.emblem)
        name = label(voice.names[each.seat], NOTE, ink, WIDTH - 8)
        yield centred(name, WIDTH, format_.height - name.height - 2)


def _frame(each: Place, format_: Format) -> Iterator[Part]:
    ground = common("ivory") if each.top else tint(each.emblem)
    yield 0, 0, sprites.headed(WIDTH, format_.height, HEAD, ground, tint(each.emblem))
    if each.now:
        yield -2, -2, sprites.ring(WIDTH + 4, format_.height + 4, common("rubric"), 3.5)


def _head(each: Place, number: int, voice: Voice) -> Iterator[Part]:
    ink = ink_on(each.emblem)
    order = Label(str(number), ORDER, ink)
    letter = Label(voice.letter(each.emblem), STRONG, ink)
    yield 22 if each.now else 7, (HEAD - order.height) / 2, order
    yield WIDTH - 21, (HEAD - 16) / 2, sprites.emblem(each.emblem, 16, ink)
    yield WIDTH - 24 - letter.width, (HEAD - letter.height) / 2, letter
    if each.now:
        yield -3, -4, sprites.arrow(24)


def _face(each: Place, top: Card, format_: Format, voice: Voice) -> Iterator[Part]:
    yield (*_aside(each, format_), sprites.emblem(top.emblem, format_.emblem, deep(top.emblem)))
    name, room = voice.say(top.name), WIDTH - 1
    kind = LABEL if letters.width(name, LABEL) <= room else NOTE
    yield centred(label(name, kind, common("ink"), room), WIDTH, HEAD + format_.emblem)


def _aside(each: Place, format_: Format) -> tuple[float, float]:
    """Return where the emblem stands: aside for what lies on the card."""
    moved = (bool(each.badge) - bool(each.tokens)) * 9
    return (WIDTH - format_.emblem) / 2 + moved, HEAD + 1


def _back(emblem: str, format_: Format) -> Iterator[Part]:
    pattern = sprites.back(emblem, WIDTH - 12, format_.height - HEAD - (22 if format_.owner else 4))
    yield centred(pattern, WIDTH, HEAD + 1)


def _signs(each: Place) -> Iterator[Part]:
    """Yield what lies on the card: tokens as a coin with their number, and the seal of another owner."""
    if each.tokens:
        coin = Label(str(each.tokens), STRONG, common("ink"))
        yield WIDTH - 23, HEAD + 15, sprites.coin(21)
        yield centred(coin, 21, HEAD + 15 + (21 - coin.height) / 2, WIDTH - 23)
    if each.badge:
        yield 2, HEAD + 14, sprites.seal(each.badge, 23)


def _covered(under: Sequence[Card | None]) -> Block:
    shown: list[Piece] = [sprites.shield(card.emblem, SIGN) if card else sprites.down(SIGN) for card in under]
    return line(shown, 2)
