"""Cards: faces with emblem, figure and letter, names below them, small signs that count them, and sorted groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import TypeAlias

from bot.faces.picture import font as letters
from bot.faces.picture import sprites
from bot.faces.picture.colours import (
    FADED,
    IVORY,
    LINE,
    deep,
    ink_on,
    tint,
)
from bot.faces.picture.font import FIGURE, NARROW, NOTE, STRONG, Font, drawable
from bot.faces.picture.layout import (
    BASELINE,
    INNER,
    Block,
    Fill,
    Label,
    Part,
    centre,
    column,
    flow,
    level,
    line,
    middle,
    plate,
)
from bot.faces.picture.text import PictureLocalizer, paragraph
from engine.frozen import frozen, replace
from engine.scene import Card, Group, Text

FIGURE_LETTERS = 2
"""A figure of more letters than this is a text, and is set as one."""

SIGN = 15
REMEMBERED = 256


@frozen
class Format:
    """Size of a card, the width of the `caption` below it, and the types of its figure, letter and words."""

    width: float
    height: float
    figure: Font
    caption: float = 0
    letter: Font = NOTE
    words: Font = STRONG


LARGE = Format(70, 94, Font("figure", 28), 100)
ALONE = Format(62, 84, Font("figure", 25))
"""For the card that is up."""

MEDIUM = Format(54, 72, Font("figure", 21), 90)
SMALL = Format(36, 49, Font("figure", 17))
NAMED = Format(89, 94, LARGE.figure)
"""For cards that show nothing but what they are."""

HUGE = Format(120, 150, Font("figure", 44), 0, Font("sans", 20), Font("strong", 18))
"""For a card alone."""

TOLD = 62.0
"""How wide a card may become for a figure that is a text."""

SHIELD = 32.0
NAME = 100.0
SUM = 34.0
BETWEEN = 5.0
Fan: TypeAlias = Callable[[Sequence[Card], float, PictureLocalizer], Block]
"""Lays out the cards of a group in so much room."""


def face(card: Card, format_: Format, voice: PictureLocalizer) -> Block:
    """Return the front of `card`: figure and letter in the corners, the emblem below them."""
    figure = voice.value(card.figure)
    if isinstance(card.figure, Text) or len(figure) > FIGURE_LETTERS:
        return _text_front(card, figure, format_)
    width = format_.width
    height = format_.height
    bare = not figure and not card.letter
    size = width * (0.7 if bare else 0.58)
    y = (height - size) / 2 if bare else height - size - width * 0.11
    parts = (
        _ground(card, format_, width),
        *_corners(figure, card, format_),
        centre(sprites.shield(card.emblem, size), width, y),
    )

    return Block(width, height, parts)


def _ground(card: Card, format_: Format, width: float) -> Part:
    rim = max(1.5, format_.width / 30)
    return 0, 0, sprites.box(width, format_.height, IVORY, deep(card.emblem), rim, 5)


def _corners(figure: str, card: Card, format_: Format) -> Iterator[Part]:
    left = format_.width * 0.13
    top = format_.width * 0.04
    if figure:
        yield left, top, Label(figure, format_.figure, deep(card.emblem))

    if card.letter:
        sign = Label(drawable(card.letter), format_.letter, FADED)
        y = top + BASELINE * (format_.figure.line - sign.height)
        yield format_.width - left - sign.width, y, sign


def _text_front(card: Card, figure: str, format_: Format) -> Block:
    """Return a card whose `figure` is a text, set below the emblem."""
    emblem = format_.width * 0.55
    wide = letters.width(figure, format_.words) + 10
    tall = emblem + 2 * format_.words.line <= format_.height
    width = max(format_.width, min(wide, TOLD) if tall else wide)
    text = paragraph(figure, format_.words, width - 6, 2, 0.5, colour=deep(card.emblem))
    content = column([sprites.shield(card.emblem, emblem), text], 0, 0.5)
    inside = middle(content, width, format_.height)

    return Block(width, format_.height, (_ground(card, format_, width), inside))


def named_front(card: Card, voice: PictureLocalizer, format_: Format) -> Block:
    """Return the front of a card with neither figure nor letter: its emblem, with the emblem's letter, and its name."""
    width = format_.width
    height = format_.height
    colour = deep(card.emblem)
    said = voice.say(card.name)
    kind = format_.words
    if not letters.whole(said, kind, width - 6, 2):
        # A word of it would be cut.
        kind = replace(kind, narrow=NARROW.narrow)
    name = paragraph(said, kind, width - 6, 2, 0.5, colour=ink_on(card.emblem))
    band = name.height + 4
    top = height - band
    emblem = sprites.emblem(card.emblem, min(width * 0.62, top - 6), colour)
    parts: tuple[Part, ...] = (
        (0, 0, sprites.band_card(width, height, top, band, IVORY, tint(card.emblem))),
        centre(emblem, width, (top - emblem.height) / 2 + 1),
        (6, 3, Label(voice.letter(card.emblem), format_.letter, colour)),
        centre(name, width, top + 1.5),
    )

    return Block(width, height, parts)


