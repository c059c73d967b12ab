"""A sheet as the bytes of an image.

It is painted in numbers of colours from the start: a mark is blended with each colour that it may lie on once and then
only copied, and so is a plate, with all that is on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from math import ceil
from struct import Struct
from typing import cast

from PIL import Image
from PIL.PngImagePlugin import putchunk

from bot.faces.picture.colours import common
from bot.faces.picture.inks import blends, inks, number, numbered, only, plain
from bot.faces.picture.shapes import (
    LABEL_MEGABYTES,
    LABELS,
    SPRITES,
    area,
    corner,
    shape,
)
from bot.faces.picture.sheet import Fill, Label, Laid, Placed, Plate, Sheet, Sprite
from bot.faces.picture.type import SCALE, drawable
from bot.texts.fluent import language, locales
from bot.texts.remembering import remembering

SIGNATURE = b"\x89PNG\r\n\x1a\n"
HEADER = Struct(">IIBBBBB")
DEPTH, PALETTE = 8, 3
"""How a PNG says that each pixel is a byte, the number of a colour."""

COMPRESSOR = import_module("isal.isal_zlib" if find_spec("isal") else "zlib")
"""ISA-L has no code for some processors, those of 32 bits for instance: there zlib does it, in five times the time."""
LEVEL = 2
"""How hard it is compressed; more brings next to nothing."""


PLATES, PLATE_MEGABYTES = 2048, 8
"""How many plates are remembered, in how many megabytes: those of a table take half of one to a whole one."""
GROUND_MEGABYTES = 6
"""In how many megabytes sprites are remembered on their grounds: one that comes back is only blended again."""


def paint(sheet: Sheet) -> bytes:
    """Return a sheet as an encoded image, of SCALE pixels for each of its units."""
    return encoded(painted(sheet))


def encoded(numbers: Image.Image) -> bytes:
    """Return an image of numbers as a PNG: lossless, so that thin letters stay thin.

    Pillow would write the same, but compresses with the system's zlib, which takes a third of all that drawing takes.
    """
    width, height = numbers.size
    # Before each row stands the number of its filter, 0 for none.
    rows = Image.new("L", (width + 1, height))
    rows.paste(numbers, (1, 0))
    target = BytesIO()
    target.write(SIGNATURE)
    putchunk(target, b"IHDR", HEADER.pack(width, height, DEPTH, PALETTE, 0, 0, 0))
    putchunk(target, b"PLTE", inks())
    putchunk(target, b"IDAT", COMPRESSOR.compress(rows.tobytes(), LEVEL))
    putchunk(target, b"IEND")
    return target.getvalue()


def painted(sheet: Sheet) -> Image.Image:
    """Return a sheet as an image of numbers of colours."""
    size = round(sheet.width * SCALE), round(sheet.height * SCALE)
    return _upon(Image.new("L", size, number(common("parchment"))), sheet.pieces)


def _upon(image: Image.Image, pieces: Iterable[Placed | Laid]) -> Image.Image:
    """Put pieces on an image, the lowest first, and return it."""
    for piece in pieces:
        if isinstance(piece, Laid):
            _lay(image, piece)
        elif isinstance(piece.mark, Fill):
            image.paste(number(piece.mark.colour), area(piece, piece.mark))
        else:
            _put(image, piece, piece.mark)
    return image


def _lay(image: Image.Image, laid: Laid) -> None:
    """Copy a plate to where it lies; where that isn't of one colour, its pieces are put there one by one."""
    x, y = corner(laid)
    width, height = _size(laid.plate)
    box = x, y, x + width, y + height
    low, high = _extremes(image.crop(box))
    if low == high:
        image.paste(_plate(laid.plate, low), box)
    else:
        _upon(image, laid.plate.laid(laid.x, laid.y))


def _put(image: Image.Image, placed: Placed, mark: Label | Sprite) -> None:
    seen, (x, y) = shape(mark), corner(placed)
    box = x + seen.left, y + seen.top, x + seen.left + seen.mask.width, y + seen.top + seen.mask.height
    ground = image.crop(box)
    low, high = _extremes(ground)
    if low == high:
        image.paste(_blended(mark, low), box)
        return
    for below, count in enumerate(ground.histogram(seen.mask)):
        if count:
            image.paste(_blended(mark, below), box, ground.point(only(below)))


def _extremes(ground: Image.Image) -> tuple[int, int]:
    """Return the lowest and the highest number of an image: the same where it is of one colour."""
    return cast("tuple[int, int]", ground.getextrema())


def _blended(mark: Label | Sprite, ground: int) -> Image.Image:
    """Return what is seen of a mark on a ground of one colour."""
    return _on(mark, ground) if isinstance(mark, Sprite) else _written(mark, ground)


@remembering(SPRITES, GROUND_MEGABYTES)
def _on(mark: Sprite, ground: int) -> Image.Image:
    """Return what is seen of a sprite on a ground of one colour."""
    seen = shape(mark)
    return numbered(seen.over(plain(ground, seen.mask.size)))


@remembering(LABELS, LABEL_MEGABYTES)
def _written(mark: Label, ground: int) -> Image.Image:
    """Return what is seen of a label on a ground of one colour."""
    return shape(mark).mask.point(blends(mark.colour, ground))


@remembering(PLATES, PLATE_MEGABYTES)
def _plate(plate: Plate, ground: int) -> Image.Image:
    """Return a plate on a ground of one colour."""
    return _upon(Image.new("L", _size(plate), ground), plate.laid())


def _size(plate: Plate) -> tuple[int, int]:
    """Return how many pixels a plate takes."""
    return ceil(plate.width * SCALE), ceil(plate.height * SCALE)


def warm_up() -> None:
    """Load what every picture needs: letters, emblems, colours, and the words of every language."""
    drawable("A")
    inks()
    for locale in locales():
        language(locale)
