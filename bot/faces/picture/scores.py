"""The final scores as a picture: who won and why, everybody's points, who holds what, and the course."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.faces.picture import sprites
from bot.faces.picture.colours import common
from bot.faces.picture.head import LEFT, banner
from bot.faces.picture.plot import plot
from bot.faces.picture.requests import TablePicture
from bot.faces.picture.row import row
from bot.faces.picture.sheet import ABOVE, BELOW, GAP, INNER, MARGIN, MOST, WIDTH, Block, column, cut, padded
from bot.faces.picture.standings import standings
from bot.faces.picture.text import paragraph
from bot.faces.picture.type import BANNER
from bot.faces.picture.voice import Voice
from engine.scene import Chart

CROWN = 38.0


def scores(request: TablePicture, voice: Voice, *, known: bool, small: bool, course: bool = True) -> Block:
    """Return the final scores, who won first, with the course of the game or without."""
    top = column(_winner(request, voice))
    charts = request.scene.charts if course else ()
    body = column(list(_body(request, charts, voice, known=known, small=small)), GAP)
    return column([top, padded(cut(body, MOST - top.height - ABOVE - BELOW), MARGIN, ABOVE, MARGIN, BELOW)])


def _winner(request: TablePicture, voice: Voice) -> Iterator[Block]:
    crown = sprites.emblem("part-crown", CROWN, common("gilt"))
    for line in request.report[:1]:
        text = paragraph(voice.say(line), BANNER, common("ivory"), WIDTH - LEFT - MARGIN, 3)
        yield banner(crown, text, common("ink"))


def _body(request: TablePicture, charts: Sequence[Chart], voice: Voice, *, known: bool, small: bool) -> Iterator[Block]:
    scene = request.scene
    yield standings(scene, request.places, INNER, voice, detailed=known)
    for chart in charts:
        yield plot(chart, INNER, voice)
    for each in scene.rows:
        yield row(each, INNER, voice, small=small)
