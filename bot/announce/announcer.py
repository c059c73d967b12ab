"""Announcer: one task for each table with news, which brings Discord up to date with the table as it is then.

Theory of operation. The messages of a table are derived from the database. A move is committed and answered first;
the commit touches the table, and its task lets `Projection` bring everything up to date. Nothing is sent inside a
transaction or under a table's lock.

A table is *behind* as long as `Announced.revision` differs from the table's revision. All that is known of announcing
it is one `Delivery`, from its first news until nothing was left to show for `QUIET` seconds; then nothing of it is in
memory. A table is announced by steps, each in this order:

1. its news wait for answers to clicks that are under way at the table (`Answering`, at most `PATIENCE`), so that no
   message is edited from both sides. An answer's own edit of the clicked message is remembered and not made again: most
   turns end with a click in the post that asked, whose answer finishes it;
2. where Discord takes nothing, it waits for the circuit breaker, before anything is read or composed;
3. it is read and shown. News that come meanwhile begin the next step;
4. the outcome says why and until when it waits (`delivery`), which costs a timer and no task. When the time has come,
   or something has happened that may mend it, it takes the next step, and is shown whole.

Under all of that lies a sweep of the tables that are behind and wait for nothing, every `SWEEP` seconds and at the
start, a few at a time. Three kinds of tables aren't tried: those that are gone, those that this version can't read, and
those at rest until `Tables.resume` leads them back.

The log has one line when a table can't be announced, and one with the number of tries when it could be.

A question is shown at once, in the story; its ping follows a `LULL` later, unless it is answered by then. News without
a question are debounced by a `LULL`, and a table is shown whole at most once in one: several quick moves share an edit
and a picture, and the last of them is shown after three seconds at most. Until then the table stays behind.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress

import discord

from bot.announce.circuit_breaker import CircuitBreaker
from bot.announce.delivery import LOCKED_OUT, NEVER, QUIET, ROUTE_SLACK, SHOWN, Delivery, Wait, Why, reason, route_delay
from bot.announce.dms import PATIENCE
from bot.announce.projection import Answering, Projection
from bot.announce.reminding import Digests
from bot.announce.sender import Sender
from bot.faces import hooks
from bot.pictures.renderer import Pictures
from bot.sending.audience import Audience
from bot.sending.codes import DiscordClock
from bot.storage.port import StorageError
from bot.storage.records import TableId
from bot.tables.refusals import NoSuchTable, TableClosed
from bot.tables.tables import Tables
from engine.errors import Refused
from engine.scene import Text, say

log = logging.getLogger(__name__)

AT_A_TIME = 8
"""The most tables that catch up at the same time."""
ONE_BY_ONE = 0.05
"""Seconds between the lookups of channels of one guild: there may be thousands, and clicks go first."""
STOP = 2.0
"""Seconds for announcements under way to finish when Herald stops."""
PEACE = 3.0
"""Seconds without an announcement after which `Announced` records are written; after `QUIET` at the latest."""
SWEEP = 300.0
"""Seconds between two sweeps of the tables that are behind."""


class Announcer:
    """Announces tables: at most one task for each, at once after `touch`; lives as long as the bot.

    A table waits for answers to clicks, for the end of a lull, or for the circuit breaker. Errors are logged once for
    each table and retried for ever, as `delivery` says; no caller gets one. Nothing is returned: the messages that were
    sent are stored with the table (`Announced`).
    """

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        audience: Audience,
        pictures: Pictures,
        clock: DiscordClock,
    ) -> None:
        """Send by `client`, at Discord's `clock`, the news of `tables` in the languages of `audience`."""
        self.sender = Sender(client, pictures.renderer, clock, tables.now)
        self._projection = Projection(self.sender, tables, audience, pictures, self.touch)
        self.digests = Digests(self.sender, tables, audience)
        self.breaker = CircuitBreaker(self._show)
        self._tables = tables

        self._deliveries: dict[TableId, Delivery] = {}
        self._line: dict[TableId, None] = {}
        self._turns: set[Delivery] = set()
        self._sweeping: asyncio.Task[None] | None = None
        self._writing: asyncio.Task[None] | asyncio.TimerHandle | None = None
        self._told = 0.0
        self._inherited: frozenset[TableId] = frozenset()
        self._closed = False

    def touch(self, table: TableId, *, elsewhere: bool = False) -> None:
        """Schedule an announcement of `table`; several touches before it are one, and a touch wakes a table that waits.

        `elsewhere`: another process has changed the table, so that its news wait for that process's answer, or
        `PATIENCE`.
        """
        if self._closed:
            return

        known = self._delivery(table)
        known.stop_timer()

        if elsewhere:
            self._wait(known, Wait.seconds(Why.ANSWER, PATIENCE))
            return

        known.news = True
        if known.task is None:
            known.task = asyncio.create_task(self._work(known), name=f"announce table {table}")

    @asynccontextmanager
    async def answering(self, table: TableId, message: int | None) -> AsyncIterator[Answering]:
        """Hold back the news of `table` while a click on `message` is answered, for `PATIENCE` seconds at most.

        So no message is edited from both sides.
        """
        known, answered = self._delivery(table), asyncio.get_running_loop().create_future()
        known.answers.add(answered)

        if message is not None:
            self._projection.dms.answering(message, answered)

        try:
            yield Answering(message, self.sender, self._projection)
        finally:
            answered.set_result(None)
            known.answers.discard(answered)
            self._forget(known)

    def trouble(self, table: TableId) -> Text | None:
        """Return the text on why the news of `table` aren't shown, for its players; None if they are."""
        known = self._deliveries.get(table)
        return say("trouble-permission") if known is not None and known.wait.why is Why.PERMISSION else None

    def mended(self, *, guild: int | None = None, table: TableId | None = None) -> None:
        """Retry tables that lack a permission, in `guild` or `table`; without both, let the circuit breaker probe.

        Discord has told of a change in the guild, a button was pressed at the table, or the gateway is connected again.
        """
        if guild is None and table is None:
            self.breaker.hope()

        tables = self._deliveries if table is None else {table} & self._deliveries.keys()
        for known in [self._deliveries[each] for each in tables]:
            if known.wait.why is Why.PERMISSION and (table is not None or known.guild == guild):
                self.touch(known.table)

    def lost(self, tables: Iterable[TableId]) -> None:
        """Look up the channels of `tables` again, minutes later and one by one: Discord has told that they are gone."""
        for number, known in enumerate(map(self._delivery, tables)):
            self._wait(known, Wait.seconds(Why.PLACE, known.doubt() + number * ONE_BY_ONE))

    async def catch_up(self) -> None:
        """Begin to announce the tables that were behind at the last stop, and to sweep every `SWEEP` seconds."""
        behind = await self._tables.announcements.behind()
        self._line_up(behind)
        if self._sweeping is None and not self._closed:
            self._sweeping, self._inherited = asyncio.create_task(self._sweep(), name="sweep"), frozenset(behind)

    def show_again(self, delay: float) -> None:
        """Show once more, after `delay` seconds, the tables that were behind at the start, without regard to digests.

        A request of the process that had these tables before may reach Discord only now.
        """
        asyncio.get_running_loop().call_later(delay, self._show_inherited)

    def _show_inherited(self) -> None:
        for table in self._inherited:
            self._delivery(table).anew = True
        self._line_up(self._inherited)

    async def close(self) -> None:
        """Stop announcing, and write the `Announced` records in memory; the rest is announced at the next start."""
        self._closed = True
        self.breaker.close()

        for known in self._deliveries.values():
            known.stop_timer()

        if self._writing is not None:
            self._writing.cancel()

        tasks = [*self._tasks.values(), *filter(None, [self._sweeping])]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=STOP)

        await self._write()

    # What is known of tables, and what they wait for

    @property
    def _tasks(self) -> dict[TableId, asyncio.Task[None]]:
        """Return the tasks of announcements under way."""
        return {each.table: each.task for each in self._deliveries.values() if each.task is not None}

    def _delivery(self, table: TableId) -> Delivery:
        """Return the state of `table`, a new one where none is known."""
        known = self._deliveries.get(table)
        if known is None:
            known = self._deliveries[table] = Delivery(table)
        return known

    def _forget(self, known: Delivery) -> None:
        """Drop the state of a table that has nothing to do and nothing to remember."""
        if known.idle:
            self._deliveries.pop(known.table, None)

    def _wait(self, known: Delivery, wait: Wait) -> None:
        """Let a table wait, unless its present wait ends earlier."""
        if self._closed or (known.timer is not None and known.wait.until <= wait.until):
            return

        known.stop_timer()
        known.wait = wait
        delay = QUIET if wait.why is Why.SHOWN else wait.until - time.monotonic()
        if delay < math.inf:
            known.timer = asyncio.get_running_loop().call_later(max(0.0, delay), self._due, known)

    def _due(self, known: Delivery) -> None:
        known.stop_timer()
        if known.wait.why is Why.SHOWN:
            self._forget(known)
        else:
            self._show(known)

    def _show(self, known: Delivery) -> None:
        """Show a table whole, after a wait."""
        known.whole = True
        self.touch(known.table)

    def _line_up(self, tables: Iterable[TableId]) -> None:
        """Queue tables to be shown whole, `AT_A_TIME` at once."""
        self._line |= dict.fromkeys(tables)
        while self._line and len(self._turns) < AT_A_TIME and not self._closed:
            known = self._delivery(next(iter(self._line)))
            del self._line[known.table]
            self._turns.add(known)
            self._show(known)

    def _write_soon(self) -> None:
        """Write the `Announced` records in a quiet moment, all in one batch."""
        self._told = time.monotonic()
        if self._tables.announcements.unwritten and self._writing is None:
            self._write_in_peace(self._told + QUIET)

    def _write_in_peace(self, latest: float) -> None:
        loop, left = asyncio.get_running_loop(), min(self._told + PEACE, latest) - time.monotonic()
        if left > 0:
            self._writing = loop.call_later(left, self._write_in_peace, latest)
        else:
            self._writing = loop.create_task(self._write(), name="write what was shown")

    async def _write(self) -> None:
        """Write the `Announced` records in memory; records that can't be written cost the same edits once more."""
        self._writing = None
        try:
            await self._tables.announcements.write()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is written later
            log.warning("what was shown could not be written: %r", error)
            if not self._closed:
                self._writing = asyncio.get_running_loop().call_later(QUIET, self._write_in_peace, 0.0)

    async def _sweep(self) -> None:
        """Announce tables that are behind though they wait for nothing, every `SWEEP` seconds: a safety net."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                behind = await self._tables.announcements.behind()
            except StorageError as error:
                log.warning("what is behind could not be read: %s", error)
                continue

            self._write_soon()
            self._line_up([table for table in behind if not self._delivery(table).waits])

    # A table's step

    async def _work(self, known: Delivery) -> None:
        """Announce a table for as long as it has news; then it waits without a task."""
        wait = SHOWN

        try:
            while known.news and not self._closed:
                if known.answers:
                    await asyncio.wait(known.answers, timeout=PATIENCE)
                known.news = False
                wait = Wait(Why.OUTAGE) if self.breaker.holds(known) else await self._try(known)

        finally:
            known.task = None
            self._turns.discard(known)
            self._wait(known, wait)
            self._forget(known)
            self._line_up(())

    async def _try(self, known: Delivery) -> Wait:
        """Announce a table once; return the wait that follows."""
        taken, wait = self.sender.taken, SHOWN
        error: Exception | None = None
        try:
            wait = await self._announce(known)
        except (NoSuchTable, TableClosed):
            # It is gone, or can't be read by this version of its game.
            wait = Wait(Why.UNREADABLE)
        except Exception as raised:  # noqa: BLE001 - whatever it is, the table is tried again
            error = raised

        why = Why.SHOWN if error is None else reason(error, member=self.sender.knows(known.guild))
        refused = isinstance(error, discord.HTTPException | discord.RateLimited) and why is not Why.OUTAGE
        if self.sender.taken > taken or refused:
            self._line_up([each.table for each in self.breaker.taken()])
        elif why is not Why.OUTAGE:
            self.breaker.idle(known)

        if error is not None:
            try:
                return await self._wait_after(known, why, error)
            except StorageError as worse:
                return known.failed(worse)

        known.settled()
        self._write_soon()
        return wait

    async def _announce(self, known: Delivery) -> Wait:
        """Read a table and bring Discord up to date with it; return the wait for the rest, if any."""
        await self._tables.announcements.write_urgent(known.table)
        table = await self._tables.get(known.table)
        known.guild = table.guild

        if not self._tables.ours(table.record):
            await self._tables.storage.hand_on(table.record)
            return SHOWN

        if known.anew:
            known.anew = False
            self.sender.forget(table.record.announced)
        if known.doubted > NEVER:
            await self.sender.ask_for(table.channel)

        left = await self._projection.update(table, known)
        # What a feature can't show keeps no message back, and messages open an archived thread.
        await hooks.show(self.sender, self._tables, table)
        return Wait.seconds(Why.LULL, left) if left else SHOWN

    async def _wait_after(self, known: Delivery, why: Why, error: Exception) -> Wait:
        """Return the wait of a table after `error` (`delivery`)."""
        match why:
            case Why.OUTAGE:
                return self.breaker.failed(known, error) or known.failed(error)
            case Why.RATE_LIMIT:
                return Wait.seconds(why, (route_delay(error) or 0.0) + ROUTE_SLACK)
            case Why.PERMISSION:
                return known.failed(error, why, LOCKED_OUT)
            case Why.PLACE if left := known.doubt():
                return known.failed(error, why, left)
            case Why.PLACE:
                return await self._rest(known)

        return known.failed(error)

    async def _rest(self, known: Delivery) -> Wait:
        """Suspend a table after its channel is gone for sure."""
        log.warning("table %s rests: its place is gone; /table resume leads it back", known.table)
        known.tries = 0
        known.settled()

        with suppress(Refused):
            await self._tables.suspend(known.table)
        return SHOWN
