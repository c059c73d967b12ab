"""Discord's error codes, and an estimate of its clock.

Discord's page on opcodes and status codes lists all codes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import discord

from bot.faces.components import Page
from bot.host.connection_errors import Throttled

UNKNOWN_CHANNEL = 10003
UNKNOWN_MEMBER = 10007
UNKNOWN_MESSAGE = 10008
UNKNOWN_USER = 10013
TOO_OLD = 30046
"""A message of more than an hour was edited too often."""
NO_ACCESS = 50001
NO_PERMISSION = 50013
ARCHIVED, LOCKED = 50083, 160005
TOO_MANY_THREADS, TOO_MANY_ANNOUNCEMENT_THREADS = 160006, 160007
NOT_ALLOWED = frozenset({NO_ACCESS, NO_PERMISSION, ARCHIVED, LOCKED})
"""Codes where Herald lacks a permission: in a locked thread, to manage threads."""
CLOSED_DMS = frozenset({50007, 50278})
"""Codes of users who take no DMs from the bot."""
SERVERS_FAULT = 500
"""The first HTTP status of a fault on Discord's side."""


UNAUTHORISED, FORBIDDEN, TOO_MANY = 401, 403, 429
"""HTTP statuses."""
NO_FILES = frozenset({FORBIDDEN, 413})
"""HTTP statuses of a file that is forbidden or too large."""
BLOCKED = frozenset({0, 40333})
"""Codes of a 403 from Discord's edge, which answers with a page or with a code of its own: it isn't about a channel."""


def is_passing(error: discord.HTTPException) -> bool:
    """Tell whether a request may succeed later: Discord fails, or takes nothing from the bot for now."""
    if error.status == FORBIDDEN:
        return error.code in BLOCKED
    passing = {UNAUTHORISED, TOO_MANY}
    return error.status >= SERVERS_FAULT or error.status in passing


def is_picture_refused(page: Page, error: discord.HTTPException) -> bool:
    """Tell whether `error` may be about the picture of `page`: files are forbidden, or too large."""
    return page.picture is not None and error.status in NO_FILES


@contextmanager
def translate_throttling() -> Iterator[None]:
    """Context manager that turns discord.py's KeyError on a 429 without `retry_after` into `Throttled`."""
    try:
        yield
    except KeyError as error:
        if error.args != ("retry_after",):
            raise
        raise Throttled from error


class DiscordClock:
    """Discord's clock, estimated from fresh snowflakes: a message's age survives a wrong clock of the host."""

    def __init__(self) -> None:
        """Assume the host's clock until `set_by_snowflake` is called."""
        self._ahead = timedelta()

    def set_by_snowflake(self, snowflake: int) -> None:
        """Set the clock by `snowflake`, an id that Discord has made this moment, such as an interaction's."""
        self._ahead = discord.utils.utcnow() - discord.utils.snowflake_time(snowflake)

    def now(self) -> datetime:
        """Return Discord's present time."""
        return discord.utils.utcnow() - self._ahead

    def age(self, snowflake: int) -> timedelta:
        """Return the time since Discord made the id `snowflake`."""
        return self.now() - discord.utils.snowflake_time(snowflake)
