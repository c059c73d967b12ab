"""A sheet as the bytes of an image."""

from __future__ import annotations

from functools import cache
from io import BytesIO

from PIL import Image

from bot.faces.picture.colours import common, palette
from bot.faces.picture.sheet import Fill, Label, Placed, Sheet, Sprite
from bot.faces.picture.specimen import specimen
from bot.faces.picture.sprites import raster
from bot.faces.picture.type import SCALE, drawable, mask
from bot.texts.fluent import language, locales

FORMAT = "png"
"""Lossless, so that thin letters stay thin."""

COLOURS = 256
LEVEL = 4
"""How hard PNG tries; above this it takes far longer for little."""


def paint(sheet: Sheet) -> bytes:
    """Return a sheet as an encoded image, of SCALE pixels for each of its units."""
    return encoded(painted(sheet))


def painted(sheet: Sheet) -> Image.Image:
    """Return a sheet as an image."""
    size = round(sheet.width * SCALE), round(sheet.height * SCALE)
    image = Image.new("RGB", size, common("parchment"))
    for placed in sheet.marks:
        _put(image, placed)
    return image


def _put(image: Image.Image, placed: Placed) -> None:
    x, y = round(placed.x * SCALE), round(placed.y * SCALE)
    match placed.mark:
        case Label(text, kind, colour):
            drawn = mask(text, kind)
            image.paste(colour, (x, y, x + drawn.width, y + drawn.height), drawn)
        case Fill(width, height, colour):
            right, bottom = round((placed.x + width) * SCALE), round((placed.y + height) * SCALE)
            image.paste(colour, (x, y, right, bottom))
        case Sprite() as sprite:
            colours, shape = raster(sprite)
            image.paste(colours, (x, y), shape)


def encoded(image: Image.Image) -> bytes:
    """Return an image as it is sent: in a fixed set of colours, which makes it small and quick to write."""
    target = BytesIO()
    indexed = image.quantize(palette=_inks(), dither=Image.Dither.NONE)
    indexed.save(target, FORMAT, compress_level=LEVEL)
    return target.getvalue()


@cache
def _inks() -> Image.Image:
    """Return the colours of all pictures: those of the palette as they are, and the blends of letters and rims."""
    exact = dict.fromkeys(_all())
    blends = painted(specimen()).quantize(COLOURS - len(exact), Image.Quantize.MEDIANCUT)
    rest = bytes(blends.getpalette() or ())[: 3 * (COLOURS - len(exact))]
    image = Image.new("P", (1, 1))
    image.putpalette(b"".join(bytes.fromhex(colour[1:]) for colour in exact) + rest)
    return image


def warm_up() -> None:
    """Load what every picture needs: letters, emblems, colours, and the words of every language."""
    drawable("A")
    _inks()
    for locale in locales():
        language(locale)


def _all() -> list[str]:
    chosen = palette()
    grounds = [shade for each in chosen.tinctures.values() for shade in (each.tint, each.deep)]
    return [*chosen.common.values(), *grounds]
