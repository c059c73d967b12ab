"""State of announcing a table: news, wait, failures, delays that debounce edits and pings, and when it is written.

A question is shown at once, its ping follows unless it is answered soon; several quick moves share an edit.

After an error a table stays behind and is tried again, for ever; the error says when. This is the one table from an
error to a `Wait`, which is that of the first row that fits:

| error                                                | reason     | until                                            |
|------------------------------------------------------|------------|--------------------------------------------------|
| none of Discord's doing: a connection, a 5xx; 401,   | CIRCUIT    | half a second, two seconds; then until Discord   |
| the edge's 403, a global 429: the whole bot's        |            | takes something (`circuit_breaker`)              |
| a 429 of one route                                   | RATE_LIMIT | that route is allowed again                      |
| no such channel, or no access and Herald isn't in    | CHANNEL    | two minutes later, when Discord is asked for the |
| that guild                                           |            | channel once more: the table rests if it is gone |
| no access, no permission, or a locked thread         | PERMISSION | five minutes later, Discord tells of a change in |
|                                                      |            | that guild, or a button is pressed at the table  |
| the database's; of one table alone, a connection or  | FAILURE    | 10 seconds, then half a minute                   |
| a 5xx                                                |            |                                                  |
| any other: Discord's about the table, or a bug       | FAILURE    | 10 seconds, a minute, then every five minutes    |

Without an error a table waits for the end of a DEBOUNCE, for another process to ANSWER, for a version that can read it
(UNREADABLE), or, SHOWN as it is, for nothing more, until its state is dropped.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple

import aiohttp
import discord

from bot.faces.components import Picture
from bot.host import answer_deadline
from bot.host.connection_errors import Throttled
from bot.sending.codes import (
    NO_ACCESS,
    NOT_ALLOWED,
    SERVERS_FAULT,
    TOO_MANY,
    UNKNOWN_CHANNEL,
    is_passing,
)
from bot.storage.port import Notice, StorageError
from bot.storage.records import TableId
from bot.tables.clock_changes import PublishedStates
from bot.tables.seat_orders import SeatQuestion

ROUTE_SLACK = 0.25
"""Seconds added to the delay of a rate limit, so that no try comes too early by a rounding."""
RECHECK_AFTER = 120.0
"""Seconds after which Discord is asked again for a channel that it didn't know."""
LOCKED_OUT = 300.0
"""Seconds before a new try where a permission is lacking, though no event tells that it was given back."""
RETRY_AFTER = (10.0, 60.0, 300.0)
"""Seconds before each new try after a failure; the last one repeats."""
TRANSIENT_AFTER = 30.0
"""The longest wait, in seconds, where the table isn't the reason: asking again costs nobody else anything."""
EXPLAINED = (discord.HTTPException, StorageError, OSError, Throttled)
"""Errors whose words say enough; any other one is a bug, logged with its traceback."""


class WaitReason(Enum):
    """Reasons for which a table waits."""

    SHOWN = auto()
    DEBOUNCE = auto()
    ANSWER = auto()
    CIRCUIT = auto()
    RATE_LIMIT = auto()
    CHANNEL = auto()
    PERMISSION = auto()
    FAILURE = auto()
    UNREADABLE = auto()


class Wait(NamedTuple):
    """A reason to wait, and `until` in seconds of the monotonic clock; infinity: until an event wakes the table."""

    reason: WaitReason
    until: float = math.inf

    @classmethod
    def seconds(cls, why: WaitReason, seconds: float) -> Wait:
        """Return a wait of `seconds` from now on."""
        return cls(why, time.monotonic() + seconds)


SHOWN = Wait(WaitReason.SHOWN)


def reason_to_wait(error: Exception, *, member: bool) -> WaitReason:
    """Return the reason to wait after `error`; `member` tells whether Herald is in the table's guild."""
    if is_whole_bot_refused(error) or _is_unreachable(error):
        return WaitReason.CIRCUIT
    if route_delay(error) is not None:
        return WaitReason.RATE_LIMIT

    code = 0
    if isinstance(error, discord.HTTPException):
        code = error.code
    if code == UNKNOWN_CHANNEL or (code == NO_ACCESS and not member):
        return WaitReason.CHANNEL
    if code in NOT_ALLOWED:
        return WaitReason.PERMISSION

    return WaitReason.FAILURE


