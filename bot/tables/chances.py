"""The chances of a match that was analysed, as a chart of its scene."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.storage.records import Status, TableRecord
from bot.tables.ordering import AnyMatch
from engine.analysis import Analysis
from engine.match import Frame
from engine.scene import Chart, say

TICKS = 9
CERTAIN = 100


def analysed(table: TableRecord) -> Analysis | None:
    """Return what was found in a match as it ended; None while it goes on or is sealed, or where it wasn't analysed."""
    known = table.analysis if table.status is Status.OVER else None
    return known if known and table.save and known.moves == table.save.seq else None


def with_chances(frame: Frame, table: TableRecord, end: AnyMatch, move: int | None = None) -> Frame:
    """Return what a viewer sees of a table that is over with everybody's chances; as it is where none are known.

    `end` is the match as it ended, `move` the one after which the frame stands, None for the end.
    """
    analysis, outcome = analysed(table), end.outcome
    if analysis is None or outcome is None:
        return frame
    charts = (chart(analysis, outcome.places, move), *frame.scene.charts)
    return replace(frame, scene=replace(frame.scene, charts=charts))


def chart(analysis: Analysis, places: Sequence[int], move: int | None = None) -> Chart:
    """Return how each seat's chance of winning went, in percent."""
    count = min(TICKS, analysis.moves + 1)
    ticks = [round(tick * analysis.moves / max(1, count - 1)) for tick in range(count)]
    values = tuple(tuple(share(analysis, places, seat, tick) for tick in ticks) for seat in range(len(places)))
    now = None if move is None else move * (count - 1) / max(1, analysis.moves)
    return Chart(say("chart-chances"), tuple(ticks), values, now, CERTAIN)


def grown(chart: Chart) -> Chart:
    """Return a chart up to where its scene stands, on the same field."""
    if chart.now is None:
        return chart
    return replace(chart, values=tuple(values[: int(chart.now) + 1] for values in chart.values))


def share(analysis: Analysis, places: Sequence[int], seat: int, move: int) -> int:
    """Return a seat's chance after a move: that before its next decision, or how the match ended for it."""
    later = (look.before for look in analysis.looks if look.seat == seat and look.move > move)
    return next(later, won(places, seat))


def won(places: Sequence[int], seat: int) -> int:
    """Return what part of the victory a seat has in the end, in percent."""
    return CERTAIN // places.count(1) if places[seat] == 1 else 0
