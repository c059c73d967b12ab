"""What `verify` can find in a database, whatever keeps it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.storage.records import TableId
from engine.scene import Text


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that `verify` found: at which table, after which move, and what."""

    table: TableId
    seq: int
    what: Text
