"""Announcer: one task for each table with news, which brings Discord up to date with the table as it is then.

Theory of operation. The messages of a table are derived from the database. A move is committed and answered first;
the commit touches the table, and its task lets `Reconciler` bring everything up to date. Nothing is sent inside a
transaction or under a table's lock.

A table is *behind* as long as `Published.revision` differs from the table's revision. All that is known of announcing
it is one `AnnounceState`, from its first news until nothing was left to show for `QUIET` seconds; then it is evicted. A
table is announced by steps, each in this order:

1. its news wait for answers to clicks that are under way at the table (`ClickAnswer`, at most `PATIENCE`), so that no
   message is edited from both sides. An answer's own edit of the clicked message is remembered and not made again: most
   turns end with a click in the post that asked, whose answer finishes it. Then they let answers at other tables go
   first, and wait for those begun here meanwhile (`AnnounceState.stand_back`);
2. where Discord takes nothing, it waits for the circuit breaker, before anything is read or composed;
3. it is read and shown. News that come meanwhile begin the next step;
4. the outcome says why and until when it waits (`announce_state`), which costs a timer and no task. When the time has
   come, or something has happened that may mend it, it takes the next step, and is shown whole.

Under all of that lies a sweep of the tables that are behind and wait for nothing, every `SWEEP` seconds and at the
start, a few at a time. Three kinds of tables aren't tried: those that are gone, those that this version can't read, and
those at rest until `Tables.resume` leads them back.

The log has one line when a table can't be announced, and one with the number of tries when it could be.

A question is shown at once, in the story; its ping is debounced: it follows `DEBOUNCE` seconds later, unless it is
answered by then. News without a question are debounced as well, so that several quick moves share an edit and a
picture, and the last of them is shown after `DEBOUNCE` seconds at most. Until then the table stays behind.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress

import discord

from bot.announce.announce_state import (
    LOCKED_OUT,
    NEVER,
    PATIENCE,
    QUIET,
    ROUTE_SLACK,
    SHOWN,
    AnnounceState,
    PublishedWriter,
    Wait,
    WaitReason,
    reason_to_wait,
    route_delay,
)
from bot.announce.circuit_breaker import CircuitBreaker
from bot.announce.click_answer import ClickAnswer
from bot.announce.reconciler import Reconciler
from bot.announce.reminders import Digests
from bot.announce.sender import Sender
from bot.faces import feature_hooks
from bot.host import answer_deadline
from bot.pictures.renderer import FollowUpPictures
from bot.sending.codes import DiscordClock
from bot.sending.reader_settings import ReaderSettings
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
SWEEP = 300.0
"""Seconds between two sweeps of the tables that are behind."""


class Announcer:
    """Announces tables: at most one task for each, at once after `touch`; lives as long as the bot.

    A table waits for answers to clicks, for debouncing, or for the circuit breaker. Errors are logged once for each
    table and retried for ever, as `announce_state` says; no caller gets one. Nothing is returned: the messages that
    were sent are stored with the table (`Published`).
    """

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        audience: ReaderSettings,
        pictures: FollowUpPictures,
        clock: DiscordClock,
    ) -> None:
        """Send by `client`, at Discord's `clock`, the news of `tables` in the languages of `audience`."""
        self.sender = Sender(client, pictures.renderer, clock, tables.now)
        self._reconciler = Reconciler(
            self.sender, tables, audience, pictures, self.touch
        )
        self.note_answer = self._reconciler.dms.note_answer
        self.digests = Digests(self.sender, tables, audience)
        self.breaker = CircuitBreaker(self._announce_whole)
        self._tables = tables
        self._writer = PublishedWriter(tables.published_states)

        self._states: dict[TableId, AnnounceState] = {}
        self._queue: dict[TableId, None] = {}
        self._running: set[AnnounceState] = set()
        self._sweep_task: asyncio.Task[None] | None = None
        self._inherited: dict[TableId, frozenset[int | None]] = {}
        self._closed = False

    def touch(self, table: TableId, *, elsewhere: bool = False) -> None:
        """Schedule an announcement of `table`; several touches before it are one, and a touch wakes a table that waits.

        `elsewhere`: another process has changed the table, so that its news wait for that process's answer, or
        `PATIENCE`.
        """
        if self._closed:
            return

        state = self._state(table)
        state.stop_timer()
        if elsewhere:
            self._set_wait(state, Wait.seconds(WaitReason.ANSWER, PATIENCE))
            return

        state.news = True
        if state.task is None:
            state.task = asyncio.create_task(
                self._run_updates(state),
                name=f"announce table {table}",
            )

    @asynccontextmanager
    async def hold_news(
        self, table: TableId, message: int | None
    ) -> AsyncIterator[ClickAnswer]:
        """Hold back the news of `table` while a click on `message` is answered, for `PATIENCE` seconds at most.

        So no message is edited from both sides.
        """
        state = self._state(table)
        answered = asyncio.get_running_loop().create_future()
        state.answers.add(answered)
        if message is not None:
            self._reconciler.dms.note_click(message, answered)

        try:
            yield ClickAnswer(message, self.sender, self._reconciler, state)
        finally:
            answered.set_result(None)
            state.answers.discard(answered)
            self._evict(state)

    def trouble_text(self, table: TableId) -> Text | None:
        """Return the text on why the news of `table` aren't shown, for its players; None if they are."""
        state = self._states.get(table)
        if state is None or state.wait.reason is not WaitReason.PERMISSION:
            return None
        return say("trouble-permission")

    def retry(self, *, guild: int | None = None, table: TableId | None = None) -> None:
        """Retry tables that lack a permission, in `guild` or `table`; without both, let the circuit breaker probe.

        Discord has told of a change in the guild, a button was pressed at the table, or the gateway is connected again.
        """
        if guild is None and table is None:
            self.breaker.probe_now()

        tables = self._states if table is None else {table} & self._states.keys()
        for state in [self._states[each] for each in tables]:
            meant = table is not None or state.guild == guild
            if meant and state.wait.reason is WaitReason.PERMISSION:
                self.touch(state.table)

    def recheck_channels(self, tables: Iterable[TableId]) -> None:
        """Look up the channels of `tables` again, minutes later and one by one: Discord has told that they are gone."""
        for number, table in enumerate(tables):
            state = self._state(table)
            delay = state.doubt_channel() + number * ONE_BY_ONE
            self._set_wait(state, Wait.seconds(WaitReason.CHANNEL, delay))

    async def catch_up(self) -> None:
        """Begin to announce the tables that were behind at the last stop, and to sweep every `SWEEP` seconds."""
        behind = await self._tables.published_states.find_behind()
        self._enqueue(behind)
        if self._sweep_task is None and not self._closed:
            self._sweep_task = asyncio.create_task(self._sweep(), name="sweep")
            self._inherited = dict.fromkeys(behind, frozenset())

    def reannounce(self, delay: float) -> None:
        """Show once more, after `delay` seconds, the tables that were behind at the start, without regard to digests.

        A request of the process that had these tables before may reach Discord only now.
        """
        asyncio.get_running_loop().call_later(delay, self._reannounce_inherited)

    def _reannounce_inherited(self) -> None:
        self.sender.unsearched |= self._inherited
        for table in self._inherited:
            self._state(table).anew = True
        self._enqueue(self._inherited)

    async def close(self) -> None:
        """Stop announcing, and write the `Published` records in memory; the rest is announced at the next start."""
        self._closed = True
        self.breaker.close()

        for state in self._states.values():
            state.stop_timer()
        self._writer.stop()
        tasks = self._sweep_task, *self._tasks.values()
        await answer_deadline.cancel_within(STOP, *tasks)
        await self._writer.write()

    @property
    def _tasks(self) -> dict[TableId, asyncio.Task[None]]:
        """Return the tasks of announcements under way."""
        return {number: each.task for number, each in self._states.items() if each.task}

    def _state(self, table: TableId) -> AnnounceState:
        """Return the state of `table`, a new one where none is known."""
        if table not in self._states:
            self._states[table] = AnnounceState(table)
        return self._states[table]

    def _evict(self, state: AnnounceState) -> None:
        """Drop the state of a table that has nothing to do and nothing to remember."""
        if state.is_idle:
            self._states.pop(state.table, None)

    def _set_wait(self, state: AnnounceState, wait: Wait) -> None:
        """Let a table wait, unless its present wait ends earlier."""
        if self._closed or (state.timer is not None and state.wait.until <= wait.until):
            return

        state.stop_timer()
        state.wait = wait
        left = wait.until - time.monotonic()
        delay = QUIET if wait.reason is WaitReason.SHOWN else max(0.0, left)
        if delay < math.inf:
            later = asyncio.get_running_loop().call_later
            state.timer = later(delay, self._end_wait, state)

    def _end_wait(self, state: AnnounceState) -> None:
        state.stop_timer()
        if state.wait.reason is WaitReason.SHOWN:
            self._evict(state)
        else:
            self._announce_whole(state)

    def _announce_whole(self, state: AnnounceState) -> None:
        """Show a table whole, after a wait."""
        state.whole = True
        self.touch(state.table)

    def _enqueue(self, tables: Iterable[TableId]) -> None:
        """Queue tables to be shown whole, `AT_A_TIME` at once."""
        self._queue |= dict.fromkeys(tables)
        while self._queue and len(self._running) < AT_A_TIME and not self._closed:
            state = self._state(next(iter(self._queue)))
            del self._queue[state.table]
            self._running.add(state)
            self._announce_whole(state)

    async def _sweep(self) -> None:
        """Announce tables that are behind though they wait for nothing, every `SWEEP` seconds: a safety net."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                behind = await self._tables.published_states.find_behind()
            except StorageError as error:
                log.warning("what is behind could not be read: %s", error)
                continue

            self._writer.schedule()
            self._enqueue(
                table for table in behind if not self._state(table).is_pending
            )

    async def _run_updates(self, state: AnnounceState) -> None:
        """Announce a table for as long as it has news; then it waits without a task."""
        wait = SHOWN

        try:
            while state.news and not self._closed:
                await state.stand_back()
                state.news = False
                held = self.breaker.hold(state)
                wait = (
                    Wait(WaitReason.CIRCUIT) if held else await self._try_update(state)
                )

        finally:
            state.task = None
            self._running.discard(state)
            self._set_wait(state, wait)
            self._enqueue(())

    async def _try_update(self, state: AnnounceState) -> Wait:
        """Announce a table once; return the wait that follows."""
        taken, wait, why = self.sender.requests_taken, SHOWN, WaitReason.SHOWN
        error: Exception | None = None
        try:
            wait = await self._update_table(state)
        except (NoSuchTable, TableClosed):
            # It is gone, or can't be read by this version of its game.
            wait = Wait(WaitReason.UNREADABLE)
        except Exception as raised:  # noqa: BLE001 - whatever it is, the table is tried again
            error = raised
            member = self.sender.is_in_guild(state.guild)
            why = reason_to_wait(raised, member=member)

        refused = isinstance(error, discord.HTTPException | discord.RateLimited)
        own = why is not WaitReason.CIRCUIT
        if self.sender.requests_taken > taken or (refused and own):
            self._enqueue([each.table for each in self.breaker.count_success()])
        elif own:
            self.breaker.pass_probe_on(state)

        if error is not None:
            try:
                return await self._wait_after(state, why, error)
            except StorageError as worse:
                return state.count_failure(worse)

        state.mark_announced()
        self._writer.schedule()
        return wait

    async def _update_table(self, state: AnnounceState) -> Wait:
        """Read a table and bring Discord up to date with it; return the wait for the rest, if any."""
        await self._tables.published_states.write_urgent(state.table)
        table = await self._tables.get(state.table)
        state.guild, state.channel = table.guild, table.channel

        if not self._tables.is_ours(table.record):
            told = len(state.dms)
            await self._tables.storage.notify_answered(table.record, *state.dms)
            del state.dms[:told]
            return SHOWN

        state.dms.clear()
        if self._inherited.get(table.id) == frozenset():
            stored = table.record.announced.messages
            self._inherited[table.id] = stored
            self.sender.unsearched[table.id] = stored
        if state.anew:
            state.anew = False
            self.sender.evict_digests(table.record.announced)
        if state.doubted > NEVER:
            await self.sender.fetch_channel(table.channel)

        left = await self._reconciler.update(table, state)
        if not (left or state.news):
            await self.sender.delete_lost(await self._tables.get(table.id))
        # What a feature can't show keeps no message back, and messages open an archived thread.
        await feature_hooks.show(self.sender, self._tables, table)
        return Wait.seconds(WaitReason.DEBOUNCE, left) if left else SHOWN

    async def _wait_after(
        self, state: AnnounceState, why: WaitReason, error: Exception
    ) -> Wait:
        """Return the wait of a table after `error` (`announce_state`)."""
        match why:
            case WaitReason.CIRCUIT:
                held = self.breaker.count_failure(state, error)
                return held or state.count_failure(error)
            case WaitReason.RATE_LIMIT:
                return Wait.seconds(why, (route_delay(error) or 0.0) + ROUTE_SLACK)
            case WaitReason.PERMISSION:
                return state.count_failure(error, why, LOCKED_OUT)
            case WaitReason.CHANNEL if left := state.doubt_channel():
                return state.count_failure(error, why, left)
            case WaitReason.CHANNEL:
                return await self._suspend(state)

        return state.count_failure(error)

    async def _suspend(self, state: AnnounceState) -> Wait:
        """Suspend a table after its channel is gone for sure."""
        state.tries = 0
        state.mark_announced()

        with suppress(Refused):
            await self._tables.suspend(state.table, state.channel)
            log.warning(
                "table %s rests: its place is gone; /table resume leads it back",
                state.table,
            )
        return SHOWN
