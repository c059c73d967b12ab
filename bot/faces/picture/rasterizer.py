"""Painting: a sheet as the bytes of an image.

It is painted in numbers of colours from the start: a mark is blended with each colour below it once and then only
copied, and so is a plate with all its marks.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from math import ceil
from struct import Struct
from typing import cast

from PIL import Image
from PIL.PngImagePlugin import putchunk

from bot.faces.picture.colours import PARCHMENT, Colour, palette
from bot.faces.picture.font import SCALE, drawable, mask
from bot.faces.picture.layout import Block, Fill, Label, Placed, Plate, Sprite, pixels
from bot.faces.picture.sprites import raster
from bot.texts.fluent import language, locales, sized_lru_cache
from engine.frozen import frozen

LABELS, SPRITES = 4096, 2048
"""How many of each are remembered."""
LABEL_MEGABYTES, SPRITE_MEGABYTES = 4, 16
"""In how many megabytes: the sprites of both games take 14, and those that don't fit are all drawn anew, 25 ms each."""

STEPS = 8
"""In how many steps an edge goes over into its ground: more take far more bytes, and nobody sees them."""

EMPTY = 0, 0, 1, 1
"""What is kept of a mark that has nothing to see: one pixel, which stays as it was."""

EDGES = [round(round(value / 255 * STEPS) / STEPS * 255) for value in range(256)]

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

COLOURS = 256
REMEMBERED = 4096


@frozen(eq=False)
class Shape:
    """The visible part of a mark, in real pixels: its offset from the mark's corner, its mask, and its colours."""

    left: int
    top: int
    mask: Image.Image
    colours: Image.Image | Colour


def shape(mark: Label | Sprite) -> Shape:
    """Return the shape of `mark`."""
    if isinstance(mark, Label):
        return _label(mark)
    return _sprite(mark)


@sized_lru_cache(LABELS, LABEL_MEGABYTES)
def _label(mark: Label) -> Shape:
    return _crop(mask(mark.text, mark.kind), mark.colour)


@sized_lru_cache(SPRITES, SPRITE_MEGABYTES)
def _sprite(mark: Sprite) -> Shape:
    colours, drawn = raster(mark)
    return _crop(drawn, colours)


def _crop(drawn: Image.Image, colours: Image.Image | Colour) -> Shape:
    """Return the shape of a mark that is `drawn` as a mask."""
    box = drawn.getbbox() or EMPTY
    if isinstance(colours, Image.Image):
        colours = colours.crop(box)
    return Shape(box[0], box[1], drawn.crop(box).point(EDGES), colours)


def surface(placed: Placed, seen: Shape) -> tuple[int, int, int, int]:
    """Return the area of a mark's shape `seen` at its place, in real pixels."""
    x, y = corner(placed)
    left = x + seen.left
    top = y + seen.top

    return left, top, left + seen.mask.width, top + seen.mask.height


def corner(placed: Placed) -> tuple[int, int]:
    """Return the upper left corner of a mark or a plate, in real pixels."""
    return pixels(placed.x), pixels(placed.y)


def area(placed: Placed, fill: Fill) -> tuple[int, int, int, int]:
    """Return the area of `fill` at its place, in real pixels."""
    far = Placed(placed.x + fill.width, placed.y + fill.height, fill)
    return (*corner(placed), *corner(far))


def paint(sheet: Block) -> bytes:
    """Return `sheet` as an encoded image, of `SCALE` pixels for each of its units."""
    return encode(paint_sheet(sheet))


def encode(numbers: Image.Image) -> bytes:
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


def paint_sheet(sheet: Block) -> Image.Image:
    """Return `sheet` as an image of numbers of colours."""
    size = round(sheet.width * SCALE), round(sheet.height * SCALE)
    return _upon(Image.new("L", size, palette_index(PARCHMENT)), sheet.placed_pieces())


def _upon(image: Image.Image, pieces: Iterable[Placed]) -> Image.Image:
    """Paint `pieces` on `image`, the lowest first, and return it."""
    for piece in pieces:
        if isinstance(piece.mark, Fill):
            image.paste(palette_index(piece.mark.colour), area(piece, piece.mark))
        else:
            _put(image, piece, piece.mark)

    return image


