"""What people have chosen about time: their zone, hours in which nobody calls them, and how they are reminded.

Whether a bid above one's means asks once more stands with it.

Moments are in seconds since the epoch; hours of a day are in minutes after midnight, where the person lives.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from functools import cache
from itertools import product
from zoneinfo import ZoneInfo, available_timezones

MINUTES = 24 * 60
TIME = re.compile(r"([01]?[0-9]|2[0-3])(?::([0-5][0-9]))?")
LONGEST_QUIET = 12 * 60
"""How many minutes of a day may be quiet."""
MORNING = 9 * 60
"""When the digest comes to somebody without quiet hours; else it comes when these end."""
UNPLACED = ("Etc/", "SystemV/", "posix/", "right/")
"""How the names of zones begin in which nobody lives."""


class Reminders(StrEnum):
    """How a person is reminded of a question that waits."""

    CHANNEL = "channel"
    DM = "dm"
    DIGEST = "digest"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Habits:
    """What a person has chosen about time; `quiet` is from when to when of each day nobody calls, None for never.

    `digest` is when the next digest is due, None where there is none. `confirms` says that a bid above one's means asks
    once more. `away` is until when the person has said to be away, also where no table has begun yet; it may be over.
    """

    user: int
    reminders: Reminders = Reminders.CHANNEL
    zone: str | None = None
    quiet: tuple[int, int] | None = None
    digest: float | None = None
    confirms: bool = True
    away: float | None = None

    def absent(self, now: float) -> float | None:
        """Return when the person is back who is away now; None for who isn't."""
        return None if self.away is None or self.away <= now else self.away

    def peace(self, now: float, away: float | None) -> float | None:
        """Return until when nobody may call the person, away until a moment or not: that, or the end of quiet hours."""
        return max((end for end in (self.silent(away or now), away) if end is not None), default=None)

    def silent(self, now: float) -> float | None:
        """Return when the quiet hours end that it is in now; None if it is in none."""
        if self.quiet is None:
            return None
        begin, end = self.quiet
        here = datetime.fromtimestamp(now, UTC).astimezone(self._zone)
        minute = here.hour * 60 + here.minute
        if not (begin <= minute < end if begin < end else minute >= begin or minute < end):
            return None
        return _next(here, end, self._zone)

    def next_digest(self, now: float) -> float:
        """Return when the next digest comes: when the quiet hours end, or in the morning."""
        here = datetime.fromtimestamp(now, UTC).astimezone(self._zone)
        return _next_day(here, MORNING if self.quiet is None else self.quiet[1], self._zone)

    @property
    def _zone(self) -> ZoneInfo:
        return ZoneInfo(self.zone or "UTC")


def _next(here: datetime, minute: int, zone: ZoneInfo) -> float:
    """Return the next moment after one at which it is so late by the clocks of a zone.

    An hour that is skipped is over when it would begin; of one that comes twice, each counts.
    """
    days = (here.date() + timedelta(days=count) for count in range(3))
    times = (time(minute // 60, minute % 60, fold=fold) for fold in (0, 1))
    moments = (datetime.combine(day, at, zone).timestamp() for day, at in product(days, times))
    return min(moment for moment in moments if moment > here.timestamp())


def _next_day(here: datetime, minute: int, zone: ZoneInfo) -> float:
    """Return the next moment after one at which it is so late for the first time on its day."""
    days = (datetime.combine(here.date() + timedelta(days=count), time(), zone) for count in range(-1, 3))
    moments = (_next(day - timedelta(seconds=1), minute, zone) for day in days)
    return min(moment for moment in moments if moment > here.timestamp())


def quiet_hours(begin: int, end: int) -> tuple[int, int] | None:
    """Return quiet hours between two minutes of the day, None where both are the same; ValueError if too many are."""
    if not (0 <= begin < MINUTES and 0 <= end < MINUTES) or (end - begin) % MINUTES > LONGEST_QUIET:
        raise ValueError(begin, end)
    return None if begin == end else (begin, end)


def minute_of(written: str) -> int:
    """Return the minute of the day that is written as "22:30" or "22"; ValueError for anything else."""
    found = TIME.fullmatch(written.strip())
    if found is None:
        raise ValueError(f"no time of a day: {written!r}")
    return int(found[1]) * 60 + int(found[2] or 0)


def next_time(minute: int, zone: str, now: float) -> float:
    """Return when it is that minute of the day next in a zone, in seconds since the epoch: today, or else tomorrow."""
    place = ZoneInfo(zone)
    today = datetime.fromtimestamp(now, place).date()
    hour = time(minute // 60, minute % 60)
    moments = (datetime.combine(today + timedelta(days=days), hour, place).timestamp() for days in (0, 1, 2))
    return next(moment for moment in moments if moment > now)


@cache
def zones() -> tuple[str, ...]:
    """Return the names of all zones in which people live, and UTC."""
    placed = (name for name in available_timezones() if "/" in name and not name.startswith(UNPLACED))
    return tuple(sorted({*placed, "UTC"}))


def zones_like(written: str, most: int) -> list[str]:
    """Return the zones whose names hold what is written, those whose place begins with it first."""
    wanted = written.strip().replace(" ", "_").lower()
    found = [name for name in zones() if wanted in name.lower()]
    return sorted(found, key=lambda name: (not name.rpartition("/")[2].lower().startswith(wanted), name))[:most]
