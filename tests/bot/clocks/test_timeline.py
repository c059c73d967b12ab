"""Time that counts and time that doesn't, with hours that are skipped or come twice, and what people chose about it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clocks.timeline import DAY, Standstill, Stretch
from bot.clocks.user_time_settings import (
    MINUTES,
    TimeSettings,
    next_time,
    parse_minute,
    quiet_hours,
    search_zones,
    zone_names,
)

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
@given(standstills(), moments, lengths, lengths)
def test_what_is_reached_has_counted_just_so_long(still: Standstill, begin: float, amount: float, look: float) -> None:
    """Counting forth and back is the same, whatever stands still between, and wherever one stops to look.

    It is the first such moment: a minute earlier, less has counted, so nobody gets time for nothing or is cut short.
    """
    end = still.moment_after(begin, amount)
    assert end is not None
    between = min(begin + look, end)
    counted = still.count_running_seconds(begin, between), still.count_running_seconds(between, end)
    assert sum(counted) == pytest.approx(amount)
    assert still.count_running_seconds(begin, end) == pytest.approx(amount)
    assert still.count_running_seconds(begin, end - 60) == pytest.approx(amount - 60)
    assert end >= begin + amount - 1e-6


@pytest.mark.slow
@given(standstills(endless=True), moments, lengths, moments, lengths)
def test_a_standstill_more_never_brings_the_end_nearer(
    still: Standstill, begin: float, amount: float, down: float, length: float
) -> None:
    """So a date that was kept before Herald was down is never too late to look at the table; nor is more given.

    What ended before a clock began is nothing to it: it may be forgotten.
    """
    before = still.moment_after(begin, amount)
    after = still.with_stretches([(down, down + length)]).moment_after(begin, amount)
    assert still.without_before(begin).moment_after(begin, amount) == before
    if before is None:
        assert after is None
    elif after is not None:
        assert before <= after
        assert still.count_running_seconds(before, after) <= length + 1e-6


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


KYIV = ZoneInfo("Europe/Kyiv")
NIGHT = TimeSettings(1, zone="Europe/Kyiv", quiet=(22 * 60, 7 * 60 + 30))


def at(*moment: int) -> float:
    """Return a moment by the clocks of Kyiv."""
    return datetime(*moment, tzinfo=KYIV).timestamp()  # type: ignore[arg-type, misc]


def test_quiet_hours_go_over_midnight_and_end_in_the_morning() -> None:
    """From the first minute on, and no minute longer.

    An hour sooner in spring, an hour later in autumn. And the same time twice stands for none.
    """
    assert NIGHT.quiet_until(at(2026, 1, 5, 21, 59)) is None
    assert NIGHT.quiet_until(at(2026, 1, 5, 22, 0)) == at(2026, 1, 6, 7, 30)
    assert NIGHT.quiet_until(at(2026, 1, 6, 7, 29)) == at(2026, 1, 6, 7, 30)
    assert NIGHT.quiet_until(at(2026, 1, 6, 7, 30)) is None
    assert TimeSettings(1, zone="Europe/Kyiv").quiet_until(at(2026, 1, 6, 3)) is None, "none is chosen"

    assert NIGHT.quiet_until(at(2026, 3, 28, 23)) == at(2026, 3, 28, 23) + 7.5 * 3600
    assert NIGHT.quiet_until(at(2026, 10, 24, 23)) == at(2026, 10, 24, 23) + 9.5 * 3600

    assert quiet_hours(22 * 60, 10 * 60) == (22 * 60, 10 * 60)
    assert quiet_hours(60, 60) is None
    with pytest.raises(ValueError, match="1320, 601"):
        quiet_hours(22 * 60, 10 * 60 + 1)


@pytest.mark.parametrize("minute", [0, 1, 30, 59])
def test_quiet_hours_end_where_an_hour_is_skipped(minute: int) -> None:
    """In Kyiv it is four after three o'clock in spring: neither an hour sooner, nor as late as they would last."""
    habits, four = replace(NIGHT, quiet=(22 * 60, 3 * 60 + minute)), at(2027, 3, 28, 4)
    for hours in (0.01, 1, 1.75, 5):
        assert habits.quiet_until(four - hours * 3600) == four
    assert habits.quiet_until(four) is None
    assert habits.next_digest(at(2027, 3, 27, 12)) == four


