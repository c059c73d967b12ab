"""Table of the players: names, marks and known cards, with the figures of all in columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import accumulate

from bot.faces.picture import sprites
from bot.faces.picture import type as letters
from bot.faces.picture.card import signs
from bot.faces.picture.colours import FADED, GAIN, GOLD, INK, IVORY, LINE, PARCHMENT, RUBRIC, Colour
from bot.faces.picture.sheet import (
    INNER,
    Block,
    Label,
    Piece,
    Plate,
    centre,
    column,
    flow,
    line,
    plate,
)
from bot.faces.picture.text import Voice, label, paragraph
from bot.faces.picture.type import FIGURE, NAME, NOTE, NUMBER, STRONG
from engine.frozen import frozen
from engine.scene import Card, Fact, Panel, Seat, Text

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


@frozen
class Signed:
    """Seats with a sign: an `asked` one has an arrow and a thick rim, one that `answered` a joint question a check."""

    asked: frozenset[Seat]
    answered: frozenset[Seat] = frozenset()


@frozen
class Ledger:
    """Layout of the table: its columns, the rims of its lines, and whether known cards are shown.

    `told` are the titles of figures without a column: these are listed below the player's name. `checked` are the seats
    that have answered. A `brief` one has only such marks as find room beside the name.
    """

    titles: tuple[Text, ...]
    widths: tuple[float, ...]
    marked: frozenset[Seat]
    rim: Colour
    detailed: bool
    told: tuple[Text, ...] = ()
    checked: frozenset[Seat] = frozenset()
    brief: bool = False

    @property
    def left(self) -> float:
        """Return the left edge of the columns."""
        return INNER - sum(self.widths) - GAP / 2

    def cell(self, at: int) -> float:
        """Return the left edge of the column `at`."""
        return self.left + sum(self.widths[:at])


def columns(
    panels: Sequence[Panel], voice: Voice, most: int = 99, set_: tuple[int, int] = SET[0]
) -> tuple[tuple[Text, ...], tuple[float, ...]]:
    """Return the titles of the columns and their widths: the most telling first, the others by their keys.

    The others may be missing for some players; by their keys they keep their places, whatever order they are met in.
    """
    facts = [fact for panel in panels for fact in panel.facts[:most]]
    met = list(dict.fromkeys(fact.label for fact in facts))
    # A column where everybody has nothing says nothing.
    saying = {fact.label for fact in facts if fact.value != 0}
    titles = (
        *met[:1],
        *sorted((title for title in met[1:] if title in saying), key=lambda title: title.key),
    )
    said = ((fact.label, voice.value(fact.value)) for fact in facts)
    wide = [(title, value) for title, value in said if letters.width(value, NOTE) > LEAST - GAP]
    told = {title: frozenset(value for label, value in wide if label == title) for title in titles}

    return (titles, tuple(_width(voice.say(title), told[title], *set_) for title in titles))


def _set(panels: Sequence[Panel], signed: Signed, voice: Voice, set_: tuple[int, int]) -> Ledger:
    """Return the layout whose columns leave room for the names: the least telling columns are dropped first."""
    titles, widths = columns(panels, voice, set_=set_)
    left = INNER - max((_claim(panel, signed, voice) for panel in panels), default=0) - GAP / 2
    kept = list(range(len(titles)))
    for at in sorted(kept[1:], key=lambda at: (_rank(titles[at], panels), at), reverse=True):
        if sum(widths[each] for each in kept) > left:
            kept.remove(at)

    told = tuple(title for at, title in enumerate(titles) if at not in kept)
    shown = tuple(titles[at] for at in kept)
    wide = tuple(widths[at] for at in kept)

    return Ledger(
        shown, wide, signed.asked, RUBRIC, detailed=False, told=told, checked=signed.answered
    )


def _rank(title: Text, panels: Sequence[Panel]) -> tuple[int, int]:
    """Return how little a column tells: by how few players have its figure, and its latest place in their `facts`."""
    places = [at for panel in panels for at, fact in enumerate(panel.facts) if fact.label == title]
    return -len(places), max(places)


def _claim(panel: Panel, signed: Signed, voice: Voice) -> float:
    """Return the width of a player's name with the signs before it, as far as it is never cut."""
    name = voice.names[panel.seat]
    shown = name if len(name) <= WHOLE else f"{name[:WHOLE]}{letters.ELLIPSIS}"
    front = EMBLEM + (ARROW + BESIDE if panel.seat in signed.asked | signed.answered else 0)
    return front + 3 * PAD + letters.width(shown, NAME.smaller)


