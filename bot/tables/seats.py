"""Who sits where at a table, changed: rivals in a lobby, and seats that change hands."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

from bot.storage.records import NO_USER, Private, Sitter
from bot.tables import seating
from bot.tables.cache import TableCache, changes_table
from bot.tables.limits import Turnstile
from bot.tables.ordering import taken
from bot.tables.refusals import TableFull
from bot.tables.table import Table
from engine.scene import Seat


class Seats:
    """The seats of all tables; every change is on the disk before its call returns."""

    def __init__(self, cache: TableCache, turnstile: Turnstile) -> None:
        """Take the tables, and who lets people in."""
        self.cache = cache
        self._turnstile = turnstile

    @changes_table
    async def invite(self, table: Table, user: int, rival: Sitter, *, moderator: bool = False) -> Table:
        """Give a rival the next seat of a table that has not begun; the opener's or a moderator's to do."""
        lobby = table.lobby_of(user, moderator=moderator)
        if len(lobby.sitters) >= self.cache.game(table).seats[-1]:
            raise TableFull
        return await self.cache.keep(table, replace(lobby, sitters=(*lobby.sitters, rival)))

    @changes_table
    async def dismiss(self, table: Table, user: int, name: str, *, moderator: bool = False) -> Table:
        """Free the seat of a rival at a table that has not begun; the opener's or a moderator's to do."""
        lobby = table.lobby_of(user, moderator=moderator)
        return await self.cache.keep(table, seating.without_rival(lobby, name))

    @changes_table
    async def switch(self, table: Table, user: int, option: str, *, moderator: bool = False) -> Table:
        """Switch an option of a table that has not begun on or off; the opener's or a moderator's to do."""
        lobby = table.lobby_of(user, moderator=moderator)
        return await self.cache.keep(table, replace(lobby, **lobby.options | {option: not lobby.options[option]}))

    @changes_table
    async def show_hands(self, table: Table, user: int, private: Private | None) -> Table:
        """Choose where people see their hands at a table that has not begun, unless they chose; the opener's to do."""
        return await self.cache.keep(table, replace(table.lobby_of(user, moderator=False), private=private))

    @changes_table
    async def exchange(self, table: Table, seat: Seat, sitter: Sitter) -> Table:
        """Put another sitter on a seat of a running match, with its hand, from the next move on.

        That may be a person, a rival, or the same person with or without a level. Raise Witness if the person has seen
        another hand of the match, and TooManySeats if the person sits at as many tables as may be. What a person has
        ordered ends with another person there, and goes first while a rival cares for the seat.
        """
        before = table.going_on.record.sitters[seat]
        record = seating.exchanged(table.record, seat, sitter, self.cache.now())
        after, moves = taken(table.started, seat, before, sitter)
        comes = sitter.user not in {NO_USER, before.user}
        async with self._turnstile.joining(record, sitter.user) if comes else nullcontext():
            return await self.cache.keep(table, record, after, moves)

    @changes_table
    async def stand_in(self, table: Table, seat: Seat) -> Table:
        """Let a seat whose person is late count as having answered what several are asked, until it answers again."""
        after, moves = table.going_on.started.stand_in(seat, present=True)
        return table if after is table.match else await self.cache.keep(table, match=after, moves=moves)
