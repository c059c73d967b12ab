"""Tables whose news could not be told for a reason of their own: when they are tried again, and what the host reads."""

from __future__ import annotations

import logging

import discord

from bot.sending.throttling import Throttled
from bot.storage.port import StorageError
from bot.storage.records import TableId

log = logging.getLogger(__name__)

RETRY_AFTER = (10.0, 60.0, 300.0)
"""Seconds before each new try; the last wait is repeated."""
STORAGE_AFTER = 30.0
"""The longest wait where the database was the reason: asking it again costs nobody else anything."""
EXPLAINED = (discord.HTTPException, StorageError, OSError, Throttled)
"""Errors whose words say enough; any other one is a bug, of which the host needs the traceback."""


class Failures:
    """Counts how often each table could not be announced."""

    def __init__(self) -> None:
        self._tries: dict[TableId, int] = {}

    def again(self, table: TableId, error: Exception) -> float:
        """Take note of a failure; return the seconds until the next try, few if the database may be well by then."""
        tries = self._tries[table] = self._tries.get(table, 0) + 1
        if tries == 1:
            unknown = None if isinstance(error, EXPLAINED) else error
            log.log(
                logging.ERROR if unknown else logging.WARNING,
                "table %s could not be announced and is tried again: %s",
                table,
                error if unknown is None else repr(error),
                exc_info=unknown,
            )
        delay = RETRY_AFTER[min(tries, len(RETRY_AFTER)) - 1]
        return min(delay, STORAGE_AFTER) if isinstance(error, StorageError) else delay

    def over(self, table: TableId) -> None:
        """Take note that a table could be announced."""
        tries = self._tries.pop(table, 0)
        if tries:
            log.warning("table %s is announced again, after %s tries that failed", table, tries)

    def forget(self, table: TableId) -> None:
        """Count a table no more: it is at rest."""
        self._tries.pop(table, None)
