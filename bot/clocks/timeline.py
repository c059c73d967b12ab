"""Timeline arithmetic: standstills, in which a clock doesn't run, and the weekends of a time zone.

All moments are in seconds since the epoch, all lengths in seconds. A `Stretch` runs from its first moment to before its
second; None stands for an end that isn't known yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from math import inf
from zoneinfo import ZoneInfo

from engine.frozen import frozen

Stretch = tuple[float, float | None]

SATURDAY, MONDAY = 5, 7
"""Days after Monday at whose beginnings a weekend begins and ends."""
DAY = 86_400.0
LONG = 7 * DAY
"""Seconds of one step of looking ahead, at least: there is a weekend in it."""


@frozen
class Standstill:
    """When a clock stands still: in `stretches`, and on the weekends of `zone` if that is set."""

    stretches: tuple[Stretch, ...] = ()
    zone: str | None = None

    def with_stretches(self, stretches: Iterable[Stretch]) -> Standstill:
        """Return a copy with more `stretches`."""
        return Standstill((*self.stretches, *stretches), self.zone)

    def without_before(self, moment: float) -> Standstill:
        """Return a copy without stretches that end before `moment`: no clock started since needs them."""
        if not self.stretches:
            return self
        stretches = tuple(each for each in self.stretches if each[1] is None or each[1] > moment)
        return Standstill(stretches, self.zone)

    def count_seconds(self, begin: float, end: float) -> float:
        """Return how many seconds between `begin` and `end` count; 0 if there are none."""
        if not self.stretches and self.zone is None:
            return max(end - begin, 0.0)
        running = self._running_stretches(begin, end)
        return sum((until - since for since, until in running), 0.0)

    def moment_after(self, begin: float, amount: float) -> float | None:
        """Return when `amount` seconds will have counted since `begin`; None if that isn't known.

        It is the first such moment: an amount that is complete when a standstill begins ends there.
        """
        if not self.stretches and self.zone is None:
            return begin + max(amount, 0.0)

        left, since = amount, begin
        # What comes after the beginning of a standstill without an end counts for nobody yet.
        last = min((start for start, end in self.stretches if end is None), default=inf)
        while left > 0 and since < last:
            until = min(since + max(left, LONG), last)
            for start, stop in self._running_stretches(since, until):
                if stop - start >= left:
                    return start + left
                left -= stop - start
            since = until

        return since if left <= 0 else None

    def _running_stretches(self, begin: float, end: float) -> Iterator[tuple[float, float]]:
        """Yield, in order, the parts between `begin` and `end` in which time counts."""
        at = begin
        still = [*self._bounded_stretches(end), *self._weekends(begin, end)]
        for start, stop in merge_stretches(still):
            until = min(start, end)
            if until > at:
                yield at, until
            at = max(at, stop)
        if at < end:
            yield at, end

    def _bounded_stretches(self, end: float) -> Iterator[tuple[float, float]]:
        for start, stop in self.stretches:
            if start < end:
                yield start, end if stop is None else stop

    def _weekends(self, begin: float, end: float) -> Iterator[tuple[float, float]]:
        if self.zone is None or begin >= end:
            return

        zone = ZoneInfo(self.zone)
        local = datetime.fromtimestamp(begin, UTC).astimezone(zone)
        day = local.date()
        monday = day - timedelta(days=day.weekday())

        to_saturday = timedelta(days=SATURDAY)
        week = timedelta(days=MONDAY)
        saturday = _midnight(monday + to_saturday, zone)
        while saturday < end:
            monday += week
            yield saturday, _midnight(monday, zone)
            saturday = _midnight(monday + to_saturday, zone)


def _midnight(day: date, zone: ZoneInfo) -> float:
    return datetime.combine(day, time(), zone).timestamp()


def merge_stretches(stretches: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return `stretches` in order, those that touch as one, and none that is empty."""
    found: list[tuple[float, float]] = []
    for start, stop in sorted(stretches):
        if stop <= start:
            continue
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], stop)
        else:
            found.append((start, stop))

    return found