@lru_cache(REMEMBERED)
def _width(title: str, values: frozenset[str], most: int, lines: int) -> float:
    """Return the least width of a title on `lines` lines and of its values; wide values take two."""
    steps = range(LEAST, most, STEP)
    return next((width for width in steps if _fits(width, title, values, lines)), most)


def _fits(width: float, title: str, values: frozenset[str], lines: int) -> bool:
    room = width - GAP
    if not letters.whole(title, NOTE, room, lines):
        return False
    return all(letters.whole(value, NOTE, room, 2) for value in values)


class Players:
    """The table of players, with more or less detail, in the layout that makes it lowest."""

    def __init__(self, panels: Sequence[Panel], signed: Signed, voice: Voice) -> None:
        """Take the players, the seats with a sign, and the localizer `voice`."""
        self._voice = voice
        self._ways = dict.fromkeys(_set(panels, signed, voice, each) for each in SET)
        self._lines = [_line(panel, voice) for panel in panels]

    def table(self, *, detailed: bool, brief: bool = False) -> Block:
        """Return the table, with or without the players' known cards, and with all of their marks or in `brief`."""
        return min(
            (self._set_as(replace(each, detailed=detailed, brief=brief)) for each in self._ways),
            key=lambda each: each.height,
        )

    def _set_as(self, ledger: Ledger) -> Block:
        lines = (line.plate(ledger) for line in self._lines)
        return column([heads(ledger.titles, ledger.widths, self._voice), *lines], BETWEEN)


class Line:
    """The line of a player: laid out once for each layout of the table."""

    def __init__(self, panel: Panel, voice: Voice) -> None:
        """Take the player and the localizer `voice`."""
        self.panel = panel
        self._voice = voice
        self._plates: dict[Ledger, Plate] = {}

    @cached_property
    def _known_cards(self) -> tuple[Piece, ...]:
        return tuple(known_pieces(self.panel, self._voice))

    def plate(self, table: Ledger) -> Plate:
        """Return the line in the layout of `table`, which doesn't depend on the signs of other players."""
        own = {self.panel.seat}
        ledger = replace(table, marked=table.marked & own, checked=table.checked & own)
        if ledger not in self._plates:
            self._plates[ledger] = plate(self._laid_out(ledger))

        return self._plates[ledger]

    def _laid_out(self, ledger: Ledger) -> Block:
        panel = self.panel
        voice = self._voice
        crest = [*_sign(panel.seat, ledger), sprites.shield(voice.emblem(panel.seat), EMBLEM)]
        more = [*_figures(panel, ledger, voice), *(self._known_cards if ledger.detailed else ())]
        marks = chips(panel, voice)

        return entry(panel, crest, marks, more, ledger, voice)


# Most players stay from frame to frame what they were; to look one up takes longer than to look up a ledger.
@lru_cache(LINES)
def _line(panel: Panel, voice: Voice) -> Line:
    return Line(panel, voice)


