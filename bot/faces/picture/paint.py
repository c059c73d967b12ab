"""A sheet as the bytes of an image.

It is painted in numbers of colours from the start: a mark on a ground of one colour, as nearly every one is, is blended
with it once and then only copied.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from struct import Struct

from PIL import Image
from PIL.PngImagePlugin import putchunk

from bot.faces.picture.colours import common
from bot.faces.picture.inks import blends, coloured, inks, number, numbered, plain
from bot.faces.picture.shapes import (
    LABEL_MEGABYTES,
    LABELS,
    SPRITE_MEGABYTES,
    SPRITES,
    Shape,
    area,
    corner,
    shape,
)
from bot.faces.picture.sheet import Fill, Label, Placed, Sheet, Sprite
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
    image = Image.new("L", size, number(common("parchment")))
    for placed in sheet.marks:
        _put(image, placed)
    return image


def _put(image: Image.Image, placed: Placed) -> None:
    if isinstance(placed.mark, Fill):
        image.paste(number(placed.mark.colour), area(placed, placed.mark))
        return
    seen, (x, y) = shape(placed.mark), corner(placed)
    box = x + seen.left, y + seen.top, x + seen.left + seen.mask.width, y + seen.top + seen.mask.height
    image.paste(_blended(placed.mark, seen, image.crop(box)), box)


def _blended(mark: Label | Sprite, seen: Shape, ground: Image.Image) -> Image.Image:
    """Return what is seen of a mark on its ground."""
    numbers = ground.tobytes()
    if numbers != numbers[:1] * len(numbers):
        return numbered(seen.over(coloured(ground)))
    return _on(mark, numbers[0]) if isinstance(mark, Sprite) else _written(mark, numbers[0])


@remembering(SPRITES, SPRITE_MEGABYTES)
def _on(mark: Sprite, ground: int) -> Image.Image:
    """Return what is seen of a sprite on a ground of one colour."""
    seen = shape(mark)
    return numbered(seen.over(plain(ground, seen.mask.size)))


@remembering(LABELS, LABEL_MEGABYTES)
def _written(mark: Label, ground: int) -> Image.Image:
    """Return what is seen of a label on a ground of one colour."""
    return shape(mark).mask.point(blends(mark.colour, ground))


def warm_up() -> None:
    """Load what every picture needs: letters, emblems, colours, and the words of every language."""
    drawable("A")
    inks()
    for locale in locales():
        language(locale)
