"""Starts: the games of open tables begun, by a person's word or when it is time (`bot.clocks.starting`)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bot.clocks.clock import Clock
from bot.clocks.starting import Starting
from bot.storage.records import Sitter, TableRecord
from bot.tables.cache import TableCache, changes_table
from bot.tables.ordering import begun
from bot.tables.refusals import NotWanted, TooFew
from bot.tables.schedule import ClockChange
from bot.tables.table import Table, seed_of
from engine.game import AnyGame
from engine.match import Match


class Starts:
    """Begins the games of open tables; every change is on the disk before its call returns."""

    def __init__(self, cache: TableCache, absent: Callable[[Table], Awaitable[ClockChange]]) -> None:
        """Take the tables, and how the clocks of a table that begins change for people who are away."""
        self.cache = cache
        self._absent = absent

    @changes_table
    async def start(self, table: Table, user: int, rivals: Sequence[Sitter] = (), *, moderator: bool = False) -> Table:
        """Begin the match of a table at once for its opener or a `moderator`; for others who sit there, ask all to.

        It begins with the last person's word. Where it begins at once `rivals` take the seats that it waits for.
        Raise TooFew, NotSeated, or NotOpener where the opener alone may begin.
        """
        lobby = table.lobby
        starting = starting_of(lobby)
        if moderator or user == lobby.opener or starting is None or starting.by_hand:
            return await self._begin(table, self._filled(table, table.lobby_of(user, moderator=moderator), rivals))
        table.seat_of(user)
        self._check_enough(table, lobby)
        starting = starting.agree_to_begin(user, self.cache.now())
        if {sitter.user for sitter in lobby.sitters if sitter.person} <= {*starting.agreed}:
            return await self._begin(table, lobby)
        return await self.cache.keep(table, _waiting(lobby, starting))

    @changes_table
    async def object(self, table: Table, user: int) -> Table:
        """Let a person object to beginning with fewer players; raise NotWanted where nobody wants to."""
        lobby, starting = table.lobby, starting_of(table.lobby)
        table.seat_of(user)
        if starting is None or starting.asked is None:
            raise NotWanted
        return await self.cache.keep(table, _waiting(lobby, starting.object_to_begin(user)))

    @changes_table
    async def begin_due(self, table: Table, rivals: Sequence[Sitter] = ()) -> Table:
        """Begin the match of a table whose time has come, with these `rivals` on free seats; else return it as it is.

        Where too few sit there it waits on. Where nobody has seen the pledge for its shuffle yet it doesn't begin.
        """
        lobby, starting, now = table.lobby, starting_of(table.lobby), self.cache.now()
        if starting is None or starting.due is None or starting.due > now:
            return table
        filled = self._filled(table, lobby, rivals)
        if len(filled.sitters) < self.cache.game(table).seats[0]:
            return await self.cache.keep(table, _waiting(lobby, starting.miss_chosen_time()))
        if lobby.pledged is None or lobby.pledged.message is None:
            return table
        return await self._begin(table, filled)

    async def _begin(self, table: Table, lobby: TableRecord) -> Table:
        self._check_enough(table, lobby)
        start = Match.start(
            self.cache.game(table), len(lobby.sitters), seed_of(lobby), lobby.generation(), orders=lobby.orders
        )
        match = replace(start, duplicate=lobby.duplicate)
        absent = await self._absent(table)
        return await self.cache.keep(table, lobby, begun(match, lobby.sitters), wind=absent)

    def _filled(self, table: Table, lobby: TableRecord, rivals: Sequence[Sitter]) -> TableRecord:
        """Return an open table with rivals on the seats it waits for; people may have come since they were named."""
        free = seats_awaited(lobby, self.cache.game(table))
        return replace(lobby, sitters=(*lobby.sitters, *rivals[:free]))

    def _check_enough(self, table: Table, lobby: TableRecord) -> None:
        fewest = self.cache.game(table).seats[0]
        if len(lobby.sitters) < fewest:
            raise TooFew(low=fewest)


def starting_of(table: TableRecord) -> Starting | None:
    """Return what an open table waits for; None: for its opener or a moderator."""
    return table.clock.starting if table.clock else None


def seats_awaited(table: TableRecord, game: AnyGame) -> int:
    """Return how many more players an open table waits for, by default as many as its game is best with."""
    starting = starting_of(table)
    return max(0, (starting.players if starting else game.best) - len(table.sitters))


def _waiting(lobby: TableRecord, starting: Starting) -> TableRecord:
    return replace(lobby, clock=replace(lobby.clock or Clock(), starting=starting))
