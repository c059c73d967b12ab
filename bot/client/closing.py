"""Shutdown of Herald's parts, side by side and by a common moment."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

log = logging.getLogger(__name__)

CANCELLED_AGAIN = 0.1
"""Seconds after which a task that swallowed its cancellation is cancelled once more."""


async def close_all(end: float, *parts: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Close `parts` side by side, and leave those behind that aren't closed at `end`, by the loop's clock.

    Errors are raised when all have had their time: one as it is, several as an `ExceptionGroup`.
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


async def cancel_until_done(*tasks: asyncio.Task[Any]) -> None:
    """Cancel `tasks` until they are done: in discord.py, a reconnecting shard swallows a cancellation."""
    while waiting := [task for task in tasks if not task.done()]:
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting, timeout=CANCELLED_AGAIN)
    await asyncio.gather(*tasks, return_exceptions=True)
