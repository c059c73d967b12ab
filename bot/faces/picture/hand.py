"""The hand as a picture, for its owner only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.faces.picture import sprites
from bot.faces.picture.card import plain
from bot.faces.picture.colours import common
from bot.faces.picture.group import SUM, fanned, groups
from bot.faces.picture.head import CREST, LEFT, banner
from bot.faces.picture.requests import HandPicture
from bot.faces.picture.row import cards_of, legend, row
from bot.faces.picture.sheet import (
    ABOVE,
    BELOW,
    GAP,
    INNER,
    MARGIN,
    MOST,
    WIDTH,
    Block,
    Sheet,
    column,
    cut,
    padded,
    sheet,
)
from bot.faces.picture.text import heading, label, paragraph
from bot.faces.picture.type import BANNER, NOTE
from bot.faces.picture.voice import Voice
from bot.faces.picture.voice import voice as speaking
from engine.scene import Row


def hand(request: HandPicture) -> Sheet:
    """Return what only its owner sees: sorted cards with what they come to, and everything else."""
    voice = speaking(request.speaker, request.panels)
    top = _band(request, voice)
    body = cut(column(list(_rows(request.rows, voice)), GAP), MOST - top.height - ABOVE - BELOW)
    return sheet(column([top, padded(body, MARGIN, ABOVE, MARGIN, BELOW)]))


def _band(request: HandPicture, voice: Voice) -> Block:
    """Return the band that says whose hand this is, and that nobody else sees it."""
    room = WIDTH - LEFT - MARGIN
    name = label(voice.names[request.seat], BANNER, common("ivory"), room)
    text = column([name, label(voice.key("picture-private"), NOTE, common("gilt"), room)])
    return banner(sprites.crest(voice.emblem(request.seat), CREST), text, common("ink"))


def _rows(rows: Sequence[Row], voice: Voice) -> Iterator[Block]:
    for each in rows:
        if each.groups:
            yield _sorted(each, voice)
        elif _figured(each):
            yield column([heading(voice.say(each.title), INNER), fanned(cards_of(each), INNER, voice)], 4)
        else:
            yield row(each, INNER, voice)


def _figured(each: Row) -> bool:
    cards = cards_of(each)
    return bool(cards) and not all(map(plain, cards))


def _sorted(each: Row, voice: Voice) -> Block:
    """Return groups of cards under their title, with what their totals are called above those."""
    labels = dict.fromkeys(voice.say(group.total.label) for group in each.groups if group.total)
    title = paragraph(", ".join(labels), NOTE, common("faded"), 2 * SUM, 2, 1)
    top = heading(voice.say(each.title), INNER - title.width - 8)
    height = max(top.height, title.height)
    parts = (0, height - top.height, top), (INNER - title.width, height - title.height, title)
    return column([Block(INNER, height, parts), groups(each.groups, INNER, voice), *legend(each, INNER, voice)], 4)
