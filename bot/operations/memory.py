"""Memory that Herald has freed goes back to the machine: glibc keeps what lies between pieces that are still in use.

A burst of some hundred clicks that had to wait would else be seen in the size of the process for good.
"""

from __future__ import annotations

import asyncio
import ctypes
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

from bot.operations.beside import beside

EVERY = 60.0
"""Seconds after which it is seen whether there is something to be given back."""
QUIET = 0.05
"""Who works for a smaller share of the time than this waits for no memory: to give back takes some milliseconds."""


@asynccontextmanager
async def given_back(every: float = EVERY, *, worked: Callable[[], float] = time.process_time) -> AsyncIterator[None]:
    """Give freed memory back in quiet minutes until the block ends, where the C library can do that.

    `worked` tells for how many seconds this process has worked.
    """
    async with beside(_give_back(every, worked), "memory"):
        yield


async def _give_back(every: float, worked: Callable[[], float]) -> None:
    while (trim := trimmer()) is not None:
        before = worked()
        await asyncio.sleep(every)
        if worked() - before < QUIET * every:
            await asyncio.to_thread(trim, 0)


@cache
def trimmer() -> Callable[[int], Any] | None:
    """Return glibc's `malloc_trim`; None where there is another C library."""
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
