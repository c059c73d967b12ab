"""Who sits where at a table, changed: rivals in a lobby, seats that change hands, and who asks for advice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.storage.records import NO_USER, Private, Sitter, TableId
from bot.tables import seating
from bot.tables.again import once_more
from bot.tables.limits import Turnstile
from bot.tables.ordering import taken
from bot.tables.refusals import NoAdvice, TableFull
from bot.tables.shelf import Shelf
from bot.tables.table import Table
from engine.scene import Seat


class Seats:
    """The seats of all tables; every change is on the disk before its call returns."""

    def __init__(self, shelf: Shelf, turnstile: Turnstile, lobby: Callable[[TableId], Awaitable[Table]]) -> None:
        """Take the tables, who lets people in, and what returns a table that has not begun, or raises a refusal."""
        self._shelf = shelf
        self._turnstile = turnstile
        self._lobby = lobby

    @once_more
    async def invite(self, table_id: TableId, user: int, rival: Sitter, *, moderator: bool = False) -> Table:
        """Give a rival the next seat of a table that has not begun; the opener's or a moderator's to do."""
        async with self._shelf.lock(table_id):
            table = await self._lobby(table_id)
            table.opener_only(user, moderator=moderator)
            if len(table.record.sitters) >= self._shelf.game(table).seats[-1]:
                raise TableFull
            record = replace(table.record, sitters=(*table.record.sitters, rival))
            return await self._shelf.store(replace(table, record=record))

    @once_more
    async def dismiss(self, table_id: TableId, user: int, name: str, *, moderator: bool = False) -> Table:
        """Free the seat of a rival at a table that has not begun; the opener's or a moderator's to do."""
        async with self._shelf.lock(table_id):
            table = await self._lobby(table_id)
            table.opener_only(user, moderator=moderator)
            return await self._shelf.store(replace(table, record=seating.without_rival(table.record, name)))

    @once_more
    async def allow_advice(self, table_id: TableId, user: int, *, moderator: bool = False) -> Table:
        """Let people ask for advice at a table that has not begun, or no more; the opener's or a moderator's to do."""
        async with self._shelf.lock(table_id):
            table = await self._lobby(table_id)
            table.opener_only(user, moderator=moderator)
            record = replace(table.record, advice=not table.record.advice)
            return await self._shelf.store(replace(table, record=record))

    @once_more
    async def show_hands(self, table_id: TableId, user: int, private: Private | None) -> Table:
        """Choose where people see their hands at a table that has not begun, unless they chose; the opener's to do."""
        async with self._shelf.lock(table_id):
            table = await self._lobby(table_id)
            table.opener_only(user, moderator=False)
            return await self._shelf.store(replace(table, record=replace(table.record, private=private)))

    @once_more
    async def allow_orders(self, table_id: TableId, user: int, *, moderator: bool = False) -> Table:
        """Let people order ahead at a table that has not begun, or no more; the opener's or a moderator's to do."""
        async with self._shelf.lock(table_id):
            table = await self._lobby(table_id)
            table.opener_only(user, moderator=moderator)
            record = replace(table.record, orders=not table.record.orders)
            return await self._shelf.store(replace(table, record=record))

    @once_more
    async def exchange(self, table_id: TableId, seat: Seat, sitter: Sitter) -> Table:
        """Put another sitter on a seat of a running match, with its hand, from the next move on.

        That may be a person, a rival, or the same person with or without a level. Raise Witness if the person has seen
        another hand of the match, and TooManySeats if the person sits at as many tables as may be. What a person has
        ordered ends with another person there, and goes first while a rival cares for the seat.
        """
        async with self._shelf.lock(table_id):
            table = (await self._shelf.load(table_id)).going_on
            record = seating.exchanged(table.record, seat, sitter, self._shelf.clock())
            after, moves = taken(table.started, seat, table.record.sitters[seat], sitter)
            reseated = replace(table, record=record)
            if sitter.user in {NO_USER, table.record.sitters[seat].user}:
                return await self._shelf.reseat(reseated, after, moves)
            async with self._turnstile.joining(record, sitter.user):
                return await self._shelf.reseat(reseated, after, moves)

    @once_more
    async def stand_in(self, table_id: TableId, seat: Seat) -> Table:
        """Let a seat whose person is late count as having answered what several are asked, until it answers again."""
        async with self._shelf.lock(table_id):
            table = (await self._shelf.load(table_id)).going_on
            after, moves = table.started.stand_in(seat, present=True)
            return table if after is table.match else await self._shelf.record(table, after, moves)

    @once_more
    async def advised(self, table_id: TableId, user: int, level: str) -> Table:
        """Keep that a person who is asked asks a level for advice; raise NoAdvice where that isn't allowed."""
        async with self._shelf.lock(table_id):
            table = (await self._shelf.load(table_id)).going_on
            seat = table.seat_of(user)
            if not table.record.advice or seat not in table.started.deciding:
                raise NoAdvice
            record = seating.advised(table.record, seat, level, self._shelf.clock())
            return await self._shelf.stored(table, record)

    async def witnessed(self, table_id: TableId, user: int) -> frozenset[int]:
        """Return the seats whose hands a person has seen, by holding them or by asking for advice there."""
        return seating.witnessed((await self._shelf.get(table_id)).record, user)
