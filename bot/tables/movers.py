"""Who moves at a table: a mover knows the seat that it may play, and `Tables.play` asks nothing else of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from bot.tables.table import Table
from engine.scene import Seat


class Mover(Protocol):
    """Whoever or whatever answers a question at a table."""

    def seat(self, table: Table) -> Seat:
        """Return the seat to be played, as the table is now; raise a refusal if there is none."""
        ...


@dataclass(frozen=True, slots=True)
class User:
    """A person, who plays the own seat and no other; `id` is the user's on Discord."""

    id: int

    def seat(self, table: Table) -> Seat:
        """Return the person's own seat; raise NotSeated if there is none."""
        return table.seat_of(self.id)
