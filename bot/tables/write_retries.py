"""Writes of tables: one that was overtaken, one of unknown outcome, and what was sent before one.

Theory of operation. Where another process was faster the optimistic lock fails, and the change is tried once more on
the row as it is: the entry in memory may be older, and a click is out of date only if it is so for the table as it
stands. A write that has begun may also succeed although no task waits for it any more: its task was
cancelled, or the disk failed. No listener would hear of it then: rivals that it asks would not play, and no message
would show it. So such a table is written once more as it stands, after any write that is under way. Where the first one
succeeded, the second fails its optimistic lock, and is retried (`TableCache.change`). All listeners hear of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bot.storage.port import Damaged, LostUpdate, StorageError
from bot.storage.records import Published, TableId, TableRecord
from bot.tables.due_times import ClockChange
from engine.errors import Refused
from engine.frozen import frozen, replace

T = TypeVar("T")
log = logging.getLogger(__name__)

DELAYS = (0.0, 1.0, 5.0, 30.0, 120.0, 600.0)
"""Seconds before each try, while the database can't be written."""


async def retry_on_conflict(change: Callable[[], Awaitable[T]]) -> T:
    """Run `change`, and once more if its optimistic lock failed (`LostUpdate`, or a refusal because of one)."""
    try:
        return await change()
    except (LostUpdate, Refused) as error:
        if not any(isinstance(each, LostUpdate) for each in (error, error.__cause__)):
            raise
    return await change()


@dataclass(eq=False)
class UnknownWrites:
    """Writes tables once more whose last write has an unknown outcome, in one task for each table.

    Each of `DELAYS` precedes a try. A refusal or a corrupt row ends the task, a `StorageError` leads to the next try,
    and after the last one the next start finds the table. `_keep` writes a table as it stands, and raises
    `StorageError`, or `Refused` if the table is gone.
    """

    _keep: Callable[[TableId], Awaitable[Any]]
    _tasks: dict[TableId, asyncio.Task[None]] = field(default_factory=dict)

    def begin(self, table: TableId) -> None:
        """Start the task that settles `table`, unless it is running."""
        if table not in self._tasks:
            task = asyncio.create_task(
                self._settle(table), name=f"settle table {table}"
            )
            self._tasks[table] = task
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
                log.info(
                    "table %s can't be settled, which is tried again: %s", table, error
                )
            else:
                return


@frozen
class Unwritten:
    """State of a table that Discord was sent and the database lacks: it still `knows` what was `announced` before.

    `clock_change` changes the table's clocks when it is written. It is `urgent` if it had to be written at once and
    wasn't.
    """

    knows: Published
    announced: Published
    clock_change: ClockChange
    urgent: bool

    def with_pledge_message(self, table: TableRecord) -> TableRecord:
        """Return `table` with the message that was `announced` as the one that shows its pledge.

        It counts only if it was posted after the secret was drawn: one that was there before shows nothing of it.
        """
        pledged, message = table.pledged, self.announced.message
        if (
            table.save
            or pledged is None
            or pledged.message
            or message in {None, self.knows.message}
        ):
            return table
        return replace(table, pledged=replace(pledged, message=message))
