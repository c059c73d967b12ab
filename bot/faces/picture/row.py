"""Rows: whatever lies together, under its title."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bot.faces.picture.card import LARGE, MEDIUM, face, named, plain, signs, spread
from bot.faces.picture.colours import common
from bot.faces.picture.facts import scattered
from bot.faces.picture.place import queue
from bot.faces.picture.sheet import BASELINE, Block, Label, Piece, column, flow, line
from bot.faces.picture.text import heading, label, paragraph
from bot.faces.picture.tile import board
from bot.faces.picture.type import BANNER, HEADING, NOTE
from bot.faces.picture.voice import Voice
from engine.scene import Card, Fact, Place, Row, Tile

REMEMBERED = 256
BESIDE = 12.0
MOST_BESIDE = 2
FEW = 190.0
"""The room for cards that something stands beside."""


def cards_of(row: Row) -> list[Card]:
    """Return the cards of a row."""
    return [item for item in row.items if isinstance(item, Card)]


# Most rows of a table stay from frame to frame.
@lru_cache(REMEMBERED)
def row(each: Row, room: float, voice: Voice, *, small: bool = False) -> Block:
    """Return a row under its title; without cards or tiles, in a line."""
    title = voice.say(each.title)
    if not each.items:
        return line([Label(title, HEADING, common("ink")), quiet(voice.say(each.empty))], 8, BASELINE)
    if only_facts(each):
        facts = [item for item in each.items if isinstance(item, Fact)]
        return scattered(facts, room, voice, label(title, HEADING, common("ink"), room))
    return column([heading(title, room), items(each, room, voice, small=small)], 3)


def quiet(text: str) -> Label:
    """Return a text that says that there is nothing."""
    return Label(text, NOTE, common("faded"))


def items(each: Row, room: float, voice: Voice, *, small: bool = False) -> Block:
    """Return what lies in a row, kind by kind."""
    places = [item for item in each.items if isinstance(item, Place)]
    tiles = [item for item in each.items if isinstance(item, Tile) and not isinstance(item, Place)]
    facts = [item for item in each.items if isinstance(item, Fact)]
    shown = (
        spread(cards_of(each), MEDIUM, room, voice),
        board(tiles, room, voice),
        queue(places, room, voice, small=small),
        scattered(facts, room, voice),
    )
    return column(shown, 4)


def signed(each: Row, room: float, voice: Voice) -> Block:
    """Return a row of cards in one line of small signs."""
    shown: list[Piece] = [label(voice.say(each.title), HEADING, common("ink"), room), *signs(cards_of(each), voice)]
    return flow(shown, room, 8, 1, 0.5)


def only_facts(each: Row) -> bool:
    """Tell whether a row has facts and nothing else."""
    return bool(each.items) and all(isinstance(item, Fact) for item in each.items)


def stage(each: Row, facts: Sequence[Fact], more: Sequence[Row], room: float, voice: Voice) -> Block:
    """Return a row of few cards large, with its title, the facts and rows of facts beside them."""
    shown = _few(cards_of(each), voice)
    left = room - shown.width - BESIDE
    beside = (*_title(each, left, voice), scattered(facts, left, voice), *(row(one, left, voice) for one in more))
    return line([shown, column(beside)], BESIDE, 0)


def _few(cards: Sequence[Card], voice: Voice) -> Block:
    if len(cards) > 1:
        return spread(cards, MEDIUM, FEW, voice)
    return named(cards[0], voice) if plain(cards[0]) else face(cards[0], LARGE, voice)


def _title(each: Row, room: float, voice: Voice) -> tuple[Piece, ...]:
    """Return what stands beside cards: the title alone, or small above the name of the only card."""
    title, cards = voice.say(each.title), cards_of(each)
    if len(cards) > 1:
        return (paragraph(title, HEADING, common("ink"), room),)
    small = label(title, NOTE, common("faded"), room)
    return small, paragraph(voice.say(cards[0].name), BANNER, common("ink"), room)


def stands_alone(each: Row) -> bool:
    """Tell whether a row has so few cards, and nothing else, that there is room beside them."""
    return 0 < len(each.items) == len(cards_of(each)) <= MOST_BESIDE
