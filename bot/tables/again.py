"""Whoever changes a table that another process has changed meanwhile reads it anew, and tries once more.

What was in memory may be older than what is kept. A click is out of date only if it is so for the table as it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from bot.storage.port import LostUpdate
from engine.errors import Refused

P = ParamSpec("P")
T = TypeVar("T")


def once_more(change: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Let a change that was refused because somebody else was faster be tried on what is kept by now."""

    @wraps(change)
    async def tried(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await change(*args, **kwargs)
        except (LostUpdate, Refused) as error:
            if not isinstance(error, LostUpdate) and not isinstance(error.__cause__, LostUpdate):
                raise
        return await change(*args, **kwargs)

    return tried
