"""Time of one seat: its time control and its clock, and the standstills in which that doesn't run.

All moments are in seconds since the epoch, all lengths in seconds. A `Stretch` runs from its first moment to before its
second; None stands for an end that isn't known yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, time, timedelta
from enum import StrEnum
from heapq import merge
from math import inf
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field

from engine.frozen import frozen, replace

Stretch = tuple[float, float | None]


def _known_zone(name: str) -> str:
    """Return the `name` of a time zone; raise `ValueError` if there is none of it."""
    try:
        return ZoneInfo(name).key
    except (KeyError, OSError):
        raise ValueError(name) from None


# A stored record with any other value counts as damaged: everybody at a table waits for what can't be reckoned with.
Zone = Annotated[str, AfterValidator(_known_zone)]
Moment = Annotated[float, Field(ge=0, le=1e11)]

SATURDAY = 5
"""Days from Monday to the beginning of a weekend."""
HOUR, DAY = 3600, 86_400


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
        stretches = tuple(
            each for each in self.stretches if each[1] is None or each[1] > moment
        )
        return Standstill(stretches, self.zone)

    def count_running_seconds(self, begin: float, end: float) -> float:
        """Return how many seconds between `begin` and `end` count; 0 if there are none."""
        if not self.stretches and self.zone is None:
            return max(end - begin, 0.0)

        seconds = 0.0
        for start, stop in self._running_stretches(begin):
            if start >= end:
                break
            seconds += min(stop, end) - start
        return seconds

    def moment_after(self, begin: float, amount: float) -> float | None:
        """Return when `amount` seconds will have counted since `begin`; None if that isn't known.

        It is the first such moment: an amount that is complete when a standstill begins ends there.
        """
        if amount <= 0 or not (self.stretches or self.zone):
            return begin + max(amount, 0.0)

        left = amount
        for start, stop in self._running_stretches(begin):
            if stop - start >= left:
                return start + left
            left -= stop - start
        # What comes after the beginning of a standstill without an end counts for nobody yet.
        return None

    def _running_stretches(self, begin: float) -> Iterator[tuple[float, float]]:
        """Yield, in order, the parts after `begin` in which time counts; the last of them has no end."""
        at = begin
        known = ((start, inf if end is None else end) for start, end in self.stretches)
        still = sorted(each for each in known if each[0] < each[1])

        for start, stop in merge(still, self._weekends(begin)):
            if start > at:
                yield at, start
            at = max(at, stop)
            if at == inf:
                return
        yield at, inf

    def _weekends(self, begin: float) -> Iterator[tuple[float, float]]:
        """Yield all weekends from the week of `begin` on, without an end, if any stand still."""
        if self.zone is None:
            return

        here = datetime.fromtimestamp(begin, ZoneInfo(self.zone))
        day = timedelta(days=1)
        midnight = datetime.combine(here, time(), here.tzinfo)
        saturday = midnight + (SATURDAY - here.weekday()) * day
        while True:
            monday = saturday + 2 * day
            yield saturday.timestamp(), monday.timestamp()
            saturday = monday + SATURDAY * day


PACES: Mapping[str, int] = {
    "none": 0,
    "hour": HOUR,
    "half-day": 12 * HOUR,
    "day": DAY,
    "three-days": 3 * DAY,
    "week": 7 * DAY,
}
"""How long a decision may take, by the name of the choice; 0: as long as it likes."""
USUAL = "day"
"""The pace of a table for which nobody chooses one."""
RESERVES = 3
"""A seat's reserve, counted in paces."""
LATE_SHARE, LATE_MOST = 10, 2 * HOUR
"""A seat whose person is late waits this part of a pace for each question, and no longer than that."""
REMINDED_FROM = DAY
"""The shortest pace at which people are reminded."""
HALF, LAST_SHARE = 2, 10
"""The first reminder comes at half the pace, the second a tenth of pace and reserve before the end: over two hours."""
REMINDERS = 2
NEVER = Standstill()
"""When a clock stands still that nothing stops."""


class TimeoutAction(StrEnum):
    """The action when a seat's time is up."""

    RIVAL = "rival"
    WAITS = "waits"


