"""What processes that share a database tell each other: which of their memories of it are void."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class About(StrEnum):
    """What a notice is about: a table was changed, or that was answered, or it forgot somebody; choices; anything.

    `WOKEN` is a process that was replaced while it was stopped, and may have sent something since.
    """

    CHANGED = "changed"
    ANSWERED = "answered"
    PEOPLE = "people"
    PERSON = "person"
    SERVER = "server"
    MISSED = "missed"
    WOKEN = "woken"


@dataclass(frozen=True, slots=True)
class Notice:
    """That another process has changed something, by its number, and the server whose process it concerns."""

    about: About
    number: int = 0
    guild: int = 0

    def __str__(self) -> str:
        return f"{self.about.value} {self.number} {self.guild}"

    @property
    def of_a_table(self) -> bool:
        """Tell whether it concerns the one process that looks after a table."""
        return self.about in {About.CHANGED, About.ANSWERED}


MISSED = Notice(About.MISSED)
"""Some may not have been heard."""
WOKEN = Notice(About.WOKEN)


def read(told: str) -> Notice:
    """Return a notice; what a newer Herald may say besides can be about anything."""
    try:
        about, number, guild = told.split()
        return Notice(About(about), int(number), int(guild))
    except ValueError:
        return MISSED
