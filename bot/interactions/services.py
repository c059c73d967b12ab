"""Services: the parts of the bot that handlers need, and rate limits of each user."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import field
from math import ceil
from zoneinfo import ZoneInfo

from cachetools import LRUCache

from bot.announce.announcer import Announcer
from bot.pictures.renderer import FollowUpPictures
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


@frozen
class Services:
    """The parts of the bot that handlers use; one instance, which lives as long as the bot.

    `home` is the host's language, `games` are the games by their keys, and days begin in the time zone `zone`.
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
