"""What was told at tables, and names for its moves that clients may see.

What was told is read from memory where the last moves are, else from the storage, and kept in memory then.

The number of a move counts secret steps, too, such as cards that were laid down and taken back: it tells more than
clients may know. Whatever they see names moves by a hash that is keyed with the seed of the match, the same for the
same move after every start. A move that is made anew after its table was set back has another name than the lost one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import blake2b

from bot.storage.records import TableId
from bot.tables.cache import TableCache
from bot.tables.entries import Entry, Line, by_hand, entry_of, woven
from bot.tables.refusals import UnknownClick
from bot.tables.table import RECENT, Table
from engine.scene import Seat, Text, Viewer

LATER = 1
"""Stands for a move after the beginning, which is no news to anybody."""
LONGEST = 24
"""How many moves an order plays together at most: a payment of all cards has fewer."""


@dataclass(frozen=True, slots=True)
class News:
    """What somebody was told since the own last move, or ever who hasn't `moved`, and when they were asked, in seconds.

    `asked` is None if that isn't known.
    """

    lines: tuple[Line, ...]
    asked: float | None
    moved: bool = True

    @property
    def events(self) -> tuple[Text, ...]:
        """Return it event by event."""
        return tuple(event for line in self.lines for event in line.told)


class Logs:
    """The logs of all tables."""

    def __init__(self, cache: TableCache) -> None:
        """Take the tables."""
        self.cache = cache

    async def told(self, table: Table, viewer: Viewer, after: int = 0) -> list[Line]:
        """Return what a viewer was told at a table after a move, oldest first (`Table.line`)."""
        kept = self.cache.peek(table.id)
        known = None if kept is None else kept.after(after)
        read = await self._read(table.id, after) if known is None else known
        return [table.line(entry, viewer) for entry in read]

    async def since(self, table: Table, seat: Seat) -> list[Line]:
        """Return what a seat was told since its own last move, up to this state of the table, and what happened then.

        Whoever took the seat since, or was played for, reads what they have missed.
        """
        known = await self._since(table, seat)
        return woven([table.line(entry, seat) for entry in known], table.record.incidents, LATER)

    async def _since(self, table: Table, seat: Seat) -> tuple[Entry, ...]:
        known = (await self.recalled(table)).since(seat)
        return (await self._recall(table, 0)).since(seat) or () if known is None else known

    async def ordered(self, table: Table, after: int) -> frozenset[int]:
        """Return which moves after one were played by orders, by their numbers: whoever's they are isn't there."""
        # What orders have played together may have begun before.
        before = max(after - LONGEST, 0)
        known = table.after(before)
        entries = await self._read(table.id, before) if known is None else known
        made = {entry.seq for entry in by_hand(entries, table.started.game)}
        return frozenset(entry.seq for entry in entries if entry.seq not in made)

    async def news(self, table: Table, viewer: Viewer) -> News:
        """Return what is new to a viewer since the own last move, and when it was asked what is (`Table.asked_at`)."""
        table = await self.recalled(table)
        if viewer is None:
            return News((), table.asked_at(viewer))
        moved = len(await self._since(table, viewer)) < table.started.seq
        return News(tuple(await self.since(table, viewer)), table.asked_at(viewer), moved=moved)

    async def missed(self, table: Table, seat: Seat) -> News:
        """Return what is new to a seat whose person was gone since its last move; nothing for whoever was there."""
        table = await self.recalled(table)
        return await self.news(table, seat) if table.left_alone(seat) else News((), None)

    async def recalled(self, table: Table) -> Table:
        """Return a table with the last moves of its log in memory, which a start has forgotten."""
        kept = self.cache.peek(table.id)
        if kept is not None and kept.match is table.match and kept.recent is not table.recent:
            # Somebody may have read it since this state was looked at.
            table = replace(table, recent=kept.recent)
        return await self._recall(table, max(table.started.seq - RECENT, 0)) if table.forgetful else table

    async def _recall(self, table: Table, after: int) -> Table:
        """Return a table with all moves after that one in memory; they are kept there if it is still so."""
        read = await self._read(table.id, after)
        entries = tuple(entry for entry in read if entry.seq <= table.started.seq)
        return self.cache.complete(table, lambda known: replace(known, recent=entries))

    async def _read(self, table: TableId, after: int) -> list[Entry]:
        return [entry_of(line) for line in await self.cache.storage.log(table, after)]


PURPOSE = b"herald mark"
MARK_BYTES = 6
MARK_LENGTH = 2 * MARK_BYTES


def keyed(table: Table, what: str, size: int = MARK_BYTES, move: int | None = None) -> str:
    """Return a name for something of a table, of twice as many hexadecimal digits as it has bytes.

    It belongs to a `move`, or else to the present: it is another one each time that the table was set back.
    """
    key = b"" if table.match is None else table.match.seed
    salt = table.record.generation(move)
    return blake2b(what.encode(), key=key, salt=salt, person=PURPOSE, digest_size=size).hexdigest()


def mark(table: Table, move: int) -> str:
    """Return the name of a move, counted from 1; 0 stands for the beginning."""
    return keyed(table, str(move), move=move)


def marked(table: Table, name: str) -> int:
    """Return the number of the move of that name; raise UnknownClick if there is none.

    The first version wrote the numbers themselves into its ids: they are shorter than any name.
    """
    if len(name) < MARK_LENGTH and name.isdecimal():
        return _counted(table, int(name))
    for move in range(table.started.seq, -1, -1):
        if mark(table, move) == name:
            return move
    raise UnknownClick


def _counted(table: Table, move: int) -> int:
    if table.record.generation(move):
        raise UnknownClick
    return move