def route_delay(error: Exception) -> float | None:
    """Return the seconds that a 429 of one route still asks for; None for any other error."""
    if isinstance(error, discord.RateLimited):
        return error.retry_after
    if not isinstance(error, discord.HTTPException) or error.status != TOO_MANY:
        return None

    headers = error.response.headers
    proxied = "Via" in error.response.headers
    scope = headers.get("X-RateLimit-Scope", "user" if proxied else "global")
    if scope == "global" or "X-RateLimit-Global" in headers:
        return None

    with suppress(KeyError, ValueError):
        # discord.py has waited already, five times over, for what came through Discord's proxy.
        if proxied:
            return 0.0

        return float(headers["Retry-After"])
    return None


def is_whole_bot_refused(error: Exception) -> bool:
    """Tell whether Discord refuses every request with the bot's token: 401, the edge's 403, a global 429."""
    if not isinstance(error, discord.HTTPException) or error.status >= SERVERS_FAULT:
        return False
    return is_passing(error) and route_delay(error) is None


def _is_unreachable(error: Exception) -> bool:
    if isinstance(error, discord.HTTPException):
        return error.status >= SERVERS_FAULT
    return isinstance(error, aiohttp.ClientError | OSError)


log = logging.getLogger(__name__)

PATIENCE = 3.0
"""Seconds that news wait for answers that show the same: as long as Discord waits for them."""
DEBOUNCE = 3.0
"""Seconds by which edits and pings are debounced; Discord takes about one edit of a message a second."""
QUIET = 30.0
"""Seconds without news after which the state of a table is dropped: longer than `DEBOUNCE`."""
PEACE = 3.0
"""Seconds without an announcement after which `Published` records are written; after `QUIET` at the latest."""
HOLD_BACK = 30.0
"""Seconds for which the moves of rivals between two people may be held back, to be shown in one edit."""
NEVER = -math.inf
"""The moment of an event that hasn't happened."""


