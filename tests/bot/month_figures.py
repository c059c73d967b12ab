"""What came of the simulated month, in figures."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from bot.clocks.table_clock import DAY, HOUR
from tests.bot.pushes import Pushes

SECOND = 2.0
"""By how much a moment may be off: dates are shown and kept in parts of a second."""


@dataclass
class Figures:
    """What came of a month: what was sent, whose time was up, and for how long a table in play said nothing.

    `due` is how often each person had to be notified: once for each question and consent, and of what reminds them.
    """

    calls: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    reminders: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    consents: Counter[tuple[int, str]] = field(default_factory=Counter)
    digests: int = 0
    due: Counter[int] = field(default_factory=Counter)
    pushes: Pushes = field(default_factory=Pushes)
    lates: list[tuple[float, float]] = field(default_factory=list)
    down: list[tuple[float, float]] = field(default_factory=list)
    falls: Counter[str] = field(default_factory=Counter)
    deeds: Counter[str] = field(default_factory=Counter)
    nights: int = 0
    silence: float = 0.0
    days: float = 0.0
    moves: int = 0
    ended: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        """Return all of it as lines."""
        silent = sum(until - begin for begin, until in self.down)
        most = max(self.reminders.values(), default=0)
        return "\n".join(
            (
                f"tables after {self.days:.1f} days: {_listed(self.ended)}",
                f"moves: {self.moves}; calls: {self.calls.total()} of {len(self.calls)} questions",
                f"reminders: {self.reminders.total()} of {len(self.reminders)} questions, {most} of one at most",
                f"digests: {self.digests}; called at night: {self.nights}",
                f"pushes of mentions and DMs: {self.pushes.own.total()}, {self.due.total()} of them due",
                f"pushes of all messages: {self.pushes.every.total()} of {self.pushes.messages.total()}",
                f"time was up {len(self.lates)} times, too early {sum(self.early)} times",
                f"down {len(self.down)} times, {silent / HOUR:.1f} hours in all: {_listed(self.falls)}",
                f"besides answers: {_listed(self.deeds)}",
                f"longest silence of a table in play: {self.silence / DAY:.1f} days",
            )
        )

    @property
    def early(self) -> tuple[bool, ...]:
        """Tell of each time that was up whether less of it had counted than there was."""
        return tuple(lived < most - SECOND for lived, most in self.lates)


def _listed(counted: Counter[str]) -> str:
    return ", ".join(f"{count} {what}" for what, count in sorted(counted.items()))
