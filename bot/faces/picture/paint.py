"""A sheet as the bytes of an image.

It is painted in numbers of colours from the start: a mark on a ground of one colour, as nearly every one is, is blended
with it once and then only copied.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

from PIL import Image

from bot.faces.picture.colours import common
from bot.faces.picture.inks import blends, coloured, inks, number, numbered, plain
from bot.faces.picture.shapes import LABELS, SPRITES, Shape, area, corner, shape
from bot.faces.picture.sheet import Fill, Label, Placed, Sheet, Sprite
from bot.faces.picture.type import SCALE, drawable
from bot.texts.fluent import language, locales

FORMAT = "png"
"""Lossless, so that thin letters stay thin."""

LEVEL = 3
"""How hard PNG tries; above this it takes half as long again for a tenth of the bytes."""


def paint(sheet: Sheet) -> bytes:
    """Return a sheet as an encoded image, of SCALE pixels for each of its units."""
    target = BytesIO()
    painted(sheet).save(target, FORMAT, compress_level=LEVEL)
    return target.getvalue()


def painted(sheet: Sheet) -> Image.Image:
    """Return a sheet as an image."""
    size = round(sheet.width * SCALE), round(sheet.height * SCALE)
    image = Image.new("L", size, number(common("parchment")))
    for placed in sheet.marks:
        _put(image, placed)
    image.putpalette(inks())
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


@lru_cache(SPRITES)
def _on(mark: Sprite, ground: int) -> Image.Image:
    """Return what is seen of a sprite on a ground of one colour."""
    seen = shape(mark)
    return numbered(seen.over(plain(ground, seen.mask.size)))


@lru_cache(LABELS)
def _written(mark: Label, ground: int) -> Image.Image:
    """Return what is seen of a label on a ground of one colour."""
    return shape(mark).mask.point(blends(mark.colour, ground))


def warm_up() -> None:
    """Load what every picture needs: letters, emblems, colours, and the words of every language."""
    drawable("A")
    inks()
    for locale in locales():
        language(locale)
