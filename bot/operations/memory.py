"""Memory that Herald has freed goes back to the machine: glibc keeps what lies between pieces that are still in use.

A burst of some hundred clicks that had to wait would else be seen in the size of the process for good.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

from bot.operations.beside import beside

EVERY = 60.0
"""Seconds after which it is seen whether there is something to be given back."""
QUIET = 0.05
"""In a minute in which Herald works for less than this share of it, nobody waits for what takes some milliseconds."""
LATEST = 3
"""The minute after the last time in which it is done though many play: play that never stops must not put it off."""


@asynccontextmanager
async def given_back(every: float = EVERY, *, worked: Callable[[], float] = time.process_time) -> AsyncIterator[None]:
    """Give freed memory back in quiet minutes until the block ends, at the latest in each third.

    Another C library than glibc can't be asked to. `worked` tells for how many seconds this process has worked.
    """
    async with beside(_give_back(every, worked), "memory"):
        yield


async def _give_back(every: float, worked: Callable[[], float]) -> None:
    given, waited = 0.0, 0
    while (trim := trimmer()) is not None:
        before = worked()
        await asyncio.sleep(every)
        now, waited = worked(), waited + 1
        if now - given >= QUIET * every and (now - before < QUIET * every or waited >= LATEST):
            # What was answered refers to itself in circles: until these are found, nothing of it is free.
            gc.collect()
            await asyncio.to_thread(trim, 0)
            given, waited = now, 0


@cache
def trimmer() -> Callable[[int], Any] | None:
    """Return glibc's `malloc_trim`; None where there is another C library."""
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
