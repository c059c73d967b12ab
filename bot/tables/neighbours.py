"""Which tables stand in one channel, and at which one person sits: known without asking the storage every time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import TypeVar

from cachetools import LRUCache

from bot.storage import sql
from bot.storage.records import NO_PLACE, TableId, TableRecord
from bot.storage.store import Store

T = TypeVar("T")

NOBODY = -1
REMEMBERED = 4096
"""How many channels and how many people are remembered."""


class Neighbours:
    """Remembers what was read about live tables until one comes, goes, or seats somebody else."""

    def __init__(self, storage: Store) -> None:
        """Take where tables are counted."""
        self._storage = storage
        self._several: LRUCache[int, bool] = LRUCache(REMEMBERED)
        self._seats: LRUCache[int, frozenset[TableId]] = LRUCache(REMEMBERED)
        self._changes = 0

    def changed(self, *tables: TableRecord) -> None:
        """Forget what is known of the channels and the people of some tables: something of that has changed."""
        for table in tables:
            self._several.pop(table.channel, None)
            for sitter in table.sitters:
                self._seats.pop(sitter.user, None)
        self._changes += 1

    def clear(self) -> None:
        """Forget all that is known: another process has changed something."""
        self._several.clear()
        self._seats.clear()
        self._changes += 1

    async def several(self, channel: int) -> bool:
        """Tell whether several tables are open or being played in a channel."""
        return await self._known(self._several, channel, self._count)

    async def seats(self, user: int) -> frozenset[TableId]:
        """Return the open tables, and those that are being played, at which a person sits."""
        # What another process changes at the tables of its own share is told to nobody.
        known = self._seats if self._storage.share.is_whole else {}
        return await self._known(known, user, self._find)

    async def _count(self, channel: int) -> bool:
        (found,) = await self._storage.select(sql.TALLY, user=NOBODY, channel=channel, guild=NO_PLACE)
        return found.channel > 1

    async def _find(self, user: int) -> frozenset[TableId]:
        return frozenset(await self._storage.select(sql.SEATS, user=user))

    async def _known(self, known: MutableMapping[int, T], key: int, read: Callable[[int], Awaitable[T]]) -> T:
        """Return what is known of a key; what was read while something changed is not remembered."""
        if key in known:
            return known[key]
        changes = self._changes
        found = await read(key)
        if changes == self._changes:
            known[key] = found
        return found
