"""Retention of tables: the caretaker closes, deletes and erases what has been stored long enough.

A lobby without a change of its sitters for some days is closed with a message. A table that rests because its channel
is gone is closed if nobody has resumed it, and a private one after `ALONE_DAYS` without a move. A table that ended
without a move is deleted once Discord was shown so, and a finished one after a year. Users with an erasure request are
erased from each table as soon as that is over. The settings of a guild are erased as long after Herald left it as a
table rests there.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf

from bot.storage import sql
from bot.storage.port import LostUpdate, StorageError
from bot.storage.records import Status, TableId
from bot.tables.preferences import Preferences
from bot.tables.tables import Tables
from engine.errors import Refused

log = logging.getLogger(__name__)

FOREVER = 0
"""A number of days that stands for never."""
DAY = 86_400.0
FIRST, BETWEEN = 120.0, 3600.0
"""Seconds from the start to the caretaker's first round, and from each round to the next."""
ALONE_DAYS = 14
"""Days without a move after which a private table is closed."""
MOST_SHOWN, MOST_DELETED = 50, 1000
"""How many tables a round closes, each of which is announced, and how many it deletes; the rest waits an hour."""


@dataclass(eq=False)
class Caretaker:
    """Task that closes, deletes and erases tables that are due, in a round every `BETWEEN` seconds.

    It lives from `start` to `close`. One table at a time, so that a player waits for one change at most. Failures
    are logged and retried in the next round; nothing is returned. `_present` returns the guilds that Herald is in, None
    while some are unknown; `_clock` returns seconds since the epoch. After their days, `FOREVER` for never, lobbies and
    resting tables are closed, and finished ones deleted.
    """

    _tables: Tables
    _preferences: Preferences
    _present: Callable[[], Collection[int] | None]
    _clock: Callable[[], float] = time.time
    _lobby_days: int = FOREVER
    _resting_days: int = FOREVER
    _finished_days: int = FOREVER
    _looked: float = -inf
    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the rounds, the first one `FIRST` seconds from now."""
        self._task = asyncio.create_task(self._run(), name="caretaker")

    async def close(self) -> None:
        """Stop the rounds; the rest is done after the next start."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        await asyncio.sleep(FIRST)
        while True:
            try:
                await self.run_round()
            except StorageError as error:
                log.warning("the caretaker could not go round: %s", error)
            except Exception:
                log.exception("the caretaker could not go round")

            await asyncio.sleep(BETWEEN)

    async def run_round(self) -> None:
        """Close, delete and erase all that is due by now."""
        tables, care = self._tables, self._care_for_each
        days = self._lobby_days
        await self._close_idle(await self._stale(Status.LOBBY, days, MOST_SHOWN), days)
        alone = await tables.storage.select(
            sql.IDLE_ALONE, before=self._before(ALONE_DAYS), most=MOST_DELETED
        )
        await self._close_idle(alone, ALONE_DAYS)

        days = self._resting_days
        resting = await self._stale(Status.SUSPENDED, days, MOST_SHOWN)
        rested = partial(tables.close_resting, before=self._before(days))
        await care("closed", resting, rested)

        await self._erase_users()
        await self._erase_servers()
        await care("deleted", await self._deletable(), tables.delete)

    async def _close_idle(self, found: Sequence[TableId], days: int) -> None:
        """Close those of the tables `found` at which nobody has done anything for so many `days`."""
        close = partial(self._tables.close_idle, before=self._before(days), days=days)
        await self._care_for_each("closed", found, close)

    async def _care_for_each(
        self,
        done: str,
        found: Sequence[TableId],
        care: Callable[[TableId], Awaitable[object]],
    ) -> None:
        """Run `care` on each of the tables `found`, one by one; `done` is its participle for the log."""
        count = 0
        for table in found:
            try:
                await care(table)
                count += 1
            except (LostUpdate, Refused):
                # Another change came first, or this version can't read it.
                log.info("table %s was not %s", table, done)
            except StorageError as error:
                log.warning("table %s could not be %s: %s", table, done, error)

        if count:
            log.info("the caretaker has %s %s tables", done, count)

    async def _deletable(self) -> list[TableId]:
        days = self._finished_days
        found: list[TableId] = []
        if days != FOREVER:
            found += await self._tables.storage.select(sql.UNPLAYED, most=MOST_DELETED)
        for status in (Status.OVER, Status.ENDED):
            found += await self._stale(status, days, MOST_DELETED)
        return list(dict.fromkeys(found))

    async def _stale(self, status: Status, days: int, most: int) -> Sequence[TableId]:
        """Return up to `most` tables that have had this `status` for `days`; none for `FOREVER`."""
        if days == FOREVER:
            return ()
        return await self._tables.storage.select(
            sql.STALE, status=status.value, before=self._before(days), most=most
        )

    async def _erase_users(self) -> None:
        for user, table in await self._tables.storage.select(sql.GRANTABLE):
            try:
                await self._tables.erase(user, table)
            except LostUpdate:
                log.info(
                    "table %s could not forget somebody yet: it was changed meanwhile",
                    table,
                )
            except StorageError as error:
                log.warning("table %s could not forget somebody yet: %s", table, error)

    async def _erase_servers(self) -> None:
        days = self._resting_days
        present = self._present()
        now = self._clock()
        if days == FOREVER or present is None or now < self._looked + DAY:
            return
        if gone := await self._preferences.erase_absent_guilds(
            present, now, self._before(days)
        ):
            log.info("the caretaker has forgotten what was chosen for %s servers", gone)
        self._looked = now

    def _before(self, days: int) -> float:
        return self._clock() - days * DAY
