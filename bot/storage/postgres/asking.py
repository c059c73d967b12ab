"""What every part of the storage asks PostgreSQL by: one row, all rows, a change, a change that any may remember."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from bot.host.shards import Share
from bot.storage.notices import Notice
from bot.storage.postgres.connections import PATIENCE, Stands, Work
from bot.storage.postgres.epochs import Epoch
from bot.storage.postgres.statements import Statement
from bot.storage.records import TableRecord


class Asking(ABC):
    """A part of the storage: it asks and changes through whoever has the connections."""

    @property
    @abstractmethod
    def share(self) -> Share:
        """Return the share that is looked after here."""

    @property
    @abstractmethod
    def _epoch(self) -> Epoch | None:
        """Return the epoch of this process's takeover."""

    @abstractmethod
    def _fenced(self, work: Work[bool]) -> Work[None]:
        """Return a change that tells whether its epoch stands, and raises Replaced where it has passed."""

    @abstractmethod
    async def _change(self, work: Work[None], stands: Stands | None = None, *tables: TableRecord) -> None:
        """Change the database, and tell whoever looks after these tables."""

    @abstractmethod
    async def _choice(self, work: Work[None], notice: Notice) -> None:
        """Change what any process may remember."""

    @abstractmethod
    async def _one(self, question: Statement, /, **asked: Any) -> Any:
        """Return the only row of an answer."""

    @abstractmethod
    async def _all(self, question: Statement, seconds: float = PATIENCE, /, **asked: Any) -> Sequence[Any]:
        """Return all rows of an answer."""
