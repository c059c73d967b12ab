"""Counts of tables, and what memory has of them: limits, the tables used last, those of a place, and their lengths.

`Limits` and `AdmissionControl` keep one person from filling a place. `RecentTables` holds the tables used last.
`LiveTables` caches which tables are live in a channel, and at which ones a user sits. `GameLengths` knows how long
games usually take: the median of a server's own, once there have been `ENOUGH` like the one at hand.
"""

from __future__ import annotations

import asyncio
from collections.abc import (
    AsyncIterator,
    Callable,
    Sequence,
)
from contextlib import asynccontextmanager
from dataclasses import field
from statistics import median
from typing import TypeAlias
from weakref import WeakValueDictionary

from cachetools import LRUCache, TTLCache

from bot.clocks.table_clock import HOUR
from bot.storage import sql
from bot.storage.port import Query
from bot.storage.records import NO_PLACE, Status, TableId, TableRecord
from bot.storage.sql import Tally
from bot.storage.store import Store
from bot.tables.refusals import (
    TooManySeats,
)
from bot.tables.table import Table
from engine.errors import Refused
from engine.frozen import frozen

MOST_ALONE = 3
"""How many private tables a person may play at; they count for no other limit."""
CACHED = 256
CACHED_CLOSED = 16
"""Capacity of the cache: open tables, and closed ones besides."""
ENDLESS = 0
"""A limit that limits nothing."""


@frozen
class Limits:
    """The most tables that there may be for each person, channel and server; `ENDLESS` for as many as people like.

    A lobby counts for its opener, a table for every person with a seat there: one that is open today may be played
    tomorrow, so both count alike.
    """

    lobbies_per_person: int = ENDLESS
    tables_per_person: int = ENDLESS
    tables_per_channel: int = ENDLESS
    tables_per_server: int = ENDLESS

    def check_open(self, tally: Tally) -> None:
        """Raise a refusal if another table may not be opened, by the `tally` of its opener, channel and server."""
        self.check_join(tally)
        for key, count, most in (
            ("refused-many-lobbies", tally.lobbies, self.lobbies_per_person),
            ("refused-channel-full", tally.channel, self.tables_per_channel),
            ("refused-server-full", tally.server, self.tables_per_server),
        ):
            if most != ENDLESS and count >= most:
                raise Refused(key, most=most)

    def check_join(self, tally: Tally) -> None:
        """Raise `TooManySeats` if a person of that `tally` may not take a seat at another table."""
        most = self.tables_per_person
        if most != ENDLESS and tally.seats >= most:
            raise TooManySeats(most=most)


UNLIMITED = Limits()


@frozen
class AdmissionControl:
    """Admits tables and people one by one, as far as `Limits` allow: simultaneous clicks can't exceed them.

    Each context manager holds the lock of its person, and of the server for a new table, until its body has written
    what was admitted. It raises a refusal where the limit is reached.
    """

    _storage: Store
    _limits: Limits
    _locks: WeakValueDictionary[tuple[str, int], asyncio.Lock] = field(
        default_factory=WeakValueDictionary
    )

    async def check(self, table: TableRecord) -> None:
        """Raise a refusal if `table` may not be opened: too many of its opener, in its channel or in its server."""
        if self._limits != UNLIMITED:
            self._limits.check_open(await self._tally(table, table.opener))

    @asynccontextmanager
    async def admit_table(self, table: TableRecord) -> AsyncIterator[None]:
        """Admit a new `table`: until it is written no other opens in its server, and its opener takes no seat."""
        async with (
            self._lock("server", table.guild),
            self._lock("person", table.opener),
        ):
            await self.check(table)
            yield

    @asynccontextmanager
    async def admit_private_table(self, table: TableRecord) -> AsyncIterator[None]:
        """Admit a new private `table`, one at a time for its opener; raise `Refused` at `MOST_ALONE`.

        A deal of the day doesn't count.
        """
        async with self._lock("person", table.opener):
            found = await self._storage.find(
                user=table.opener, guild=NO_PLACE, status=[Status.PLAYING]
            )
            counted = sum(not each.duplicate for each in found)
            if not table.duplicate and counted >= MOST_ALONE:
                raise Refused("refused-many-alone", most=MOST_ALONE)
            yield

    @asynccontextmanager
    async def admit_person(self, table: TableRecord, user: int) -> AsyncIterator[None]:
        """Admit `user` to a seat at `table`, one seat at a time; raise `TooManySeats` at the limit."""
        async with self._lock("person", user):
            if self._limits.tables_per_person != ENDLESS:
                self._limits.check_join(await self._tally(table, user))
            yield

    async def _tally(self, table: TableRecord, user: int) -> Tally:
        (found,) = await self._storage.select(
            sql.TALLY, user=user, channel=table.channel, guild=table.guild
        )
        return found

    def _lock(self, kind: str, number: int) -> asyncio.Lock:
        """Return the lock of a person or a server, by `kind`, since their numbers may be the same."""
        return self._locks.setdefault((kind, number), asyncio.Lock())


