"""Tables: the only way to change a table. Lock, load, play, save; announcing comes after the answer."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

from bot.live import CLOSED, AnyMatch, Line, Live, Played, heard
from bot.refusals import (
    AlreadySeated,
    AlreadyStarted,
    NoSuchTable,
    TableClosed,
    TableFull,
    TooFew,
)
from bot.storage.port import Announced, Logged, LostUpdate, Sitter, Status, Storage, Table, TableId
from engine import saves
from engine.errors import NotYourTurn, StaleAction
from engine.game import AnyGame
from engine.match import Match, Move
from engine.rng import SEED_BYTES
from engine.scene import Seat, Viewer

log = logging.getLogger(__name__)

Answer: TypeAlias = Callable[[AnyMatch], Sequence[Any]]
"""What a click means: the actions that it stands for at a given match, or a refusal."""

CACHED = 256
NO_TABLE = TableId(0)


class Tables:
    """All tables, by their numbers; every change is on the disk before its call returns."""

    def __init__(self, storage: Storage, games: Mapping[str, AnyGame], changed: Callable[[TableId], None]) -> None:
        """Take the storage, the games, and whom to tell when a table has changed."""
        self._storage = storage
        self._games = games
        self._changed = changed
        self._cache: OrderedDict[TableId, Live] = OrderedDict()
        self._locks: WeakValueDictionary[TableId, asyncio.Lock] = WeakValueDictionary()

    async def get(self, table: TableId) -> Live:
        """Return a table; raise NoSuchTable if there is none of that number."""
        if table in self._cache:
            self._cache.move_to_end(table)
            return self._cache[table]
        found = await self._storage.load(table)
        if table in self._cache:
            # Somebody else has loaded it in the meantime, and may have played already.
            return self._cache[table]
        if found is None or found.game not in self._games:
            raise NoSuchTable
        try:
            return self._keep(await self._wake(found))
        except saves.Unreadable as error:
            log.error("table %s can't be read: %s", table, error)  # noqa: TRY400 - one line for the host
            raise TableClosed from error

    async def find(self, *, user: int | None = None, channel: int | None = None) -> list[Live]:
        """Return the live tables of a person, a channel, or both together, oldest first."""
        found = await self._storage.find(user=user, channel=channel)
        tables: list[Live] = []
        for table in found:
            with suppress(NoSuchTable, TableClosed):
                tables.append(await self.get(table.id))
        return tables

    async def open(self, table: Table) -> Live:
        """Keep a new table that people can join."""
        return self._keep(Live(await self._storage.create(table)))

    async def join(self, table: TableId, sitter: Sitter) -> Live:
        """Give a person the next seat of a table that has not begun."""
        async with self._lock(table):
            live = await self._lobby(table)
            if any(seated.user == sitter.user for seated in live.table.sitters):
                raise AlreadySeated
            if len(live.table.sitters) >= self._game(live).seats[-1]:
                raise TableFull
            return await self._reseat(live, (*live.table.sitters, sitter))

    async def leave(self, table: TableId, user: int) -> Live:
        """Free a person's seat at a table that has not begun; a table that everybody has left is ended."""
        async with self._lock(table):
            live = await self._lobby(table)
            live.seat_of(user)
            staying = tuple(sitter for sitter in live.table.sitters if sitter.user != user)
            if not staying:
                return await self._settle(live, Status.ENDED)
            opener = staying[0].user if live.table.opener == user else live.table.opener
            return await self._reseat(replace(live, table=replace(live.table, opener=opener)), staying)

    async def start(self, table: TableId, user: int, *, moderator: bool = False) -> Live:
        """Begin the match of a table; the opener's or a moderator's to do."""
        async with self._lock(table):
            live = await self._lobby(table)
            live.opener_only(user, moderator=moderator)
            game = self._game(live)
            if len(live.table.sitters) < game.seats[0]:
                raise TooFew(low=game.seats[0])
            match = Match.start(game, len(live.table.sitters), secrets.token_bytes(SEED_BYTES))
            return await self._record(live, match, ())

    async def cancel(self, table: TableId, user: int, *, moderator: bool = False) -> Live:
        """Give up a table that has not begun; the opener's or a moderator's to do."""
        async with self._lock(table):
            live = await self._lobby(table)
            live.opener_only(user, moderator=moderator)
            return await self._settle(live, Status.ENDED)

    async def end(self, table: TableId, user: int, *, moderator: bool = False) -> Live:
        """End a table before its time; the opener's or a moderator's to do."""
        async with self._lock(table):
            live = await self.get(table)
            if not live.table.status.live:
                raise TableClosed
            live.opener_only(user, moderator=moderator)
            return await self._settle(live, Status.ENDED)

    async def suspend(self, table: TableId) -> Live:
        """Put a table to rest whose channel is gone; nothing of it is lost."""
        async with self._lock(table):
            return await self._settle(await self.get(table), Status.SUSPENDED)

    async def play(self, table: TableId, user: int, seat: int, answer: Answer) -> Played:
        """Play what a person answers for a seat, all of it or nothing; raise a refusal instead."""
        async with self._lock(table):
            live = await self.get(table)
            if live.table.status in CLOSED:
                raise TableClosed
            match = live.started
            mine = _own_seat(live, user, seat)
            actions = answer(match)
            after, moves = match.play(mine, actions, match.asked[mine])
            live = await self._record(live, after, moves)
        told = [event for move in moves for event in heard(move.told, mine)]
        return Played(live, mine, tuple(told))

    async def announced(self, table: TableId, announced: Announced) -> None:
        """Keep what Discord has been shown of a table."""
        await self._storage.announce(table, announced)
        if table in self._cache:
            live = self._cache[table]
            self._cache[table] = replace(live, table=replace(live.table, announced=announced))

    async def log(self, table: TableId, viewer: Viewer, after: int = 0) -> list[Line]:
        """Return what a viewer was told at a table after a move, oldest first."""
        lines = await self._storage.log(table, after)
        return [Line(line.seq, Seat(line.seat), heard(saves.load_told(line.told), viewer)) for line in lines]

    async def behind(self) -> list[TableId]:
        """Return the tables of which Discord hasn't been shown everything."""
        return list(await self._storage.behind())

    def seats(self, live: Live) -> range:
        """Return how many may play at a table."""
        return self._game(live).seats

    def _lock(self, table: TableId) -> asyncio.Lock:
        return self._locks.setdefault(table, asyncio.Lock())

    def _game(self, live: Live) -> AnyGame:
        return self._games[live.table.game]

    async def _wake(self, table: Table) -> Live:
        if table.save is None:
            return Live(table)
        match = saves.load(table.save, self._games)
        if table.save.rules != match.game.rules:
            # A checkpoint at the migration itself lets the log be replayed from there.
            table = replace(table, save=saves.dump(match))
            await self._storage.record(table, ())
        return Live(table, match)

    def _keep(self, live: Live) -> Live:
        self._cache[live.table.id] = live
        self._cache.move_to_end(live.table.id)
        while len(self._cache) > CACHED:
            self._cache.popitem(last=False)
        return live

    async def _lobby(self, table: TableId) -> Live:
        live = await self.get(table)
        if not live.table.status.live:
            raise TableClosed
        if live.table.status is not Status.LOBBY:
            raise AlreadyStarted
        return live

    async def _reseat(self, live: Live, sitters: tuple[Sitter, ...]) -> Live:
        return await self._store(replace(live, table=replace(live.table, sitters=sitters)))

    async def _settle(self, live: Live, status: Status) -> Live:
        return await self._store(replace(live, table=replace(live.table, status=status)))

    async def _store(self, live: Live) -> Live:
        try:
            await self._storage.seat(live.table)
        except LostUpdate as error:
            self._cache.pop(live.table.id, None)
            raise AlreadyStarted from error
        return self._tell(self._keep(replace(live, table=self._current(live.table))))

    def _tell(self, live: Live) -> Live:
        self._changed(live.table.id)
        return live

    async def _record(self, live: Live, match: AnyMatch, moves: Sequence[Move[Any]]) -> Live:
        status = Status.PLAYING if match.outcome is None else Status.OVER
        table = replace(live.table, save=saves.dump(match), status=status)
        try:
            await self._storage.record(table, [_logged(match.game, move) for move in moves])
        except LostUpdate as error:
            self._cache.pop(table.id, None)
            raise StaleAction from error
        return self._tell(self._keep(Live(self._current(table), match)))

    def _current(self, table: Table) -> Table:
        # While the commit was under way, the announcer may have kept newer news of what Discord shows.
        cached = self._cache.get(table.id)
        return replace(table, announced=cached.table.announced) if cached else table


def _own_seat(live: Live, user: int, seat: int) -> Seat:
    mine = live.seat_of(user)
    if mine != seat:
        raise NotYourTurn
    return mine


def _logged(game: AnyGame, move: Move[Any]) -> Logged:
    action, told = saves.dump_action(game, move.action), saves.dump_told(move.told)
    return Logged(move.seq, game.rules, move.seat, action, told, time.time())
