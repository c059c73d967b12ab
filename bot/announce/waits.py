"""What a table can wait for until it is announced, and how long: the one table from an error to a wait.

Theory of operation. Whatever goes wrong, a table stays behind and is tried again, for ever; what went wrong says when.
A table has one `Wait`, of the first row that fits:

| error                                                | why        | until                                            |
|------------------------------------------------------|------------|--------------------------------------------------|
| none of Discord's doing: a connection, a 5xx; 401,   | OUTAGE     | half a second, two seconds; then until Discord   |
| the edge's 403, a global 429: the whole bot's        |            | takes something (`circuit_breaker`)              |
| a 429 of one route                                   | RATE_LIMIT | that route is allowed again                      |
| no such channel, or no access and Herald isn't in    | PLACE      | two minutes later, when Discord is asked for the |
| that server                                          |            | channel once more: the table rests if it is gone |
| no access, or no permission                          | PERMISSION | five minutes later, Discord tells of a change in |
|                                                      |            | that server, or somebody presses something there |
| the database's; of one table alone, a connection or  | FAILURE    | 10 seconds, then half a minute                   |
| a 5xx                                                |            |                                                  |
| any other: Discord's about the table, or a bug       | FAILURE    | 10 seconds, a minute, then every five minutes    |

Without an error a table waits for the end of a LULL, for another process to ANSWER, for a version that can read it
(UNREADABLE), or, SHOWN as it is, for nothing more, until it is forgotten.
"""

from __future__ import annotations

import math
import time
from contextlib import suppress
from enum import Enum, auto
from typing import NamedTuple

import aiohttp
import discord

from bot.sending.codes import NO_ACCESS, NO_PERMISSION, SERVERS_FAULT, UNKNOWN_CHANNEL
from bot.sending.rate_limit_errors import Throttled
from bot.storage.port import StorageError

ROUTE_SLACK = 0.25
"""Seconds beyond those that a rate limit asks for, so that no try comes too early by a rounding."""
APART = 120.0
"""Seconds after which Discord is asked again for a place that it didn't know."""
LOCKED_OUT = 300.0
"""Seconds before a new try where a permission is lacking, though nobody told that it was given back."""
RETRY_AFTER = (10.0, 60.0, 300.0)
"""Seconds before each new try after a failure; the last wait is repeated."""
PASSING_AFTER = 30.0
"""The longest wait where the table isn't the reason: asking again costs nobody else anything."""
EXPLAINED = (discord.HTTPException, StorageError, OSError, Throttled)
"""Errors whose words say enough; any other one is a bug, of which the host needs the traceback."""
UNAUTHORISED, FORBIDDEN, TOO_MANY = 401, 403, 429
"""HTTP statuses."""
BLOCKED = frozenset({0, 40333})
"""Codes of a 403 that isn't about a place: of Discord's edge, which answers with a page or with one of its own."""


class Why(Enum):
    """Why a table waits."""

    SHOWN = auto()
    LULL = auto()
    ANSWER = auto()
    OUTAGE = auto()
    RATE_LIMIT = auto()
    PLACE = auto()
    PERMISSION = auto()
    FAILURE = auto()
    UNREADABLE = auto()


class Wait(NamedTuple):
    """Why a table waits, and until when, in seconds of the monotonic clock; without a moment something wakes it."""

    why: Why
    until: float = math.inf

    @classmethod
    def seconds(cls, why: Why, seconds: float) -> Wait:
        """Return a wait from now on."""
        return cls(why, time.monotonic() + seconds)


SHOWN = Wait(Why.SHOWN)


def reason(error: Exception, *, member: bool) -> Why:
    """Return what a table waits for after an error; `member` tells whether Herald is in its server."""
    if refuses_bot(error) or _unreachable(error):
        return Why.OUTAGE
    if route_delay(error) is not None:
        return Why.RATE_LIMIT
    code = error.code if isinstance(error, discord.HTTPException) else 0
    if code == UNKNOWN_CHANNEL or (code == NO_ACCESS and not member):
        return Why.PLACE
    return Why.PERMISSION if code in {NO_ACCESS, NO_PERMISSION} else Why.FAILURE


def route_delay(error: Exception) -> float | None:
    """Return the seconds that a 429 of one route still asks for; None for any other error."""
    if isinstance(error, discord.RateLimited):
        return error.retry_after
    if not isinstance(error, discord.HTTPException) or error.status != TOO_MANY:
        return None
    headers, proxied = error.response.headers, "Via" in error.response.headers
    scope = headers.get("X-RateLimit-Scope", "user" if proxied else "global")
    if scope == "global" or "X-RateLimit-Global" in headers:
        return None
    with suppress(KeyError, ValueError):
        # discord.py has waited already, five times over, for what came through Discord's proxy.
        return 0.0 if proxied else float(headers["Retry-After"])
    return None


def refuses_bot(error: Exception) -> bool:
    """Tell whether Discord refuses whatever carries the bot's token: 401, the edge's 403, a global 429."""
    if not isinstance(error, discord.HTTPException):
        return False
    if error.status == FORBIDDEN:
        return error.code in BLOCKED
    return error.status == UNAUTHORISED or (error.status == TOO_MANY and route_delay(error) is None)


def passing(error: Exception) -> bool:
    """Tell whether an error is nothing about a table: the database's, or that Discord could not be reached."""
    return isinstance(error, StorageError) or _unreachable(error)


def _unreachable(error: Exception) -> bool:
    if isinstance(error, discord.HTTPException):
        return error.status >= SERVERS_FAULT
    return isinstance(error, aiohttp.ClientError | OSError)
