"""What the simulated month is made of: who plays and how, which questions the messages have called for, and figures."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.client.herald import Herald
from bot.clocks.table_clock import DAY, HOUR
from bot.storage.records import Published, TableId
from bot.tables.due_times import ClockChange, no_change
from tests.bot.pushes import Pushes

SECOND = 2.0
"""By how much a moment may be off: dates are shown and kept in parts of a second."""


@dataclass
class Figures:
    """What came of a month: what was sent, and whose time was up.

    `due` is how often each person had to be notified: once for each question and consent, and of what reminds them.
    """

    calls: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    reminders: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    consents: Counter[tuple[int, str]] = field(default_factory=Counter)
    due: Counter[int] = field(default_factory=Counter)
    pushes: Pushes = field(default_factory=Pushes)
    lates: list[tuple[float, float]] = field(default_factory=list)
    down: list[tuple[float, float]] = field(default_factory=list)
    falls: Counter[str] = field(default_factory=Counter)
    deeds: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        """Return what docs/design/announcing.md tells of it, and what happened besides."""
        return "\n".join(
            (
                f"pushes of mentions and DMs: {self.pushes.own.total()}, {self.due.total()} of them due",
                f"pushes of all messages: {self.pushes.every.total()} of {self.pushes.messages.total()}",
                f"{self.calls.total()} calls; {self.reminders.total()} reminders; time was up {len(self.lates)} times",
                *(f"{what}: {count}" for what, count in sorted((self.ended + self.falls + self.deeds).items())),
            )
        )


def note_questions(bot: Herald, asked: dict[int, dict[int, int]], seen: set[tuple[int, int, int]]) -> None:
    """Take note from now on of the questions that each new message is sent for, by the message and the seat.

    Those that somebody was shown anyway are `seen`: the table, the person and the number.
    """
    keep = bot.tables.published_states.store

    async def watched(
        table: TableId, published: Published, clock_change: ClockChange = no_change, channel: int | None = None
    ) -> None:
        for summons in published.summons:
            asked.setdefault(summons.message, dict(summons.called))
        for dm in published.dms:
            asked.setdefault(dm.message, {dm.seat: dm.asked})
        if published.post is not None:
            # What is asked now stands before what was.
            asked.setdefault(published.post, dict(reversed(published.called)))
        if known := bot.tables.peek(table):
            seen.update((int(table), known.people.users[seat], number) for seat, number in known.seen)
        await keep(table, published, clock_change, channel)

    bot.tables.published_states.store = watched  # type: ignore[method-assign]


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
