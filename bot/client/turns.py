"""Whose turn it is to introduce a shard: Discord wants some seconds between two, whichever processes they are in.

Discord deals the shards into lines, one for most bots and more for the largest, and takes one shard of each line in
five seconds. Whoever is quicker is sent away and has spent one of the day's thousand introductions; discord.py keeps
apart only those of its own process. So where several share the shards, each takes its turn from the database.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from bot.host.connecting import OUTAGES
from bot.storage.port import StorageError
from bot.storage.store import Store

log = logging.getLogger(__name__)

APART = 5.5
"""Seconds between two turns: Discord's five, and what one may be longer under way than the next."""


class Turns:
    """The turns of this process's shards."""

    def __init__(self, storage: Store, limits: Callable[[], Awaitable[discord.SessionStartLimits]]) -> None:
        """Take where turns are given, and what asks Discord for its `limits`."""
        self._storage = storage
        self._limits = limits
        self._lines = 0

    async def wait(self, shard: int) -> None:
        """Wait for a shard's turn; where none can be had, as long as for one that was taken just now."""
        line = shard % await self._count()
        try:
            left = await self._storage.turn(line, APART)
        except StorageError as error:
            log.warning("no turn to connect could be had, so shard %s waits as long as for one: %s", shard, error)
            left = APART
        await asyncio.sleep(left)

    async def _count(self) -> int:
        """Return how many lines Discord has for this bot: asked once, and one as long as it doesn't answer."""
        if not self._lines:
            try:
                self._lines = (await self._limits()).max_concurrency
            except OUTAGES:
                return 1
        return self._lines
