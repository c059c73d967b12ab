"""Tables of whose last change nobody heard whether it was kept: who asked for it waits no longer, or the disk failed.

Theory of operation. A change that has begun may be kept although nobody waits for it any more. Nobody would be told of
it then: rivals that it asks would not play, and no message would show it. So such a table is kept once more as it
stands, which is written after whatever was on its way. Where that was kept, the second change is refused as overtaken,
and is made anew on what the disk has (`TableCache.change`). All who listen are told by it.
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
"""Seconds before each try, where the database can't be written."""


class Settling:
    """Keeps such tables once more, in one task each; the next start finds what no try could settle."""

    def __init__(self, keep: Callable[[TableId], Awaitable[Any]]) -> None:
        """Take what keeps a table as it stands; it raises StorageError, or Refused where it is gone."""
        self._keep = keep
        self._tasks: dict[TableId, asyncio.Task[None]] = {}

    def begin(self, table: TableId) -> None:
        """Begin to settle a table, unless that is under way."""
        if table not in self._tasks:
            task = self._tasks[table] = asyncio.create_task(self._settle(table), name=f"settle table {table}")
            task.add_done_callback(lambda _: self._tasks.pop(table))

    async def finish(self) -> None:
        """Return once nothing is to be settled any more."""
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
