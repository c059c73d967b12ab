"""Rows: cards, facts and tiles under a title; a tile is a lasting part of the board with its values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from bot.faces.picture import sprites
from bot.faces.picture.card import (
    ALONE,
    MEDIUM,
    copies,
    count_cards,
    front,
    signs,
    spread,
)
from bot.faces.picture.card_queue import DENSE, LARGE, queue
from bot.faces.picture.card_queue import Format as QueueFormat
from bot.faces.picture.colours import FADED, INK, IVORY, LINE
from bot.faces.picture.font import (
    BANNER,
    CLOSE,
    FIGURE,
    HEADING,
    NAME,
    NARROW,
    NOTE,
    NUMBER,
    STRONG,
    Font,
)
from bot.faces.picture.layout import (
    BASELINE,
    INNER,
    Block,
    Label,
    Piece,
    cell,
    column,
    flow,
    level,
    line,
    over,
    plate,
)
from bot.faces.picture.text import (
    PictureLocalizer,
    fact_block,
    fact_flow,
    fitting_label,
    heading,
    label,
    paragraph,
    person,
)
from engine.scene import Fact, Place, Row, Tile

REMEMBERED = 128
BESIDE = 12.0
MOST_BESIDE = 4
"""How many different cards something may stand beside."""

MOST_TITLES = 2
"""How many lines the title of a single card has, with its name."""

GAP = 6.0
COLUMN = (INNER - GAP) / 2
"""How wide a tile, or a group of cards, is: two stand side by side."""

PAD = 6.0
TOP, BOTTOM = 4.0, 4.0
SHIELD = 21.0
VALUE = 12.0
BETWEEN = 5.0
APART = 7.0
"""Between two values in one line."""


# Most rows of a table stay from frame to frame.
@lru_cache(REMEMBERED)
def row(
    row: Row, room: float, voice: PictureLocalizer, places: QueueFormat = LARGE
) -> Block:
    """Return a row under its title; without cards or tiles, in one line.

    The string of a line of play runs beside it, and each of its places stays by itself.
    """
    block = _row(row, room, voice, places)
    return block if row.only(Place) else plate(block)


def _row(row: Row, room: float, voice: PictureLocalizer, places: QueueFormat) -> Block:
    title = voice.say(row.title)
    if not row.items:
        empty = Label(voice.say(row.empty), NOTE, FADED)
        return line([Label(title, HEADING), empty], 8, BASELINE)
    if only_facts(row):
        return fact_flow(row.only(Fact), room, voice, label(title, HEADING, room))
    if places == DENSE and row.only(Place):
        # Their numbers say as much, and the height is needed.
        return items(row, voice, places)

    tiles = _tiles(row)
    told = captions(tiles, voice) if len(tiles) == len(row.items) else ()
    return column(
        [
            heading(title, room, told),
            items(row, voice, places),
            *legend(row, room, voice),
        ],
        3,
    )


def legend(row: Row, room: float, voice: PictureLocalizer) -> Iterator[Block]:
    """Yield the meaning of the signs on a row's cards, where the row gives one."""
    if row.legend:
        yield paragraph(voice.say(row.legend), NOTE, room, colour=FADED)


def _tiles(row: Row) -> list[Tile]:
    return [tile for tile in row.only(Tile) if not isinstance(tile, Place)]


def items(row: Row, voice: PictureLocalizer, format_: QueueFormat = LARGE) -> Block:
    """Return the content of a row, kind by kind."""
    shown = (
        spread(row.cards, MEDIUM, voice),
        board(_tiles(row), voice),
        queue(row.only(Place), voice, format_),
        fact_flow(row.only(Fact), INNER, voice),
    )

    return column(shown, 4)


def sign_row(row: Row, voice: PictureLocalizer) -> Block:
    """Return a row of cards in one line of small signs."""
    title = label(voice.say(row.title), HEADING, INNER)
    cards = signs(tuple(row.cards), voice, heap=row.heap)
    return flow([title, *cards], INNER, 8, 1, 0.5)


def only_facts(row: Row) -> bool:
    """Tell whether `row` has facts and nothing else."""
    return 0 < len(row.items) == len(row.only(Fact))


def cards_with_facts(
    row: Row,
    facts: Sequence[Fact],
    more: Sequence[Row],
    voice: PictureLocalizer,
    *,
    brief: bool = False,
) -> Block:
    """Return a row of few cards with its title and their names beside them, and the facts there or, if lower, below.

    In `brief` it lacks the legend, and the names of several cards.
    """
    cards = row.cards
    shown = front(cards[0], ALONE, voice)
    if len(cards) > 1:
        counted = count_cards(cards)
        fronts = ((front(card, MEDIUM, voice), count) for card, count in counted)
        shown = line([copies(*each, voice) for each in fronts], 6)
    left = INNER - shown.width - BESIDE
    pieces = _texts_beside_cards(row, left, voice)
    names = column(pieces[:1] if brief and len(pieces) > MOST_TITLES else pieces)
    told = [] if brief else [*legend(row, left, voice)]

    inside = _facts_block(facts, more, left, voice)
    beside = line([shown, column([names, inside, *told])], BESIDE, 0)
    if beside.height <= shown.height:
        return beside
    head = line([shown, column([names, *told])], BESIDE)
    below = column([head, _facts_block(facts, more, INNER, voice)], 3)

    return min(beside, below, key=lambda block: block.height)


