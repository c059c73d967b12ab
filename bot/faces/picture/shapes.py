"""A mark as it is put on an image: which pixels it covers, how far, and in which colours."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from bot.faces.picture.colours import Colour
from bot.faces.picture.sheet import Fill, Label, Laid, Placed, Sprite, pixels
from bot.faces.picture.sprites import raster
from bot.faces.picture.type import mask
from bot.texts.remembering import remembering

LABELS, SPRITES = 4096, 2048
"""How many of each are remembered."""
LABEL_MEGABYTES, SPRITE_MEGABYTES = 4, 16
"""In how many megabytes: the sprites of both games take 14, and those that don't fit are all drawn anew, 25 ms each."""

STEPS = 8
"""In how many steps an edge goes over into its ground: more take far more bytes, and nobody sees them."""

EMPTY = 0, 0, 1, 1
"""What is kept of a mark that has nothing to see: one pixel, which stays as it was."""

EDGES = [round(round(value / 255 * STEPS) / STEPS * 255) for value in range(256)]


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """What is seen of a mark, in real pixels: how far it stands from the mark's corner, its mask, and its colours."""

    left: int
    top: int
    mask: Image.Image
    colours: Image.Image | Colour

    def over(self, ground: Image.Image) -> Image.Image:
        """Put it on an image of its own size, and return that."""
        if isinstance(self.colours, str):
            ground.paste(self.colours, (0, 0, *ground.size), self.mask)
        else:
            ground.paste(self.colours, (0, 0), self.mask)
        return ground


def shape(mark: Label | Sprite) -> Shape:
    """Return the shape of a mark."""
    return _label(mark) if isinstance(mark, Label) else _sprite(mark)


@remembering(LABELS, LABEL_MEGABYTES)
def _label(mark: Label) -> Shape:
    drawn = mask(mark.text, mark.kind)
    box = drawn.getbbox() or EMPTY
    return Shape(box[0], box[1], drawn.crop(box).point(EDGES), mark.colour)


@remembering(SPRITES, SPRITE_MEGABYTES)
def _sprite(mark: Sprite) -> Shape:
    colours, drawn = raster(mark)
    box = drawn.getbbox() or EMPTY
    return Shape(box[0], box[1], drawn.crop(box).point(EDGES), colours.crop(box))


def corner(placed: Placed | Laid) -> tuple[int, int]:
    """Return the upper left corner of a mark or a plate, in real pixels."""
    return pixels(placed.x), pixels(placed.y)


def area(placed: Placed, fill: Fill) -> tuple[int, int, int, int]:
    """Return the surface of a fill that is placed there, in real pixels."""
    right, bottom = pixels(placed.x + fill.width), pixels(placed.y + fill.height)
    return (*corner(placed), right, bottom)
