"""Charts: a line for each player, told apart without colour, with the players at the ends of their lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.faces.picture import sprites
from bot.faces.picture.colours import FADED, GILT, INK, IVORY, LINE, VELLUM, deep
from bot.faces.picture.font import NARROW, NOTE, NUMBER, STRONG
from bot.faces.picture.layout import (
    INNER,
    Block,
    Label,
    Part,
    Piece,
    cell,
    centre,
    column,
    line,
)
from bot.faces.picture.text import PictureLocalizer, fitting_label, heading
from engine.frozen import frozen
from engine.scene import Chart, Seat

LEAST_HEIGHT = 108.0
ENDS = 152.0
"""The room for the names at the ends of the lines."""

EDGE = 9.0
APART = 18.0
CELL = 18.0
NOW = f'stroke="{GILT}" stroke-width="3"'
"""How the moment is marked that a chart is looked at from."""
DASHES = ("none", "7 3", "2 3", "9 3 2 3", "12 4", "1 4", "14 3 2 3", "6 2 6 6")
MARKERS = (
    '<circle r="3.4"/>',
    '<rect x="-3.1" y="-3.1" width="6.2" height="6.2"/>',
    '<path d="M0-4.4L4.2 3.2H-4.2z"/>',
    '<path d="M0-4.6L4.6 0 0 4.6-4.6 0z"/>',
    '<path d="M0 4.4L4.2-3.2H-4.2z"/>',
    '<path d="M-4-2.2L-2.2-4 0-1.8 2.2-4 4-2.2 1.8 0 4 2.2 2.2 4 0 1.8-2.2 4-4 2.2-1.8 0z"/>',
    '<path d="M-1.5-4.4h3v2.9h2.9v3H1.5v2.9h-3V1.5h-2.9v-3h2.9z"/>',
    '<path d="M-3.8-4h7.6L1.2 0l2.6 4h-7.6l2.6-4z"/>',
)


@frozen
class Field:
    """Area of a chart's lines: its width and height, and the values at its lower and its upper edge."""

    width: float
    height: float
    low: int
    high: int
    ticks: int

    def x(self, tick: float) -> float:
        """Return the horizontal place of `tick`."""
        return EDGE + tick * (self.width - 2 * EDGE) / max(1, self.ticks - 1)

    def y(self, value: int) -> float:
        """Return the vertical place of `value`."""
        return EDGE + (self.high - value) * (self.height - 2 * EDGE) / max(
            1, self.high - self.low
        )


def plot(chart: Chart, voice: PictureLocalizer) -> Block:
    """Return a chart under its title."""
    flat = [value for values in chart.values for value in values]
    height = max(LEAST_HEIGHT, APART * len(chart.values))
    low = min(0, *flat)
    field = Field(
        INNER - ENDS,
        height,
        low,
        max(chart.high, *flat),
        len(chart.ticks),
    )
    texts = (Label(voice.value(tick), NOTE, FADED) for tick in chart.ticks)
    ticks = (centre(text, 0, height, field.x(at)) for at, text in enumerate(texts))
    lines = (0, 0, _lines(chart, field, voice))
    title = heading(voice.say(chart.title))
    parts = (lines, *ticks, *_ends(chart, field, voice))

    return column([title, Block(INNER, height + NOTE.line, parts)], 3)


def _lines(chart: Chart, field: Field, voice: PictureLocalizer) -> Piece:
    ground = f'fill="{IVORY}" stroke="{LINE}" stroke-width="1"'
    box = sprites.rectangle(0.5, 0.5, field.width - 1, field.height - 1, 5, ground)
    grid = "".join(
        f'<path d="M{field.x(at):g} 6V{field.height - 6:g}" stroke="{VELLUM}" stroke-width="1"/>'
        for at in range(field.ticks)
    )
    lines = (
        _line(seat, values, field, voice) for seat, values in enumerate(chart.values)
    )
    now = ""
    if chart.now is not None:
        now = f'<path d="M{field.x(chart.now):g} 3V{field.height - 3:g}" {NOW}/>'

    return sprites.drawing(
        field.width,
        field.height,
        box,
        grid,
        now,
        *lines,
    )


def _line(
    seat: int, values: Sequence[int], field: Field, voice: PictureLocalizer
) -> str:
    across = map(field.x, range(len(values)))
    points = list(zip(across, map(field.y, values), strict=True))
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    colour = deep(voice.emblem(Seat(seat)))
    dashes = DASHES[seat % len(DASHES)]
    marks = "".join(
        f'<g transform="translate({x:g} {y:g})">{MARKERS[seat % len(MARKERS)]}</g>'
        for x, y in points
    )
    stroke = f'fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}" stroke-linejoin="round"'
    dots = f'fill="{colour}" stroke="{IVORY}" stroke-width="0.8"'
    return f'<polyline points="{path}" {stroke}/><g {dots}>{marks}</g>'


def _ends(chart: Chart, field: Field, voice: PictureLocalizer) -> Iterator[Part]:
    """Yield the players at the ends of their lines, kept apart where the lines meet."""
    ranked = sorted(enumerate(chart.values), key=lambda one: -one[1][-1])
    wanted = [field.y(values[-1]) for _, values in ranked]
    for (seat, values), y in zip(
        ranked,
        space_out(wanted, APART, field.height),
        strict=True,
    ):
        yield field.width + 5, y - APART / 2, _end(Seat(seat), values[-1], voice)


def _end(seat: Seat, value: int, voice: PictureLocalizer) -> Block:
    emblem = voice.emblem(seat)
    sign = MARKERS[seat % len(MARKERS)]
    marker = sprites.drawing(
        10, 10, f'<g transform="translate(5 5)" fill="{deep(emblem)}">{sign}</g>'
    )
    number = Label(voice.value(value), NUMBER, INK)
    shown = cell(number, max(CELL, number.width + 4))
    room = ENDS - 5 - 10 - 16 - shown.width - 9
    name = fitting_label(voice.names[seat], (STRONG, NARROW), INK, room)

    return line([marker, shown, sprites.shield(emblem, 16), name], 3)


def space_out(wanted: Sequence[float], step: float, high: float) -> list[float]:
    """Return places as near as can be to those `wanted`, in their order, none nearer to the next than `step`."""
    places: list[float] = []
    for place in wanted:
        places.append(max(place, step / 2, places[-1] + step if places else 0))
    bound = high - step / 2
    for at in range(len(places) - 1, -1, -1):
        places[at] = min(places[at], bound)
        bound = places[at] - step

    return places
