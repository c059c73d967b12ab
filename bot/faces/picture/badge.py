"""An emblem alone, on its shield and on nothing else: as small as an emoji is shown, on light and on dark ground."""

from __future__ import annotations

from io import BytesIO

from bot.faces.picture import sprites
from bot.faces.picture.type import SCALE

PIXELS = 128
"""How large Discord keeps an emoji."""


def badge(emblem: str) -> bytes:
    """Return an emblem on its shield as a PNG with a transparent ground."""
    colours, mask = sprites.raster(sprites.shield(emblem, PIXELS / SCALE))
    colours.putalpha(mask)
    target = BytesIO()
    colours.save(target, "PNG", optimize=True)
    return target.getvalue()
