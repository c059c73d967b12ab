"""Rows: cards, facts and tiles under a title; a tile is a lasting part of the board with its values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from bot.faces.picture import sprites
from bot.faces.picture.card import (
    ALONE,
    MEDIUM,
    Format,
    copies,
    count_cards,
    face,
    named_front,
    plain,
    signs,
    spread,
)
from bot.faces.picture.card_queue import DENSE, LARGE, queue
from bot.faces.picture.card_queue import Format as QueueFormat
from bot.faces.picture.colours import FADED, INK, IVORY, LINE, common
from bot.faces.picture.sheet import (
    BASELINE,
    INNER,
    Block,
    Label,
    Piece,
    centre,
    column,
    flow,
    level,
    line,
    plate,
)
from bot.faces.picture.text import (
    Voice,
    fact_block,
    fact_flow,
    fitting_label,
    heading,
    label,
    paragraph,
    person,
)
from bot.faces.picture.type import BANNER, CLOSE, HEADING, NAME, NARROW, NOTE, NUMBER, STRONG, Type
from engine.scene import Card, Fact, Place, Row, Tile, Who

REMEMBERED = 128
BESIDE = 12.0
MOST_BESIDE = 4
"""How many different cards something may stand beside."""

MOST_TITLES = 2
"""How many lines the title of a single card has, with its name."""

GAP = 6.0
PAD = 6.0
TOP, BOTTOM = 4.0, 4.0
SHIELD = 21.0
VALUE = 12.0
BETWEEN = 5.0
APART = 7.0
"""Between two values in one line."""

FIRST = Type("figure", 18)


def cards_of(row: Row) -> list[Card]:
    """Return the cards of `row`."""
    return [item for item in row.items if isinstance(item, Card)]


# Most rows of a table stay from frame to frame.
@lru_cache(REMEMBERED)
def row(each: Row, room: float, voice: Voice, places: QueueFormat = LARGE) -> Block:
    """Return a row under its title; without cards or tiles, in one line.

    The string of a line of play runs beside it, and each of its places stays by itself.
    """
    block = _row(each, room, voice, places)
    if any(isinstance(item, Place) for item in each.items):
        return block
    return plate(block)


def _row(each: Row, room: float, voice: Voice, places: QueueFormat) -> Block:
    title = voice.say(each.title)
    if not each.items:
        return line(
            [Label(title, HEADING, INK), Label(voice.say(each.empty), NOTE, FADED)], 8, BASELINE
        )
    if only_facts(each):
        return fact_flow(_facts(each), room, voice, label(title, HEADING, INK, room))
    tiles = _tiles(each)
    named = heading(title, room, captions(tiles, voice) if len(tiles) == len(each.items) else ())

    if places == DENSE and any(isinstance(item, Place) for item in each.items):
        # Their numbers say as much, and the height is needed.
        return items(each, voice, places)

    return column([named, items(each, voice, places), *legend(each, room, voice)], 3)


def legend(each: Row, room: float, voice: Voice) -> Iterator[Block]:
    """Yield the meaning of the signs on a row's cards, where the row gives one."""
    if each.legend:
        yield paragraph(voice.say(each.legend), NOTE, FADED, room)


def _tiles(each: Row) -> list[Tile]:
    return [item for item in each.items if isinstance(item, Tile) and not isinstance(item, Place)]


def _facts(each: Row) -> list[Fact]:
    return [item for item in each.items if isinstance(item, Fact)]


def items(each: Row, voice: Voice, format_: QueueFormat = LARGE) -> Block:
    """Return the content of a row, kind by kind."""
    places = [item for item in each.items if isinstance(item, Place)]
    shown = (
        spread(cards_of(each), MEDIUM, voice),
        board(_tiles(each), voice),
        queue(places, voice, format_),
        fact_flow(_facts(each), INNER, voice),
    )

    return column(shown, 4)


def sign_row(each: Row, voice: Voice) -> Block:
    """Return a row of cards in one line of small signs."""
    shown: list[Piece] = [
        label(voice.say(each.title), HEADING, INK, INNER),
        *signs(tuple(cards_of(each)), voice, heap=each.heap),
    ]
    return flow(shown, INNER, 8, 1, 0.5)


def only_facts(each: Row) -> bool:
    """Tell whether `each` has facts and nothing else."""
    return 0 < len(each.items) == len(_facts(each))


def stage(
    each: Row, facts: Sequence[Fact], more: Sequence[Row], voice: Voice, *, brief: bool = False
) -> Block:
    """Return a row of few cards with its title and their names beside them, and the facts there or, if lower, below.

    In `brief` it lacks the legend, and the names of several cards.
    """
    shown = _few(cards_of(each), voice)
    left = INNER - shown.width - BESIDE
    pieces = _title(each, left, voice)
    names = column(pieces[:1] if brief and len(pieces) > MOST_TITLES else pieces)
    told = [] if brief else [*legend(each, left, voice)]
    beside = line(
        [shown, column([names, _facts_block(facts, more, left, voice), *told])], BESIDE, 0
    )
    if beside.height <= shown.height:
        return beside
    below = column(
        [line([shown, column([names, *told])], BESIDE), _facts_block(facts, more, INNER, voice)], 3
    )

    return min(beside, below, key=lambda block: block.height)


def _facts_block(facts: Sequence[Fact], more: Sequence[Row], room: float, voice: Voice) -> Block:
    return column([fact_flow(facts, room, voice), *(row(one, room, voice) for one in more)])


def opening(facts: Sequence[Fact], more: Sequence[Row], voice: Voice) -> Block:
    """Return the facts, and in the same lines, where they fit, rows that are brief."""
    shown = [
        *(fact_block(fact, INNER, voice) for fact in facts),
        *(row(each, INNER, voice) for each in more),
    ]
    return flow(shown, INNER, 14, 2, 0.65)


