"""Memory that Herald has freed goes back to the machine: glibc keeps what lies between pieces that are still in use.

A burst of some hundred clicks that had to wait would else be seen in the size of the process for good.
"""

from __future__ import annotations

import asyncio
import ctypes
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import cache
from typing import Any

EVERY = 300.0
"""Seconds between two times; it takes some milliseconds, in which a thread that asks for memory waits."""


@asynccontextmanager
async def given_back(every: float = EVERY) -> AsyncIterator[None]:
    """Give freed memory back from time to time until the block ends, where the C library can do that."""
    task = asyncio.create_task(_give_back(every), name="memory")
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _give_back(every: float) -> None:
    while (trim := trimmer()) is not None:
        await asyncio.sleep(every)
        await asyncio.to_thread(trim, 0)


@cache
def trimmer() -> Callable[[int], Any] | None:
    """Return glibc's `malloc_trim`; None where there is another C library."""
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
