"""When tables are announced: one task for each that has news, which shows the state of that moment, until it is shown.

Theory of operation. What Discord shows of a table is a projection of what the database holds. A move is committed and
answered first; the commit touches the table, and its task lets `Projection` bring everything up to date. Nothing is
sent inside a transaction or under a table's lock.

A table is *behind* as long as `Announced.revision` is not the table's revision. Whatever goes wrong, it stays behind
and is tried again, for ever. Between two tries a table has a timer and no task, so that a long outage costs no more
than that. What went wrong says when the next try comes:

- a request did not get through (`circuit_breaker`): the table tries again within seconds by itself; where Discord takes
  nothing of several, one table in half a minute tries for all, and what gets through wakes the others;
- Discord limits a route: as soon as it allows that route again;
- a permission is lacking: after `LOCKED_OUT`, when Discord tells of a change in that server, or at any press at the
  table;
- the place is gone: Discord is asked again minutes later (`places`), and the table is put to rest if it says so again,
  until `Tables.resume` leads it back, and it is announced anew;
- anything else is the table's own: after `RETRY_AFTER`.

Under all of that lies a sweep of what is behind, every `SWEEP` seconds and at the start, a few tables at a time. The
only tables that nobody tries are those that are gone, that this version can't read, and that rest.

The host reads one line when a table can't be announced, and one with the number of tries when it could be.

A question is shown at once, in the story; its call follows a `LULL` later, unless it is answered by then. What asks
nobody anything waits for a lull, and a table is shown whole at most once in one: several quick moves share an edit, and
the last of them is shown after three seconds at most. Until then the table stays behind.

While a click at the table is being answered, its news waits for the answer (`answering`, at most `PATIENCE`), so that
no message is edited from both sides. The answer's own edit of the clicked message is remembered and not made again:
most turns end with a click in the post that asked, whose answer finishes it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress

import discord

from bot.announce.answering import Answering
from bot.announce.circuit_breaker import CircuitBreaker, refuses_bot, route_delay, unreachable
from bot.announce.digests import Digests
from bot.announce.dms import PATIENCE, Dms
from bot.announce.failures import Failures
from bot.announce.following import Following
from bot.announce.lobbies import Lobbies
from bot.announce.places import Places
from bot.announce.posts import Posts
from bot.announce.projection import Projection
from bot.announce.sender import Sender
from bot.pictures.follow_ups import Pictures
from bot.sending.clock import DiscordClock
from bot.sending.codes import NO_ACCESS, NO_PERMISSION, UNKNOWN_CHANNEL
from bot.storage.port import StorageError
from bot.storage.records import Status, TableId
from bot.tables.audience import Audience
from bot.tables.preferences import Preferences
from bot.tables.refusals import NoSuchTable, TableClosed
from bot.tables.tables import Tables
from engine.errors import Refused
from engine.scene import Text, say

log = logging.getLogger(__name__)

LOCKED_OUT = 300.0
"""Seconds before a new try where a permission is lacking, though nobody told that it was given back."""
ROUTE_SLACK = 0.25
"""Seconds beyond those that a rate limit asks for, so that no try comes too early by a rounding."""
AT_A_TIME = 8
"""How many tables catch up at the same time."""
ONE_BY_ONE = 0.05
"""Seconds between the tables of one server whose places are asked for: there may be thousands, and clicks go first."""
STOP = 2.0
"""Seconds that announcements have to come to their end when Herald stops."""
SWEEP = 300.0
"""Seconds between two looks at what is behind."""


class Announcer:
    """Tells Discord what has changed at the tables."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        preferences: Preferences,
        audience: Audience,
        pictures: Pictures,
        clock: DiscordClock,
    ) -> None:
        """Take the connection, the tables, what people prefer, who is spoken to, the pictures, and Discord's time."""
        self._sender = Sender(client, pictures.renderer, clock, tables.shelf.clock)
        self._dms = Dms(self._sender, tables.logs, preferences, pictures)
        self._posts = Posts(self._sender, tables, audience)
        self._lobbies = Lobbies(self._sender, tables, audience, self._drawn)
        self._projection = Projection(self._sender, self._dms, self._posts, self._lobbies, tables, audience)
        self.members = self._projection.members
        self.digests = Digests(self._sender, tables, preferences, audience)
        self.following = Following(self._sender, tables, audience, tables.shelf.storage)
        self._tables = tables
        self._news: set[TableId] = set()
        self._tasks: dict[TableId, asyncio.Task[None]] = {}
        self._timers: dict[TableId, asyncio.TimerHandle] = {}
        self._answers: dict[TableId, set[asyncio.Future[None]]] = {}
        self._failures = Failures()
        self._places = Places()
        self.breaker = CircuitBreaker(self._due)
        self._locked: dict[TableId, int] = {}
        self._unreadable: set[TableId] = set()
        self._whole: set[TableId] = set()
        self._pictured: set[TableId] = set()
        self._sweeps: set[asyncio.Task[None]] = set()
        self._sweeping = self._closed = False
        self._inherited: frozenset[TableId] = frozenset()
        self._anew: set[TableId] = set()

    def touch(self, table: TableId, *, elsewhere: bool = False) -> None:
        """Announce a table soon; several touches before that are one, and one wakes a table that waits.

        What has changed `elsewhere`, in another process, waits until that tells that it has answered, or `PATIENCE`.
        """
        if self._closed:
            return
        if table in self._timers:
            self._timers.pop(table).cancel()
        if elsewhere:
            self._wait(table, PATIENCE)
            return
        self._news.add(table)
        if table not in self._tasks:
            self._tasks[table] = asyncio.create_task(self._work(table), name=f"announce table {table}")

    @asynccontextmanager
    async def answering(self, table: TableId, message: int | None) -> AsyncIterator[Answering]:
        """Hold the news of a table back while a click is answered, so that no message is edited from both sides.

        `message` is what was clicked. The news waits no longer than `PATIENCE`.
        """
        answered = asyncio.get_running_loop().create_future()
        self._answers.setdefault(table, set()).add(answered)
        if message is not None:
            self._dms.answering(message, answered)
        try:
            yield Answering(message, self._sender, self._posts, self._dms, self._lobbies)
        finally:
            answered.set_result(None)
            self._answers[table].discard(answered)
            if not self._answers[table]:
                del self._answers[table]

    def trouble(self, table: TableId) -> Text | None:
        """Return what keeps the news of a table from being shown, for whoever sits there; None if nothing does."""
        return say("trouble-permission") if table in self._locked else None

    def mended(self, *, guild: int | None = None, table: TableId | None = None) -> None:
        """Try again what may be mended: what lacked a permission in a server or at a table, or else an outage.

        Discord has told of a change in that server, somebody has pressed something at that table, or the gateway is
        connected again.
        """
        if guild is None and table is None:
            self.breaker.hope()
        for locked in [each for each, place in self._locked.items() if each == table or place == guild]:
            self.touch(locked)

    def lost(self, tables: Iterable[TableId]) -> None:
        """Ask, minutes later and one by one, whether the place of these tables is gone, as Discord has told."""
        for number, table in enumerate(tables):
            self._wait(table, self._places.gone(table) + number * ONE_BY_ONE)

    async def catch_up(self) -> None:
        """Begin to announce whatever Discord had not been shown at the last stop, and to sweep from time to time."""
        behind = await self._tables.behind()
        self._begin(self._all(behind), "catch up")
        if not self._sweeping:
            self._sweeping, self._inherited = True, frozenset(behind)
            self._begin(self._sweep(), "sweep")

    def show_again(self, delay: float) -> None:
        """Show once more, after a delay in seconds, what was behind at the start, whatever is known of how it looks.

        Whoever looked after these tables before may have had a request in hand that comes to Discord only now.
        """
        self._begin(self._show_inherited(delay), "show again")

    async def _show_inherited(self, delay: float) -> None:
        await asyncio.sleep(delay)
        self._anew |= self._inherited
        await self._all(self._inherited)

    async def close(self) -> None:
        """Stop announcing; what was not announced is in the database and comes at the next start."""
        self._closed = True
        self.breaker.close()
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        tasks = [*self._tasks.values(), *self._sweeps]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=STOP)

    def _drawn(self, table: TableId) -> None:
        """Show a lobby again whose picture is drawn by now."""
        self._pictured.add(table)
        if len(self._pictured) == 1:
            self._begin(self._show_lobbies(), "lobbies with pictures")

    async def _show_lobbies(self) -> None:
        drawn = sorted(self._pictured)
        self._pictured.clear()
        await self._all([table for table in drawn if await self._open(table)])

    async def _open(self, table: TableId) -> bool:
        with suppress(Refused, StorageError):
            return (await self._tables.get(table)).record.status is Status.LOBBY
        return False

    def _begin(self, work: Coroutine[None, None, None], name: str) -> None:
        if self._closed:
            work.close()
            return
        task = asyncio.create_task(work, name=name)
        self._sweeps.add(task)
        task.add_done_callback(self._sweeps.discard)

    async def _all(self, tables: Iterable[TableId]) -> None:
        """Announce many tables, a few at a time."""
        under_way: set[asyncio.Task[None]] = set()
        for table in tables:
            if len(under_way) >= AT_A_TIME:
                _, under_way = await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
            self._due(table)
            under_way.add(self._tasks[table])

    async def _sweep(self) -> None:
        """Announce, from time to time, whatever is behind though nothing is under way: nobody may be forgotten."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                behind = await self._tables.behind()
            except StorageError as error:
                log.warning("what is behind could not be read: %s", error)
                continue
            known = self._tasks.keys() | self._timers.keys() | self._unreadable
            await self._all([table for table in behind if table not in known and not self.breaker.holds(table)])

    async def _work(self, table: TableId) -> None:
        """Announce a table for as long as there is news; what is left then waits for its time without a task."""
        delay = 0.0
        try:
            while table in self._news and not self._closed:
                if table in self._answers:
                    await asyncio.wait(self._answers[table], timeout=PATIENCE)
                self._news.discard(table)
                delay = 0.0 if self.breaker.holds(table) else await self._try(table)
        finally:
            del self._tasks[table]
        if delay:
            self._wait(table, delay)

    def _wait(self, table: TableId, delay: float) -> None:
        if not self._closed and table not in self._timers:
            self._timers[table] = asyncio.get_running_loop().call_later(delay, self._due, table)

    def _due(self, table: TableId) -> None:
        """Show a table whole that has waited."""
        self._timers.pop(table, None)
        self._whole.add(table)
        self.touch(table)

    async def _try(self, table: TableId) -> float:
        """Announce once; return the seconds after which something is left to be told, or 0."""
        taken = self._sender.taken
        try:
            left = await self._announce(table)
        except (NoSuchTable, TableClosed):
            # It is gone, or can't be read by this version of its game.
            self._unreadable.add(table)
            left = 0.0
        except Exception as error:  # noqa: BLE001 - whatever it is, the table is tried again
            if self._sender.taken > taken:
                self._heard()
            try:
                return await self._failed(table, error)
            except StorageError as worse:
                return self._failures.again(table, worse)
        self._whole.discard(table)
        self._locked.pop(table, None)
        self._places.settled(table)
        self._failures.over(table)
        self.breaker.settled(table)
        if self._sender.taken > taken:
            self._heard()
        else:
            self.breaker.idle(table)
        return left

    async def _announce(self, table_id: TableId) -> float:
        table = await self._tables.get(table_id)
        if not self._tables.ours(table.record):
            await self._tables.hand_on(table.record)
            return 0.0
        if table_id in self._anew:
            self._anew.discard(table_id)
            self._sender.forget(table.record.announced)
        if self._places.doubted(table_id):
            await self._sender.ask_for(table.record.channel)
        return await self._projection.update(table, waits=table_id not in self._whole)

    async def _failed(self, table: TableId, error: Exception) -> float:
        """Return the seconds until a table that could not be announced is tried again; 0: something else wakes it."""
        if refuses_bot(error) or unreachable(error):
            delay = self.breaker.failed(table, error)
            return self._failures.again(table, error) if delay is None else delay
        if (limited := route_delay(error)) is not None:
            self._heard()
            return limited + ROUTE_SLACK
        if not isinstance(error, discord.HTTPException):
            self.breaker.idle(table)
            return self._failures.again(table, error)
        self._heard()
        if await self._gone(table, error):
            return await self._rest(table, error)
        if error.code in {NO_ACCESS, NO_PERMISSION}:
            self._failures.again(table, error)
            self._locked[table] = (await self._tables.get(table)).record.guild
            return LOCKED_OUT
        return self._failures.again(table, error)

    async def _gone(self, table: TableId, error: discord.HTTPException) -> bool:
        """Tell whether Discord says that there is no such place, or that Herald isn't in its server any more."""
        if error.code != NO_ACCESS:
            return error.code == UNKNOWN_CHANNEL
        return not self._sender.knows((await self._tables.get(table)).record.guild)

    async def _rest(self, table: TableId, error: discord.HTTPException) -> float:
        """Put a table to rest whose place is gone for sure; else return the seconds until Discord is asked again."""
        left = self._places.gone(table)
        if left:
            self._failures.again(table, error)
            return left
        log.warning("table %s rests: its place is gone; /table resume leads it back", table)
        self._places.settled(table)
        self._failures.forget(table)
        with suppress(Refused):
            await self._tables.suspend(table)
        return 0.0

    def _heard(self) -> None:
        """Wake whatever has waited for Discord to take a request."""
        waited = self.breaker.taken()
        if waited:
            self._begin(self._all(waited), "after an outage")
