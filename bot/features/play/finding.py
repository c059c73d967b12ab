"""Open tables compared with a wish: which ones suit a person, and which of them begins soonest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.clocks.clock import PACES
from bot.storage.records import TableRecord
from bot.tables.starts import starting_of


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person would like to play; None leaves a part of it open.

    `game` is its key, `pace` a name in `PACES`. `rivals` asks for tables with rivals, or for people alone.
    """

    game: str | None = None
    pace: str | None = None
    rivals: bool | None = None

    def suits(self, table: TableRecord) -> bool:
        """Tell whether an open table is what was wished for."""
        starting = starting_of(table)
        pace = table.clock.terms.pace if table.clock else 0
        rivals = (starting is not None and starting.fill is not None) or any(each.level for each in table.sitters)
        return (
            self.game in {None, table.game}
            and (self.pace is None or PACES[self.pace] == pace)
            and self.rivals in {None, rivals}
        )


def by_readiness(tables: Iterable[TableRecord], channel: int) -> list[TableRecord]:
    """Return open tables, first what waits for the fewest people; then those of `channel`, then the oldest."""
    return sorted(tables, key=lambda table: (_missing(table), table.channel != channel, table.id))


def _missing(table: TableRecord) -> int:
    """Return how many people a table waits for; one that its opener alone begins counts as waiting for one more."""
    starting = starting_of(table)
    return 1 if starting is None or starting.by_hand else max(0, starting.players - len(table.sitters))
