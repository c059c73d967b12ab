"""An outage: Discord as a whole takes nothing, and one table in half a minute tries for all."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

import aiohttp
import discord

from bot.sending.codes import SERVERS_FAULT
from bot.sending.throttling import Throttled
from bot.storage.records import TableId

log = logging.getLogger(__name__)

EVERY = 30.0
"""Seconds between two tries in an outage."""
UNAUTHORISED, FORBIDDEN, TOO_MANY = 401, 403, 429
"""HTTP statuses."""
BLOCKED = frozenset({0, 40333})
"""Codes of a 403 that isn't about a place: of Discord's edge, which answers with a page or with one of its own."""
UNREACHED = (aiohttp.ClientError, OSError, discord.RateLimited, Throttled)
"""What goes wrong on the way to Discord."""


def everywhere(error: Exception) -> bool:
    """Tell whether an error is Discord's as a whole, so that any other table would meet it too."""
    if not isinstance(error, discord.HTTPException):
        return isinstance(error, UNREACHED)
    if error.status == FORBIDDEN:
        return error.code in BLOCKED
    return error.status in {UNAUTHORISED, TOO_MANY} or error.status >= SERVERS_FAULT


class Outage:
    """Knows whether Discord takes anything, and which tables wait until it does.

    The first request that fails begins the outage. From then on every table waits here, but for the one whose turn it
    is to try: another one each time, for an error may look like everybody's and be one table's own. As soon as Discord
    takes a request, or refuses it for a reason of its table, the outage is over and all that waits is to be announced.
    """

    def __init__(self, wake: Callable[[TableId], None]) -> None:
        """Take what lets a table try."""
        self._wake = wake
        self._waiting: dict[TableId, None] = {}
        self._trying: TableId | None = None
        self._tries: asyncio.Task[None] | None = None
        self._begun = discord.utils.utcnow()

    def __bool__(self) -> bool:
        """Tell whether it is on."""
        return self._tries is not None

    def holds(self, table: TableId) -> bool:
        """Tell whether a table has to wait until Discord takes something; it is woken then."""
        if not self or table == self._trying:
            return False
        self._waiting[table] = None
        return True

    def failed(self, table: TableId, error: Exception) -> None:
        """Take note that Discord as a whole did not take a table's request; the next try is another's."""
        self._waiting.pop(table, None)
        self._waiting[table] = None
        self._trying = None
        if not self:
            self._begun = discord.utils.utcnow()
            self._again()
            log.warning("Discord takes nothing; Herald tries again every %.0f seconds: %r", EVERY, error)

    def idle(self, table: TableId) -> None:
        """Take note that a table had nothing to say to Discord after all: the next one tries at once."""
        self._waiting.pop(table, None)
        if table == self._trying:
            self._try()

    def over(self) -> Sequence[TableId]:
        """Take note that Discord takes requests; return the tables that have waited for that."""
        if not self:
            return ()
        self.close()
        waited = tuple(each for each in self._waiting if each != self._trying)
        seconds = (discord.utils.utcnow() - self._begun).total_seconds()
        log.warning("Discord takes requests again, after %.0f seconds; %s tables have waited", seconds, len(waited))
        self._waiting.clear()
        self._trying = None
        return waited

    def hope(self) -> None:
        """Let the next table try at once: there is a sign that Discord is back."""
        if self and self._trying is None:
            self._again()
            self._try()

    def close(self) -> None:
        """Let nothing try any more."""
        if self._tries is not None:
            self._tries.cancel()
            self._tries = None

    def _again(self) -> None:
        self.close()
        self._tries = asyncio.create_task(self._try_on(), name="outage")

    async def _try_on(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            self._try()

    def _try(self) -> None:
        """Let the table try that has waited longest; it goes to the end of the line, for a try may never come back."""
        self._trying = next(iter(self._waiting), None)
        if self._trying is not None:
            self._waiting[self._trying] = self._waiting.pop(self._trying)
            self._wake(self._trying)