def plain(card: Card) -> bool:
    """Tell whether `card` has neither figure nor letter."""
    return card.figure == "" and not card.letter


def front(
    card: Card, format_: Format, voice: PictureLocalizer, named: Format = NAMED
) -> Block:
    """Return the front of `card`: a `plain` one has its name on it, and the format `named`."""
    return (
        named_front(card, voice, named) if plain(card) else face(card, format_, voice)
    )


def _with_caption(
    card: Card, count: int, format_: Format, voice: PictureLocalizer
) -> Block:
    """Return `card` with its `count`, and its name if that isn't on it."""
    shown = copies(front(card, format_, voice), count, voice)
    if plain(card):
        return shown
    name = paragraph(voice.say(card.name), NOTE, format_.caption, 2, 0.5)
    return column([shown, name], 4, 0.5)


def copies(card: Block, count: int, voice: PictureLocalizer) -> Block:
    """Return `card`, with its `count` beside it where that is more than 1."""
    if count == 1:
        return card
    return line([card, Label(voice.times(count), STRONG)], 2)


def count_cards(cards: Iterable[Card]) -> list[tuple[Card, int]]:
    """Return each different card with its count, in the order of first appearance."""
    return list(Counter(cards).items())


def spread(cards: Sequence[Card], format_: Format, voice: PictureLocalizer) -> Block:
    """Return cards side by side with their names, equal ones together."""
    shown = flow(
        (_with_caption(*each, format_, voice) for each in count_cards(cards)),
        INNER,
        8,
        6,
    )
    return Block(shown.width, shown.height + sprites.DEPTH, ((0, 0, shown),))


# What everybody knows of the players' cards stays mostly as it was from frame to frame.
@lru_cache(REMEMBERED)
def signs(
    cards: tuple[Card, ...], voice: PictureLocalizer, *, heap: bool = False
) -> tuple[Block, ...]:
    """Return `cards` as small signs: a shield, then the figures of its cards, each with its count.

    They keep their order; a heap is sorted by kind, the lowest figures first.
    """
    kinds = list(dict.fromkeys(card.emblem for card in cards))

    def rank(card: Card) -> tuple[int, bool, int, str]:
        # Numbers first, and 9 before 10.
        figure = voice.value(card.figure)
        number = int(figure) if figure.isdecimal() else 0
        return kinds.index(card.emblem), not figure.isdecimal(), number, figure

    shown = []
    ordered: Sequence[Card] = cards
    if heap:
        ordered = sorted(cards, key=rank)
    for emblem, alike in groupby(ordered, attrgetter("emblem")):
        shield = sprites.shield(emblem, SIGN)
        shown.append(plate(line([shield, line(_tally(alike, voice), 4)], 2)))
    return tuple(shown)


def _tally(alike: Iterable[Card], voice: PictureLocalizer) -> Iterator[Label]:
    for figure, those in groupby(voice.value(card.figure) for card in alike):
        text = figure + voice.times(len(list(those)))
        if text:
            yield Label(text, STRONG)


def group_line(
    group: Group, fan: Fan, voice: PictureLocalizer, name: float = NAME
) -> Block:
    """Return a group: shield, name in a width of `name`, cards laid out by `fan`, and at the end the total."""
    left = SHIELD + name + 3 * BETWEEN
    said = paragraph(voice.say(group.name), STRONG, name)
    fans = fan(group.cards, INNER - left - (SUM if group.total else 0), voice)
    height = max(fans.height, SHIELD)
    parts: list[Part] = [
        level(0, sprites.shield(group.emblem, SHIELD), height),
        level(SHIELD + 1.5 * BETWEEN, said, height),
        level(left, fans, height),
    ]
    if group.total:
        total = Label(voice.value(group.total.value), FIGURE)
        parts.append(centre(total, SUM, (height - total.height) / 2, INNER - SUM))

    rule = (0, height + BETWEEN - 1, Fill(INNER, 0.5, LINE))
    return Block(INNER, height + BETWEEN, (*parts, rule))


def fan_out(cards: Sequence[Card], room: float, voice: PictureLocalizer) -> Block:
    """Return small cards side by side within `room`, equal ones together."""
    shown = (
        copies(face(card, SMALL, voice), count, voice)
        for card, count in count_cards(cards)
    )
    return flow(shown, room, BETWEEN, BETWEEN)
