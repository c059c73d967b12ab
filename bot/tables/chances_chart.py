"""Chart of each seat's chance of winning, for a match that was analysed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from bot.storage.records import Status, TableRecord
from engine.analysis import Analysis, normalize_chances
from engine.frozen import replace
from engine.match import AnyMatch, Frame
from engine.scene import Chart, say

TICKS = 9
CERTAIN = 100


def analysis_of(table: TableRecord) -> Analysis | None:
    """Return the `Analysis` of a match that is over; None while it goes on or is sealed, or if there is none."""
    known = table.analysis
    if table.status is not Status.OVER:
        return None
    if known and table.save and known.moves == table.save.seq:
        return known
    return None


def with_chances(
    frame: Frame, table: TableRecord, end: AnyMatch, move: int | None = None
) -> Frame:
    """Return `frame` with the chart of all seats' chances, or as it is where `table` has no analysis.

    `end` is the match as it ended, `move` the one after which the frame stands, None for the end.
    """
    analysis = analysis_of(table)
    outcome = end.outcome
    if analysis is None or outcome is None:
        return frame
    charts = (chances_chart(analysis, outcome.places, move), *frame.scene.charts)
    scene = replace(frame.scene, charts=charts)
    return replace(frame, scene=scene)


def chances_chart(
    analysis: Analysis, places: Sequence[int], move: int | None = None
) -> Chart:
    """Return the chart of all seats' chances of winning, in percent, at up to `TICKS` moves; it marks `move`."""
    last = analysis.moves
    count = min(TICKS, last + 1)
    ticks = [round(tick * last / max(1, count - 1)) for tick in range(count)]
    together = (_chances_after(analysis, places, tick) for tick in ticks)
    now = None if move is None else move * (count - 1) / max(1, last)
    values = tuple(zip(*together, strict=True))
    return Chart(
        say("chart-chances"),
        tuple(ticks),
        values,
        now,
        CERTAIN,
    )


def cut_to_now(chart: Chart) -> Chart:
    """Return `chart` without the values after `Chart.now`, on the same field."""
    if chart.now is None:
        return chart
    end = int(chart.now) + 1
    return replace(chart, values=tuple(values[:end] for values in chart.values))


def _chances_after(analysis: Analysis, places: Sequence[int], move: int) -> list[int]:
    """Return the chances of all seats after `move`, in percent, 100 together; at the end the parts of victory."""
    if move >= analysis.moves:
        return _percents([(place == 1) / places.count(1) for place in places])
    return _percents(
        normalize_chances(
            [_last_look(analysis, seat, move) for seat in range(len(places))]
        )
    )


def _last_look(analysis: Analysis, seat: int, move: int) -> int:
    """Return the chance of `seat` before its next decision after `move`, or as it stood after its last one."""
    own = [look for look in analysis.looks if look.seat == seat]
    later = (look.before for look in own if look.move > move)
    return next(later, own[-1].stands if own else 0)


def _percents(shares: Sequence[float]) -> list[int]:
    """Return `shares` of 1 in whole percent, each off by less than one, and 100 together."""
    ends = [round(CERTAIN * each) for each in accumulate(shares)]
    return [end - begin for begin, end in pairwise((0, *ends))]
