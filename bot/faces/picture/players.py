"""Table of the players: names, marks and known cards, with the figures of all in columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate
from operator import attrgetter
from typing import TypeAlias

from bot.faces.picture import font as letters
from bot.faces.picture import sprites
from bot.faces.picture.card import signs
from bot.faces.picture.colours import (
    FADED,
    GAIN,
    GOLD,
    IVORY,
    LINE,
    PARCHMENT,
    RUBRIC,
    Colour,
)
from bot.faces.picture.font import FIGURE, NAME, NOTE, NUMBER, STRONG
from bot.faces.picture.layout import (
    INNER,
    Block,
    Label,
    Piece,
    Plate,
    centre,
    column,
    flow,
    line,
    over,
    plate,
)
from bot.faces.picture.text import PictureLocalizer, label, paragraph
from engine.frozen import frozen, replace
from engine.scene import Fact, Panel, Seat, Text

REMEMBERED, LINES = 256, 64
LEAST, MOST, STEP = 42, 88, 2
"""How wide a column may be."""

WIDE = 112
"""How wide one may be whose title stands in one line."""

SET = (MOST, 2), (WIDE, 1), (MOST, 3)
"""How wide a column may be at most, and in how many lines its title may stand: whichever makes a lower table."""

GAP = 6.0
"""Between the texts of two columns."""

EMBLEM = 21.0
PAD = 6.0
BETWEEN = 1.0
"""Between two players, besides the shadow of the upper one."""

ARROW = 16.0
BESIDE_NAME = INNER - EMBLEM - 7 * PAD - ARROW
"""The most that a mark, or the name of a figure, may take."""

BESIDE = 3.0
"""Between what stands before a name."""

FRONT = 82.0
"""The most that stands before a name: at the end a place, a shield and a crown."""

BEHIND = 8.0
LEAST_NAME = 80.0
WHOLE = 12
"""As many letters of a name are never cut: a column that would take their room is told below the name instead."""


Seats: TypeAlias = frozenset[Seat]


@frozen
class PlayerColumns:
    """Layout of the table: its columns, the rims of its lines, and whether known cards are shown.

    `told` are the titles of figures without a column: these are listed below the player's name. `checked` are the seats
    that have answered. A `brief` one has only such marks as find room beside the name.
    """

    titles: tuple[Text, ...]
    widths: tuple[float, ...]
    marked: Seats
    rim: Colour
    detailed: bool = False
    told: tuple[Text, ...] = ()
    checked: Seats = frozenset()
    brief: bool = False

    @property
    def left(self) -> float:
        """Return the left edge of the columns."""
        return INNER - sum(self.widths) - GAP / 2


def columns(
    panels: Sequence[Panel],
    voice: PictureLocalizer,
    most: int = 99,
    set_: tuple[int, int] = SET[0],
) -> tuple[tuple[Text, ...], tuple[float, ...]]:
    """Return the titles of the columns and their widths: the most telling first, the others by their keys.

    The others may be missing for some players; by their keys they keep their places, whatever order they are met in.
    """
    facts = [fact for panel in panels for fact in panel.facts[:most]]
    met = list(dict.fromkeys(fact.label for fact in facts))
    # A column where everybody has nothing says nothing.
    saying = {fact.label for fact in facts if fact.value != 0}
    others = sorted(
        (title for title in met[1:] if title in saying), key=attrgetter("key")
    )
    titles = (*met[:1], *others)
    told: dict[Text, set[str]] = {title: set() for title in titles}
    for fact in facts:
        said = voice.value(fact.value)
        if fact.label in told and letters.width(said, NOTE) > LEAST - GAP:
            told[fact.label].add(said)

    texts = ((voice.say(title), frozenset(told[title])) for title in titles)
    widths = (_width(*each, *set_) for each in texts)
    return titles, tuple(widths)


def _set(
    panels: Sequence[Panel],
    asked: Seats,
    answered: Seats,
    voice: PictureLocalizer,
    set_: tuple[int, int],
) -> PlayerColumns:
    """Return the layout whose columns leave room for the names: the least telling columns are dropped first."""
    titles, widths = columns(panels, voice, set_=set_)
    claims = (_claim(panel, asked | answered, voice) for panel in panels)
    left = INNER - max(claims, default=0) - GAP / 2
    kept = list(range(len(titles)))
    for at in sorted(kept[1:], key=lambda at: (_rank(titles[at], panels), -at)):
        if sum(widths[each] for each in kept) > left:
            kept.remove(at)

    told = tuple(title for at, title in enumerate(titles) if at not in kept)
    shown = tuple(titles[at] for at in kept)
    wide = tuple(widths[at] for at in kept)
    return PlayerColumns(shown, wide, asked, RUBRIC, told=told, checked=answered)


def _rank(title: Text, panels: Sequence[Panel]) -> tuple[int, int]:
    """Return how much a column tells: by how many players have its figure, and its latest place in their `facts`."""
    facts = (pair for panel in panels for pair in enumerate(panel.facts))
    places = [at for at, fact in facts if fact.label == title]
    return len(places), -max(places)


def _claim(panel: Panel, signed: Seats, voice: PictureLocalizer) -> float:
    """Return the width of a player's name with the signs before it, as far as it is never cut."""
    name = voice.name(panel.seat)
    shown = name if len(name) <= WHOLE else f"{name[:WHOLE]}{letters.ELLIPSIS}"
    front = EMBLEM + (ARROW + BESIDE if panel.seat in signed else 0)
    return front + 3 * PAD + letters.width(shown, NAME.smaller)


