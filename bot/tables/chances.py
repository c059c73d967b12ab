"""Chart of each seat's chance of winning, for a match that was analysed."""

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


def analysis_of(table: TableRecord) -> Analysis | None:
    """Return the `Analysis` of a match that is over; None while it goes on or is sealed, or if there is none."""
    known = table.analysis if table.status is Status.OVER else None
    return known if known and table.save and known.moves == table.save.seq else None


def with_chances(frame: Frame, table: TableRecord, end: AnyMatch, move: int | None = None) -> Frame:
    """Return `frame` with the chart of all seats' chances, or as it is where `table` has no analysis.

    `end` is the match as it ended, `move` the one after which the frame stands, None for the end.
    """
    analysis, outcome = analysis_of(table), end.outcome
    if analysis is None or outcome is None:
        return frame
    charts = (chances_chart(analysis, outcome.places, move), *frame.scene.charts)
    return replace(frame, scene=replace(frame.scene, charts=charts))


def chances_chart(analysis: Analysis, places: Sequence[int], move: int | None = None) -> Chart:
    """Return the chart of each seat's chance of winning, in percent, at up to `TICKS` moves; it marks `move`."""
    last = analysis.moves
    count = min(TICKS, last + 1)
    ticks = [round(tick * last / max(1, count - 1)) for tick in range(count)]
    values = tuple(_course(analysis, places, seat, ticks) for seat in range(len(places)))
    now = None if move is None else move * (count - 1) / max(1, last)
    return Chart(say("chart-chances"), tuple(ticks), values, now, CERTAIN)


def _course(analysis: Analysis, places: Sequence[int], seat: int, moves: Sequence[int]) -> tuple[int, ...]:
    """Return the chances of `seat` after each of `moves`."""
    return tuple(chance_after(analysis, places, seat, move) for move in moves)


def cut_to_now(chart: Chart) -> Chart:
    """Return `chart` without the values after `Chart.now`, on the same field."""
    if chart.now is None:
        return chart
    end = int(chart.now) + 1
    return replace(chart, values=tuple(values[:end] for values in chart.values))


def chance_after(analysis: Analysis, places: Sequence[int], seat: int, move: int) -> int:
    """Return the chance of `seat` after `move`, in percent: as before its next decision, or as its match ended."""
    later = (look.before for look in analysis.looks if look.seat == seat and look.move > move)
    return next(later, victory_share(places, seat))


def victory_share(places: Sequence[int], seat: int) -> int:
    """Return the part of the victory that `seat` has in the end, in percent."""
    return CERTAIN // places.count(1) if places[seat] == 1 else 0
