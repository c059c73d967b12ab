"""What the storage keeps about time: how clocks stand, what is due, when Herald was down, and what people chose."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeVar

from bot.clocks.clock import Clock
from bot.clocks.habits import Habits
from bot.clocks.timeline import Stretch
from bot.storage.records import TableId
from bot.storage.sqlite import clocks
from bot.storage.sqlite.working import Working

T = TypeVar("T")


class Times(Working):
    """The part of the storage that is about time."""

    async def keep_clock(self, table: TableId, clock: Clock) -> None:
        """Keep how the clocks of a table stand."""
        await self._write(partial(clocks.keep, table=table, clock=clock))

    async def due(self, now: float, most: int) -> Sequence[TableId]:
        """Return the tables that have to be looked at by now, longest due first."""
        found = await self._read(lambda db: db.execute(clocks.DUE, (now, most)).fetchall())
        return [TableId(row["table_id"]) for row in found]

    async def next_due(self) -> float | None:
        """Return when a table has to be looked at or a digest is due next; None if nothing is."""
        found: float | None = (await self._read(lambda db: db.execute(clocks.NEXT).fetchone()))["due"]
        return found

    async def habits(self, user: int) -> Habits:
        """Return what a person has chosen about time."""
        return await self._read(partial(clocks.habits, user=user))

    async def keep_habits(self, habits: Habits) -> None:
        """Keep what a person has chosen about time."""
        await self._write(partial(clocks.keep_habits, habits=habits))

    async def digests(self, now: float, most: int) -> Sequence[int]:
        """Return whose digest is due by now."""
        found = await self._read(lambda db: db.execute(clocks.DIGESTS, (now, most)).fetchall())
        return [row["user"] for row in found]

    async def outages(self) -> Sequence[Stretch] | None:
        """Return when Herald was down, oldest first; None if that isn't what was written."""
        return await self._read(clocks.outages)

    async def keep_outage(self, begin: float, until: float, forgets: float) -> None:
        """Keep that Herald was down."""
        await self._write(partial(clocks.keep_outage, begin=begin, until=until, forgets=forgets))

    async def set_back(self, now: float) -> None:
        """Let every table be looked at: the host's clock was set back."""
        await self._write(partial(clocks.set_back, now=now))