@dataclass(slots=True, eq=False)
class AnnounceState:
    """State of announcing one table, until nothing is left to do; moments are in seconds of the monotonic clock.

    `news`: it was touched since its last step began. `whole`: it is shown without debouncing; `anew`: without regard to
    digests. `wait` is its present wait, by `timer` where that has an end; `task` announces it. Its news wait for
    the `answers` to clicks under way; `dms` are notices of answers in DMs since the last step.
    `tries` counts failed steps, `retries` requests that didn't get through since it was announced. Discord had taken
    `first_failed` requests when the first of these failed, or when the fault was last found to be the table's own.
    `doubted` is when Discord first said that its channel is gone. `shown` is when it was shown whole last, `since` is
    when the first news without a ping came after that, `asked` are the questions in its story and `asked_at` is when
    they were shown: these delay edits and pings. A `late_picture` is being drawn.
    """

    table: TableId
    guild: int = 0
    channel: int = 0
    news: bool = False
    whole: bool = False
    anew: bool = False
    wait: Wait = SHOWN
    timer: asyncio.TimerHandle | None = None
    task: asyncio.Task[None] | None = None
    answers: set[asyncio.Future[None]] = field(default_factory=set)
    dms: list[Notice] = field(default_factory=list)
    tries: int = 0
    retries: int = 0
    first_failed: int = 0
    doubted: float = NEVER
    shown: float = NEVER
    news_since: float = NEVER
    asked: tuple[SeatQuestion, ...] = ()
    asked_at: float = NEVER
    late_picture: asyncio.Future[Picture | None] | None = None

    @property
    def is_idle(self) -> bool:
        """Tell whether nothing is left to do, or to remember."""
        return not (self.is_pending or self.timer or self.answers or self.anew)

    @property
    def is_pending(self) -> bool:
        """Tell whether the table is being announced, or waits for that."""
        return self.task is not None or self.wait.reason is not WaitReason.SHOWN

    async def stand_back(self) -> None:
        """Wait for answers under way here, let those elsewhere go first, and wait for those begun here meanwhile."""
        early = {*self.answers}
        await self._wait_for(early)
        await answer_deadline.stand_back()
        await self._wait_for(self.answers - early)

    async def _wait_for(self, answers: set[asyncio.Future[None]]) -> None:
        if answers:
            await asyncio.wait(answers, timeout=PATIENCE)

    def stop_timer(self) -> None:
        """Cancel the timer; `wait` stays until the table has been tried again."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def hold_back_left(self) -> float:
        """Return the seconds for which the moves of rivals may still be held back."""
        return self._seconds_left(self._first_news(), HOLD_BACK)

    def debounce_left(self, *, pings: bool) -> float:
        """Return the seconds until the table is to be shown, 0 for now; `pings`: it has pings to send.

        That is a `DEBOUNCE` after it was shown last and, without pings, a `DEBOUNCE` after its first news since.
        """
        since = self.news_since if pings else self._first_news()
        return self._seconds_left(max(self.shown, since), DEBOUNCE)

    def ping_debounce_left(self, questions: tuple[SeatQuestion, ...]) -> float:
        """Return the seconds until pings for `questions`, which the story shows already, are due; 0 for now.

        That is a `DEBOUNCE` after they were shown: an answer within it spares the ping.
        """
        if self.asked != questions:
            self.asked, self.asked_at = questions, time.monotonic()
        if not questions:
            return 0.0
        return self._seconds_left(self.asked_at, DEBOUNCE)

    def mark_shown(self) -> None:
        """Note that the table was shown as it is."""
        self.shown = time.monotonic()
        self.news_since = NEVER

    def doubt_channel(self) -> float:
        """Note that Discord doesn't know the channel; return the seconds until the next lookup.

        0: the first lookup was long enough ago, so the channel is gone.
        """
        if self.doubted == NEVER:
            self.doubted = time.monotonic()
        return self._seconds_left(self.doubted, RECHECK_AFTER)

    def count_failure(
        self,
        error: Exception,
        why: WaitReason = WaitReason.FAILURE,
        seconds: float | None = None,
    ) -> Wait:
        """Count a failure, and log the first one; return the wait for the next try."""
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

        if seconds is None:
            seconds = RETRY_AFTER[min(self.tries, len(RETRY_AFTER)) - 1]
        if isinstance(error, StorageError) or _is_unreachable(error):
            seconds = min(seconds, TRANSIENT_AFTER)
        return Wait.seconds(why, seconds)

    def mark_announced(self) -> None:
        """Note that the table was announced."""
        if self.tries:
            log.warning(
                "table %s is announced again, after %s tries that failed",
                self.table,
                self.tries,
            )
        self.whole = False
        self.doubted = NEVER
        self.tries = 0
        self.retries = 0

    def _first_news(self) -> float:
        """Return the moment of the first news since the table was shown: now, if there were none."""
        if self.news_since == NEVER:
            self.news_since = time.monotonic()
        return self.news_since

    def _seconds_left(self, since: float, seconds: float) -> float:
        return max(0.0, since + seconds - time.monotonic())


class PublishedWriter:
    """Writes the `Published` records that only memory has, all in one batch, in a quiet moment.

    One write at a time, after `PEACE` seconds without a `schedule`, or `QUIET` at the latest. An error is logged, and
    the write tried again; records that are lost cost the same edits once more. Nothing is returned.
    """

    def __init__(self, published_states: PublishedStates) -> None:
        """Write the records of `published_states`."""
        self._announcements = published_states
        self._pending: asyncio.Task[None] | asyncio.TimerHandle | None = None
        self._last = 0.0
        self._stopped = False

    def schedule(self) -> None:
        """Write what there is to write in a quiet moment."""
        self._last = time.monotonic()
        if self._announcements.unwritten and self._pending is None:
            self._write_when_quiet(self._last + QUIET)

    def stop(self) -> None:
        """Cancel what is scheduled: from now on only `write` writes."""
        self._stopped = True
        if self._pending is not None:
            self._pending.cancel()

    async def write(self) -> None:
        """Write all that there is to write."""
        self._pending = None
        try:
            await self._announcements.write()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is written later
            log.warning("what was shown could not be written: %r", error)
            if not self._stopped:
                self._pending = asyncio.get_running_loop().call_later(
                    QUIET, self._write_when_quiet, 0.0
                )

    def _write_when_quiet(self, latest: float) -> None:
        loop = asyncio.get_running_loop()
        due = min(self._last + PEACE, latest)
        left = due - time.monotonic()
        if left > 0:
            self._pending = loop.call_later(left, self._write_when_quiet, latest)
        else:
            self._pending = loop.create_task(self.write(), name="write what was shown")
