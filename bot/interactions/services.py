"""The services: the parts of the bot that answers are made of.

Among them how fast one person may click and open tables, and the private view that each person opened last at each
table, to be shown anew once they have answered elsewhere.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Final, Generic, NamedTuple, TypeVar
from zoneinfo import ZoneInfo

from cachetools import LRUCache, TTLCache

from bot.announce.announcer import Announcer
from bot.faces.components import Page
from bot.pictures.renderer import Pictures
from bot.rivals.analysing import Analyst
from bot.rivals.playing import Rivals
from bot.rivals.thinking import Thinkers
from bot.sending.audience import Audience
from bot.storage.store import Store
from bot.tables.preferences import Preferences
from bot.tables.refusals import TooFast, TooSoon
from bot.tables.tables import Tables
from bot.texts.fluent import Language
from engine.game import AnyGame

PEOPLE = 10_000
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
        self._full: LRUCache[int, float] = LRUCache(PEOPLE)

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


R = TypeVar("R")

REMEMBERED: Final = 256
TOKEN_SECONDS: Final = 14 * 60.0
"""For so long an answer can be edited by the token of its interaction: a minute less than Discord takes it."""


class OpenView(NamedTuple, Generic[R]):
    """A private message, the request that it answers, and what it shows."""

    request: R
    message: int
    page: Page


class OpenViews(Generic[R]):
    """Remembers the newest private view of each person at each table; a restart forgets them, as it does tokens."""

    def __init__(self) -> None:
        self._newest: TTLCache[tuple[int, int], OpenView[R]] = TTLCache(REMEMBERED, TOKEN_SECONDS, _now)

    def opened(self, user: int, table: int, request: R, message: int, page: Page) -> OpenView[R]:
        """Take note of the view that has just answered a request, and return it."""
        view = self._newest[user, table] = OpenView(request, message, page)
        return view

    def besides(self, message: int | None, user: int, table: int) -> OpenView[R] | None:
        """Return a person's newest view at a table that can still be edited, unless it is this very message."""
        view = self._newest.get((user, table))
        return None if view is None or view.message == message else view


def _now() -> float:
    return asyncio.get_running_loop().time()


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that answers are made of; one instance, which lives as long as the bot.

    In the time zone `zone` the days of the whole bot begin.
    """

    tables: Tables
    storage: Store
    preferences: Preferences
    audience: Audience
    announcer: Announcer
    pictures: Pictures
    paces: Paces
    home: Language
    games: Mapping[str, AnyGame]
    thinkers: Thinkers
    rivals: Rivals
    analyst: Analyst
    views: OpenViews[Any]
    zone: ZoneInfo
