"""Retry of a change whose optimistic lock failed: another process has changed the table since it was read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.storage.port import LostUpdate
from engine.errors import Refused

T = TypeVar("T")


async def retry_on_conflict(change: Callable[[], Awaitable[T]]) -> T:
    """Run `change`, and once more if its optimistic lock failed (`LostUpdate`, or a refusal because of one)."""
    try:
        return await change()
    except (LostUpdate, Refused) as error:
        if not isinstance(error, LostUpdate) and not isinstance(error.__cause__, LostUpdate):
            raise
    return await change()
