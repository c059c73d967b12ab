"""Notices of other processes on the same database: they invalidate caches, and wake local work."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress

from bot.announce.announcer import Announcer
from bot.rivals.playing import Rivals
from bot.storage.port import MISSED, About, Notice, StorageError
from bot.storage.records import TableId
from bot.tables.preferences import Preferences
from bot.tables.tables import Tables

log = logging.getLogger(__name__)

AGAIN = 5.0
"""Seconds until missed notices are caught up with again, where the database can't be read."""


LATE = 3.0
"""Seconds within which the last sends of a replaced process have come to Discord."""


class Elsewhere:
    """Follows the notices in their order, one at a time."""

    def __init__(self, tables: Tables, preferences: Preferences, announcer: Announcer, rivals: Rivals) -> None:
        """Take the caches to invalidate, and the parts that work on changed tables."""
        self._tables = tables
        self._preferences = preferences
        self._announcer = announcer
        self._rivals = rivals
        self._notices: deque[Notice] = deque()
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def enqueue(self, notice: Notice) -> None:
        """Add `notice` to the queue, and start its task if none runs."""
        if self._closed:
            return
        self._notices.append(notice)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._follow_all(), name="what other processes tell")

    async def close(self) -> None:
        """Follow no more notices."""
        self._closed = True
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _follow_all(self) -> None:
        while self._notices:
            notice = self._notices.popleft()
            try:
                await self._follow(notice)
            except StorageError as error:
                log.warning("what other processes have changed could not be read: %s", error)
                asyncio.get_running_loop().call_later(AGAIN, self.enqueue, MISSED)

    async def _follow(self, notice: Notice) -> None:
        table = TableId(notice.number)
        match notice.about:
            case About.CHANGED:
                await self._tables.invalidate(table)
                self._announcer.touch(table, elsewhere=True)
                self._rivals.touch(table)
            case About.ANSWERED:
                self._announcer.touch(table)
            case About.PEOPLE:
                await self._tables.invalidate(table)
            case About.PERSON:
                self._preferences.drop_person(notice.number)
            case About.SERVER:
                self._preferences.drop_server(notice.number)
            case About.WOKEN:
                self._announcer.show_again(LATE)
            case About.MISSED:
                await self._look_at_everything()

    async def _look_at_everything(self) -> None:
        self._preferences.clear()
        await self._tables.invalidate_all()
        await self._announcer.catch_up()
        await self._rivals.catch_up()