@lru_cache(REMEMBERED)
def _width(title: str, values: frozenset[str], most: int, lines: int) -> float:
    """Return the least width of a title on `lines` lines and of its values; wide values take two."""
    texts = (title, lines), *((value, 2) for value in values)
    for width in range(LEAST, most, STEP):
        if all(letters.whole(text, NOTE, width - GAP, high) for text, high in texts):
            return width
    return most


def lay_out_players(
    panels: Sequence[Panel],
    asked: Seats,
    answered: Seats,
    voice: PictureLocalizer,
) -> Callable[..., Block]:
    """Return the function that lays out the table of players, with their known cards or without, brief or not.

    Each time it is as low as it can be. Seats that are `asked` have an arrow and a thick rim, those that `answered` a
    joint question a check.
    """
    ways = dict.fromkeys(_set(panels, asked, answered, voice, each) for each in SET)
    lines = [_line(panel, voice) for panel in panels]

    @cache
    def lay_out(*, known: bool, brief: bool = False) -> Block:
        shown = []
        for way in ways:
            ledger = replace(way, detailed=known, brief=brief)
            entries = (line(ledger) for line in lines)
            head = heads(way.titles, way.widths, voice)
            shown.append(column([head, *entries], BETWEEN))
        return min(shown, key=lambda each: each.height)

    return lay_out


# Most players stay from frame to frame what they were; to look one up takes longer than to look up a ledger.
@lru_cache(LINES)
def _line(panel: Panel, voice: PictureLocalizer) -> Callable[[PlayerColumns], Plate]:
    """Return the function that lays out the line of a player, once for each layout of the table."""
    shield = sprites.shield(voice.seat_emblem(panel.seat), EMBLEM)

    @cache
    def lay_out(ledger: PlayerColumns) -> Plate:
        front = [shield]
        if ledger.marked:
            front = [sprites.emblem("part-arrow", ARROW, ledger.rim), shield]
        elif ledger.checked:
            front = [sprites.emblem("part-check", ARROW, GAIN), shield]
        return plate(entry(panel, front, (), ledger, voice))

    def lay_out_alone(ledger: PlayerColumns) -> Plate:
        # It doesn't depend on the signs of other players.
        own = {panel.seat}
        marked = ledger.marked & own
        return lay_out(replace(ledger, marked=marked, checked=ledger.checked & own))

    return lay_out_alone


@lru_cache(REMEMBERED)
def heads(
    titles: Sequence[Text], widths: Sequence[float], voice: PictureLocalizer
) -> Block:
    """Return the titles of the columns."""
    shown = [
        paragraph(voice.say(title), NOTE, width - GAP, 3, 0.5, colour=FADED)
        for title, width in zip(titles, widths, strict=True)
    ]
    height = max((title.height for title in shown), default=0)
    initial = INNER - sum(widths) - GAP / 2
    ends = accumulate(widths, initial=initial)
    placed = (
        centre(title, width, height - title.height, left)
        for title, width, left in zip(shown, widths, ends, strict=False)
    )

    return plate(Block(INNER, height, tuple(placed)))


