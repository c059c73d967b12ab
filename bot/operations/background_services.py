"""Services beside a running bot: metrics, and freed memory given back to the operating system.

glibc keeps free memory between blocks that are in use: a burst of some hundred clicks would else stay in the size of
the process for good.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from typing import Any

from bot.client.herald import Herald
from bot.host.config import Config
from bot.operations.health import background_task

EVERY = 60.0
"""Seconds between two checks."""
QUIET = 0.05
"""Share of CPU time below which a minute is quiet: nobody waits for a trim of some milliseconds then."""
LATEST = 3
"""Checks after which memory is trimmed though the bot is busy: play that never stops must not put it off."""


async def return_freed_memory(
    every: float = EVERY, worked: Callable[[], float] = time.process_time
) -> None:
    """Call `malloc_trim` in quiet minutes, at the latest in every third. Only glibc has it.

    `worked` returns the CPU seconds of this process.
    """
    given, waited = 0.0, 0
    while trim := find_malloc_trim():
        before = worked()
        await asyncio.sleep(every)
        now, waited = worked(), waited + 1
        if now - given >= QUIET * every and (
            now - before < QUIET * every or waited >= LATEST
        ):
            # What refers to itself in circles is free only once these are found.
            gc.collect()
            await asyncio.to_thread(trim, 0)
            given, waited = now, 0


@cache
def find_malloc_trim() -> Callable[[int], Any] | None:
    """Return glibc's `malloc_trim`; None with another C library."""
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None


@asynccontextmanager
async def run_services(bot: Herald, config: Config) -> AsyncIterator[None]:
    """Run the services that `config` asks for until the block ends; raise `HostError` if one can't start."""
    async with AsyncExitStack() as parts:
        await parts.enter_async_context(
            background_task(return_freed_memory(), "memory")
        )
        if config.metrics_port:
            from bot.operations import metrics  # noqa: PLC0415 - only where it is wanted, for the start's sake

            await parts.enter_async_context(
                metrics.serve_metrics(bot, config.database, config.metrics_port)
            )
        yield
