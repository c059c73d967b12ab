"""A queue of cards: places in their order, each with its owner, the card on top, its tokens, and the cards covered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from bot.faces.picture import sprites
from bot.faces.picture.colours import (
    GOLD,
    INK,
    IVORY,
    RUBRIC,
    VELLUM,
    Colour,
    deep,
    ink_on,
    tint,
)
from bot.faces.picture.font import CLOSE, NARROW, NARROWEST, NOTE, NUMBER, STRONG
from bot.faces.picture.layout import (
    EMPTY,
    INNER,
    Block,
    Fill,
    Label,
    Part,
    Piece,
    Plate,
    centre,
    column,
    flow,
    level,
    line,
    middle,
    over,
    plate,
)
from bot.faces.picture.text import PictureLocalizer, fitting_label
from engine.frozen import frozen, replace
from engine.scene import Card, Place, Text

REMEMBERED = 256
UNSEEN = Text("")
PER_LINE = 4
GAP = 6.0
HEAD = 21.0
RIM = 3.0
"""How far the name of a card stays from its edge, at least."""

SIGN, FEW = 20.0, 4
"""How large the sign of a covered card is where they are few."""

LEAST_SIGN = 16.0
"""How large it is where they are more."""

EDGE = 3.5
"""How far each covered card looks out below the one above it."""

MOST_EDGES = 6
STACK, STACK_SIGN = "part-stack", 13.0
PILL = 18.0
ORDER = NUMBER

TURN = 11.0
"""The room between two lines of places, where the string runs back."""

STRING, ASIDE, TIP = 2.0, 6.5, 8.0
"""How thick the string is that places hang on, how far it runs beside a line, and how large its arrow is."""


@frozen
class Format:
    """Height of a place and of its head, the size of its card's emblem, and whether it names its owner.

    Without an `emblem` a place is brief: the name of its card alone, and what lies on it in the head. `per_line` places
    stand in a line, `gap` from each other, and `turn` is the room between two lines.
    """

    height: float
    emblem: float = 0
    owner: bool = False
    per_line: int = PER_LINE
    gap: float = GAP
    head: float = HEAD
    turn: float = TURN

    @property
    def width(self) -> float:
        """Return the width of a place."""
        return (INNER - (self.per_line - 1) * self.gap) / self.per_line


LARGE = Format(91, 32, owner=True)
SMALL = Format(73, 30)
LOW = Format(43)
"""For a decision."""

DENSE = Format(38, per_line=5, gap=4, head=18, turn=4)
"""For a decision about so long a line that `LOW` would leave no room for the answers.

