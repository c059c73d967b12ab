"""How fast one person may click and open tables: as fast as anybody can play, and no faster."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from cachetools import LRUCache

from bot.tables.refusals import TooFast, TooSoon

REMEMBERED = 10_000
"""Of how many people it is known when they did something; who has waited longest is forgotten first."""
MINUTE: Final = 60.0
POSTS, VERDICTS = 3, 6
"""How many posts one person may have made in a minute, and how often ask a champion, which takes seconds of CPU."""


class Pace:
    """Lets each person do something so many times at once, and as often again in so many seconds, evenly.

    It is a token bucket, kept as the moment at which the bucket will be full again (the virtual scheduling of ATM's
    generic cell rate algorithm): one number for each person.
    """

    def __init__(self, times: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Take how often, in how many seconds, and a clock in seconds; no times or no seconds stand for no limit."""
        self._every = seconds / times if times else 0.0
        self._most = seconds
        self._clock = clock
        self._full: LRUCache[int, float] = LRUCache(REMEMBERED)

    def __len__(self) -> int:
        """Return of how many people something is known."""
        return len(self._full)

    def wait(self, user: int) -> int:
        """Let a person do it and return 0, or return in how many seconds, rounded up, that may be done."""
        if not self._every:
            return 0
        now = self._clock()
        full = max(self._full.get(user, now), now) + self._every
        # Sums of fractions miss the whole by a hair.
        early = full - now - self._most
        if early > self._every / 1000:
            return ceil(early)
        self._full[user] = full
        return 0

    def give_back(self, user: int) -> None:
        """Forget that a person has done it: nothing came of it."""
        if user in self._full:
            self._full[user] -= self._every


@dataclass(frozen=True, slots=True)
class Paces:
    """How fast one person may do what costs something.

    `posts` are those that a person lets Herald make, `verdicts` what a champion says of a choice.
    """

    clicks: Pace
    tables: Pace
    posts: Pace = field(default_factory=lambda: Pace(POSTS, MINUTE))
    verdicts: Pace = field(default_factory=lambda: Pace(VERDICTS, MINUTE))

    @classmethod
    def of(cls, clicks_per_minute: int, newgame_seconds: float) -> Paces:
        """Return the paces of these settings; 0 stands for no limit."""
        return cls(Pace(clicks_per_minute, MINUTE), Pace(1, newgame_seconds))

    def click(self, user: int) -> None:
        """Raise TooFast if a person clicks too fast."""
        if seconds := self.clicks.wait(user):
            raise TooFast(seconds=seconds)

    def open(self, user: int) -> None:
        """Raise TooSoon if a person has opened a table a moment ago."""
        if seconds := self.tables.wait(user):
            raise TooSoon(seconds=seconds)
