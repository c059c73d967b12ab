"""What Discord has been shown of tables: written at once where it must be, else with the next change or in peace."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import replace

from bot.storage import sql
from bot.storage.records import Announced, TableId
from bot.tables.cache import TableCache, Unwritten, changes_table
from bot.tables.schedule import ClockChange, clock_after_calls, unchanged
from bot.tables.table import Table
from engine.errors import Refused


class Announcements:
    """What Discord has been shown of all tables, as far as the database has to know it."""

    def __init__(self, cache: TableCache) -> None:
        """Take the tables."""
        self.cache = cache

    @changes_table
    async def keep(self, table: Table, announced: Announced, wind: ClockChange = unchanged) -> None:
        """Keep what Discord has been shown of a table, and change its clocks besides.

        It is written at once where it must not be done twice, or changes a clock, or where nothing more will change.
        """
        await self.note(table, announced, wind)

    async def note(
        self, table: Table, announced: Announced, wind: ClockChange = unchanged, *, at_once: bool = False
    ) -> Table:
        """Keep what Discord has been shown of a table whose lock is held (`keep`); write it `at_once` in any case."""
        record, unwritten = table.record, self.cache.unwritten
        clock = clock_after_calls(table, announced, self.cache.now(), wind)
        if announced == record.announced and clock is None and wind is unchanged and not at_once:
            return table
        knows = unwritten[record.id].knows if record.id in unwritten else record.announced
        changed = bool(announced.messages - knows.messages) or announced.restored != knows.restored
        urgent = clock is not None or wind is not unchanged or changed or not record.status.open
        unwritten[record.id] = Unwritten(knows, announced, wind, urgent)
        if urgent or at_once:
            dated = clock and self.cache.schedule.dated(clock)
            return await self.cache.keep_announced(table, dated, urgent=urgent)
        return self.cache.remember(replace(table, record=replace(record, announced=announced)))

    @property
    def unwritten(self) -> Collection[TableId]:
        """Return the tables of which Discord was shown something that the database doesn't know."""
        return self.cache.unwritten.keys()

    async def write(self) -> None:
        """Write what Discord was shown of any table, all in one batch; raise StorageError where that can't be done."""
        done = await asyncio.gather(*map(self._write, self.unwritten), return_exceptions=True)
        for error in done:
            if isinstance(error, BaseException) and not isinstance(error, Refused):
                raise error

    async def write_urgent(self, table: TableId) -> None:
        """Write what Discord was shown of a table if the database has refused what must be kept before all else."""
        if table in self.unwritten and self.cache.unwritten[table].urgent:
            await self._write(table)

    @changes_table
    async def _write(self, table: Table) -> None:
        left = self.cache.unwritten.get(table.id)
        if left is not None:
            await self.note(table, left.announced, left.wind, at_once=True)

    async def behind(self) -> list[TableId]:
        """Return the tables of which Discord hasn't been shown everything."""
        return [table for table in await self.cache.storage.select(sql.UNSHOWN) if not self.shown(table)]

    def shown(self, table: TableId) -> bool:
        """Tell whether Discord was shown all of a table, though the database doesn't know that."""
        known = self.cache.peek(table)
        shown = known is not None and known.record.announced.revision == known.record.revision
        return shown and table in self.unwritten
