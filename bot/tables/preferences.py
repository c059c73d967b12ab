"""What people and servers have chosen, kept in memory in front of the storage."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import replace
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.clocks.habits import Habits
from bot.storage.records import Customs, Departure, Person, Server
from bot.storage.store import Store

REMEMBERED = 4096
"""How many people, and how many servers, are kept in memory."""

T = TypeVar("T", bound=Person | Server | Habits | Customs)


class Recent(Generic[T]):
    """The records that were asked for last, by their numbers, as they are on the disk."""

    def __init__(self, storage: Store, type_: type[T]) -> None:
        """Take where they rest, and of which type they are."""
        self._storage = storage
        self._type = type_
        self._known: LRUCache[int, T] = LRUCache(REMEMBERED)
        self._drops = 0
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def get(self, number: int) -> T:
        """Return a record."""
        if number not in self._known:
            drops = self._drops
            found = await self._storage.choice(self._type, number)
            if drops != self._drops:
                return found
            # Somebody else may have loaded it in the meantime, and have changed it already.
            self._known.setdefault(number, found)
        return self._known[number]

    def known(self, number: int) -> T | None:
        """Return a record if it is in memory."""
        return self._known.get(number)

    async def change(self, number: int, changes: dict[str, Any]) -> T:
        """Change some fields of a record and return it, on the disk; nothing is written that is there already."""
        # Changes that come at once build on each other: each waits until it is known whether the one before was kept.
        async with self._locks.setdefault(number, asyncio.Lock()):
            before = await self.get(number)
            after = replace(before, **changes)
            if after != before:
                try:
                    await self._storage.keep(after)
                except BaseException:
                    # Whether it was kept or not is known to the disk alone.
                    self._known.pop(number, None)
                    raise
                self._known[number] = after
            return after

    def drop(self, number: int) -> None:
        """Forget a record in memory, because it was deleted from the disk, or changed by another process."""
        self._drops += 1
        self._known.pop(number, None)

    def clear(self) -> None:
        """Forget all records in memory."""
        self._drops += 1
        self._known.clear()


class Preferences:
    """What people and servers have chosen, read from the disk once; the only way to change it."""

    def __init__(self, storage: Store) -> None:
        """Take the storage."""
        self._storage = storage
        self._people = Recent(storage, Person)
        self._habits = Recent(storage, Habits)
        self._servers = Recent(storage, Server)
        self._customs = Recent(storage, Customs)

    async def person(self, user: int) -> Person:
        """Return what a person has chosen."""
        return await self._people.get(user)

    def known(self, user: int) -> Person:
        """Return what a person has chosen as far as it is in memory, without waiting."""
        return self._people.known(user) or Person(user)

    async def habits(self, user: int) -> Habits:
        """Return what a person has chosen about time."""
        return await self._habits.get(user)

    async def change_habits(self, user: int, **changes: Any) -> Habits:
        """Keep what a person chooses anew about time, named by the fields of Habits, and return all of it."""
        return await self._habits.change(user, changes)

    async def server(self, guild: int) -> Server:
        """Return what is chosen for a server."""
        return await self._servers.get(guild)

    async def customs(self, guild: int) -> Customs:
        """Return what a server wants its tables to be like."""
        return await self._customs.get(guild)

    async def change_customs(self, guild: int, **changes: Any) -> Customs:
        """Keep what a server wants its tables to be like from now on, named by the fields of Customs; return all."""
        return await self._customs.change(guild, changes)

    def drop_person(self, user: int) -> None:
        """Forget in memory what a person has chosen: it was deleted from the disk, or changed by another process."""
        self._people.drop(user)
        self._habits.drop(user)

    def drop_server(self, guild: int) -> None:
        """Forget in memory what is chosen for a server: another process has changed it."""
        self._servers.drop(guild)
        self._customs.drop(guild)

    def clear(self) -> None:
        """Forget in memory what everybody has chosen: any of it may have been changed."""
        self._people.clear()
        self._habits.clear()
        self._servers.clear()
        self._customs.clear()

    async def forget_servers(self, present: Collection[int], now: float, before: float) -> int:
        """Forget what was chosen for servers that Herald left before a time; return for how many.

        Herald is in those of `present`; the times are in seconds since the epoch.
        """
        known = {each.id for each in await self._storage.choices(Server) if self._storage.ours(each.id)}
        left = {each.server: each.since for each in await self._storage.choices(Departure)}
        absent = known.difference(present)
        for server in left.keys() & {*present}:
            await self._storage.keep(Departure(server))
        for server in absent - left.keys():
            await self._storage.keep(Departure(server, now))
        gone = [server for server in absent if (left.get(server) or now) <= before]
        for server in gone:
            await self._storage.forget_choices(server=server)
            self.drop_server(server)
        return len(gone)

    async def change_person(self, user: int, **changes: Any) -> Person:
        """Keep what a person chooses anew, named by the fields of Person, and return all of it."""
        return await self._people.change(user, changes)

    async def change_server(self, guild: int, **changes: Any) -> Server:
        """Keep what is chosen anew for a server, named by the fields of Server, and return all of it."""
        before, known = await self._servers.get(guild), await self._servers.change(guild, changes)
        if known != before:
            # Whoever chooses is there, and the time after which what was chosen is forgotten begins anew.
            await self._storage.keep(Departure(guild))
        return known
