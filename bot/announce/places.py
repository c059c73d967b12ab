"""Places that may be gone: Discord is asked twice, minutes apart, before a table is put to rest."""

from __future__ import annotations

from datetime import datetime, timedelta

import discord

from bot.storage.records import TableId

APART = timedelta(minutes=2)
"""After this time Discord is asked again for a place that it didn't know."""


class Places:
    """Remembers since when the place of a table is in doubt."""

    def __init__(self) -> None:
        self._doubted: dict[TableId, datetime] = {}

    def doubted(self, table: TableId) -> bool:
        """Tell whether Discord has said once that the place of a table is gone."""
        return table in self._doubted

    def gone(self, table: TableId) -> float:
        """Take note that Discord doesn't know a table's place; return the seconds until it is to be asked again.

        They are 0 if it was asked before, long enough ago: then the place is gone.
        """
        now = discord.utils.utcnow()
        return max(0.0, (self._doubted.setdefault(table, now) + APART - now).total_seconds())

    def settled(self, table: TableId) -> None:
        """Take note that the place of a table is there, or that it is known to be gone."""
        self._doubted.pop(table, None)
