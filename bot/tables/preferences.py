"""What people and servers have chosen, kept in memory in front of the storage."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.clocks.time_settings import TimeSettings
from bot.storage import sql
from bot.storage.records import Customs, Departure, Person, Server
from bot.storage.store import Store

REMEMBERED = 4 * 4096
"""How much is kept in memory: what is chosen by some thousands of people, and for as many servers."""

Choice = TypeVar("Choice")


class Preferences:
    """What people and servers have chosen, read from the disk once; the only way to change it.

    A change names the fields of the record that are chosen anew, and returns all of it.
    """

    def __init__(self, storage: Store) -> None:
        """Take the storage."""
        self.storage = storage
        self._known: LRUCache[tuple[Any, ...], Any] = LRUCache(REMEMBERED)
        self._drops = 0
        self._locks: WeakValueDictionary[tuple[Any, ...], asyncio.Lock] = WeakValueDictionary()
        self.person, self.change_person = partial(self.get, Person), partial(self.change, Person)
        self.habits, self.change_habits = partial(self.get, TimeSettings), partial(self.change, TimeSettings)
        self.customs, self.change_customs = partial(self.get, Customs), partial(self.change, Customs)
        self.server, self.change_server = partial(self.get, Server), partial(self.change, Server)

    async def get(self, type_: type[Choice], *numbers: int) -> Choice:
        """Return what was chosen by a person, for a server, or by a person at a table; the numbers are its key."""
        key, drops = (type_, *numbers), self._drops
        known: Choice
        try:
            # One look: a click asks a dozen times.
            known = self._known[key]
        except KeyError:
            found = await self.storage.choice(type_, *numbers)
            # Somebody else may have loaded it in the meantime, and have changed it already.
            known = found if drops != self._drops else self._known.setdefault(key, found)
        return known

    async def change(self, type_: type[Choice], *numbers: int, **changes: Any) -> Choice:
        """Keep what is chosen anew, on the disk; nothing is written that is there already."""
        after: Choice = (await self.change_together({type_: changes}, *numbers))[type_]
        return after

    async def change_together(self, changes: Mapping[type[Any], Mapping[str, Any]], *numbers: int) -> dict[Any, Any]:
        """Keep what is chosen anew in several records of one key, all of it or nothing; return these records."""
        types: list[type[Any]] = sorted(changes, key=lambda type_: type_.__name__)
        keys: dict[type[Any], tuple[Any, ...]] = {type_: (type_, *numbers) for type_ in types}
        # Changes that come at once build on each other: each waits until it is known whether the one before was kept.
        async with AsyncExitStack() as stack:
            for key in keys.values():
                await stack.enter_async_context(self._locks.setdefault(key, asyncio.Lock()))
            before = {type_: await self.get(type_, *numbers) for type_ in keys}
            after = {type_: replace(before[type_], **changes[type_]) for type_ in keys}
            changed = [type_ for type_ in keys if after[type_] != before[type_]]
            try:
                await self._keep([after[type_] for type_ in changed])
            except BaseException:
                # Whether it was kept or not is known to the disk alone.
                for type_ in changed:
                    self._known.pop(keys[type_], None)
                raise
            self._known.update({keys[type_]: after[type_] for type_ in changed})
            return after

    async def _keep(self, changed: Sequence[Any]) -> None:
        # Whoever chooses for a server is there, and the time after which what was chosen is forgotten begins anew.
        present = [Departure(each.id) for each in changed if isinstance(each, Server)]
        if changed:
            await self.storage.keep(*changed, *present)

    def known(self, user: int) -> Person:
        """Return what a person has chosen as far as it is in memory, without waiting."""
        known: Person | None = self._known.get((Person, user))
        return known or Person(user)

    def drop_person(self, user: int) -> None:
        """Forget in memory what a person has chosen: it was deleted from the disk, or changed by another process."""
        self._drop_of("user", user)

    def drop_server(self, guild: int) -> None:
        """Forget in memory what is chosen for a server: another process has changed it."""
        self._drop_of("server", guild)

    def _drop_of(self, whose: str, number: int) -> None:
        self._drop(*(key for key, known in self._known.items() if getattr(known, whose, None) == number))

    def clear(self) -> None:
        """Forget in memory what everybody has chosen: any of it may have been changed."""
        self._drop(*self._known)

    def _drop(self, *keys: tuple[Any, ...]) -> None:
        self._drops += 1
        for key in keys:
            self._known.pop(key, None)

    async def forget_servers(self, present: Collection[int], now: float, before: float) -> int:
        """Forget what was chosen for servers that Herald left before a time; return for how many.

        Herald is in those of `present`; the times are in seconds since the epoch.
        """
        known = {each.id for each in await self.storage.choices(Server) if self.storage.share.has_guild(each.id)}
        left = {each.server: each.since for each in await self.storage.choices(Departure)}
        absent = known.difference(present)
        for server in left.keys() & {*present}:
            await self.storage.keep(Departure(server))
        for server in absent - left.keys():
            await self.storage.keep(Departure(server, now))
        gone = [server for server in absent if (left.get(server) or now) <= before]
        for server in gone:
            await self.storage.change(sql.FORGET_SERVER(server=server))
            self.drop_server(server)
        return len(gone)
