"""One record for each table that is announced: its news, what it waits for, what it was shown when, and its failures.

A question is shown at once, its call follows unless it is answered soon; several quick moves share an edit.

What a table can wait for until it is announced, and how long: the one table from an error to a wait.

Whatever goes wrong, a table stays behind and is tried again, for ever; what went wrong says when.
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

import asyncio
import logging
import math
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import partial
from typing import NamedTuple

import aiohttp
import discord

from bot.announce.story import Call
from bot.faces.components import Picture
from bot.sending.codes import NO_ACCESS, NO_PERMISSION, SERVERS_FAULT, UNKNOWN_CHANNEL, Throttled
from bot.storage.port import StorageError
from bot.storage.records import TableId

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


log = logging.getLogger(__name__)

LULL = 3.0
"""Seconds by which news that call nobody may wait for more of them; Discord takes about one edit a second."""
QUIET = 30.0
"""Seconds without news after which nothing more is remembered of a table: longer than any lull."""
HELD = 30.0
"""Seconds for which what rivals play between two people may be held back, to be told in one edit."""
NEVER = -math.inf
"""The moment of what hasn't been yet."""


@dataclass(slots=True, eq=False)
class Delivery:
    """All that is known of announcing a table; moments are seconds of the monotonic clock.

    It has `news` that no task has looked at yet, is to be shown `whole`, in no lull, or `anew`, whatever is known of
    how it looks. Its news wait for the `answers` to clicks that are under way. It was tried in vain so many `tries`,
    and `retries` by itself before that, the first when Discord had taken so many requests (`circuit_breaker`); its
    place is `doubted` since Discord said that it is gone. The last time that it was `shown` whole, its first news
    `since` that call nobody, and whom its story has `asked`, and when, say how long a lull lasts. A
    picture that it lacks comes `late`.
    """

    table: TableId
    guild: int = 0
    news: bool = False
    whole: bool = False
    anew: bool = False
    wait: Wait = SHOWN
    timer: asyncio.TimerHandle | None = None
    task: asyncio.Task[None] | None = None
    answers: set[asyncio.Future[None]] = field(default_factory=set)
    tries: int = 0
    retries: int = 0
    first_failed: int = 0
    doubted: float = NEVER
    shown: float = NEVER
    since: float = NEVER
    asked: tuple[Call, ...] = ()
    asked_at: float = NEVER
    late: asyncio.Future[Picture | None] | None = None

    @property
    def idle(self) -> bool:
        """Tell whether there is nothing more to be done, or to be remembered."""
        return not (self.waits or self.timer or self.answers or self.anew)

    @property
    def waits(self) -> bool:
        """Tell whether the table is being announced, or waits for that."""
        return self.task is not None or self.wait.why is not Why.SHOWN

    def expect(self, picture: asyncio.Future[Picture | None] | None, show: Callable[[TableId], None]) -> None:
        """Show the table again once this picture is drawn, and for no older one; None: it lacks none."""
        if self.late is not None:
            self.late.cancel()
        self.late = picture
        if picture is not None:
            picture.add_done_callback(partial(self._drawn, show))

    def _drawn(self, show: Callable[[TableId], None], picture: asyncio.Future[Picture | None]) -> None:
        if not picture.cancelled() and picture.result() is not None:
            show(self.table)

    def stop_timer(self) -> None:
        """Let nothing happen by itself; what the table waits for is known until it has been tried again."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def held(self) -> float:
        """Return for how many seconds the news may still be held back while rivals are playing."""
        return self._left(self._waits(), HELD)

    def left(self, *, calls: bool) -> float:
        """Return in how many seconds the table is to be shown that has news, 0 for now.

        That is a lull after it was shown last, and a lull after the first news since that call nobody.
        """
        return self._left(max(self.shown, self.since if calls else self._waits()), LULL)

    def ring(self, calls: tuple[Call, ...]) -> float:
        """Return in how many seconds people are to be called whom the story asks already, 0 for now.

        That is a lull after they were asked: whoever watches, and answers at once, needs no call.
        """
        if self.asked != calls:
            self.asked, self.asked_at = calls, time.monotonic()
        return self._left(self.asked_at, LULL) if calls else 0.0

    def over(self) -> None:
        """Remember that the table was shown as it is."""
        self.shown, self.since = time.monotonic(), NEVER

    def doubt(self) -> float:
        """Take note that Discord doesn't know the place; return the seconds until it is to be asked again.

        They are 0 if it was asked before, long enough ago: then the place is gone.
        """
        if self.doubted == NEVER:
            self.doubted = time.monotonic()
        return self._left(self.doubted, APART)

    def failed(self, error: Exception, why: Why = Why.FAILURE, seconds: float | None = None) -> Wait:
        """Count a failure, of which the host is told once; return what the table waits for then."""
        self.tries += 1
        if self.tries == 1:
            unknown = None if isinstance(error, EXPLAINED) else error
            log.log(
                logging.ERROR if unknown else logging.WARNING,
                "table %s could not be announced and is tried again: %s",
                self.table,
                error if unknown is None else repr(error),
                exc_info=unknown,
            )
        delay = RETRY_AFTER[min(self.tries, len(RETRY_AFTER)) - 1] if seconds is None else seconds
        return Wait.seconds(why, min(delay, PASSING_AFTER) if passing(error) else delay)

    def settled(self) -> None:
        """Take note that the table was announced."""
        if self.tries:
            log.warning("table %s is announced again, after %s tries that failed", self.table, self.tries)
        self.whole, self.doubted, self.tries, self.retries = False, NEVER, 0, 0

    def _waits(self) -> float:
        """Return since when news are waiting, which may be now."""
        if self.since == NEVER:
            self.since = time.monotonic()
        return self.since

    def _left(self, since: float, seconds: float) -> float:
        return max(0.0, since + seconds - time.monotonic())
