"""The hand as a picture, for its owner only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from bot.faces.picture import sprites
from bot.faces.picture.card import plain
from bot.faces.picture.colours import common
from bot.faces.picture.group import SUM, Group, fanned, groups, sort
from bot.faces.picture.head import CREST, LEFT, banner, head
from bot.faces.picture.requests import HandPicture
from bot.faces.picture.row import cards_of, only_facts, row
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
from engine.scene import Fact, Row, say


def hand(request: HandPicture) -> Sheet:
    """Return what only its owner sees: the cards that come to something sorted, with that, and everything else."""
    voice = speaking(request.speaker, request.panels)
    top = column([head(request.title, voice.say(request.heading)), _band(request, voice)])
    body = cut(column(list(_rows(request.rows, voice)), GAP), MOST - top.height - ABOVE - BELOW)
    return sheet(column([top, padded(body, MARGIN, ABOVE, MARGIN, BELOW)]))


def _band(request: HandPicture, voice: Voice) -> Block:
    """Return the band that says whose hand this is, and that nobody else sees it."""
    room = WIDTH - LEFT - MARGIN
    name = label(voice.names[request.seat], BANNER, common("ivory"), room)
    text = column([name, label(voice.key("picture-private"), NOTE, common("gilt"), room)])
    return banner(sprites.crest(voice.emblem(request.seat), CREST), text, common("ink"))


def _rows(rows: Sequence[Row], voice: Voice) -> Iterator[Block]:
    first = _main(rows)
    told = [fact for each in rows for fact in _numbers(each)]
    sums = {voice.say(fact.label): fact for fact in told}
    sorted_ = sort(cards_of(first), sums, voice) if first else []
    used = {group.sum for group in sorted_ if group.sum}
    for each in rows:
        if each is first:
            yield _sorted(each, sorted_, _summed(rows, used, voice), voice)
        elif _figured(each):
            yield column([heading(voice.say(each.title), INNER), fanned(cards_of(each), INNER, voice)], 4)
        else:
            yield from _left(each, used, voice)


def _main(rows: Sequence[Row]) -> Row | None:
    """Return the row of cards that the row of numbers after it is about; the first one where there are no numbers."""
    pairs = pairwise([Row(say(""), (), say("")), *rows])
    about = next((before for before, after in pairs if _numbers(after)), None)
    figured = [each for each in rows if _figured(each)] if about is None else [about] if _figured(about) else []
    return next(iter(figured), None)


def _numbers(each: Row) -> list[Fact]:
    facts = [item for item in each.items if isinstance(item, Fact)] if only_facts(each) else []
    return [fact for fact in facts if isinstance(fact.value, int)]


def _figured(each: Row) -> bool:
    cards = cards_of(each)
    return bool(cards) and not all(map(plain, cards))


def _summed(rows: Sequence[Row], used: set[Fact], voice: Voice) -> str:
    """Return the title of the facts that stand beside the cards."""
    return next((voice.say(each.title) for each in rows if used.intersection(each.items)), "")


def _sorted(each: Row, shown: Sequence[Group], summed: str, voice: Voice) -> Block:
    title = paragraph(summed, NOTE, common("faded"), 2 * SUM, 2, 1) if summed else Block(0, 0)
    top = heading(voice.say(each.title), INNER - title.width - 8)
    height = max(top.height, title.height)
    parts = (0, height - top.height, top), (INNER - title.width, height - title.height, title)
    return column([Block(INNER, height, parts), groups(shown, INNER, voice)], 4)


def _left(each: Row, used: set[Fact], voice: Voice) -> Iterator[Block]:
    """Yield a row without the facts that are told beside the cards, if that leaves anything."""
    items = tuple(item for item in each.items if item not in used)
    if items or not each.items:
        yield row(replace(each, items=items), INNER, voice)
