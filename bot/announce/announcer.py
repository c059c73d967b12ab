"""When tables are announced: one task for each that has news, which shows the state of that moment, until it is shown.

Theory of operation. What Discord shows of a table is a projection of what the database holds. A move is committed and
answered first; the commit touches the table, and its task lets `Projection` bring everything up to date. Nothing is
sent inside a transaction or under a table's lock.

A table is *behind* as long as `Announced.revision` is not the table's revision. Whatever goes wrong, it stays behind
and is tried again: here after `RETRY_AFTER` or at its next news, and by `catch_up` at the next start, which takes a
few tables at a time. Between two tries a table has a timer and no task, so that a long outage costs no more than that.
The only tables that nobody tries are those that are gone, that this version can't read, and that are suspended,
because their place is gone: `Tables.resume` leads them back, and they are announced anew.

Calls come at once. What calls nobody waits for a `LULL`, and a table is shown whole at most once in one: several quick
moves share an edit, and the last of them is shown after three seconds at most. Until then the table stays behind.

While a click at the table is being answered, its news waits for the answer (`answering`, at most `PATIENCE`), so that
no message is edited from both sides. The answer's own edit of the clicked message is remembered and not made again:
most turns end with a click in the post that asked, whose answer finishes it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

import aiohttp
import discord

from bot.announce.answering import Answering
from bot.announce.dms import Dms
from bot.announce.posts import Posts
from bot.announce.projection import Projection
from bot.announce.sender import Sender
from bot.pictures.follow_ups import Pictures
from bot.sending.throttling import Throttled
from bot.storage.port import StorageError, TableId
from bot.tables.audience import Audience
from bot.tables.preferences import Preferences
from bot.tables.refusals import NoSuchTable, TableClosed
from bot.tables.tables import Tables
from engine.errors import Refused
from engine.scene import Text, say

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL, NO_ACCESS, NO_PERMISSION = 10003, 50001, 50013
RETRY_AFTER = (10.0, 60.0, 300.0)
"""Seconds before each new try of news that could not be told; the last wait is repeated."""
LOCKED_OUT = 3600.0
"""Seconds before a new try where a permission is lacking: a moderator may have given it back."""
PATIENCE = 3.0
"""Seconds that the news waits for answers that show the same: as long as Discord waits for them."""
AT_A_TIME = 8
"""How many tables catch up at the same time."""
UNREACHED = (aiohttp.ClientError, OSError, discord.RateLimited, Throttled, StorageError)
"""What goes wrong for a while on the way to Discord or to the disk."""


class Announcer:
    """Tells Discord what has changed at the tables."""

    def __init__(
        self, client: discord.Client, tables: Tables, preferences: Preferences, audience: Audience, pictures: Pictures
    ) -> None:
        """Take the connection, the tables, what people prefer, who is spoken to, and the pictures."""
        self._sender = Sender(client, pictures.renderer)
        self._dms = Dms(self._sender, preferences, pictures)
        self._posts = Posts(self._sender, tables, audience)
        self._projection = Projection(self._sender, self._dms, self._posts, tables, audience)
        self._tables = tables
        self._news: set[TableId] = set()
        self._tasks: dict[TableId, asyncio.Task[None]] = {}
        self._timers: dict[TableId, asyncio.TimerHandle] = {}
        self._answers: dict[TableId, set[asyncio.Future[None]]] = {}
        self._failures: dict[TableId, int] = {}
        self._troubles: dict[TableId, Text] = {}
        self._whole: set[TableId] = set()
        self._catching_up: asyncio.Task[None] | None = None
        self._closed = False

    def touch(self, table: TableId) -> None:
        """Announce a table soon; several touches before that are one, and one wakes a table that waits."""
        if self._closed:
            return
        self._news.add(table)
        if table in self._timers:
            self._timers.pop(table).cancel()
        if table not in self._tasks:
            self._tasks[table] = asyncio.create_task(self._work(table), name=f"announce table {table}")

    @asynccontextmanager
    async def answering(self, table: TableId, message: int | None) -> AsyncIterator[Answering]:
        """Hold the news of a table back while a click is answered, so that no message is edited from both sides.

        `message` is what was clicked. The news waits no longer than `PATIENCE`.
        """
        answered = asyncio.get_running_loop().create_future()
        self._answers.setdefault(table, set()).add(answered)
        try:
            yield Answering(message, self._sender, self._posts, self._dms)
        finally:
            answered.set_result(None)
            self._answers[table].discard(answered)
            if not self._answers[table]:
                del self._answers[table]

    def trouble(self, table: TableId) -> Text | None:
        """Return what keeps the news of a table from being shown, for whoever sits there; None if nothing does."""
        return self._troubles.get(table)

    async def catch_up(self) -> None:
        """Begin to announce whatever Discord had not been shown at the last stop, a few tables at a time."""
        behind = await self._tables.behind()
        self._catching_up = asyncio.create_task(self._catch_up(behind), name="catch up")

    async def close(self) -> None:
        """Stop announcing; what was not announced is in the database and comes at the next start."""
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        tasks = [*self._tasks.values(), *([self._catching_up] if self._catching_up else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _catch_up(self, behind: Sequence[TableId]) -> None:
        under_way: set[asyncio.Task[None]] = set()
        for table in behind:
            if len(under_way) >= AT_A_TIME:
                _, under_way = await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
            self._whole.add(table)
            self.touch(table)
            under_way.add(self._tasks[table])

    async def _work(self, table: TableId) -> None:
        """Announce a table for as long as there is news; what is left then waits for its time without a task."""
        delay = 0.0
        try:
            while table in self._news:
                if table in self._answers:
                    await asyncio.wait(self._answers[table], timeout=PATIENCE)
                self._news.discard(table)
                delay = await self._try(table)
        finally:
            del self._tasks[table]
        if delay:
            self._timers[table] = asyncio.get_running_loop().call_later(delay, self._due, table)

    def _due(self, table: TableId) -> None:
        """Show a table whole that has waited."""
        self._timers.pop(table, None)
        self._whole.add(table)
        self.touch(table)

    async def _try(self, table: TableId) -> float:
        """Announce once; return the seconds after which something is left to be told, or 0."""
        try:
            left = await self._projection.update(await self._tables.get(table), waits=table not in self._whole)
        except (NoSuchTable, TableClosed):
            # It is gone, or can't be read by this version of its game.
            left = 0.0
        except discord.HTTPException as error:
            return await self._refused(table, error)
        except UNREACHED as error:
            log.warning("table %s: its news could not be told: %r", table, error)
            return self._again(table)
        except Exception as error:
            if table in self._failures:
                log.warning("table %s: could still not be announced: %r", table, error)
            else:
                log.exception("table %s: could not be announced", table)
            return self._again(table)
        self._whole.discard(table)
        self._failures.pop(table, None)
        self._troubles.pop(table, None)
        return left

    async def _refused(self, table: TableId, error: discord.HTTPException) -> float:
        log.warning("table %s: Discord did not take its news: %s", table, error)
        if error.code == UNKNOWN_CHANNEL:
            with suppress(Refused):
                await self._tables.suspend(table)
            return 0
        if error.code in {NO_ACCESS, NO_PERMISSION}:
            self._troubles[table] = say("trouble-permission")
            return LOCKED_OUT
        return self._again(table)

    def _again(self, table: TableId) -> float:
        """Return the seconds until the next try of a table that can't be announced."""
        failures = self._failures[table] = self._failures.get(table, 0) + 1
        return RETRY_AFTER[min(failures, len(RETRY_AFTER)) - 1]
