"""The final scores: who won and why, everybody by place with what they hold of the board, and the course as a plot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.faces.picture import sprites
from bot.faces.picture.colours import FADED, GILT, GOLD, INK, IVORY, LINE, VELLUM, deep
from bot.faces.picture.players import BETWEEN, EMBLEM, Ledger, chips, columns, entry, heads, known
from bot.faces.picture.requests import TablePicture
from bot.faces.picture.row import row
from bot.faces.picture.sheet import (
    GAP,
    INNER,
    MARGIN,
    WIDTH,
    Block,
    Label,
    Part,
    Piece,
    centred,
    column,
    line,
    page,
)
from bot.faces.picture.text import LEFT, Voice, banner, heading, paragraph, tight
from bot.faces.picture.type import BANNER, NARROW, NOTE, NUMBER, STRONG
from engine.scene import Chart, Panel, Scene, Seat, Tile

CROWN = 38.0

PLACE = 16.0
SIGN = 17.0
LEAST_HEIGHT = 108.0
ENDS = 152.0
"""The room for the names at the ends of the lines."""

EDGE = 9.0
STEP = 18.0
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


def scores(request: TablePicture, voice: Voice, *, known: bool, small: bool, most: int | None = None) -> Block:
    """Return the final scores, who won first, with all charts of the game, or with `most` of them."""
    crown = sprites.emblem("part-crown", CROWN, GILT)
    verdict = (paragraph(voice.say(said), BANNER, IVORY, WIDTH - LEFT - MARGIN, 3) for said in request.report[:1])
    top = column(banner(crown, said, INK) for said in verdict)
    scene = request.scene
    rows = (row(each, INNER, voice, small=small) for each in scene.rows)
    plots = (plot(chart, voice) for chart in scene.charts[:most])
    body = column([standings(scene, request.places, voice, detailed=known), *plots, *rows], GAP)
    return page(body, top)


def standings(scene: Scene, places: Sequence[int], voice: Voice, *, detailed: bool) -> Block:
    """Return everybody by place, the winners with a crown, and the number that decided."""
    winners = frozenset(Seat(seat) for seat, place in enumerate(places) if place == 1)
    ledger = Ledger(*columns(scene.panels, voice, 1), winners, GOLD, detailed)
    ranked = sorted(scene.panels, key=lambda panel: places[panel.seat])
    entries = (_entry(panel, places[panel.seat], scene, ledger, voice) for panel in ranked)
    return column([heads(ledger.titles, ledger.widths, voice), *entries], BETWEEN)


def _entry(panel: Panel, place: int, scene: Scene, ledger: Ledger, voice: Voice) -> Block:
    number = Label(voice.key("picture-place", place=place), NUMBER, INK)
    cell = Block(PLACE, number.height, (centred(number, PLACE, 0),))
    crown = [sprites.emblem("part-crown", 20, GOLD)] if place == 1 else []
    front: list[Piece] = [cell, sprites.shield(voice.emblem(panel.seat), EMBLEM), *crown]
    marks = [*chips(panel, voice), *_held(scene, panel.seat, voice)]
    shown = list(known(panel, voice)) if ledger.detailed else []
    return entry(panel, front, marks, shown, ledger, voice)


def _held(scene: Scene, seat: Seat, voice: Voice) -> Iterator[Block]:
    """Yield the shield and the value of whatever a player holds of the board."""
    for tile in (item for each in scene.rows for item in each.items if isinstance(item, Tile)):
        for fact in tile.facts:
            if fact.seat == seat:
                value = Label(voice.value(fact.value), STRONG, INK)
                yield line([sprites.shield(tile.emblem, SIGN), value], 2)


@dataclass(frozen=True, slots=True)
class Field:
    """Where the lines run: its width and height, and the numbers at its lower and its upper edge."""

    width: float
    height: float
    low: int
    high: int
    ticks: int

    def x(self, tick: float) -> float:
        """Return where a tick stands."""
        return EDGE + tick * (self.width - 2 * EDGE) / max(1, self.ticks - 1)

    def y(self, value: int) -> float:
        """Return where a value stands."""
        return EDGE + (self.high - value) * (self.height - 2 * EDGE) / max(1, self.high - self.low)


def plot(chart: Chart, voice: Voice) -> Block:
    """Return a chart under its title."""
    flat = [value for values in chart.values for value in values]
    height = max(LEAST_HEIGHT, STEP * len(chart.values))
    field = Field(INNER - ENDS, height, min(0, *flat), max(1, *flat), len(chart.ticks))
    ticks = (
        centred(Label(voice.value(tick), NOTE, FADED), 0, height, field.x(at)) for at, tick in enumerate(chart.ticks)
    )
    parts = ((0, 0, _lines(chart, field, voice)), *ticks, *_ends(chart, field, voice))
    return column([heading(voice.say(chart.title), INNER), Block(INNER, height + NOTE.line, parts)], 3)


def _lines(chart: Chart, field: Field, voice: Voice) -> Piece:
    ground = f'fill="{IVORY}" stroke="{LINE}" stroke-width="1"'
    box = sprites.rectangle(0.5, 0.5, field.width - 1, field.height - 1, 5, ground)
    grid = "".join(
        f'<path d="M{field.x(at):g} 6V{field.height - 6:g}" stroke="{VELLUM}" stroke-width="1"/>'
        for at in range(field.ticks)
    )
    lines = (_line(seat, values, field, voice) for seat, values in enumerate(chart.values))
    now = "" if chart.now is None else f'<path d="M{field.x(chart.now):g} 3V{field.height - 3:g}" {NOW}/>'
    return sprites.drawing(field.width, field.height, box, grid, now, *lines)


def _line(seat: int, values: Sequence[int], field: Field, voice: Voice) -> str:
    points = [(field.x(at), field.y(value)) for at, value in enumerate(values)]
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    colour, dashes = deep(voice.emblem(Seat(seat))), DASHES[seat % len(DASHES)]
    marks = "".join(f'<g transform="translate({x:g} {y:g})">{MARKERS[seat % len(MARKERS)]}</g>' for x, y in points)
    stroke = f'fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}" stroke-linejoin="round"'
    dots = f'fill="{colour}" stroke="{IVORY}" stroke-width="0.8"'
    return f'<polyline points="{path}" {stroke}/><g {dots}>{marks}</g>'


def _ends(chart: Chart, field: Field, voice: Voice) -> Iterator[Part]:
    """Yield the players at the ends of their lines, kept apart where the lines meet."""
    ranked = sorted(enumerate(chart.values), key=lambda one: -one[1][-1])
    wanted = [field.y(values[-1]) for _, values in ranked]
    for (seat, values), y in zip(ranked, spaced(wanted, STEP, field.height), strict=True):
        yield field.width + 5, y - STEP / 2, _end(Seat(seat), values[-1], voice)


def _end(seat: Seat, value: int, voice: Voice) -> Block:
    emblem = voice.emblem(seat)
    sign = MARKERS[seat % len(MARKERS)]
    marker = sprites.drawing(10, 10, f'<g transform="translate(5 5)" fill="{deep(emblem)}">{sign}</g>')
    number = Label(voice.value(value), NUMBER, INK)
    width = max(CELL, number.width + 4)
    cell = Block(width, number.height, (centred(number, width, 0),))
    name = tight(voice.names[seat], (STRONG, NARROW), INK, ENDS - 5 - 10 - 16 - cell.width - 9)
    return line([marker, cell, sprites.shield(emblem, 16), name], 3)


def spaced(wanted: Sequence[float], step: float, high: float) -> list[float]:
    """Return places as near as can be to those wanted, in their order, none nearer to the next than a step."""
    places: list[float] = []
    for place in wanted:
        places.append(max(place, step / 2, places[-1] + step if places else 0))
    bound = high - step / 2
    for at in range(len(places) - 1, -1, -1):
        places[at] = min(places[at], bound)
        bound = places[at] - step
    return places