def _put(image: Image.Image, placed: Placed, mark: Label | Sprite | Plate) -> None:
    """Copy a mark or a plate to its place; on a ground of several colours, blend it with each, or piece by piece."""
    if isinstance(mark, Plate):
        x, y = corner(placed)
        width, height = _size(mark)
        box = x, y, x + width, y + height
    else:
        box = surface(placed, shape(mark))
    ground = image.crop(box)
    low, high = cast("tuple[int, int]", ground.getextrema())
    if low == high:
        image.paste(_blend(mark, low), box)
    elif isinstance(mark, Plate):
        _upon(image, mark.placed_pieces(placed.x, placed.y))
    else:
        for below, count in enumerate(ground.histogram(shape(mark).mask)):
            if count:
                image.paste(_blend(mark, below), box, ground.point(only(below)))


def _blend(mark: Label | Sprite | Plate, ground: int) -> Image.Image:
    """Return the visible part of `mark` on a ground of one colour."""
    if isinstance(mark, Sprite):
        return _on(mark, ground)
    return (
        _draw_label(mark, ground) if isinstance(mark, Label) else _plate(mark, ground)
    )


@sized_lru_cache(SPRITES, GROUND_MEGABYTES)
def _on(mark: Sprite, ground: int) -> Image.Image:
    """Return the visible part of a sprite on a ground of one colour."""
    seen = shape(mark)
    image = plain(ground, seen.mask.size)
    image.paste(seen.colours, (0, 0, *image.size), seen.mask)
    return to_colour_numbers(image)


@sized_lru_cache(LABELS, LABEL_MEGABYTES)
def _draw_label(mark: Label, ground: int) -> Image.Image:
    """Return the visible part of a label on a ground of one colour."""
    return shape(mark).mask.point(blends(mark.colour, ground))


@sized_lru_cache(PLATES, PLATE_MEGABYTES)
def _plate(plate: Plate, ground: int) -> Image.Image:
    """Return `plate` painted on a ground of one colour."""
    return _upon(Image.new("L", _size(plate), ground), plate.placed_pieces())


def _size(plate: Plate) -> tuple[int, int]:
    """Return how many pixels `plate` has."""
    return ceil(plate.width * SCALE), ceil(plate.height * SCALE)


def warm_up() -> None:
    """Load everything that each picture needs: letters, emblems, colours, and the texts of every language."""
    drawable("A")
    inks()
    for locale in locales():
        language(locale)


@cache
def inks() -> bytes:
    """Return the colours, three bytes each; the numbers of an image are their indices."""
    return b"".join(
        bytes.fromhex(colour[1:]) for colour in [*exact(), *palette().blends][:COLOURS]
    )


def exact() -> list[Colour]:
    """Return the colours that are never blended: the common ones, and those of tinctures."""
    chosen = palette()
    grounds = [
        shade for each in chosen.tinctures.values() for shade in (each.tint, each.deep)
    ]
    return list(dict.fromkeys([*chosen.common.values(), *grounds]))


@cache
def _palette_image() -> Image.Image:
    """Return an image with the colours as its palette."""
    image = Image.new("P", (1, 1))
    image.putpalette(inks())
    return image


def to_colour_numbers(image: Image.Image) -> Image.Image:
    """Return `image` in the numbers of the colours nearest to its own."""
    nearest = image.quantize(palette=_palette_image(), dither=Image.Dither.NONE)
    return Image.frombytes("L", image.size, nearest.tobytes())


@cache
def palette_index(colour: Colour) -> int:
    """Return the number of `colour` in the palette."""
    return exact().index(colour)


@lru_cache(REMEMBERED)
def blends(colour: Colour, ground: int) -> list[int]:
    """Return the numbers of `colour` on a ground of one number, for each value of a mask."""
    mask = Image.frombytes("L", (256, 1), bytes(range(256)))
    shades = plain(ground, mask.size)
    shades.paste(colour, (0, 0, *mask.size), mask)
    return list(to_colour_numbers(shades).tobytes())


@cache
def only(number: int) -> list[int]:
    """Return the table that makes a mask of an image of numbers: full at `number`, empty elsewhere."""
    return [255 * (each == number) for each in range(COLOURS)]


def plain(ground: int, size: tuple[int, int]) -> Image.Image:
    """Return an image of one colour, by its number."""
    red, green, blue = inks()[3 * ground : 3 * ground + 3]
    return Image.new("RGB", size, (red, green, blue))