def _figures(
    panel: Panel, ledger: PlayerColumns, voice: PictureLocalizer
) -> Iterator[Block]:
    """Yield the figures of a player that have no column, each behind its title."""
    for fact in panel.facts:
        if fact.label in ledger.told:
            name = label(voice.say(fact.label), NOTE, BESIDE_NAME, FADED)
            yield line([name, Label(voice.value(fact.value), STRONG)], 4)


def entry(
    panel: Panel,
    front: Sequence[Piece],
    holdings: Sequence[Block],
    ledger: PlayerColumns,
    voice: PictureLocalizer,
) -> Block:
    """Return the line of `panel`: `front` and the name, marks and `holdings` beside or below, figures in columns."""
    columned = (fact for fact in panel.facts if fact.label in ledger.titles)
    values = [value(fact, ledger, voice) for fact in columned]
    said = filter(None, map(voice.say, panel.marks))
    marks = [*map(_chip, said), *holdings]
    known = _known_pieces(panel, voice) if ledger.detailed else ()
    more = [*_figures(panel, ledger, voice), *known]
    spare = 0 if ledger.brief else 2
    first = max(EMBLEM + 2 + spare, *(piece.height + spare for _, piece in values), 0)
    crest = line(front, BESIDE)
    inner = crest.width + 2 * PAD
    room = ledger.left - inner - PAD
    if ledger.brief:
        left = room - letters.width(voice.name(panel.seat), NAME)
        ends = accumulate(mark.width + PAD for mark in marks)
        count = sum(end <= left for end in ends)
        # The first one says what an emblem of the player's own is called.
        marks = marks[: count or bool(panel.emblem)]
    name, beside, rest = _share_line(voice.name(panel.seat), marks, more, room)
    below = flow(rest, INNER - inner - PAD, BEHIND, 2, 0.5)
    height = first + spare + (below.height + 3 if below.height else 0)
    placed = (PAD, crest), (inner, line([name, *beside], PAD)), *values
    level = ((x, (first - piece.height) / 2 + 1, piece) for x, piece in placed)
    rim, thick = (ledger.rim, 2.0) if panel.seat in ledger.marked else (LINE, 1.0)
    ground = sprites.box(INNER, height, IVORY, rim, thick)

    return over(ground, *level, (inner, first, below))


def _share_line(
    name: str, marks: Sequence[Block], more: Sequence[Piece], room: float
) -> tuple[Label, Sequence[Piece], Sequence[Piece]]:
    """Return a name with the pieces beside it in its line, and the pieces that find no room there.

    A name that is cut anyhow leaves room for the marks, if that is enough.
    """
    every = [*marks, *more]
    wide = letters.width(name, NAME)
    left = room - _total_width(marks)
    if wide <= room - _total_width(every):
        return label(name, NAME, room), every, ()
    cut = letters.width(name, NAME.smaller) > room
    if wide <= left or (cut and left >= LEAST_NAME):
        return label(name, NAME, left), marks, more

    return label(name, NAME, room), (), every


def _total_width(pieces: Sequence[Piece]) -> float:
    return sum(piece.width + PAD for piece in pieces)


def value(
    fact: Fact, ledger: PlayerColumns, voice: PictureLocalizer
) -> tuple[float, Piece]:
    """Return a value and its left edge: numbers are large, the first one largest, everything else is text."""
    at = ledger.titles.index(fact.label)
    said = voice.value(fact.value)
    width = ledger.widths[at]
    shown: Piece = Label(said, NUMBER if at else FIGURE)
    if not isinstance(fact.value, int):
        shown = paragraph(said, NOTE, width - GAP, 2, 0.5)

    left = ledger.left + sum(ledger.widths[:at])
    return left + (width - shown.width) / 2, shown


def _known_pieces(panel: Panel, voice: PictureLocalizer) -> Iterator[Piece]:
    """Yield the known cards of a player, each kind behind its title."""
    room = INNER - FRONT

    for row in panel.rows:
        cards = tuple(row.cards)
        if cards:
            first, *others = signs(cards, voice, heap=row.heap)
            title = label(voice.say(row.title), NOTE, room, FADED)
            # No line ends with a title, unless what follows takes a whole one.
            begun = line([title, first], BEHIND)
            yield from ((begun,) if begun.width <= room else (title, first))
            yield from others


def _chip(text: str) -> Block:
    """Return the text of a mark as a small label."""
    shown = label(text, NOTE, BESIDE_NAME)
    ground = sprites.pill(shown.width + 10, shown.height + 2, PARCHMENT, GOLD)
    return over(ground, (5, 0.5, shown))
