"""Charts: a line for each player, told apart without colour, with the players at the ends of their lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.faces.picture import sprites
from bot.faces.picture.colours import FADED, GILT, IVORY, LINE, VELLUM, deep
from bot.faces.picture.font import NARROW, NOTE, NUMBER, STRONG
from bot.faces.picture.layout import (
    INNER,
    Block,
    Label,
    Part,
    cell,
    centre,
    column,
    line,
)
from bot.faces.picture.text import PictureLocalizer, fitting_label, heading
from engine.scene import Chart, Seat

LEAST_HEIGHT = 108.0
ENDS = 152.0
"""The room for the names at the ends of the lines."""
FIELD = INNER - ENDS
"""How wide the area of the lines is."""

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


def plot(chart: Chart, voice: PictureLocalizer) -> Block:
    """Return a chart under its title, with the players at the ends of their lines, kept apart where these meet."""
    flat = [value for values in chart.values for value in values]
    low = min(0, *flat)
    high = max(chart.high, *flat)
    height = max(LEAST_HEIGHT, APART * len(chart.values))

    def across(tick: float) -> float:
        return EDGE + tick * (FIELD - 2 * EDGE) / max(1, len(chart.ticks) - 1)

    def down(value: int) -> float:
        return EDGE + (high - value) * (height - 2 * EDGE) / max(1, high - low)

    columns = [*map(across, range(len(chart.ticks)))]
    drawn = [_frame(columns, height)]
    if chart.now is not None:
        drawn.append(f'<path d="M{across(chart.now):g} 3V{height - 3:g}" {NOW}/>')
    for seat, values in enumerate(chart.values):
        points = [*zip(columns, map(down, values), strict=False)]
        drawn.append(_line(Seat(seat), points, voice))
    parts: list[Part] = [(0, 0, sprites.drawing(FIELD, height, *drawn))]
    for tick, x in zip(chart.ticks, columns, strict=True):
        parts.append(centre(Label(voice.value(tick), NOTE, FADED), 0, height, x))
    last = sorted(
        enumerate(values[-1] for values in chart.values), key=lambda one: -one[1]
    )
    places = space_out([down(value) for _, value in last], APART, height)
    for (seat, value), y in zip(last, places, strict=True):
        parts.append((FIELD + 5, y - APART / 2, _end(Seat(seat), value, voice)))

    shown = Block(INNER, height + NOTE.line, tuple(parts))
    return column([heading(voice.say(chart.title)), shown], 3)


def _frame(columns: Iterable[float], height: float) -> str:
    """Return the ground of a chart with a line for each tick."""
    ground = f'fill="{IVORY}" stroke="{LINE}" stroke-width="1"'
    box = sprites.rectangle(0.5, 0.5, FIELD - 1, height - 1, 5, ground)
    grid = (
        f'<path d="M{x:g} 6V{height - 6:g}" stroke="{VELLUM}" stroke-width="1"/>'
        for x in columns
    )
    return "".join([box, *grid])


def _line(
    seat: Seat, points: Sequence[tuple[float, float]], voice: PictureLocalizer
) -> str:
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    colour = deep(voice.seat_emblem(seat))
    dashes = DASHES[seat % len(DASHES)]
    marks = "".join(
        f'<g transform="translate({x:g} {y:g})">{MARKERS[seat % len(MARKERS)]}</g>'
        for x, y in points
    )
    stroke = f'fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}" stroke-linejoin="round"'
    dots = f'fill="{colour}" stroke="{IVORY}" stroke-width="0.8"'
    return f'<polyline points="{path}" {stroke}/><g {dots}>{marks}</g>'


def _end(seat: Seat, value: int, voice: PictureLocalizer) -> Block:
    emblem = voice.seat_emblem(seat)
    sign = MARKERS[seat % len(MARKERS)]
    marker = sprites.drawing(
        10, 10, f'<g transform="translate(5 5)" fill="{deep(emblem)}">{sign}</g>'
    )
    number = Label(voice.value(value), NUMBER)
    shown = cell(number, max(CELL, number.width + 4))
    room = ENDS - 5 - 10 - 16 - shown.width - 9
    name = fitting_label(voice.name(seat), (STRONG, NARROW), room)

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
