"""How the parts of Herald come to their end: side by side, by a moment that is common to them all."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

log = logging.getLogger(__name__)

CANCELLED_AGAIN = 0.1
"""Seconds after which whatever has swallowed its cancellation is cancelled once more."""


async def close(end: float, *parts: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Close parts side by side, and go on without those that aren't closed at `end`, by the clock of the event loop.

    What failed is raised when all have had their time: one error as it is, several as an ExceptionGroup.
    """
    loop = asyncio.get_running_loop()
    tasks = [loop.create_task(part(), name=part.__qualname__) for part in parts]
    done, late = await asyncio.wait(tasks, timeout=max(end - loop.time(), 0))
    for task in late:
        log.warning("%s took too long to stop, and was left behind", task.get_name())
        task.cancel()
    errors = [error for task in tasks if task in done and isinstance(error := task.exception(), Exception)]
    if len(errors) > 1:
        raise ExceptionGroup("several parts failed to stop", errors)
    for error in errors:
        raise error


async def ended(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks until they have ended: in discord.py, a shard that connects anew swallows a cancellation."""
    while waiting := [task for task in tasks if not task.done()]:
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting, timeout=CANCELLED_AGAIN)
    await asyncio.gather(*tasks, return_exceptions=True)
