"""Time settings of a user: time zone, quiet hours, reminders, absence.

`confirms`, whether a bid above one's means asks once more, is stored with them. Moments are in seconds since the epoch;
times of a day are in minutes after midnight, in the user's zone.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from functools import cache
from typing import Annotated
from zoneinfo import ZoneInfo, available_timezones

from pydantic import Field

from bot.clocks.timeline import Moment, Zone
from engine.frozen import frozen

MINUTES = 24 * 60
Minute = Annotated[int, Field(ge=0, lt=MINUTES)]
EN_DASH, DASH = "\N{EN DASH}", "[-\N{EN DASH}\N{EM DASH}]"
TIME = re.compile(r"([01]?[0-9]|2[0-3])(?::([0-5][0-9]))?")
LONGEST_QUIET = 12 * 60
"""The most minutes of a day that may be quiet."""
MORNING = 9 * 60
"""Minute of the day for the digest of a user without quiet hours; else it comes when these end."""
UNPLACED = ("Etc/", "SystemV/", "posix/", "right/")
"""Prefixes of time zone names that stand for no inhabited place."""


class Reminders(StrEnum):
    """How a user is reminded of a question that waits."""

    CHANNEL = "channel"
    DM = "dm"
    DIGEST = "digest"
    NONE = "none"


@frozen
class TimeSettings:
    """Time settings of `user`; `quiet` is the daily span without pings, None for none.

    `digest` is when the next digest is due, None where there is none. `confirms` asks once more for a bid above one's
    means. `away` is the end of an absence, also where no game has begun; it may be in the past.
    """

    user: int
    reminders: Reminders = Reminders.CHANNEL
    zone: Zone | None = None
    quiet: tuple[Minute, Minute] | None = None
    digest: Moment | None = None
    confirms: bool = True
    away: Moment | None = None

    def away_until(self, now: float) -> float | None:
        """Return the end of an absence that goes on at `now`, else None."""
        if self.away is None or self.away <= now:
            return None
        return self.away

    def pings_allowed_at(self, now: float, away: float | None) -> float | None:
        """Return when pings are allowed again, in quiet hours or `away` until a moment; None: they are now."""
        ends = self.quiet_until(away or now), away
        return max((end for end in ends if end is not None), default=None)

    def quiet_until(self, now: float) -> float | None:
        """Return the end of the quiet hours that `now` is in; None if it is in none."""
        if self.quiet is None:
            return None

        begin, end = self.quiet
        here = datetime.fromtimestamp(now, self._zone)
        minute = here.hour * 60 + here.minute
        is_quiet = begin <= minute < end
        if begin >= end:
            is_quiet = minute >= begin or minute < end
        if not is_quiet:
            return None

        return min(each for each in _moments(end, self._zone, now) if each > now)

    def next_digest(self, now: float) -> float:
        """Return when the next digest is due, once a day: as the quiet hours end first, else at `MORNING`."""
        minute = self.quiet[1] if self.quiet else MORNING
        first = dict[date, float]()
        for each in _moments(minute, self._zone, now):
            first.setdefault(datetime.fromtimestamp(each, self._zone).date(), each)
        return min(each for each in first.values() if each > now)

    @property
    def _zone(self) -> ZoneInfo:
        return ZoneInfo(self.zone or "UTC")


def _moments(minute: int, zone: ZoneInfo, now: float) -> list[float]:
    """Return all moments around `now` that are `minute` of a day in `zone`, in order; of one that comes twice, each."""
    today = datetime.fromtimestamp(now, zone).date()
    days = (today + timedelta(days=count) for count in range(-1, 3))
    return sorted(moment for day in days for moment in _moments_of(day, minute, zone))


def _moments_of(day: date, minute: int, zone: ZoneInfo) -> set[float]:
    """Return when it is `minute` of a `day`; where that is skipped, when the clocks are put forward."""
    at = datetime.combine(day, time(minute // 60, minute % 60), zone)
    again = at.replace(fold=1)
    moment = again.timestamp()
    if at.timestamp() <= moment:
        return {at.timestamp(), moment}

    after = again.utcoffset()
    while datetime.fromtimestamp(moment, zone).utcoffset() != after:
        moment += 60
    return {moment}


def quiet_hours(begin: int, end: int) -> tuple[int, int] | None:
    """Return the span from `begin` to `end`, None if they are equal; raise `ValueError` beyond `LONGEST_QUIET`."""
    if (
        not (0 <= begin < MINUTES and 0 <= end < MINUTES)
        or (end - begin) % MINUTES > LONGEST_QUIET
    ):
        raise ValueError(begin, end)
    return None if begin == end else (begin, end)


def parse_minute(written: str) -> int:
    """Return the minute of the day written as "22:30" or "22"; raise `ValueError` for anything else."""
    found = TIME.fullmatch(written.strip())
    if found is None:
        raise ValueError(f"no time of a day: {written!r}")
    return int(found[1]) * 60 + int(found[2] or 0)


def parse_quiet(written: str) -> tuple[int, int] | None:
    """Return the span written as "22:00-7:30", None for nothing written; raise `ValueError` for anything else."""
    if not written.strip():
        return None
    begin, end = map(parse_minute, re.split(DASH, written))
    return quiet_hours(begin, end)


def quiet_text(quiet: tuple[int, int] | None) -> str:
    """Return a span as people read and write it; nothing for none."""
    return EN_DASH.join(f"{minute // 60:02}:{minute % 60:02}" for minute in quiet or ())


def next_time(minute: int, zone: str, now: float) -> float:
    """Return the next moment, in seconds since the epoch, that is `minute` of the day in `zone`."""
    place = ZoneInfo(zone)
    today = datetime.fromtimestamp(now, place).date()
    hour = time(minute // 60, minute % 60)
    dates = (today + timedelta(days=days) for days in (0, 1, 2))
    moments = (datetime.combine(date, hour, place).timestamp() for date in dates)
    return next(moment for moment in moments if moment > now)


@cache
def zone_names() -> tuple[str, ...]:
    """Return the names of all time zones of inhabited places, and UTC."""
    placed = (
        name
        for name in available_timezones()
        if "/" in name and not name.startswith(UNPLACED)
    )
    return tuple(sorted({*placed, "UTC"}))


def search_zones(written: str, most: int) -> list[str]:
    """Return up to `most` zones with `written` in their names; places that begin with it come first."""
    wanted = written.strip().replace(" ", "_").lower()
    found = [name for name in zone_names() if wanted in name.lower()]
    # The names are in order already: those whose city begins with what is wanted come first.
    found.sort(key=lambda name: not _city(name).startswith(wanted))
    return found[:most]


def _city(name: str) -> str:
    return name.rpartition("/")[2].lower()


def find_zone(written: str) -> str | None:
    """Return the zone of that name or that city, None for nothing written; raise `ValueError` for any other."""
    wanted = written.strip().replace(" ", "_").lower()
    if not wanted:
        return None
    cities = {_city(name): name for name in zone_names()}
    named = cities | {name.lower(): name for name in zone_names()}
    if wanted not in named:
        raise ValueError(f"no time zone: {written!r}")

    return named[wanted]
