"""How long tables are kept, and the caretaker who closes and deletes what has been kept long enough.

A lobby that nobody has come to or left for some days is closed and says so. A table that rests because its place is
gone is closed if nobody has led it back, and a private one if nobody has played there for two weeks. What was ended
without a move is deleted once it has been shown so, and what
is over after a year. People who wished to be forgotten are taken out of each table as soon as that is over. What was
chosen for a server is forgotten as long after Herald left it as a table waits there for its place.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import chain
from math import inf
from typing import Final

from bot.storage import sql
from bot.storage.port import LostUpdate, StorageError
from bot.storage.records import Status, TableId
from bot.storage.store import Store
from bot.tables.preferences import Preferences
from bot.tables.tables import Tables
from engine.errors import Refused

log = logging.getLogger(__name__)

FOREVER: Final = 0
"""Stands for never, in the place of a number of days."""
DAY: Final = 86_400.0
FIRST, BETWEEN = 120.0, 3600.0
"""Seconds from the start to the caretaker's first round, and from each round to the next."""
ALONE_DAYS: Final = 14
"""After how many days without a move a private table is closed."""
MOST_SHOWN, MOST_DELETED = 50, 1000
"""How many tables a round closes, each of which Discord is shown, and how many it deletes; the rest waits an hour."""


@dataclass(frozen=True, slots=True)
class Retention:
    """After how many days tables are closed and deleted; FOREVER where they are not."""

    lobby_days: int = FOREVER
    resting_days: int = FOREVER
    finished_days: int = FOREVER


class Caretaker:
    """Goes through the tables once an hour; it never hurries, and what fails it tries again the next time."""

    def __init__(
        self,
        tables: Tables,
        preferences: Preferences,
        storage: Store,
        retention: Retention,
        present: Callable[[], Collection[int] | None],
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Take the tables, what was chosen, the storage, and how long things are kept.

        `present` tells in which servers Herald is, None as long as not all are known; the clock tells the time in
        seconds since the epoch.
        """
        self._tables = tables
        self._preferences = preferences
        self._storage = storage
        self._present = present
        self._retention = retention
        self._clock = clock
        self._looked = -inf
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to go round, some minutes from now."""
        self._task = asyncio.create_task(self._stay(), name="caretaker")

    async def close(self) -> None:
        """Stop; whatever is left is done after the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _stay(self) -> None:
        await asyncio.sleep(FIRST)
        while True:
            try:
                await self.round()
            except StorageError as error:
                log.warning("the caretaker could not go round: %s", error)
            except Exception:
                log.exception("the caretaker could not go round")
            await asyncio.sleep(BETWEEN)

    async def round(self) -> None:
        """Close, delete and forget whatever is due."""
        keeps, tables = self._retention, self._tables
        lobbies = await self._stale(Status.LOBBY, keeps.lobby_days, MOST_SHOWN)
        before = self._before(keeps.lobby_days)
        await self._each("closed", lobbies, lambda table: tables.expire(table, before, keeps.lobby_days))
        resting = await self._stale(Status.SUSPENDED, keeps.resting_days, MOST_SHOWN)
        before_rest = self._before(keeps.resting_days)
        await self._each("closed", resting, lambda table: tables.retire(table, before_rest))
        idle = await self._storage.select(sql.IDLE_ALONE, before=self._before(ALONE_DAYS), most=MOST_DELETED)
        await self._each("closed", idle, lambda table: tables.put_away(table, ALONE_DAYS))
        await self._forget()
        await self._forget_servers()
        await self._each("deleted", await self._deletable(), tables.delete)

    async def _each(self, what: str, found: Sequence[TableId], care: Callable[[TableId], Awaitable[None]]) -> None:
        """Take care of some tables one by one: whoever plays meanwhile waits for one of them at most."""
        done = 0
        for table in found:
            try:
                await care(table)
                done += 1
            except (LostUpdate, Refused):
                # Somebody was there first, or this version can't read it.
                log.info("table %s was not %s", table, what)
            except StorageError as error:
                log.warning("table %s could not be %s: %s", table, what, error)
        if done:
            log.info("the caretaker has %s %s tables", what, done)

    async def _deletable(self) -> list[TableId]:
        days = self._retention.finished_days
        unplayed = await self._storage.select(sql.UNPLAYED, most=MOST_DELETED) if days != FOREVER else ()
        over = [await self._stale(status, days, MOST_DELETED) for status in (Status.OVER, Status.ENDED)]
        return list(dict.fromkeys([*unplayed, *chain.from_iterable(over)]))

    async def _stale(self, status: Status, days: int, most: int) -> Sequence[TableId]:
        if days == FOREVER:
            return ()
        return await self._storage.select(sql.STALE, status=status.value, before=self._before(days), most=most)

    async def _forget(self) -> None:
        for user, table in await self._storage.select(sql.GRANTABLE):
            try:
                await self._tables.forget(user, table)
            except LostUpdate:
                log.info("table %s could not forget somebody yet: it was changed meanwhile", table)
            except StorageError as error:
                log.warning("table %s could not forget somebody yet: %s", table, error)

    async def _forget_servers(self) -> None:
        days, present, now = self._retention.resting_days, self._present(), self._clock()
        if days == FOREVER or present is None or now < self._looked + DAY:
            return
        if gone := await self._preferences.forget_servers(present, now, self._before(days)):
            log.info("the caretaker has forgotten what was chosen for %s servers", gone)
        self._looked = now

    def _before(self, days: int) -> float:
        return self._clock() - days * DAY
