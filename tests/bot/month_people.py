"""Who plays in the simulated month: how long people take, when they sleep, go away, leave for good or come anew."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.clocks.table_clock import DAY, HOUR


@dataclass(frozen=True, slots=True)
class Habit:
    """How somebody plays: how long they take on average, in seconds, and what they have chosen.

    `until` is the day from which on they are gone without a word, `leaves` the one from which on they leave each table
    for good. `rests` are how many days they go away for when they are called, one time in ten. `night` is from which
    hour to which they sleep where they live, and want no calls.
    """

    mean: float
    until: float | None = None
    leaves: float | None = None
    rests: int = 0
    night: tuple[int, int] | None = None
    zone: str = "UTC"
    reminders: str = "channel"
    hand: str = "here"


HABITS = (
    Habit(HOUR),
    Habit(4 * HOUR, night=(22, 8), zone="Europe/Kyiv"),
    Habit(2 * HOUR, until=4.0),
    Habit(1.2 * DAY, reminders="dm"),
    Habit(3 * HOUR, rests=4, hand="dm"),
    Habit(HOUR, hand="dm", reminders="none"),
    Habit(5 * HOUR, night=(23, 9), zone="America/New_York", hand="dm", reminders="dm"),
    Habit(6 * HOUR, until=0.0),
    Habit(8 * HOUR, reminders="digest"),
    Habit(2 * HOUR, leaves=5.0, hand="dm"),
)
NEWCOMERS = (Habit(3 * HOUR), Habit(2 * HOUR, hand="dm", night=(23, 7), zone="Europe/Kyiv"))
"""Who sits nowhere at first, and looks each day whether a seat is free."""


def asleep(habit: Habit, now: float) -> bool:
    """Tell whether it is night where somebody lives."""
    if habit.night is None:
        return False
    hour, (begin, end) = datetime.fromtimestamp(now, ZoneInfo(habit.zone)).hour, habit.night
    return hour >= begin or hour < end
