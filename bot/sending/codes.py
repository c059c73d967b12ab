"""What Discord says of itself: the codes of its errors that Herald goes by, that it is asked too often, and its time.

Discord's own page on opcodes and status codes has all codes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

import discord

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MEMBER: Final = 10007
UNKNOWN_MESSAGE: Final = 10008
UNKNOWN_USER: Final = 10013
TOO_OLD: Final = 30046
"""A message of more than an hour was edited too often."""
NO_ACCESS: Final = 50001
NO_PERMISSION: Final = 50013
ARCHIVED: Final = 50083
TOO_MANY_THREADS: Final = 160006
CLOSED_DMS: Final = frozenset({50007, 50278})
"""Errors of people who take no DMs from the bot."""
SERVERS_FAULT: Final = 500
"""The first HTTP status that means a fault of Discord's own."""


class Throttled(Exception):
    """Discord asks for fewer requests and doesn't say for how long."""


@contextmanager
def throttled() -> Iterator[None]:
    """Name the error by which discord.py tells of a 429 without `retry_after`: a bare KeyError."""
    try:
        yield
    except KeyError as error:
        if error.args != ("retry_after",):
            raise
        raise Throttled from error


class DiscordClock:
    """Tells Discord's time, from the host's clock and what Discord has shown of its own."""

    def __init__(self) -> None:
        """Take the host's clock for right until something is heard."""
        self._ahead = timedelta()

    def heard(self, snowflake: int) -> None:
        """Take note of an id that Discord has made just now, an interaction's for instance."""
        self._ahead = discord.utils.utcnow() - discord.utils.snowflake_time(snowflake)

    def now(self) -> datetime:
        """Return what time it is for Discord."""
        return discord.utils.utcnow() - self._ahead

    def age(self, snowflake: int) -> timedelta:
        """Return how long ago Discord made an id."""
        return self.now() - discord.utils.snowflake_time(snowflake)
