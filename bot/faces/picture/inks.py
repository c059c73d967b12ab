"""The fixed set of colours of all pictures: those of the palette as they are, and the blends of letters and rims."""

from __future__ import annotations

from functools import cache, lru_cache

from PIL import Image

from bot.faces.picture.colours import Colour, common, palette
from bot.faces.picture.shapes import area, corner, shape
from bot.faces.picture.sheet import Fill, Sheet
from bot.faces.picture.specimen import specimen
from bot.faces.picture.type import SCALE

COLOURS = 256
REMEMBERED = 4096


@cache
def inks() -> bytes:
    """Return the colours, three bytes each; an image of numbers shows them by their places."""
    exact = _all()
    blends = in_full_colour(specimen()).quantize(COLOURS - len(exact), Image.Quantize.MEDIANCUT)
    rest = bytes(blends.getpalette() or ())[: 3 * (COLOURS - len(exact))]
    return b"".join(map(_bytes, exact)) + rest


def _all() -> list[Colour]:
    chosen = palette()
    grounds = [shade for each in chosen.tinctures.values() for shade in (each.tint, each.deep)]
    return list(dict.fromkeys([*chosen.common.values(), *grounds]))


def _bytes(colour: Colour) -> bytes:
    return bytes.fromhex(colour[1:])


def in_full_colour(sheet: Sheet) -> Image.Image:
    """Return a sheet as an image in whatever colours it takes."""
    image = Image.new("RGB", (round(sheet.width * SCALE), round(sheet.height * SCALE)), common("parchment"))
    for placed in sheet.marks:
        if isinstance(placed.mark, Fill):
            image.paste(placed.mark.colour, area(placed, placed.mark))
        else:
            seen = shape(placed.mark)
            x, y = corner(placed)
            box = x + seen.left, y + seen.top, x + seen.left + seen.mask.width, y + seen.top + seen.mask.height
            image.paste(seen.over(image.crop(box)), box)
    return image


@cache
def _holder() -> Image.Image:
    """Return an image that has the colours as its palette."""
    image = Image.new("P", (1, 1))
    image.putpalette(inks())
    return image


def numbered(image: Image.Image) -> Image.Image:
    """Return an image as the numbers of the colours that are nearest to its own."""
    nearest = image.quantize(palette=_holder(), dither=Image.Dither.NONE)
    return Image.frombytes("L", image.size, nearest.tobytes())


def coloured(numbers: Image.Image) -> Image.Image:
    """Return the colours of an image of numbers."""
    shown = numbers.copy()
    shown.putpalette(inks())
    return shown.convert("RGB")


@cache
def number(colour: Colour) -> int:
    """Return the number of a colour of the palette."""
    return _all().index(colour)


@lru_cache(REMEMBERED)
def blends(colour: Colour, ground: int) -> list[int]:
    """Return the numbers of a colour on a ground of one number, for each value of a mask."""
    mask = Image.frombytes("L", (256, 1), bytes(range(256)))
    shades = plain(ground, mask.size)
    shades.paste(colour, (0, 0, *mask.size), mask)
    return list(numbered(shades).tobytes())


@cache
def only(number: int) -> list[int]:
    """Return what makes a mask of an image of numbers: full where it has this one, and nothing elsewhere."""
    return [255 * (each == number) for each in range(COLOURS)]


def plain(ground: int, size: tuple[int, int]) -> Image.Image:
    """Return an image of one colour, by its number."""
    red, green, blue = inks()[3 * ground : 3 * ground + 3]
    return Image.new("RGB", size, (red, green, blue))
