"""How a database stands, for its host: what Discord is behind with, and what waits; nothing of any game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.storage.records import TableId


@dataclass(frozen=True, slots=True)
class Behind:
    """A table of which Discord hasn't been shown everything, and since when, in Unix seconds; None: nobody knows."""

    table: TableId
    since: float | None


@dataclass(frozen=True, slots=True)
class Standing:
    """What is behind; when each lobby was opened, None if that wasn't kept; what has lost its place; the WAL's size.

    That is None where the log isn't Herald's to look after.
    """

    behind: Sequence[Behind]
    lobbies: Sequence[float | None]
    suspended: int
    wal_bytes: int | None = None
