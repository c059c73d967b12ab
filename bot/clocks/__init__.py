"""Time at a table: its time control, the clock of a seat, and in its modules what becomes of both.

Moments are in seconds since the epoch, lengths in seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

from bot.clocks.timeline import Standstill, Stretch
from engine.frozen import frozen

HOUR, DAY = 3600, 86_400
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


class Then(StrEnum):
    """The action when a seat's time is up."""

    RIVAL = "rival"
    WAITS = "waits"


@frozen
class Terms:
    """The time control of a table: `pace` in seconds for a decision (0 for none), `then` when time is up.

    Weekends don't count where `zone` is set, by that time zone; `zone` is that of the table's opener. Where newcomers
    are `welcome`, they take a seat that was left without a vote.
    """

    pace: int = 0
    then: Then = Then.RIVAL
    zone: str | None = None
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

    def start(self, asked: int, now: float) -> SeatClock:
        """Return a copy that runs for the question `asked` from `now` on."""
        return replace(self, asked=asked, since=now, reminded=0, hushed=False, peace=None)

    def stop(self, used: float, pace: int) -> SeatClock:
        """Return a copy without a question after `used` seconds: those beyond the `pace` go off its `reserve`."""
        left = self.reserve
        if not self.late:
            beyond = max(0.0, used - pace)
            left = max(0.0, self.reserve - beyond)
        return replace(self, asked=None, reserve=left, call=None)

    def end_absence(self, now: float) -> SeatClock:
        """Return a copy whose person is back; a `call` that waited is due `now`."""
        away = tuple((begin, min(end or now, now)) for begin, end in self.away)
        call = self.call and now
        return replace(self, away=away, back=None, call=call, peace=None)

    def time_limit(self, terms: Terms) -> float:
        """Return the seconds for a question by `terms`: less where a rival plays for a `late` seat."""
        if self.late and terms.then is Then.RIVAL:
            return min(terms.pace / LATE_SHARE, LATE_MOST)
        return terms.pace + self.reserve

    def standstill(self, terms: Terms, pauses: tuple[Stretch, ...], gone: Standstill) -> Standstill:
        """Return when the time for the present question stands still: in `pauses`, absences, and what is `gone`."""
        if not (pauses or self.away or gone.stretches or terms.zone):
            return NEVER
        stretches = (*gone.stretches, *pauses, *self.away)
        return Standstill(stretches, terms.zone).without_before(self.since)

    def reminder_after(self, terms: Terms) -> float | None:
        """Return after how many seconds the next reminder is due; None if none will be."""
        if self.asked is None or self.late or self.hushed:
            return None
        if terms.pace < REMINDED_FROM or self.reminded >= REMINDERS:
            return None
        if self.reminded == 0:
            return terms.pace / HALF

        whole = self.time_limit(terms)
        return whole - whole / LAST_SHARE
