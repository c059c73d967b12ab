"""Settings of users and guilds, as a write-through cache in front of the storage."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from functools import partial
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.clocks.user_time_settings import TimeSettings
from bot.storage import sql
from bot.storage.records import Departure, Person, Server, TableDefaults
from bot.storage.store import Store
from engine.frozen import replace

REMEMBERED = 4 * 4096
"""Capacity of the cache in records: the settings of some thousands of users, and of as many guilds."""

Choice = TypeVar("Choice")


class Preferences:
    """Write-through cache of settings of users and guilds, each read from the disk once; the only way to change them.

    It lives as long as the process. A change names the fields of a record that have new values, and returns the record.
    Changes of one key run one at a time. A write that fails evicts its records and raises `StorageError`.
    """

    def __init__(self, storage: Store) -> None:
        """Cache the settings of `storage`."""
        self.storage = storage
        self._known: LRUCache[tuple[Any, ...], Any] = LRUCache(REMEMBERED)
        self._drops = 0
        self._locks: WeakValueDictionary[tuple[int, ...], asyncio.Lock] = (
            WeakValueDictionary()
        )

        self.user_settings = partial(self.get, Person)
        self.change_user_settings = partial(self.change, Person)
        self.time_settings = partial(self.get, TimeSettings)
        self.change_time_settings = partial(self.change, TimeSettings)
        self.table_defaults = partial(self.get, TableDefaults)
        self.guild_settings = partial(self.get, Server)

    async def get(self, type_: type[Choice], *numbers: int) -> Choice:
        """Return the record of `type_` of a user, a guild, or a user at a table; the `numbers` are its key."""
        key = (type_, *numbers)
        drops = self._drops
        known: Choice

        try:
            # A single lookup: a click asks a dozen times.
            known = self._known[key]
        except KeyError:
            known = await self.storage.choice(type_, *numbers)
            if drops == self._drops:
                # Another task may have loaded it in the meantime, and have changed it already.
                known = self._known.setdefault(key, known)

        return known

    async def change(
        self, type_: type[Choice], *numbers: int, **changes: Any
    ) -> Choice:
        """Store `changes` of a record, and return it; nothing is written where it has these values already."""
        after: Choice = (await self.change_together({type_: changes}, *numbers))[type_]
        return after

    async def change_together(
        self, changes: Mapping[type[Any], Mapping[str, Any]], *numbers: int
    ) -> dict[Any, Any]:
        """Store `changes` of several records of one key, all of them or none; return these records by type."""
        # Simultaneous changes build on each other: each waits until it is known whether the one before was written.
        async with self._locks.setdefault(numbers, asyncio.Lock()):
            after, changed = await _apply(changes, numbers, self.get)
            if not changed:
                return after
            # A notice of another process's change may be under way.
            after, changed = await _apply(changes, numbers, self.storage.choice)

            # Settings of a guild are changed from within it, so the time until they are erased begins anew.
            present = [
                Departure(each.id) for each in changed if isinstance(each, Server)
            ]

            try:
                if changed:
                    await self.storage.store_choices(*changed, *present)
            except BaseException:
                # Only the disk knows whether it was written.
                for type_ in changes:
                    self._known.pop((type_, *numbers), None)
                raise

            for type_, each in after.items():
                self._known[type_, *numbers] = each
            return after

    def peek_user(self, user: int) -> Person:
        """Return the settings of `user` if they are in memory, else the defaults; it doesn't wait."""
        known: Person | None = self._known.get((Person, user))
        return known or Person(user)

    def evict(self, **owner: int) -> None:
        """Evict the settings of a `user` or a `server`, or all: they were erased, or changed by another process."""
        self._drops += 1
        for key, each in [*self._known.items()]:
            if all(getattr(each, kind, None) == owner[kind] for kind in owner):
                del self._known[key]

    async def erase_absent_guilds(
        self, present: Collection[int], now: float, before: float
    ) -> int:
        """Erase the settings of guilds that Herald left until `before`; return for how many.

        `present` are the guilds that Herald is in; the times are in seconds since the epoch.
        """
        share = self.storage.share
        known = {
            each.id
            for each in await self.storage.choices(Server)
            if share.has_guild(each.id)
        }
        left = {
            each.server: each.since for each in await self.storage.choices(Departure)
        }
        absent = known.difference(present)

        for server in left.keys() & {*present}:
            await self.storage.store_choices(Departure(server))
        for server in absent - left.keys():
            await self.storage.store_choices(Departure(server, now))

        gone = [server for server in absent if (left.get(server) or now) <= before]
        for server in gone:
            await self.storage.change(sql.FORGET_SERVER(server=server))
            self.evict(server=server)

        return len(gone)


async def _apply(
    changes: Mapping[type[Any], Mapping[str, Any]],
    numbers: tuple[int, ...],
    read: Callable[..., Awaitable[Any]],
) -> tuple[dict[Any, Any], list[Any]]:
    """Return the records of a key after `changes`, by type, and those that differ from what `read` returns."""
    before = {type_: await read(type_, *numbers) for type_ in changes}
    after = {type_: replace(before[type_], **changes[type_]) for type_ in changes}
    return after, [each for type_, each in after.items() if each != before[type_]]