def _few(cards: Sequence[Card], voice: Voice) -> Block:
    """Return one card large, or several side by side."""
    if len(cards) > 1:
        return line(
            [
                copies(_front(card, MEDIUM, voice), count, voice)
                for card, count in count_cards(cards)
            ],
            6,
        )
    return _front(cards[0], ALONE, voice)


def _front(card: Card, format_: Format, voice: Voice) -> Block:
    if plain(card):
        return named_front(card, voice)
    return face(card, format_, voice)


def _title(each: Row, room: float, voice: Voice) -> tuple[Piece, ...]:
    """Return the texts beside cards: the title and their names, a single card's name large."""
    title = voice.say(each.title)
    cards = [card for card, _ in count_cards(cards_of(each))]
    if len(cards) > 1:
        names = (paragraph(voice.say(card.name), NOTE, INK, room) for card in cards)
        return (paragraph(title, HEADING, INK, room), *names)

    small = label(title, NOTE, FADED, room)
    return (small, paragraph(voice.say(cards[0].name), BANNER, INK, room))


def stands_alone(each: Row) -> bool:
    """Tell whether a row has nothing but so few cards that there is room beside them."""
    if not 0 < len(each.items) == len(cards_of(each)):
        return False
    return len(set(each.items)) <= MOST_BESIDE


def captions(tiles: Sequence[Tile], voice: Voice) -> tuple[str, ...]:
    """Return the titles of the tiles' values, in their order, where the tiles show nothing but values."""
    if not all(map(_short, tiles)):
        return ()
    return tuple(dict.fromkeys(voice.say(fact.label) for tile in tiles for fact in tile.facts))


def board(tiles: Sequence[Tile], voice: Voice) -> Block:
    """Return tiles in two columns, those side by side equally high."""
    width = (INNER - GAP) / 2
    inner = width - 2 * PAD
    brief = all(map(_short, tiles))
    shown = [_line(each, inner, voice) if brief else _text(each, inner, voice) for each in tiles]
    pairs = (shown[at : at + 2] for at in range(0, len(shown), 2))
    pieces = [_pair(pair, width) for pair in pairs]
    return column(pieces, GAP - sprites.DEPTH)


def _short(tile: Tile) -> bool:
    """Tell whether no player holds anything of a tile, so that its values fit into one line with its name."""
    if not all(fact.seat is None for fact in tile.facts):
        return False
    return all(isinstance(fact.value, int) for fact in tile.facts[:1])


def _pair(pair: Sequence[Block], width: float) -> Block:
    height = max(text.height for text in pair) + TOP + BOTTOM
    ground = (0, 0, sprites.box(width, height, IVORY, LINE))
    return line(
        [Block(width, height + sprites.DEPTH, (ground, (PAD, TOP, text))) for text in pair], GAP
    )


def _line(each: Tile, room: float, voice: Voice) -> Block:
    """Return the shield of a tile, its name, and at the end of the line its values, the first one largest."""
    values = line([_brief(fact, at, voice) for at, fact in enumerate(each.facts)], APART, BASELINE)
    head = _head(each, room - values.width - BETWEEN, voice)
    height = head.height

    return Block(room, height, ((0, 0, head), level(room - values.width, values, height)))


def _brief(fact: Fact, at: int, voice: Voice) -> Block:
    """Return the value of `fact` in cell `at`: numbers are aligned from tile to tile."""
    said = voice.value(fact.value)
    kind = NOTE if not isinstance(fact.value, int) else NUMBER if at else FIRST
    number = Label(said, kind, common("faded" if at else "ink"))
    width = max(VALUE, number.width)

    return Block(width, number.height, (centre(number, width, 0),))


def _text(each: Tile, room: float, voice: Voice) -> Block:
    """Return the head of a tile and below it its values, the first one largest."""
    values = [
        _value(fact, FIRST if place == 0 else NUMBER, room, voice)
        for place, fact in enumerate(each.facts)
    ]
    return column([_head(each, room, voice), *values], -2.5)


def _head(each: Tile, room: float, voice: Voice) -> Block:
    """Return the shield of a tile and its whole name: on two lines where no type makes it fit on one."""
    left = SHIELD + BETWEEN
    said = voice.say(each.name)
    one = fitting_label(said, (NAME, STRONG, NARROW), INK, room - left)
    name: Piece = one if one.text == said else paragraph(said, NARROW, INK, room - left)
    height = max(SHIELD, name.height)
    shield = sprites.shield(each.emblem, SHIELD)

    return Block(room, height, (level(0, shield, height), level(left, name, height)))


def _value(fact: Fact, kind: Type, room: float, voice: Voice) -> Block:
    if not isinstance(fact.value, int):
        left = VALUE + BETWEEN
        told = paragraph(voice.value(fact.value), NOTE, FADED, room - left)
        return Block(
            room,
            max(kind.line, told.height),
            ((left, max(0, (kind.line - told.height) / 2), told),),
        )

    text = voice.value(fact.value)
    number = Label(text, kind, INK)
    width = max(VALUE, number.width)
    left = width + BETWEEN
    meaning = _meaning(fact, room - left, voice)
    top = (number.height - meaning.height) / 2

    return Block(
        room,
        max(number.height, top + meaning.height),
        (centre(number, width, 0), (left, top, meaning)),
    )


def _meaning(fact: Fact, room: float, voice: Voice) -> Block:
    """Return the holder of a value, or else its label."""
    if fact.seat is not None:
        return person(Who(fact.seat), voice.names[fact.seat], room - 20, voice)

    text = voice.value(fact.note)
    said = fitting_label(text, (NOTE, CLOSE), FADED, room)
    return Block(said.width, said.height, ((0, 0, said),))
