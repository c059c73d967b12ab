"""One record for each table that is announced: its news, what it waits for, what it was shown when, and its failures.

A question is shown at once, its call follows unless it is answered soon; several quick moves share an edit.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from bot.announce.calls import Call
from bot.announce.waits import APART, EXPLAINED, PASSING_AFTER, RETRY_AFTER, SHOWN, Wait, Why, passing
from bot.faces.attachment import Picture
from bot.storage.records import TableId

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
