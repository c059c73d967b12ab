"""From a request to a picture: the only way to whatever draws, for the process that does nothing else."""

from __future__ import annotations

from functools import singledispatch
from io import BytesIO

from bot.faces.picture import sprites
from bot.faces.picture.cards import box, cards, hand
from bot.faces.picture.decision import decision
from bot.faces.picture.paint import paint
from bot.faces.picture.requests import (
    BoxPicture,
    CardsPicture,
    DecisionPicture,
    Drawable,
    EmblemPicture,
    HandPicture,
    PictureRequest,
    SamplePicture,
    TablePicture,
)
from bot.faces.picture.sheet import Sheet
from bot.faces.picture.table import sample, table
from bot.faces.picture.type import SCALE

PIXELS = 128
"""How large Discord keeps an emoji."""


@singledispatch
def draw(request: Drawable) -> bytes:
    """Return the file of a request; raise a TypeError for an unknown kind."""
    raise TypeError(type(request).__name__)


@draw.register
def _picture(request: PictureRequest) -> bytes:
    return paint(sheet(request))


@draw.register
def _emblem(request: EmblemPicture) -> bytes:
    # On its shield and on nothing else: it is shown on light and on dark ground.
    colours, mask = sprites.raster(sprites.shield(request.emblem, PIXELS / SCALE))
    colours.putalpha(mask)
    target = BytesIO()
    colours.save(target, "PNG", optimize=True)
    return target.getvalue()


@singledispatch
def sheet(request: PictureRequest) -> Sheet:
    """Return a picture before it is painted; raise a TypeError for an unknown kind."""
    raise TypeError(type(request).__name__)


sheet.register(TablePicture, table)
sheet.register(SamplePicture, sample)
sheet.register(HandPicture, hand)
sheet.register(DecisionPicture, decision)
sheet.register(CardsPicture, cards)
sheet.register(BoxPicture, box)
