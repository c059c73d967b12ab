"""Identify limit of the gateway, shared by processes: a shard waits for its turn, which the database gives.

Discord puts shards into buckets (`max_concurrency`), and takes one identify of each bucket in five seconds. One that
comes sooner is refused and has spent one of the day's thousand; discord.py keeps apart only the shards of its own
process.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from bot.host.connection_errors import OUTAGES
from bot.storage.port import StorageError
from bot.storage.store import Store

log = logging.getLogger(__name__)

APART = 5.5
"""Seconds between two turns: Discord's five, and the possible difference of their delays."""


class Turns:
    """The identify turns of this process's shards."""

    def __init__(self, storage: Store, limits: Callable[[], Awaitable[discord.SessionStartLimits]]) -> None:
        """Take turns from `storage`; `limits` asks Discord for the number of buckets."""
        self._storage = storage
        self._limits = limits
        self._lines = 0

    async def wait(self, shard: int) -> None:
        """Sleep until the turn of `shard`; where the database fails, as long as for one that was taken just now."""
        line = shard % await self._count()
        try:
            left = await self._storage.turn(line, APART)
        except StorageError as error:
            log.warning("no turn to connect could be had, so shard %s waits as long as for one: %s", shard, error)
            left = APART
        await asyncio.sleep(left)

    async def _count(self) -> int:
        """Return Discord's number of buckets for this bot: asked once, and 1 until it answers."""
        if not self._lines:
            try:
                self._lines = (await self._limits()).max_concurrency
            except OUTAGES:
                return 1
        return self._lines
