"""Layout: marks and their places, in logical pixels, as plain values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import floor
from typing import NamedTuple, TypeAlias

from bot.faces.picture import font as letters
from bot.faces.picture.colours import INK, Colour
from bot.faces.picture.font import SCALE, Font
from engine.frozen import frozen

WIDTH = 400
"""How wide each picture is: as wide as a phone shows it."""

MARGIN = 10
INNER = WIDTH - 2 * MARGIN

ABOVE, GAP, BELOW = 7.0, 6.0, 8.0
"""The room above the parts of a picture, between them, and below them."""

MOST = 900.0
"""No picture is higher than this."""

BASELINE = 0.78
"""How to align texts of different sizes in a line, so that they stand on it together."""


def pixels(length: float) -> int:
    """Return `length` in real pixels; halves are rounded up, so that equal lengths are equal at any place."""
    return floor(length * SCALE + 0.5)


def snap(place: float) -> float:
    """Return the nearest place on whole real pixels."""
    return pixels(place) / SCALE


@frozen
class Label:
    """A line of text; every text of a picture is one of these."""

    text: str
    kind: Font
    colour: Colour = INK

    @property
    def width(self) -> float:
        """Return how wide the text is."""
        return letters.width(self.text, self.kind)

    @property
    def height(self) -> float:
        """Return the height of the line."""
        return self.kind.line


@frozen
class Fill:
    """A surface of one colour with straight edges."""

    width: float
    height: float
    colour: Colour


@frozen
class Sprite:
    """An SVG drawing of `width` by `height`; it is rasterised once."""

    width: float
    height: float
    svg: str


Mark: TypeAlias = "Label | Fill | Sprite | Plate"


class Placed(NamedTuple):
    """A mark or a plate with the place of its upper left corner."""

    x: float
    y: float
    mark: Mark


@frozen
class Block:
    """A rectangle with marks and smaller blocks, the lowest first, each with its place.

    A `loose` block can be cut between its parts, which lie one below the other.
    """

    width: float
    height: float
    parts: tuple[Part, ...] = ()
    loose: bool = False

    def placed_pieces(
        self, left: float = 0, top: float = 0, *, apart: bool = False
    ) -> Iterator[Placed]:
        """Yield each mark with its place, those of plates together unless they are taken `apart`."""
        for x, y, piece in self.parts:
            if isinstance(piece, Plate):
                whole = Placed(snap(left + x), snap(top + y), piece)
                if apart:
                    yield from piece.placed_pieces(whole.x, whole.y, apart=True)
                else:
                    yield whole
            elif isinstance(piece, Block):
                yield from piece.placed_pieces(left + x, top + y, apart=apart)
            else:
                yield Placed(left + x, top + y, piece)

    @property
    def marks(self) -> tuple[Placed, ...]:
        """Return all marks, the lowest first, those of plates one by one."""
        return tuple(self.placed_pieces(apart=True))

    @property
    def labels(self) -> tuple[tuple[float, float, Label], ...]:
        """Return all that is said here, with the place of each text."""
        return tuple(
            (x, y, mark)
            for x, y, mark in self.marks
            if isinstance(mark, Label) and mark.text
        )


EMPTY = Block(0, 0)
Piece: TypeAlias = "Mark | Block"
Part: TypeAlias = "tuple[float, float, Piece]"


@frozen(eq=False)
class Plate(Block):
    """A block that is laid out and painted once, and then copied to each of its places.

    It lies on whole pixels, and nothing of it reaches beyond its edges. It is equal to itself alone, so that a look-up
    costs nothing.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__


def plate(block: Block) -> Plate:
    """Return `block` as a plate."""
    return Plate(block.width, block.height, block.parts, block.loose)


def column(pieces: Iterable[Piece], gap: float = 0, align: float = 0) -> Block:
    """Return `pieces` one below the other; `align` is 0 for the left, 0.5 for the middle, 1 for the right."""
    shown = [piece for piece in pieces if piece.width and piece.height]
    widest = max((piece.width for piece in shown), default=0)
    parts = []
    y = 0.0
    for piece in shown:
        parts.append((align * (widest - piece.width), y, piece))
        y += piece.height + gap

    height = max(0, y - gap)
    return Block(widest, height, tuple(parts), loose=True)


def cut(piece: Piece, room: float) -> Piece:
    """Return the upper part of `piece` that fits into a height of `room`, without a cut through any mark."""
    if piece.height <= room:
        return piece
    if not isinstance(piece, Block) or not piece.loose:
        return EMPTY

    parts = (part for part in piece.parts if part[1] < room)
    kept = tuple((x, y, cut(part, room - y)) for x, y, part in parts)
    height = max((y + part.height for _, y, part in kept), default=0)
    return Block(piece.width, height, kept, loose=True)


def line(pieces: Iterable[Piece], gap: float = 0, align: float = 0.5) -> Block:
    """Return `pieces` side by side; `align` is 0 for the top, 0.5 for the middle, 1 for the bottom."""
    shown = [piece for piece in pieces if piece.width]
    highest = max((piece.height for piece in shown), default=0)
    parts = []
    x = 0.0
    for piece in shown:
        parts.append((x, align * (highest - piece.height), piece))
        x += piece.width + gap

    width = max(0, x - gap)
    return Block(width, highest, tuple(parts))


def flow(
    pieces: Iterable[Piece], room: float, gap: float, leading: float, align: float = 0
) -> Block:
    """Return `pieces` side by side, in as many lines as a width of `room` takes."""
    lines: list[list[Piece]] = [[]]
    used = 0.0
    for piece in pieces:
        if lines[-1] and used + gap + piece.width > room:
            lines.append([])
            used = 0
        used += piece.width + (gap if lines[-1] else 0)
        lines[-1].append(piece)

    return column([line(each, gap, align) for each in lines], leading)


def within_margins(body: Piece, above: float = ABOVE, below: float = BELOW) -> Block:
    """Return `body` with room around it."""
    height = above + body.height + below
    return Block(body.width + 2 * MARGIN, height, ((MARGIN, above, body),))


def page(
    body: Piece, top: Piece = EMPTY, above: float = ABOVE, below: float = BELOW
) -> Block:
    """Return as much of `body` as there is room for, within the margins, below `top`."""
    shown = cut(body, MOST - top.height - above - below)
    return column([top, within_margins(shown, above, below)])


def over(ground: Piece, *parts: Part) -> Block:
    """Return `parts` on a `ground` that is as large as all of it."""
    return Block(ground.width, ground.height, ((0, 0, ground), *parts))


def middle(piece: Piece, width: float, height: float) -> Part:
    """Return `piece` placed in the middle of a rectangle."""
    return centre(piece, width, (height - piece.height) / 2)


def level(x: float, piece: Piece, height: float) -> Part:
    """Return `piece` at `x`, placed in the middle of a height."""
    return x, (height - piece.height) / 2, piece


def cell(piece: Piece, least: float) -> Block:
    """Return `piece` in the middle of a width, as large as it is or `least`."""
    width = max(least, piece.width)
    return Block(width, piece.height, (centre(piece, width, 0),))


def centre(piece: Piece, width: float, y: float, left: float = 0) -> Part:
    """Return `piece` placed in the middle of a width."""
    return left + (width - piece.width) / 2, y, piece