ENOUGH = 10
"""How many games of a server tell how long one takes there."""
LAST = 200
"""How many of a server's last games are searched for those like the one at hand."""
SERVERS = 1024


GameKind: TypeAlias = tuple[str, int, bool, int, int]
"""What games have in common that take about as long: game, pace in seconds, orders, players, and people among these."""


def game_kind(table: TableRecord, players: int) -> GameKind:
    """Return the kind of the game of `table` with so many `players`."""
    sitters = table.sitters
    rivals = sum(each.level is not None and not each.person for each in sitters)
    pace = table.clock.terms.pace if table.clock else 0
    return table.game, pace, table.orders, players, players - rivals


class GameLengths:
    """Cache of how long the last games of each server took, read anew every hour."""

    def __init__(self, storage: Store, clock: Callable[[], float]) -> None:
        """Read games from `storage`; `clock` returns seconds, and says when an hour has passed."""
        self._storage = storage
        self._known: TTLCache[int, Sequence[tuple[GameKind, float]]] = TTLCache(
            SERVERS, HOUR, clock
        )
        self._reading = asyncio.Lock()

    async def usual_seconds(self, table: TableRecord, players: int) -> float | None:
        """Return the usual seconds from first move to end, of games like that of `table`; None below `ENOUGH`."""
        # One at a time: many lobbies of a server that are shown at once would each read its last games.
        async with self._reading:
            known = self._known.get(table.guild)
            if known is None:
                known = self._known[table.guild] = await self._read_lengths(table.guild)

        wanted = game_kind(table, players)
        alike = [took for kind, took in known if kind == wanted]
        if len(alike) >= ENOUGH:
            return median(alike)
        return None

    async def _read_lengths(self, guild: int) -> Sequence[tuple[GameKind, float]]:
        """Return the kind and the seconds of the last `LAST` finished games of `guild`."""
        over = await self._storage.find(
            status=(Status.OVER,),
            guild=guild,
            last=LAST,
        )
        began = dict(
            await self._storage.select(
                sql.BEGAN,
                guild=guild,
                most=LAST,
            )
        )
        return [
            (game_kind(each, len(each.sitters)), each.since - begin)
            for each in over
            if (begin := began.get(each.id)) and each.since
        ]


REMEMBERED = 2 * 4096
"""How many channels and users are cached."""


class RecentTables:
    """The tables that were used last: open ones, and closed ones besides, which are seldom looked at."""

    def __init__(self) -> None:
        """Begin with none."""
        self._open: LRUCache[TableId, Table] = LRUCache(CACHED)
        self._closed: LRUCache[TableId, Table] = LRUCache(CACHED_CLOSED)

    @property
    def numbers(self) -> set[TableId]:
        """Return the numbers of all that are remembered."""
        return {*self._open, *self._closed}

    def get(self, table: TableId) -> Table | None:
        """Return `table` if it is remembered, else None."""
        return self._open.get(table) or self._closed.get(table)

    def put(self, table: Table) -> None:
        """Remember `table` as it is."""
        self.evict(table.id)
        shelf = self._open if table.status.open else self._closed
        shelf[table.id] = table

    def evict(self, table: TableId) -> None:
        """Forget `table`."""
        self._open.pop(table, None)
        self._closed.pop(table, None)


class LiveTables:
    """Cache of the live tables of a channel and of a user, until one comes, goes, or changes its sitters."""

    def __init__(self, storage: Store) -> None:
        """Query `storage` for what isn't cached."""
        self._storage = storage
        self._known: LRUCache[tuple[Query[TableId], int], frozenset[TableId]]
        self._known = LRUCache(REMEMBERED)
        self._changes = 0

    def evict(self, *tables: TableRecord) -> None:
        """Evict the channels and the users of `tables`, which have changed."""
        for table in tables:
            self._known.pop((sql.IN_CHANNEL, table.channel), None)
            for sitter in table.sitters:
                self._known.pop((sql.SEATS, sitter.user), None)
        self._changes += 1

    def clear(self) -> None:
        """Evict everything: another process has changed a table."""
        self._known.clear()
        self._changes += 1

    async def has_several(self, channel: int) -> bool:
        """Tell whether several tables are open or being played in `channel`."""
        return len(await self._get_or_read(sql.IN_CHANNEL, channel=channel)) > 1

    async def tables_of(self, user: int) -> frozenset[TableId]:
        """Return the tables, open or being played, at which `user` has a seat."""
        if self._storage.share.is_whole:
            return await self._get_or_read(sql.SEATS, user=user)
        # Another process reports no change at the tables of its own shards.
        return frozenset(await self._storage.select(sql.SEATS, user=user))

    async def _get_or_read(
        self, question: Query[TableId], **asked: int
    ) -> frozenset[TableId]:
        """Return the answer to a `question`, cached unless a table has changed meanwhile."""
        (number,) = asked.values()
        key = question, number
        if (known := self._known.get(key)) is not None:
            return known

        changes = self._changes
        found = frozenset(await self._storage.select(question, **asked))
        if changes == self._changes:
            self._known[key] = found
        return found