@frozen
class TimeControl:
    """The time control of a table: `pace` in seconds for a decision (0 for none), `then` when time is up.

    Weekends don't count where `zone` is set, by that time zone; `zone` is that of the table's opener. Where newcomers
    are `welcome`, they take a seat that was left without a vote.
    """

    pace: int = 0
    then: TimeoutAction = TimeoutAction.RIVAL
    zone: Zone | None = None
    welcome: bool = False

    @property
    def reserve(self) -> int:
        """Return the time bank of a seat for the whole game, in seconds: `RESERVES` times `pace`."""
        return RESERVES * self.pace


@frozen
class SeatClock:
    """The clock of a seat: its time bank, and the question that it runs for.

    `asked` names that question, None while there is none; `since` is when the clock started, `until` when its time is
    up, and `remind` when the next reminder is due, as far as is known. `reminded` counts the reminders sent for it,
    `hushed` mutes them, and `call` is when a ping is due that quiet hours held back; none is sent before `peace`, the
    end of quiet hours that began since. `away` are the person's absences, and `back` is when one that goes on ends.
    `consent` is when a ping for the consent to a newcomer is due that was held back.
    """

    reserve: float = 0.0
    asked: int | None = None
    since: float = 0.0
    until: float | None = None
    remind: float | None = None
    late: bool = False
    reminded: int = 0
    hushed: bool = False
    call: float | None = None
    peace: float | None = None
    away: tuple[Stretch, ...] = ()
    back: float | None = None
    consent: float | None = None

    @property
    def held_until(self) -> float | None:
        """Return when the first ping that was held back is due; None if none was."""
        if self.call is None or self.consent is None:
            return self.consent if self.call is None else self.call
        return min(self.call, self.consent)

    def start(self, asked: int, now: float) -> SeatClock:
        """Return a copy that runs for the question `asked` from `now` on."""
        return replace(
            self, asked=asked, since=now, reminded=0, hushed=False, peace=None
        )

    def stop(self, used: float, pace: int) -> SeatClock:
        """Return a copy without a question after `used` seconds: those beyond the `pace` go off its `reserve`."""
        beyond = 0.0 if self.late else max(0.0, used - pace)
        return replace(self, asked=None, reserve=max(0.0, self.reserve - beyond))

    def end_away(self, now: float) -> SeatClock:
        """Return a copy of a person who is back: pings that waited are due `now`."""
        away = tuple((begin, min(end or now, now)) for begin, end in self.away)
        return replace(self.release_pings(now), away=away, back=None)

    def release_pings(self, now: float) -> SeatClock:
        """Return a copy whose pings that were held back are due `now`."""
        call, consent = self.call and now, self.consent and now
        return replace(self, call=call, consent=consent, peace=None)

    def time_limit(self, terms: TimeControl) -> float:
        """Return the seconds for a question by `terms`: less where a rival plays for a `late` seat."""
        if self.late and terms.then is TimeoutAction.RIVAL:
            return min(terms.pace / LATE_SHARE, LATE_MOST)
        return terms.pace + self.reserve

    def standstill(
        self, terms: TimeControl, pauses: tuple[Stretch, ...], downtime: Standstill
    ) -> Standstill:
        """Return when the time for the present question stands still: in `pauses`, absences, and what is `downtime`.

        An absence that a `late` person announces stops no rival in their place.
        """
        away = () if self.late else self.away
        if not (pauses or away or downtime.stretches or terms.zone):
            return NEVER
        stretches = (*downtime.stretches, *pauses, *away)
        return Standstill(stretches, terms.zone).without_before(self.since)

    def next_moments(
        self, terms: TimeControl, pauses: tuple[Stretch, ...], downtime: Standstill
    ) -> tuple[float | None, float | None]:
        """Return when the time for the question is up, and when a reminder is due next; None for never, or unknown."""
        if self.asked is None:
            return None, None

        still = self.standstill(terms, pauses, downtime)
        until = still.moment_after(self.since, self.time_limit(terms))
        delay = self._reminder_after(terms)
        remind = None if delay is None else still.moment_after(self.since, delay)
        if remind is not None and self.peace is not None:
            remind = max(remind, self.peace)
        return until, remind

    def _reminder_after(self, terms: TimeControl) -> float | None:
        """Return after how many seconds the next reminder is due; None if none will be."""
        if self.late or self.hushed:
            return None
        if terms.pace < REMINDED_FROM or self.reminded >= REMINDERS:
            return None
        if self.reminded == 0:
            return terms.pace / HALF

        whole = self.time_limit(terms)
        return whole - whole / LAST_SHARE
