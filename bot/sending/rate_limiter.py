"""Rate limits of Discord that processes share: requests a second, and identifies of shards.

Requests that come too early wait for their turn. Discord counts the requests that carry the bot's token, whichever
process sends them. Answers to interactions carry a token of their own and aren't counted; they never wait. A process
that shows something in a channel confirms right before each request that the channel's shard is still its own.

Discord puts shards into buckets (`max_concurrency`), and takes one identify of each bucket in five seconds. One that
comes sooner is refused and has spent one of the day's thousand; discord.py keeps apart only the shards of its own
process, so the database gives the turns.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from types import SimpleNamespace

import aiohttp
import discord

from bot.host.connection_errors import OUTAGES
from bot.storage.port import StorageError
from bot.storage.store import Store

FREE = re.compile(r"/(interactions|webhooks)/\d+/")
"""Paths of requests that Discord doesn't count."""
AT_ONCE = 0.1
"""The share of a second's requests that may start together after a pause; all others start one by one."""


class RateLimiter:
    """Rate limiter of requests: a steady rate, with a small burst after a pause; unlimited until `set_rate`."""

    def __init__(self) -> None:
        self._apart = 0.0
        self._credit = 0.0
        self._next = 0.0

    def set_rate(self, rate: float) -> None:
        """Set the limit to `rate` requests in any second; 0 is unlimited."""
        self._apart = 1 / (rate * (1 - AT_ONCE)) if rate else 0.0
        self._credit = max(1.0, rate * AT_ONCE) * self._apart

    def trace_config(self) -> aiohttp.TraceConfig:
        """Return an aiohttp trace that holds back the requests of a session."""
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._delay)
        return trace

    async def _delay(
        self, _: object, __: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        if self._apart and not FREE.search(request.url.path):
            await asyncio.sleep(self.take_turn(asyncio.get_running_loop().time()))

    def take_turn(self, now: float) -> float:
        """Take the next turn, and return the seconds until it comes; `now` is in seconds of any clock."""
        self._next = max(self._next, now - self._credit) + self._apart
        return max(0.0, self._next - now)


READING = frozenset({"GET", "HEAD"})
CHANNEL = re.compile(r"/channels/\d+/")
"""Paths on which messages are sent, edited and deleted; answers to interactions have others, and need no claim."""


def confirm_before(
    trace: aiohttp.TraceConfig, confirm: Callable[[], Awaitable[None]]
) -> aiohttp.TraceConfig:
    """Add to `trace` a call of `confirm` before each request that shows something; its errors stop the request.

    It runs after all other steps of the trace, so that no wait lies between the confirmation and the request.
    """

    async def begin(
        _: object, __: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        if request.method not in READING and CHANNEL.search(request.url.path):
            await confirm()

    trace.on_request_start.append(begin)
    return trace


log = logging.getLogger(__name__)

APART = 5.5
"""Seconds between two turns: Discord's five, and the greatest difference between their delays."""


class IdentifyTurns:
    """Identify turns of this process's shards, given out by the database."""

    def __init__(
        self,
        storage: Store,
        limits: Callable[[], Awaitable[discord.SessionStartLimits]],
    ) -> None:
        """Take turns from `storage`; `limits` asks Discord for the number of buckets."""
        self._storage = storage
        self._limits = limits
        self._lines = 0

    async def wait(self, shard: int) -> None:
        """Sleep until the turn of `shard`; where the database fails, as long as for one that was taken just now."""
        line = shard % await self._count_buckets()
        try:
            left = await self._storage.database.take_turn(line, APART)
        except StorageError as error:
            log.warning(
                "no turn to connect could be had, so shard %s waits as long as for one: %s",
                shard,
                error,
            )
            left = APART

        await asyncio.sleep(left)

    async def _count_buckets(self) -> int:
        """Return Discord's number of buckets for this bot: asked once, and 1 until it answers."""
        if not self._lines:
            try:
                self._lines = (await self._limits()).max_concurrency
            except OUTAGES:
                return 1
        return self._lines
