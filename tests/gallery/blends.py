"""Choose the colours that edges go over into, from one sheet that has everything a picture is made of.

`make gallery` does it (`tests.gallery.draw`): whatever draws reads them from a file.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from bot.faces.picture import sprites
from bot.faces.picture.colours import ART, IVORY, PARCHMENT, Colour, common, deep, ink_on, palette, tint
from bot.faces.picture.font import NAME, SCALE
from bot.faces.picture.layout import Block, Fill, Label, Piece, Sprite, column, flow, line, over
from bot.faces.picture.rasterizer import COLOURS, area, exact, shape, surface

HEAD = "# The colours between the others, as `make gallery` has chosen them; the last ones give way to new tinctures."
FILE = "blends.toml"
WIDTH = 400.0
LETTERS = "Hamburg 0123 Їжак"
"""Round and straight strokes."""


def blends() -> str:
    """Return the file that lists as many blends as there is room for beside the exact colours."""
    most = COLOURS - len(exact())
    chosen = in_full_colour(specimen()).quantize(most, Image.Quantize.MEDIANCUT).getpalette() or []
    shades = (bytes(chosen[at : at + 3]).hex().upper() for at in range(0, 3 * most, 3))
    return "\n".join([HEAD, "blends = [", *(f'    "#{shade}",' for shade in shades), "]", ""])


def in_full_colour(sheet: Block) -> Image.Image:
    """Return a sheet as an image in whatever colours it takes."""
    image = Image.new("RGB", (round(sheet.width * SCALE), round(sheet.height * SCALE)), PARCHMENT)
    for placed in sheet.marks:
        if isinstance(placed.mark, Fill):
            image.paste(placed.mark.colour, area(placed, placed.mark))
        elif isinstance(placed.mark, Label | Sprite):
            seen = shape(placed.mark)
            image.paste(seen.colours, surface(placed, seen), seen.mask)
    return image


def difference(one: Image.Image, other: Image.Image) -> float:
    """Return how far two pictures differ in their most different channel, on average."""
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


def specimen() -> Block:
    """Return one sheet with all of them."""
    shades = ("ink", "faded", "rubric", "gold")
    texts = [_text(common(ink), common(ground)) for ground in ("parchment", "ivory", "vellum") for ink in shades]
    texts += [_text(common(ink), common(ground)) for ground in ("rubric", "ink") for ink in ("ivory", "gilt")]
    return flow([*texts, *(_emblem(key) for key in palette().tinctures)], WIDTH, 0, 0)


def _text(ink: Colour, ground: Colour) -> Block:
    letters = Label(LETTERS, NAME, ink)
    return over(Fill(letters.width, letters.height, ground), (0, 0, letters))


def _emblem(key: str) -> Block:
    """Return an emblem as it is met: on its shield, alone, and as the colour of letters and grounds."""
    shown: list[Piece] = [sprites.shield(key, 32), sprites.emblem(key, 24, deep(key)), sprites.shield(key, 15)]
    drawn = line([*shown, column([_text(deep(key), IVORY), _text(ink_on(key), tint(key))])])
    return over(Fill(drawn.width, drawn.height, IVORY), (0, 0, drawn))


def record() -> None:
    """Write the file, from which pictures are drawn then."""
    Path(str(ART), FILE).write_text(blends(), "utf-8")
    palette.cache_clear()