def _facts_block(
    facts: Sequence[Fact], more: Sequence[Row], room: float, voice: PictureLocalizer
) -> Block:
    rows = (row(one, room, voice) for one in more)
    return column([fact_flow(facts, room, voice), *rows])


def opening(
    facts: Sequence[Fact], more: Sequence[Row], voice: PictureLocalizer
) -> Block:
    """Return the facts, and in the same lines, where they fit, rows that are brief."""
    shown = [fact_block(fact, INNER, voice) for fact in facts]
    shown += [row(each, INNER, voice) for each in more]
    return flow(shown, INNER, 14, 2, 0.65)


def _texts_beside_cards(
    row: Row, room: float, voice: PictureLocalizer
) -> tuple[Piece, ...]:
    """Return the texts beside cards: the title and their names, a single card's name large."""
    title = voice.say(row.title)
    different = dict.fromkeys(row.cards)
    names = [voice.say(card.name) for card in different]
    if len(names) > 1:
        small = (paragraph(name, NOTE, room) for name in names)
        return paragraph(title, HEADING, room), *small

    return label(title, NOTE, room, FADED), paragraph(names[0], BANNER, room)


def stands_alone(row: Row) -> bool:
    """Tell whether a row has nothing but so few cards that there is room beside them."""
    cards = row.cards
    return 0 < len(cards) == len(row.items) and len(set(cards)) <= MOST_BESIDE


def captions(tiles: Sequence[Tile], voice: PictureLocalizer) -> tuple[str, ...]:
    """Return the titles of the tiles' values, in their order, where the tiles show nothing but values."""
    if not all(map(_short, tiles)):
        return ()
    labels = (fact.label for tile in tiles for fact in tile.facts)
    return tuple(dict.fromkeys(map(voice.say, labels)))


def board(tiles: Sequence[Tile], voice: PictureLocalizer) -> Block:
    """Return tiles in two columns, those side by side equally high."""
    inner = COLUMN - 2 * PAD
    lay_out = _tile_line if all(map(_short, tiles)) else _text
    return pair_up(
        [lay_out(each, inner, voice) for each in tiles],
        PAD,
        TOP + BOTTOM,
        0,
    )


def _short(tile: Tile) -> bool:
    """Tell whether no player holds anything of a tile, so that its values fit into one line with its name."""
    held = any(fact.seat is not None for fact in tile.facts)
    return not held and all(isinstance(fact.value, int) for fact in tile.facts[:1])


def pair_up(shown: Sequence[Block], pad: float, spare: float, align: float) -> Block:
    """Return `shown` in boxes of two columns, equally high in a line, with `pad` before each and `spare` height."""
    pairs = (shown[at : at + 2] for at in range(0, len(shown), 2))
    lines = (line(_boxes(pair, pad, spare, align), GAP) for pair in pairs)
    return column(lines, GAP - sprites.DEPTH)


def _boxes(
    pair: Sequence[Block], pad: float, spare: float, align: float
) -> Iterator[Block]:
    tallest = max(each.height for each in pair)
    ground = sprites.box(COLUMN, tallest + spare, IVORY, LINE)
    for each in pair:
        y = spare / 2 + align * (tallest - each.height)
        yield over(ground, (pad, y, each))


def _tile_line(tile: Tile, room: float, voice: PictureLocalizer) -> Block:
    """Return the shield of a tile, its name, and at the end of the line its values, the first one largest."""
    cells = []
    for at, fact in enumerate(tile.facts):
        kind = NUMBER if at else FIGURE
        if not isinstance(fact.value, int):
            kind = NOTE
        text = Label(voice.value(fact.value), kind, FADED if at else INK)
        # Numbers are aligned from tile to tile.
        cells.append(cell(text, VALUE))

    values = line(cells, APART, BASELINE)
    head = _head(tile, room - values.width - BETWEEN, voice)
    end = level(room - values.width, values, head.height)
    return Block(room, head.height, ((0, 0, head), end))


def _text(tile: Tile, room: float, voice: PictureLocalizer) -> Block:
    """Return the head of a tile and below it its values, the first one largest."""
    values = (
        _value(fact, NUMBER if at else FIGURE, room, voice)
        for at, fact in enumerate(tile.facts)
    )
    return column([_head(tile, room, voice), *values], -2.5)


def _head(tile: Tile, room: float, voice: PictureLocalizer) -> Block:
    """Return the shield of a tile and its whole name: on two lines where no type makes it fit on one."""
    left = SHIELD + BETWEEN
    said = voice.say(tile.name)
    one = fitting_label(said, (NAME, STRONG, NARROW), room - left)
    name: Piece = one if one.text == said else paragraph(said, NARROW, room - left)
    return line([sprites.shield(tile.emblem, SHIELD), name], BETWEEN)


def _value(fact: Fact, kind: Font, room: float, voice: PictureLocalizer) -> Block:
    text = voice.value(fact.value)
    if not isinstance(fact.value, int):
        left = VALUE + BETWEEN
        told = paragraph(text, NOTE, room - left, colour=FADED)
        height = max(kind.line, told.height)
        return Block(room, height, (level(left, told, height),))

    number = cell(Label(text, kind), VALUE)
    left = number.width + BETWEEN
    # The holder of a value, or else its label.
    held: Piece
    if fact.seat is None:
        note = voice.value(fact.note)
        held = fitting_label(note, (NOTE, CLOSE), room - left, FADED)
    else:
        held = person(fact.seat, room - left - 20, voice)
    meaning = level(left, held, number.height)
    height = max(number.height, meaning[1] + held.height)

    return Block(room, height, ((0, 0, number), meaning))
