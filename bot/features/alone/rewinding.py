"""Rewinding at private tables: which decisions a person can go back to, and going there.

A rewind is a line of the log, behind all that it undoes (`engine.takeback`). Draws after it repeat those before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from bot.storage.records import Logged
from bot.tables.cache import changes_table
from bot.tables.entries import entry_of
from bot.tables.marks import mark, marked
from bot.tables.ordering import AnyMatch
from bot.tables.table import Played, Table, played
from bot.tables.tables import Tables
from engine import takeback
from engine.errors import Refused
from engine.saves import replay
from engine.scene import Seat, Text
from engine.takeback import PlayOn


class NotRewindable(Refused):
    """Nothing can be rewound: others play here, older rules made these moves, or there is no such decision."""

    key = "refused-rewind"


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a person: the name of the move before it, and what they were told of their answer."""

    name: str
    told: Text


class Rewinds:
    """What people rewind at their private tables; every change is on the disk before its call returns."""

    def __init__(self, tables: Tables) -> None:
        """Take the tables."""
        self.cache = tables.cache

    async def decisions(self, table: Table, user: int) -> list[Decision]:
        """Return the decisions to which a person can go back, oldest first; raise NotRewindable where that can't be."""
        seat, log = self._seat(table, user), await self.cache.storage.log(table.record.id)
        return [Decision(mark(table, first - 1), told) for first, told in _answers(table, seat, log)]

    @changes_table
    async def rewind(self, table: Table, user: int, name: str) -> Played:
        """Go back to where a person decided after the move of that name; raise NotRewindable or UnknownClick."""
        seat, move = self._seat(table, user), marked(table, name)
        log = await self.cache.storage.log(table.record.id)
        before = await asyncio.to_thread(_at, table.started, log, move)
        if seat not in before.deciding or any(_played_on(line) for line in log[move:]):
            raise NotRewindable
        after, moves = table.started.rewind(seat, before)
        return played(await self.cache.keep(table, match=after, moves=moves), seat, len(moves))

    def _seat(self, table: Table, user: int) -> Seat:
        seat = table.going_on.seat_of(user)
        if not table.record.alone or table.record.duplicate:
            raise NotRewindable
        return seat


def _answers(table: Table, seat: Seat, log: Sequence[Logged]) -> list[tuple[int, Text]]:
    """Return the number of the first move of each answer of a seat that still counts, and what the seat was told.

    Steps of which nothing is told belong to the answer that follows. What was played before a practice is no answer.
    """
    found: list[tuple[int, Text]] = []
    begun, before = 0, None
    for line in log:
        entry, back = entry_of(line), takeback.read(line.action)
        if back is not None:
            first = 0 if isinstance(back, PlayOn) else back.to
            found, begun, before = [each for each in found if each[0] <= first], 0, None
            continue
        if entry.seat != seat:
            begun = 0
        elif (entry.seat, entry.at) != before:
            begun = begun or entry.seq
            told = next((event for event in entry.line(seat).told if not table.started.game.by_order(event)), None)
            if told is not None:
                found.append((begun, told))
                begun = 0
        before = entry.seat, entry.at
    return found


def _played_on(line: Logged) -> bool:
    """Tell whether a practice begins with a line of the log."""
    return isinstance(takeback.read(line.action), PlayOn)


def _at(end: AnyMatch, log: Sequence[Logged], move: int) -> AnyMatch:
    """Return a match as it stood after a move; raise NotRewindable where its log doesn't lead there."""
    if any(line.rules != end.game.version or not line.sound for line in log):
        raise NotRewindable
    start: AnyMatch = end.beginning
    lines = [(Seat(line.seat), line.action) for line in log[:move]]
    try:
        return reduce(lambda _, step: step[0], replay(start, lines), start)
    except (Refused, ValueError):
        raise NotRewindable from None
