"""Starts: games begun, by a person's word or when it is time (`bot.clocks.starting`), and the same game once more.

A rematch is an open table like one that is over, each seat one further, with its people or rivals. An invitation to it
is an incident of the new table (`Kind.INVITED`), so that it works for as long as the table is open.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bot.clocks.clock import Clock
from bot.clocks.starting import Starting
from bot.storage.records import NO_TABLE, NO_USER, Incident, Kind, Sitter, Status, TableRecord
from bot.tables.cache import TableCache, changes_table
from bot.tables.ordering import begun
from bot.tables.refusals import NotOver, NotWanted, TooFew
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


class Rematches:
    """Opens tables like others that are over, one for each."""

    def __init__(self, cache: TableCache, opening: Callable[[TableRecord], Awaitable[Table]]) -> None:
        """Take the tables, and what opens a new one, or raises a refusal."""
        self.cache = cache
        self._opening = opening

    @changes_table
    async def open(self, table: Table, sitter: Sitter) -> tuple[Table, bool]:
        """Return the rematch of a table that is over, and whether it was opened now, by one of its people.

        Raise NotSeated for anybody else, and NotOver before. Whoever presses second finds what the first one opened.
        """
        table.seat_of(sitter.user)
        if table.status is not Status.OVER:
            raise NotOver
        for each in await self.cache.storage.find(channel=table.channel):
            if each.status is Status.LOBBY and rematch_of(each) == table.id:
                return await self.cache.get(each.id), False
        return await self._opening(again(table.record, sitter, self.cache.now())), True

    @changes_table
    async def open_alone(self, table: Table, sitter: Sitter, rivals: Sequence[Sitter]) -> tuple[Table, bool]:
        """Return a table like one that is over where `rivals` sit for everybody else, and whether it was opened now.

        Raise NotSeated for anybody who didn't sit there, and NotOver before. Who plays such a game in this channel
        already finds it instead.
        """
        table.seat_of(sitter.user)
        if table.status is not Status.OVER:
            raise NotOver
        for each in await self.cache.storage.find(user=sitter.user, channel=table.channel):
            if each.game == table.record.game and each.status.open and _alone(each):
                return await self.cache.get(each.id), False
        return await self._opening(again_alone(table.record, sitter, rivals)), True


def again_alone(table: TableRecord, sitter: Sitter, rivals: Sequence[Sitter]) -> TableRecord:
    """Return an open table like another one: one of its people, each seat one further, and rivals on the others."""
    company = iter(rivals)
    seats = (*table.sitters[1:], *table.sitters[:1])
    sitters = tuple(sitter if each.user == sitter.user else next(company) for each in seats)
    return _like(table, sitter, sitters)


def _alone(table: TableRecord) -> bool:
    """Tell whether one person sits at a table, and rivals on all other seats, one at least."""
    rivals = sum(each.user == NO_USER and each.level is not None for each in table.sitters)
    return rivals == len(table.sitters) - 1 > 0


def again(table: TableRecord, sitter: Sitter, at: float) -> TableRecord:
    """Return an open table like another one: its rivals sit there at once, and its people are invited.

    Whoever sat first sits last.
    """
    rotated = [replace(each, word=None) for each in (*table.sitters[1:], *table.sitters[:1]) if _comes(each)]
    invited = tuple(
        Incident(int(table.id), Kind.INVITED, seat, replace(each, level=None) if each.person else each, at)
        for seat, each in enumerate(rotated)
    )
    opened = _like(table, sitter, (sitter, *(each for each in rotated if not each.person)))
    opened = replace(opened, incidents=invited)
    return replace(opened, sitters=arranged(opened, opened.sitters))


def _like(table: TableRecord, opener: Sitter, sitters: tuple[Sitter, ...]) -> TableRecord:
    """Return an open table with the options of another one."""
    return TableRecord(
        NO_TABLE,
        table.game,
        table.guild,
        table.channel,
        opener.user,
        table.private,
        Status.LOBBY,
        sitters,
        clock=Clock((table.clock or Clock()).terms, opens_secret=True),
        **table.options,
    )


def _comes(sitter: Sitter) -> bool:
    """Tell whether somebody can come again: a person who is known, or a rival."""
    return sitter.user != NO_USER or sitter.level is not None


def arranged(table: TableRecord, sitters: Sequence[Sitter]) -> tuple[Sitter, ...]:
    """Return who sits at an open table in the order in which they were invited; who wasn't comes after them."""
    order = {_known(each.sitter): each.seat for each in table.incidents if each.kind is Kind.INVITED}
    return tuple(sorted(sitters, key=lambda sitter: order.get(_known(sitter), len(order))))


def _known(sitter: Sitter) -> tuple[int, str]:
    """Return what somebody is known by: a person's name may change."""
    return sitter.user, "" if sitter.person else sitter.name


def rematch_of(table: TableRecord) -> int | None:
    """Return the number of the table that an open one is the rematch of; None for any other."""
    return next((each.after for each in table.incidents if each.kind is Kind.INVITED), None)


def awaited(table: TableRecord) -> tuple[int, ...]:
    """Return the users who are invited to an open table and don't sit there."""
    here = {sitter.user for sitter in table.sitters}
    invited = (each.sitter.user for each in table.incidents if each.kind is Kind.INVITED)
    return tuple(user for user in invited if user != NO_USER and user not in here)
