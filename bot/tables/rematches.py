"""The same game once more: an open table like one that is over, each seat one further, with its people or rivals.

An invitation is an incident of the new table (`Kind.INVITED`), so that it works for as long as the table is open.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bot.clocks.clock import Clock
from bot.storage.records import NO_TABLE, NO_USER, Incident, Kind, Sitter, Status, TableRecord
from bot.tables.cache import TableCache, changes_table
from bot.tables.refusals import NotOver
from bot.tables.table import Table


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
