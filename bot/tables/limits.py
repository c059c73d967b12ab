"""What is counted of tables: how many there may be in one place, which stand there, and how long games take.

So many of a person, in a channel and in a server that nobody fills a place alone. Which tables stand in one channel,
and at which one person sits, is known without asking the storage every time. How long games usually take on a server is
the median of its own, once there have been enough like the one at hand.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, MutableMapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from statistics import median
from typing import Final, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from cachetools import LRUCache, TTLCache

from bot.clocks.clock import HOUR
from bot.storage import sql
from bot.storage.records import NO_PLACE, Status, TableId, TableRecord
from bot.storage.sql import Tally
from bot.storage.store import Store
from bot.tables.refusals import ChannelFull, ServerFull, TooManyAlone, TooManyLobbies, TooManySeats

MOST_ALONE: Final = 3
"""How many private tables a person may play at, which count for no other limit."""
ENDLESS: Final = 0
"""A limit that limits nothing."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many tables there may be at most; ENDLESS where there may be as many as people like.

    Lobbies count for who opened them, tables for everybody who sits there: one that is open today may be played
    tomorrow, so that both count alike.
    """

    lobbies_per_person: int = ENDLESS
    tables_per_person: int = ENDLESS
    tables_per_channel: int = ENDLESS
    tables_per_server: int = ENDLESS

    def check_open(self, tally: Tally) -> None:
        """Raise a refusal if a person may not open another table in a place of which that was counted."""
        self.check_join(tally)
        if _reached(tally.lobbies, self.lobbies_per_person):
            raise TooManyLobbies(most=self.lobbies_per_person)
        if _reached(tally.channel, self.tables_per_channel):
            raise ChannelFull(most=self.tables_per_channel)
        if _reached(tally.server, self.tables_per_server):
            raise ServerFull(most=self.tables_per_server)

    def check_join(self, tally: Tally) -> None:
        """Raise TooManySeats if a person may not sit down at another table."""
        if _reached(tally.seats, self.tables_per_person):
            raise TooManySeats(most=self.tables_per_person)


UNLIMITED: Final = Limits()


class Turnstile:
    """Lets tables and people in one after another, as far as the limits allow, however many come at once."""

    def __init__(self, storage: Store, limits: Limits) -> None:
        """Take where tables are counted, and how many there may be."""
        self._storage = storage
        self._limits = limits
        self._locks: WeakValueDictionary[tuple[str, int], asyncio.Lock] = WeakValueDictionary()

    async def check(self, table: TableRecord) -> None:
        """Raise a refusal if there may not be another table of this opener, in this channel, in this server."""
        if self._limits != UNLIMITED:
            self._limits.check_open(await self._tally(table, table.opener))

    @asynccontextmanager
    async def opening(self, table: TableRecord) -> AsyncIterator[None]:
        """Let nobody else open a table there, nor its opener sit down, until this one is kept; or raise a refusal."""
        async with self._lock("server", table.guild), self._lock("person", table.opener):
            await self.check(table)
            yield

    @asynccontextmanager
    async def opening_alone(self, table: TableRecord) -> AsyncIterator[None]:
        """Let a person open no other private table until this one is kept; or raise TooManyAlone.

        A deal of the day doesn't count.
        """
        async with self._lock("person", table.opener):
            found = await self._storage.find(user=table.opener, guild=NO_PLACE, status=[Status.PLAYING])
            if not table.duplicate and sum(not each.duplicate for each in found) >= MOST_ALONE:
                raise TooManyAlone(most=MOST_ALONE)
            yield

    @asynccontextmanager
    async def joining(self, table: TableRecord, user: int) -> AsyncIterator[None]:
        """Let a person sit down nowhere else until that is kept; or raise TooManySeats."""
        async with self._lock("person", user):
            if self._limits.tables_per_person != ENDLESS:
                self._limits.check_join(await self._tally(table, user))
            yield

    async def _tally(self, table: TableRecord, user: int) -> Tally:
        (found,) = await self._storage.select(sql.TALLY, user=user, channel=table.channel, guild=table.guild)
        return found

    def _lock(self, kind: str, number: int) -> asyncio.Lock:
        """Return the lock of a person or a server, whose numbers may be the same."""
        return self._locks.setdefault((kind, number), asyncio.Lock())


def _reached(count: int, most: int) -> bool:
    return most != ENDLESS and count >= most


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
        self._reading = asyncio.Lock()

    async def usual(self, table: TableRecord, players: int) -> float | None:
        """Return the usual seconds from the first move to the end of a game like a table's; None if too few tell."""
        # One at a time: many lobbies of a server that are shown at once would each read its last games.
        async with self._reading:
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
