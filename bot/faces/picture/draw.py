"""From a request to a picture: the only way to whatever draws, for the process that does nothing else."""

from __future__ import annotations

from functools import singledispatch

from bot.faces.picture.badge import badge
from bot.faces.picture.box import box
from bot.faces.picture.cards import cards
from bot.faces.picture.hand import hand
from bot.faces.picture.paint import paint
from bot.faces.picture.requests import (
    BoxPicture,
    CardsPicture,
    Drawable,
    EmblemPicture,
    HandPicture,
    PictureRequest,
    SamplePicture,
    TablePicture,
)
from bot.faces.picture.sample import sample
from bot.faces.picture.sheet import Sheet
from bot.faces.picture.table import table


@singledispatch
def draw(request: Drawable) -> bytes:
    """Return the file of a request; raise a TypeError for an unknown kind."""
    raise TypeError(type(request).__name__)


@draw.register
def _picture(request: PictureRequest) -> bytes:
    return paint(sheet(request))


@draw.register
def _emblem(request: EmblemPicture) -> bytes:
    return badge(request.emblem)


@singledispatch
def sheet(request: PictureRequest) -> Sheet:
    """Return a picture before it is painted; raise a TypeError for an unknown kind."""
    raise TypeError(type(request).__name__)


sheet.register(TablePicture, table)
sheet.register(SamplePicture, sample)
sheet.register(HandPicture, hand)
sheet.register(CardsPicture, cards)
sheet.register(BoxPicture, box)
