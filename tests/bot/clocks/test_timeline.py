"""Time that counts and time that doesn't: the arithmetic of clocks, with hours that are skipped or come twice."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clocks.timeline import DAY, Standstill, Stretch, merge_stretches

HOUR = 3600.0
ZONES = ("UTC", "Europe/Kyiv", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo", "America/Santiago")
"""Among them one whose clocks change by half an hour, and two whose clocks change at midnight."""

START = datetime(2026, 1, 1, tzinfo=ZoneInfo("UTC")).timestamp()
moments = st.integers(0, 3 * 366 * 24 * 60).map(lambda minutes: START + 60.0 * minutes)
lengths = st.integers(1, 40 * 24 * 60).map(lambda minutes: 60.0 * minutes)
zones = st.sampled_from((None, *ZONES))


@st.composite
def standstills(draw: st.DrawFn, *, endless: bool = False) -> Standstill:
    """Return some stretches, which may overlap, and perhaps weekends."""
    found: list[Stretch] = [(begin, begin + draw(lengths)) for begin in draw(st.lists(moments, max_size=6))]
    if endless and draw(st.booleans()):
        found.append((draw(moments), None))
    return Standstill(tuple(found), draw(zones))


@pytest.mark.slow
@given(standstills(), moments, lengths)
def test_what_is_reached_has_counted_just_so_long(still: Standstill, begin: float, amount: float) -> None:
    """Counting forth and back is the same, whatever stands still between.

    It is the first such moment: a minute earlier, less has counted, so nobody gets time for nothing or is cut short.
    """
    end = still.moment_after(begin, amount)
    assert end is not None
    assert still.count_running_seconds(begin, end) == pytest.approx(amount)
    assert still.count_running_seconds(begin, end - 60) == pytest.approx(amount - 60)
    assert end >= begin + amount - 1e-6


@pytest.mark.slow
@given(standstills(), moments, lengths, lengths)
def test_time_adds_up(still: Standstill, begin: float, one: float, other: float) -> None:
    """What counts from one moment to another doesn't depend on where one stops to look."""
    whole = still.count_running_seconds(begin, begin + one + other)
    assert still.count_running_seconds(begin, begin + one) + still.count_running_seconds(
        begin + one, begin + one + other
    ) == pytest.approx(whole)


@pytest.mark.slow
@given(standstills(endless=True), moments, lengths, moments, lengths)
def test_a_standstill_more_never_brings_the_end_nearer(
    still: Standstill, begin: float, amount: float, down: float, length: float
) -> None:
    """So a date that was kept before Herald was down is never too late to look at the table; nor is more given."""
    before, after = (
        still.moment_after(begin, amount),
        still.with_stretches([(down, down + length)]).moment_after(begin, amount),
    )
    if before is None:
        assert after is None
    elif after is not None:
        assert before <= after
        assert still.count_running_seconds(before, after) <= length + 1e-6


@pytest.mark.slow
@given(standstills(endless=True), moments, lengths)
def test_what_ended_before_a_clock_began_is_nothing_to_it(still: Standstill, begin: float, amount: float) -> None:
    """It may be forgotten."""
    assert still.without_before(begin).moment_after(begin, amount) == still.moment_after(begin, amount)


@pytest.mark.slow
@given(st.lists(st.tuples(moments, moments), max_size=8))
def test_stretches_that_touch_are_one(stretches: list[tuple[float, float]]) -> None:
    """In order, and none that is empty."""
    found = merge_stretches(stretches)
    assert all(start < stop for start, stop in found)
    assert all(first[1] < second[0] for first, second in pairwise(found))


@pytest.mark.parametrize("zone", ZONES)
def test_every_weekend_of_a_year_stands_still_from_midnight_to_midnight(zone: str) -> None:
    """Whatever the clocks of that zone do: by the calendar there, Saturday and Sunday count nothing, Friday all."""
    still, there = Standstill((), zone), ZoneInfo(zone)
    for hour in range(0, 366 * 24, 3):
        at = START + hour * HOUR
        weekend = datetime.fromtimestamp(at, there).weekday() in {5, 6}
        assert still.count_running_seconds(at, at + 1) == (0 if weekend else 1), datetime.fromtimestamp(at, there)


def test_where_a_pause_has_no_end_nobody_knows_when_time_is_up() -> None:
    """Unless it is up before the pause begins."""
    still = Standstill(((START + DAY, None),))
    assert still.moment_after(START, 2 * DAY) is None
    assert still.moment_after(START, DAY) == START + DAY
    assert still.moment_after(START + 2 * DAY, 1) is None
    assert still.count_running_seconds(START, START + 9 * DAY) == DAY
