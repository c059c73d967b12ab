"""How long games usually take on a server: the median of its own, once there have been enough like the one at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import Final, NamedTuple

from cachetools import TTLCache

from bot.clocks.clock import HOUR
from bot.storage import sql
from bot.storage.records import Status, TableRecord
from bot.storage.store import Store

ENOUGH: Final = 10
"""How many games of a server tell how long one takes there."""
LAST: Final = 200
"""Among how many of its last games those like the one at hand are looked for."""
SERVERS: Final = 1024


class Kind(NamedTuple):
    """What games must have in common to take about as long: `pace` in seconds, `people` without rivals."""

    game: str
    pace: int
    orders: bool
    players: int
    people: int

    @classmethod
    def of(cls, table: TableRecord, players: int) -> Kind:
        """Return the kind of a table's game with so many players."""
        people = players - sum(each.level is not None and not each.person for each in table.sitters)
        return cls(table.game, table.clock.terms.pace if table.clock else 0, table.orders, players, people)


class Lengths:
    """Knows how long the last games of each server took, anew every hour."""

    def __init__(self, storage: Store, clock: Callable[[], float]) -> None:
        """Take the storage, and the clock, in seconds."""
        self._storage = storage
        self._known: TTLCache[int, Sequence[tuple[Kind, float]]] = TTLCache(SERVERS, HOUR, clock)

    async def usual(self, table: TableRecord, players: int) -> float | None:
        """Return the usual seconds from the first move to the end of a game like a table's; None if too few tell."""
        known = self._known.get(table.guild)
        if known is None:
            known = self._known[table.guild] = [*await self._took(table.guild)]
        alike = [took for kind, took in known if kind == Kind.of(table, players)]
        return median(alike) if len(alike) >= ENOUGH else None

    async def _took(self, guild: int) -> Iterator[tuple[Kind, float]]:
        """Return the kinds of a server's last games that are over, newest first, and the seconds that each took."""
        over = await self._storage.find(status=(Status.OVER,), guild=guild, last=LAST)
        began = dict(await self._storage.select(sql.BEGAN, guild=guild, most=LAST))
        known = ((each, began.get(each.id), each.since) for each in reversed(over))
        return ((Kind.of(each, len(each.sitters)), end - begin) for each, begin, end in known if begin and end)