What is covered shows by its edges alone, and a card that lies face down by the colour that its name stands on.
"""

WIDTH = LARGE.width
LOW_SIGN, DENSE_SIGN = 18.0, 16.0


def queue(
    places: Sequence[Place], voice: PictureLocalizer, format_: Format = LARGE
) -> Block:
    """Return places side by side, counted from 1, in as many lines as that takes, on a string that joins neighbours."""
    shown = [
        place(each, number, format_, voice) for number, each in enumerate(places, 1)
    ]
    each_line = format_.per_line
    last = len(shown) - format_.per_line
    return column(
        _strung(shown[at : at + each_line], format_, comes=at > 0, goes=at < last)
        for at in range(0, len(shown), each_line)
    )


def _strung(
    shown: Sequence[Block], format_: Format, *, comes: bool, goes: bool
) -> Block:
    """Return a line of places on the string, which `comes` from the line above and `goes` on to the one below."""
    top = format_.turn if comes else 0.0
    places = line(shown, format_.gap, 0)
    height = top + places.height
    at = top + format_.height / 2
    # Below the places nobody would see it.
    links: list[Part] = [
        (x - format_.gap, at, Fill(format_.gap, STRING, GOLD))
        for x, _, _ in places.parts[1:]
    ]
    if comes:
        turn = top / 2
        links += [
            (-ASIDE, turn, Fill(INNER + 2 * ASIDE, STRING, GOLD)),
            (INNER + ASIDE - STRING, 0, Fill(STRING, turn, GOLD)),
            (-ASIDE, turn, Fill(STRING, at - turn + STRING, GOLD)),
            (-ASIDE, at + STRING / 2 - TIP / 2, sprites.tip(TIP)),
        ]
    if goes:
        links += [
            (INNER, at, Fill(ASIDE, STRING, GOLD)),
            (INNER + ASIDE - STRING, at, Fill(STRING, height - at, GOLD)),
        ]

    return Block(INNER, height, (*links, (0, top, places)))


def place(place: Place, number: int, format_: Format, voice: PictureLocalizer) -> Block:
    """Return one place with its number, and with the arrow of the place that acts now."""
    # What else there is of a place stays as it was wherever that moves.
    still = _place_body(
        replace(place, name=UNSEEN, facts=(), brief="", now=False),
        format_,
        voice,
    )
    order = Label(str(number), ORDER, ink_on(place.emblem))
    arrow = format_.head + 3
    parts = [level(arrow - 2 if place.now else 7, order, format_.head)]
    if place.now:
        ring = sprites.ring(format_.width + 4, format_.height + 4, RUBRIC, 3.5)
        parts += [(-2, -2, ring), (-3, -4, sprites.arrow(arrow))]
    return over(still, *parts)


# Most places of a line of play stay from frame to frame, whatever their numbers.
@lru_cache(REMEMBERED)
def _place_body(place: Place, format_: Format, voice: PictureLocalizer) -> Plate:
    """Return a place alone: its head in the colours of its owner, its body the face or the back of the card."""
    ground = IVORY if place.top else tint(place.emblem)
    frame = sprites.band_card(
        format_.width,
        format_.height,
        0,
        format_.head,
        ground,
        tint(place.emblem),
    )
    parts = (
        _details(place, format_, voice)
        if format_.emblem
        else _low(place, format_, voice)
    )
    front = over(frame, *parts)

    return plate(_stack_covered(front, place, format_) if place.under else front)


def _stack_covered(front: Block, place: Place, format_: Format) -> Block:
    """Return a place on the cards that it covers: the first of these with the signs of all, the others below it."""
    width = format_.width
    height = format_.height
    signs = EMPTY
    if format_ != DENSE:
        # The head of a low place has no room for the height of its stack.
        stack = [_stack(place)] if format_ == LOW else []
        signs = covered_signs(place.under, *stack)
    depth = height + (signs.height + 3 if signs.height else EDGE)
    count = min(len(place.under), MOST_EDGES)
    edges = [depth + EDGE * below for below in range(count)]
    rim = deep(place.emblem)
    boxes = [
        (0.0, 0.0, sprites.box(width, edge, VELLUM, rim, 1.25))
        for edge in reversed(edges)
    ]
    parts = (*boxes, centre(signs, width, height + 2), (0, 0, front))
    return Block(width, edges[-1] + sprites.DEPTH, parts)


def _details(place: Place, format_: Format, voice: PictureLocalizer) -> Iterator[Part]:
    """Yield the content of a place that has room for the emblem of its card, or for the back."""
    ink = ink_on(place.emblem)
    letter = Label(voice.letter(place.emblem), STRONG, ink)
    yield level(WIDTH - 21, sprites.emblem(place.emblem, 16, ink), HEAD)
    yield level(WIDTH - 24 - letter.width, letter, HEAD)

    if place.top:
        ink = INK
        yield from _face(place, place.top, format_, voice)
    else:
        yield from _back(place, format_, voice)
    if format_.owner:
        name = fitting_label(voice.name(place.seat), (NOTE, CLOSE), WIDTH - 6, ink)
        yield centre(name, WIDTH, format_.height - name.height - 2)
    yield from _signs(place)


def _face(
    place: Place, top: Card, format_: Format, voice: PictureLocalizer
) -> Iterator[Part]:
    # The emblem stands aside for what lies on the card.
    aside = (bool(place.badge) - bool(place.tokens or place.under)) * 9
    emblem = sprites.emblem(top.emblem, format_.emblem, deep(top.emblem))
    yield (WIDTH - format_.emblem) / 2 + aside, HEAD + 1, emblem
    name = _card_name(top, INK, format_, voice)
    yield centre(name, WIDTH, HEAD + format_.emblem)


def _back(place: Place, format_: Format, voice: PictureLocalizer) -> Iterator[Part]:
    """Yield the back of a card; its owner reads the name of the card below it."""
    below = 22.0 if format_.owner else 4.0
    name: Piece = EMPTY
    if place.own:
        name = _card_name(place.own, ink_on(place.emblem), format_, voice)
        below += name.height
    back = sprites.back(place.emblem, WIDTH - 12, format_.height - HEAD - below)
    yield centre(back, WIDTH, HEAD + 1)
    yield centre(name, WIDTH, format_.height - below + 2)


def _card_name(
    card: Card, ink: Colour, format_: Format, voice: PictureLocalizer
) -> Label:
    """Return the name of a card as large as a place has room for it."""
    narrower = () if format_.emblem else (NARROWEST,)
    kinds = (STRONG, NOTE, NARROW, *narrower)
    return fitting_label(voice.say(card.name), kinds, format_.width - 2 * RIM, ink)


def _low(place: Place, format_: Format, voice: PictureLocalizer) -> Iterator[Part]:
    """Yield the content of a low place: all signs in its head, below it the name of its card, or the back."""
    ink = ink_on(place.emblem)
    known = place.top or place.own
    width = format_.width
    below = format_.head + 2
    letter = Label(voice.letter(place.emblem), STRONG, ink)
    size = DENSE_SIGN if format_ == DENSE else LOW_SIGN
    signs: list[Piece] = [letter]
    if place.own and format_ == LOW:
        signs.append(sprites.down(size))
    if place.badge:
        signs.append(sprites.seal(place.badge, size))
    if place.tokens:
        signs.append(_coin(place.tokens, size))
    shown = line(signs, 2)
    yield level(width - shown.width - 4, shown, format_.head)
    if known is None:
        back = sprites.back(place.emblem, width - 12, format_.height - below - 2)
        yield centre(back, width, below)
        return

    name = _card_name(known, INK if place.top else ink, format_, voice)
    yield centre(name, width, below)


def _coin(tokens: int, size: float) -> Block:
    number = Label(str(tokens), STRONG)
    return over(sprites.coin(size), middle(number, size, size))


def _signs(place: Place) -> Iterator[Part]:
    """Yield the signs of the card: the height of the stack, a coin with the number of tokens, another owner's seal."""
    if place.under:
        stack = _stack(place)
        yield WIDTH - stack.width - 1, HEAD - 1.5, stack
    if place.tokens:
        yield WIDTH - 23, HEAD + 15, _coin(place.tokens, 21)

    if place.badge:
        # Above the name, which it would cover.
        yield 2, HEAD + 4, sprites.seal(place.badge, 23)


def _stack(place: Place) -> Block:
    """Return the number of cards in the stack of a place beside the sign of one, on a dark pill."""
    sign = sprites.emblem(STACK, STACK_SIGN, IVORY)
    shown = line([sign, Label(str(len(place.under) + 1), STRONG, IVORY)], 2)
    width = shown.width + 10
    ground = sprites.pill(width, PILL, INK, IVORY)
    return over(ground, middle(shown, width, PILL))


def covered_signs(under: Sequence[Card | None], *before: Piece) -> Block:
    """Return the signs of covered cards, from the top down; other pieces may come first."""
    size = SIGN if len(under) <= FEW else LEAST_SIGN
    shown: list[Piece] = [
        sprites.shield(card.emblem, size) if card else sprites.down(size)
        for card in under
    ]
    return flow([*before, *shown], WIDTH, 2, 1)