@lru_cache(REMEMBERED)
def heads(titles: Sequence[Text], widths: Sequence[float], voice: Voice) -> Block:
    """Return the titles of the columns."""
    shown = [
        paragraph(voice.say(title), NOTE, FADED, width - GAP, 3, 0.5)
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


def _sign(seat: Seat, ledger: Ledger) -> Iterator[Piece]:
    """Yield the sign of a seat that is asked or has answered; nothing for others."""
    if seat in ledger.marked:
        yield sprites.emblem("part-arrow", ARROW, ledger.rim)
    elif seat in ledger.checked:
        yield sprites.emblem("part-check", ARROW, GAIN)


def _figures(panel: Panel, ledger: Ledger, voice: Voice) -> Iterator[Block]:
    """Yield the figures of a player that have no column, each behind its title."""
    for fact in panel.facts:
        if fact.label in ledger.told:
            name = label(voice.say(fact.label), NOTE, FADED, BESIDE_NAME)
            yield line([name, Label(voice.value(fact.value), STRONG, INK)], 4)


def entry(
    panel: Panel,
    front: Sequence[Piece],
    marks: Sequence[Block],
    more: Sequence[Piece],
    ledger: Ledger,
    voice: Voice,
) -> Block:
    """Return the line of `panel`: `front` before the name, marks beside or below it, figures in columns."""
    values = [value(fact, ledger, voice) for fact in panel.facts if fact.label in ledger.titles]
    spare = 0 if ledger.brief else 2
    first = max(EMBLEM + 2 + spare, *(piece.height + spare for _, piece in values), 0)
    crest = line(front, BESIDE)
    inner = crest.width + 2 * PAD
    room = ledger.left - inner - PAD
    if ledger.brief:
        left = room - letters.width(voice.names[panel.seat], NAME)
        # The first one says what an emblem of the player's own is called.
        marks = _fitting(marks, left) or marks[: bool(panel.emblem)]
    name, beside, rest = _share_line(voice.names[panel.seat], marks, more, room)
    below = flow(rest, INNER - inner - PAD, BEHIND, 2, 0.5)
    height = first + spare + (below.height + 3 if below.height else 0)
    placed = (PAD, crest), (inner, line([name, *beside], PAD)), *values
    level = ((x, (first - piece.height) / 2 + 1, piece) for x, piece in placed)
    rim, thick = (ledger.rim, 2.0) if panel.seat in ledger.marked else (LINE, 1.0)
    ground = sprites.box(INNER, height, IVORY, rim, thick)

    return Block(INNER, height + sprites.DEPTH, ((0, 0, ground), *level, (inner, first, below)))


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
        return label(name, NAME, INK, room), every, ()
    cut = letters.width(name, NAME.smaller) > room
    if wide <= left or (cut and left >= LEAST_NAME):
        return (label(name, NAME, INK, left), marks, more)

    return (label(name, NAME, INK, room), (), every)


def _fitting(marks: Sequence[Block], room: float) -> Sequence[Block]:
    """Return as many of the first marks as fit into `room`."""
    return [mark for at, mark in enumerate(marks) if _total_width(marks[: at + 1]) <= room]


def _total_width(pieces: Sequence[Piece]) -> float:
    return sum(piece.width + PAD for piece in pieces)


def value(fact: Fact, ledger: Ledger, voice: Voice) -> tuple[float, Piece]:
    """Return a value and its left edge: numbers are large, the first one largest, everything else is text."""
    at = ledger.titles.index(fact.label)
    said = voice.value(fact.value)
    number = Label(said, FIGURE if at == 0 else NUMBER, INK)
    width = ledger.widths[at]
    shown = (
        number if isinstance(fact.value, int) else paragraph(said, NOTE, INK, width - GAP, 2, 0.5)
    )

    return (ledger.cell(at) + (width - shown.width) / 2, shown)


def known_pieces(panel: Panel, voice: Voice) -> Iterator[Piece]:
    """Yield the known cards of a player, each kind behind its title."""
    room = INNER - FRONT

    for row in panel.rows:
        cards = tuple(item for item in row.items if isinstance(item, Card))
        if cards:
            first, *others = signs(cards, voice, heap=row.heap)
            title = label(voice.say(row.title), NOTE, FADED, room)
            # No line ends with a title, unless what follows takes a whole one.
            begun = line([title, first], BEHIND)
            yield from ((begun,) if begun.width <= room else (title, first))
            yield from others


def chips(panel: Panel, voice: Voice) -> list[Block]:
    """Return the marks of a player as small labels."""
    return list(map(_chip, filter(None, map(voice.say, panel.marks))))


def _chip(text: str) -> Block:
    shown = label(text, NOTE, INK, BESIDE_NAME)
    width = shown.width + 10
    height = shown.height + 2
    return Block(
        width, height, ((0, 0, sprites.pill(width, height, PARCHMENT, GOLD)), (5, 0.5, shown))
    )
