"""Services: the parts of the bot that handlers need, rate limits of each user, and the private views that are open.

A user's newest private view of each table is remembered, so that it can be edited after an answer elsewhere.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import field
from math import ceil
from typing import NamedTuple
from zoneinfo import ZoneInfo

from cachetools import LRUCache, TTLCache

from bot.announce.announcer import Announcer
from bot.faces.components import Page
from bot.pictures.renderer import Edit, FollowUpPictures
from bot.rivals.analyst import Analyst
from bot.rivals.playing import Rivals
from bot.rivals.thinking import Thinkers
from bot.sending.reader_settings import ReaderSettings
from bot.storage.store import Store
from bot.tables.preferences import Preferences
from bot.tables.tables import Tables
from bot.texts.fluent import Language
from engine.errors import Refused
from engine.frozen import frozen
from engine.game import Games

MOST_USERS = 10_000
"""The most users that one limit remembers; the user that clicked longest ago is evicted first."""
MINUTE = 60.0
POSTS, VERDICTS = 3, 6
"""Public posts that one user may cause in a minute, and opinions of a champion, which take seconds of CPU."""


class TokenBucket:
    """Token bucket of each user, for one action: `times` at once, and as often again in `seconds`, evenly.

    A bucket is stored as the moment at which it will be full again (the virtual scheduling of ATM's generic cell rate
    algorithm): one number for each user. With a clock that stands still:

        bucket = TokenBucket(2, 60.0, lambda: 0.0)
        [bucket.take(7) for _ in range(3)]  # [0, 0, 30]
    """

    def __init__(
        self, times: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Allow `times` in `seconds` by `clock`, a clock in seconds; 0 of either stands for no limit."""
        self._every = seconds / times if times else 0.0
        self._most = seconds
        self._clock = clock
        self._full: LRUCache[int, float] = LRUCache(MOST_USERS)

    def take(self, user: int) -> int:
        """Count one action of `user` and return 0, or return in how many whole seconds it will be allowed."""
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

    def require(self, user: int) -> None:
        """Count one action of `user`; raise `Refused` beyond the limit."""
        if seconds := self.take(user):
            raise Refused("refused-too-fast", seconds=seconds)

    def give_back(self, user: int) -> None:
        """Undo the count of one action of `user`, which came to nothing."""
        if user in self._full:
            self._full[user] -= self._every


@frozen
class RateLimits:
    """Rate limits of the costly actions of one user.

    `clicks` and `tables` are set by the host; `posts` are public messages that the user causes, `verdicts` a champion's
    opinions of a choice.
    """

    clicks: TokenBucket
    tables: TokenBucket
    posts: TokenBucket = field(default_factory=lambda: TokenBucket(POSTS, MINUTE))
    verdicts: TokenBucket = field(default_factory=lambda: TokenBucket(VERDICTS, MINUTE))

    @classmethod
    def of(cls, clicks_per_minute: int, newgame_seconds: float) -> RateLimits:
        """Return the limits for these settings; 0 stands for no limit."""
        return cls(
            TokenBucket(clicks_per_minute, MINUTE),
            TokenBucket(1, newgame_seconds),
        )

    @contextmanager
    def count_opening(self, user: int) -> Iterator[None]:
        """Count a table that `user` opens in the block, unless the block raises; raise `Refused` beyond the limit."""
        if seconds := self.tables.take(user):
            raise Refused("refused-too-soon", seconds=seconds)
        try:
            yield
        except BaseException:
            self.tables.give_back(user)
            raise


MOST_VIEWS = 128
"""Views in the cache: each takes some ten kilobytes, with what discord.py makes of an interaction."""
TOKEN_SECONDS = 14 * 60.0
"""Seconds for which an answer can be edited by its interaction's token: a minute less than Discord takes it."""


class OpenView(NamedTuple):
    """A private view: its `message`, its `page` in words, how to `edit` it, and to `render` its present one.

    There is none where the table can't be read or shown.
    """

    message: int
    page: Page
    edit: Edit
    render: Callable[[], Awaitable[Page | None]]


def _new_views() -> TTLCache[tuple[int, int], OpenView]:
    return TTLCache(
        MOST_VIEWS, TOKEN_SECONDS, lambda: asyncio.get_running_loop().time()
    )


@frozen
class Services:
    """The parts of the bot that handlers use; one instance, which lives as long as the bot.

    `home` is the host's language, `games` are the games by their keys, and days begin in the time zone `zone`. `views`
    has the newest private view of each user at each table; a restart empties it, as it ends the tokens.
    """

    tables: Tables
    storage: Store
    preferences: Preferences
    audience: ReaderSettings
    announcer: Announcer
    pictures: FollowUpPictures
    rate_limits: RateLimits
    home: Language
    games: Games
    thinkers: Thinkers
    rivals: Rivals
    analyst: Analyst
    zone: ZoneInfo
    views: TTLCache[tuple[int, int], OpenView] = field(default_factory=_new_views)

    def other_view(self, message: int | None, user: int, table: int) -> OpenView | None:
        """Return the user's newest view of `table` that can still be edited; None if it is `message` itself."""
        view = self.views.get((user, table))
        return None if view is None or view.message == message else view

    def store_view(self, user: int, table: int, view: OpenView) -> None:
        """Store the newest view of a user; the one before is brought up to date no more."""
        if (before := self.other_view(view.message, user, table)) is not None:
            self.pictures.call_off(before.message)
        self.views[user, table] = view