@pytest.mark.slow
@given(
    st.sampled_from(("UTC", "Europe/Kyiv", "America/Santiago", "Australia/Lord_Howe", "Asia/Kathmandu")),
    st.integers(0, MINUTES - 1),
    st.integers(1, 12 * 60),
    st.integers(0, 400 * 24 * 60),
)
def test_whatever_the_zone_quiet_hours_end_soon_and_then_are_over(
    zone: str, begin: int, long: int, minute: int
) -> None:
    """At most twelve hours and what the clocks change by; and the moment that they end at is not in them."""
    habits = TimeSettings(1, zone=zone, quiet=quiet_hours(begin, (begin + long) % MINUTES))
    now = 1_767_614_400.0 + 60 * minute
    end = habits.quiet_until(now)
    if end is not None:
        assert now < end <= now + 14 * 3600
        assert habits.quiet_until(end) is None


def test_the_digest_comes_when_quiet_hours_end_or_in_the_morning() -> None:
    """Once a day."""
    assert NIGHT.next_digest(at(2026, 1, 5, 12)) == at(2026, 1, 6, 7, 30)
    assert NIGHT.next_digest(at(2026, 1, 6, 7, 30)) == at(2026, 1, 7, 7, 30)
    assert TimeSettings(1, zone="Europe/Kyiv").next_digest(at(2026, 1, 5, 12)) == at(2026, 1, 6, 9)


@pytest.mark.parametrize(
    "zone, day, hour",
    [
        ("Australia/Melbourne", (2027, 4, 3), 2),
        ("Europe/Kyiv", (2026, 10, 24), 3),
        ("Europe/Kyiv", (2027, 3, 27), 3),
        ("America/Nuuk", (2028, 3, 25), 0),
    ],
)
def test_the_digest_comes_once_a_day_where_an_hour_comes_twice_or_never(
    zone: str, day: tuple[int, int, int], hour: int
) -> None:
    """Quiet hours may end within it, or at midnight: of an hour that comes twice only the first one counts."""
    habits = TimeSettings(1, zone=zone, quiet=(22 * 60, 60 * hour + 35))
    now, days = at(*day, 0), []
    for _ in range(3):
        now = habits.next_digest(now)
        days.append(datetime.fromtimestamp(now, ZoneInfo(zone)).date())
    assert len(set(days)) == 3
    assert max(days) - min(days) == timedelta(days=2)


def test_times_are_read_as_people_write_them() -> None:
    """With minutes or without; of what is no time of a day nothing is guessed."""
    read = {written: parse_minute(written) for written in ("22:30", "7", " 07:05 ", "0", "23:59")}
    assert [*read.values()] == [1350, 420, 425, 0, 1439]
    for written in ("", "24", "24:00", "7:60", "seven", "-1", "7:5", "\u0667", "7:30:00"):
        with pytest.raises(ValueError, match="no time"):
            parse_minute(written)


@pytest.mark.parametrize("hour, day", [(19, 5), (20, 6), (23, 6)])
def test_time_of_day_is_tomorrow_once_it_is_past(hour: int, day: int) -> None:
    """By the clocks of its zone."""
    assert next_time(20 * 60, "Europe/Kyiv", at(2026, 1, 5, hour)) == at(2026, 1, day, 20)


def test_zones_are_found_by_their_places() -> None:
    """Those first whose place begins so; no zone in which nobody lives."""
    assert search_zones("kyi", 5) == ["Europe/Kyiv"]
    assert search_zones("new y", 5)[0] == "America/New_York"
    assert len(search_zones("", 25)) == 25
    assert "UTC" in zone_names()
    assert not [name for name in zone_names() if name.startswith("Etc/")]
