"""Logs of tables, read from memory or the storage, and tokens for moves that clients may see.

The last moves of a table are in memory; others are read from the storage, and kept in memory then.

The number of a move counts secret steps, too, such as cards that were laid down and taken back: it tells more than
clients may know. So custom_ids name a move by its token: a hash keyed with the seed of the match, the same for the same
move after every start. A move that is made anew after its table was restored has another token than the lost one.
"""

from __future__ import annotations

from hashlib import blake2b

from bot.storage.records import TableId
from bot.tables.log_entries import (
    Entry,
    LogLine,
    entry_of,
    moves_by_hand,
    with_incidents,
)
from bot.tables.refusals import UnknownClick
from bot.tables.table import RECENT, Table
from bot.tables.table_cache import TableCache
from engine.frozen import frozen, replace
from engine.scene import Seat, Text, Viewer

LATER = 1
"""Stands for a move after the beginning, which is no news."""
LONGEST = 24
"""How many moves an order plays together at most: a payment of all cards has fewer."""


@frozen
class News:
    """Events that are new to a viewer: the `lines` since the viewer's own last move, or all if it hasn't `moved`.

    `asked` is when the viewer was asked the present question, in seconds since the epoch; None if that isn't known.
    """

    lines: tuple[LogLine, ...]
    asked: float | None
    moved: bool = True

    @property
    def events(self) -> tuple[Text, ...]:
        """Return the events of all `lines`."""
        return tuple(event for line in self.lines for event in line.events)


@frozen(slots=False)
class MoveLogs:
    """Reads the logs of the tables of `cache`, as one viewer may know them."""

    cache: TableCache

    async def lines(
        self, table: Table, viewer: Viewer, after: int = 0
    ) -> list[LogLine]:
        """Return the moves of `table` after `after`, oldest first, as `viewer` may know them (`Table.line`)."""
        kept = self.cache.peek(table.id)
        known = None if kept is None else kept.entries_after(after)
        if known is None:
            known = tuple(await self._read(table.id, after))
        return [table.line(entry, viewer) for entry in known]

    async def lines_since_own(self, table: Table, seat: Seat) -> list[LogLine]:
        """Return the moves since the own last move of `seat`, up to this state of `table`, with incidents.

        A person that took the seat since, or was late, reads the moves that were missed.
        """
        lines = [
            table.line(entry, seat) for entry in await self._entries_since(table, seat)
        ]
        return with_incidents(lines, table.record.incidents, LATER)

    async def _entries_since(self, table: Table, seat: Seat) -> tuple[Entry, ...]:
        known = (await self.with_recent(table)).entries_since_own(seat)
        if known is None:
            known = (await self._with_entries(table, 0)).entries_since_own(seat)
        return known or ()

    async def ordered_moves(self, table: Table, after: int) -> frozenset[int]:
        """Return the numbers of the moves after `after` that orders have played: nobody made them by hand."""
        # A run of moves that orders play together may have begun before.
        before = max(after - LONGEST, 0)
        known = table.entries_after(before)
        entries = await self._read(table.id, before) if known is None else known
        made = {entry.seq for entry in moves_by_hand(entries, table.started_match.game)}
        return frozenset(entry.seq for entry in entries if entry.seq not in made)

    async def news(self, table: Table, seat: Seat) -> News:
        """Return the news of `table` for `seat`, with the time of the present question (`Table.asked_at`)."""
        table = await self.with_recent(table)
        since = await self._entries_since(table, seat)
        moved = len(since) < table.started_match.seq
        lines = tuple(await self.lines_since_own(table, seat))
        return News(lines, table.asked_at(seat), moved=moved)

    async def missed_news(self, table: Table, seat: Seat) -> News:
        """Return the news for `seat` if its person was away since its last move (`Table.has_been_away`), else none."""
        table = await self.with_recent(table)
        if table.has_been_away(seat):
            return await self.news(table, seat)
        return News((), None)

    async def with_recent(self, table: Table) -> Table:
        """Return `table` with the last `RECENT` moves of its log in memory, which a restart has lost."""
        kept = self.cache.peek(table.id)
        if kept and kept.match is table.match and kept.recent is not table.recent:
            # Another task may have read it since this state was loaded.
            table = replace(table, recent=kept.recent)
        last = table.match.seq if table.match else 0
        if len(table.recent) >= min(RECENT, last):
            return table

        return await self._with_entries(table, max(last - RECENT, 0))

    async def _with_entries(self, table: Table, after: int) -> Table:
        """Return `table` with all moves after `after`; the cache keeps them, if its match is still the same."""
        read = await self._read(table.id, after)
        last = table.started_match.seq
        entries = tuple(entry for entry in read if entry.seq <= last)
        return self.cache.complete(table, lambda known: replace(known, recent=entries))

    async def _read(self, table: TableId, after: int) -> list[Entry]:
        return [entry_of(line) for line in await self.cache.storage.log(table, after)]


PURPOSE = b"herald mark"
TOKEN_BYTES = 6
TOKEN_LENGTH = 2 * TOKEN_BYTES


def keyed_hash(
    table: Table, what: str, size: int = TOKEN_BYTES, move: int | None = None
) -> str:
    """Return the keyed hash of `what` at `table`, as hexadecimal digits of `size` bytes.

    It belongs to `move`, or else to the present: each restore of the table changes it.
    """
    return blake2b(
        what.encode(),
        key=table.match.seed if table.match else b"",
        salt=table.record.generation(move),
        person=PURPOSE,
        digest_size=size,
    ).hexdigest()


def token_for(table: Table, move: int) -> str:
    """Return the token of `move`, counted from 1; 0 stands for the beginning."""
    return keyed_hash(table, str(move), move=move)


def move_of_token(table: Table, name: str) -> int:
    """Return the number of the move named by the token `name`; raise `UnknownClick` if there is none.

    The first version wrote the numbers themselves into its ids: they are shorter than any token.
    """
    if len(name) < TOKEN_LENGTH and name.isdecimal():
        if table.record.generation(int(name)):
            # The table was restored since: the number may be another move's by now.
            raise UnknownClick
        return int(name)
    for move in range(table.started_match.seq, -1, -1):
        if token_for(table, move) == name:
            return move
    raise UnknownClick
