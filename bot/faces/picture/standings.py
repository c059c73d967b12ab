"""Who came where at the end, with the points, and what each of them holds of the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.faces.picture import sprites
from bot.faces.picture.colours import common
from bot.faces.picture.players import BETWEEN, EMBLEM, Ledger, chips, columns, entry, heads, known
from bot.faces.picture.sheet import Block, Label, Piece, centred, column, line
from bot.faces.picture.type import LABEL, NUMBER
from bot.faces.picture.voice import Voice
from engine.scene import Panel, Scene, Seat, Tile

PLACE = 16.0
SIGN = 17.0


def standings(scene: Scene, places: Sequence[int], room: float, voice: Voice, *, detailed: bool) -> Block:
    """Return everybody by place, the winners with a crown, and the number that decided."""
    winners = frozenset(Seat(seat) for seat, place in enumerate(places) if place == 1)
    ledger = Ledger(room, *columns(scene.panels, voice, 1), winners, common("gold"), detailed)
    ranked = sorted(scene.panels, key=lambda panel: places[panel.seat])
    entries = (_entry(panel, places[panel.seat], scene, ledger, voice) for panel in ranked)
    return column([heads(ledger.titles, ledger.widths, room, voice), *entries], BETWEEN)


def _entry(panel: Panel, place: int, scene: Scene, ledger: Ledger, voice: Voice) -> Block:
    number = Label(voice.key("picture-place", place=place), NUMBER, common("ink"))
    cell = Block(PLACE, number.height, (centred(number, PLACE, 0),))
    crown = [sprites.emblem("part-crown", 20, common("gold"))] if place == 1 else []
    front: list[Piece] = [cell, sprites.shield(voice.emblem(panel.seat), EMBLEM), *crown]
    marks = [*chips(panel, ledger, voice), *_held(scene, panel.seat, voice)]
    shown = list(known(panel, voice)) if ledger.detailed else []
    return entry(panel, front, marks, shown, ledger, voice)


def _held(scene: Scene, seat: Seat, voice: Voice) -> Iterator[Block]:
    """Yield the shield and the value of whatever a player holds of the board."""
    for tile in (item for row in scene.rows for item in row.items if isinstance(item, Tile)):
        for fact in tile.facts:
            if fact.seat == seat:
                value = Label(voice.value(fact.value), LABEL, common("ink"))
                yield line([sprites.shield(tile.emblem, SIGN), value], 2)
