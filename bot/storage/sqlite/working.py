"""What every part of the storage works on SQLite by: a change in a transaction, and a look."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TypeVar

from bot.storage.sqlite.connection import Work

T = TypeVar("T")


class Working(ABC):
    """A part of the storage: it works through whoever has the connections."""

    @abstractmethod
    async def _write(self, change: Work[T]) -> T:
        """Change the database in a transaction."""

    @abstractmethod
    async def _read(self, work: Work[T]) -> T:
        """Read from the database."""
