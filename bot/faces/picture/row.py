"""Rows: whatever lies together, under its title."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from bot.faces.picture.card import ALONE, MEDIUM, Format, copies, counted, face, named, plain, signs, spread
from bot.faces.picture.colours import common
from bot.faces.picture.facts import scattered, told
from bot.faces.picture.place import queue
from bot.faces.picture.sheet import BASELINE, Block, Label, Piece, column, flow, line, plate
from bot.faces.picture.text import heading, label, paragraph
from bot.faces.picture.tile import board, captions
from bot.faces.picture.type import BANNER, HEADING, NOTE
from bot.faces.picture.voice import Voice
from engine.scene import Card, Fact, Place, Row, Tile

REMEMBERED = 128
BESIDE = 12.0
MOST_BESIDE = 4
"""How many different cards something may stand beside."""


def cards_of(row: Row) -> list[Card]:
    """Return the cards of a row."""
    return [item for item in row.items if isinstance(item, Card)]


# Most rows of a table stay from frame to frame.
@lru_cache(REMEMBERED)
def row(each: Row, room: float, voice: Voice, *, small: bool = False) -> Block:
    """Return a row under its title; without cards or tiles, in a line.

    The string of a line of play runs beside it, and each of its places stays by itself.
    """
    block = _row(each, room, voice, small=small)
    return block if any(isinstance(item, Place) for item in each.items) else plate(block)


def _row(each: Row, room: float, voice: Voice, *, small: bool) -> Block:
    title = voice.say(each.title)
    if not each.items:
        return line([Label(title, HEADING, common("ink")), quiet(voice.say(each.empty))], 8, BASELINE)
    if only_facts(each):
        facts = [item for item in each.items if isinstance(item, Fact)]
        return scattered(facts, room, voice, label(title, HEADING, common("ink"), room))
    tiles = _tiles(each)
    named = heading(title, room, captions(tiles, voice) if len(tiles) == len(each.items) else ())
    return column([named, items(each, room, voice, small=small), *legend(each, room, voice)], 3)


def legend(each: Row, room: float, voice: Voice) -> Iterator[Block]:
    """Yield what the signs on a row's cards mean, if that is said."""
    if each.legend:
        yield paragraph(voice.say(each.legend), NOTE, common("faded"), room)


def _tiles(each: Row) -> list[Tile]:
    return [item for item in each.items if isinstance(item, Tile) and not isinstance(item, Place)]


def quiet(text: str) -> Label:
    """Return a text that says that there is nothing."""
    return Label(text, NOTE, common("faded"))


def items(each: Row, room: float, voice: Voice, *, small: bool = False) -> Block:
    """Return what lies in a row, kind by kind."""
    places = [item for item in each.items if isinstance(item, Place)]
    facts = [item for item in each.items if isinstance(item, Fact)]
    shown = (
        spread(cards_of(each), MEDIUM, room, voice),
        board(_tiles(each), room, voice),
        queue(places, room, voice, small=small),
        scattered(facts, room, voice),
    )
    return column(shown, 4)


def signed(each: Row, room: float, voice: Voice) -> Block:
    """Return a row of cards in one line of small signs."""
    shown: list[Piece] = [
        label(voice.say(each.title), HEADING, common("ink"), room),
        *signs(tuple(cards_of(each)), voice, heap=each.heap),
    ]
    return flow(shown, room, 8, 1, 0.5)


def only_facts(each: Row) -> bool:
    """Tell whether a row has facts and nothing else."""
    return bool(each.items) and all(isinstance(item, Fact) for item in each.items)


def stage(each: Row, facts: Sequence[Fact], more: Sequence[Row], room: float, voice: Voice) -> Block:
    """Return a row of few cards with its title and their names beside them, and the facts there or, if lower, below."""
    shown = _few(cards_of(each), voice)
    left = room - shown.width - BESIDE
    names = column(_title(each, left, voice))
    told = [*legend(each, left, voice)]
    beside = line([shown, column([names, _told(facts, more, left, voice), *told])], BESIDE, 0)
    if beside.height <= shown.height:
        return beside
    below = column([line([shown, column([names, *told])], BESIDE), _told(facts, more, room, voice)], 3)
    return min(beside, below, key=lambda block: block.height)


def _told(facts: Sequence[Fact], more: Sequence[Row], room: float, voice: Voice) -> Block:
    return column([scattered(facts, room, voice), *(row(one, room, voice) for one in more)])


def opening(facts: Sequence[Fact], more: Sequence[Row], room: float, voice: Voice) -> Block:
    """Return the facts, and in the same lines, where they fit, rows that are brief."""
    shown = [*(told(fact, room, voice) for fact in facts), *(row(each, room, voice) for each in more)]
    return flow(shown, room, 14, 2, 0.65)


def _few(cards: Sequence[Card], voice: Voice) -> Block:
    """Return one card large, or several side by side."""
    if len(cards) > 1:
        return line([copies(_front(card, MEDIUM, voice), count, voice) for card, count in counted(cards)], 6)
    return _front(cards[0], ALONE, voice)


def _front(card: Card, format_: Format, voice: Voice) -> Block:
    return named(card, voice) if plain(card) else face(card, format_, voice)


def _title(each: Row, room: float, voice: Voice) -> tuple[Piece, ...]:
    """Return what stands beside cards: the title and their names, that of the only card large."""
    title, cards = voice.say(each.title), [card for card, _ in counted(cards_of(each))]
    if len(cards) > 1:
        names = (paragraph(voice.say(card.name), NOTE, common("ink"), room) for card in cards)
        return paragraph(title, HEADING, common("ink"), room), *names
    small = label(title, NOTE, common("faded"), room)
    return small, paragraph(voice.say(cards[0].name), BANNER, common("ink"), room)


def stands_alone(each: Row) -> bool:
    """Tell whether a row has so few cards, and nothing else, that there is room beside them."""
    return 0 < len(each.items) == len(cards_of(each)) and len(set(each.items)) <= MOST_BESIDE
