"""Films: pictures of a table on one canvas, one after the other, as an animated WebP."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from bot.faces.picture.colours import PARCHMENT
from bot.faces.picture.paint import inks, paint_sheet
from bot.faces.picture.requests import FilmPicture, TablePicture
from bot.faces.picture.sheet import WIDTH
from bot.faces.picture.table import table

HIGHEST = 840
"""Higher than this no canvas is, in pixels: it is looked at on a phone."""
QUALITY, METHOD = 70, 2
"""How good each picture is, of 100, and how long the best way to write it is looked for, of 6."""


def film(request: FilmPicture) -> bytes:
    """Return the pictures of `request` as an animated WebP that is played once."""
    pictures = [_picture(each) for each in request.frames]
    height = min(HIGHEST, max(picture.height for picture in pictures))
    first, *others = [_on_canvas(picture, height) for picture in pictures]
    target = BytesIO()
    first.save(
        target,
        "WEBP",
        save_all=True,
        append_images=others,
        duration=_milliseconds(request.seconds),
        loop=1,
        quality=QUALITY,
        method=METHOD,
    )

    return target.getvalue()


def _picture(request: TablePicture) -> Image.Image:
    """Return a picture of a table in true colours, `WIDTH` pixels wide."""
    numbers = paint_sheet(table(request, alone=True))
    numbers.putpalette(inks())
    drawn = numbers.convert("RGB")
    return drawn.resize((WIDTH, round(drawn.height * WIDTH / drawn.width)), Image.Resampling.BOX)


def _on_canvas(picture: Image.Image, height: int) -> Image.Image:
    canvas = Image.new("RGB", (WIDTH, height), PARCHMENT)
    canvas.paste(picture)
    return canvas


def _milliseconds(seconds: Sequence[float]) -> list[int]:
    return [round(1000 * each) for each in seconds]
