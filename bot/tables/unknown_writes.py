"""Second writes of tables whose last write has an unknown outcome: its task was cancelled, or the disk failed.

Theory of operation. A write that has begun may succeed although no task waits for it any more. No listener would hear
of it then: rivals that it asks would not play, and no message would show it. So such a table is written once more as it
stands, after any write that is under way. Where the first one succeeded, the second fails its optimistic lock, and is
retried on the row as it is (`TableCache.change`). All listeners hear of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

from bot.storage.port import Damaged, StorageError
from bot.storage.records import TableId
from engine.errors import Refused

log = logging.getLogger(__name__)

DELAYS: Final = (0.0, 1.0, 5.0, 30.0, 120.0, 600.0)
"""Seconds before each try, while the database can't be written."""


class UnknownWrites:
    """Writes tables once more whose last write has an unknown outcome, in one task for each table.

    Each of `DELAYS` precedes a try. A refusal or a corrupt row ends the task, a `StorageError` leads to the next try,
    and after the last one the next start finds the table. Nothing is returned.
    """

    def __init__(self, keep: Callable[[TableId], Awaitable[Any]]) -> None:
        """Write a table as it stands with `keep`, which raises `StorageError`, or `Refused` if the table is gone."""
        self._keep = keep
        self._tasks: dict[TableId, asyncio.Task[None]] = {}

    def begin(self, table: TableId) -> None:
        """Start the task that settles `table`, unless it is running."""
        if table not in self._tasks:
            task = self._tasks[table] = asyncio.create_task(self._settle(table), name=f"settle table {table}")
            task.add_done_callback(lambda _: self._tasks.pop(table))

    async def finish(self) -> None:
        """Wait until no task is left."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    async def _settle(self, table: TableId) -> None:
        for delay in DELAYS:
            await asyncio.sleep(delay)

            try:
                await self._keep(table)
            except (Refused, Damaged):
                return
            except StorageError as error:
                log.info("table %s can't be settled, which is tried again: %s", table, error)
            else:
                return
