"""What Herald asks of its storage, in terms of tables; nothing else knows how they are kept."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from bot.clocks.clock import Clock
from bot.clocks.habits import Habits
from bot.clocks.timeline import Stretch
from bot.host.errors import HostError
from bot.storage.records import (
    Announced,
    Customs,
    Follow,
    Logged,
    Person,
    Server,
    Status,
    TableId,
    TableRecord,
    Tally,
    Tiding,
)
from engine.saves import Save


class StorageError(HostError):
    """The database can't be used as it is."""


class Damaged(StorageError):
    """A table whose rows are not what was written; it is neither shown nor changed."""

    def __init__(self, table: int) -> None:
        super().__init__("storage-table-damaged", table=str(table))


class OutcomeUnknown(StorageError):
    """A change was sent to the database at `path`, whose answer didn't come in time: it may be kept or not."""

    def __init__(self, path: str) -> None:
        super().__init__("storage-outcome-unknown", path=path)


class LostUpdate(Exception):
    """Somebody else has changed the table since it was read; nothing was written."""


class Storage(Protocol):
    """Where tables rest between moves; every change is on the disk before its call returns."""

    async def open(self) -> None:
        """Make the database ready, migrating it forward; raise StorageError if it can't be used."""
        ...

    async def close(self) -> None:
        """Finish what waits and let go of the database."""
        ...

    def ours(self, table: TableRecord) -> bool:
        """Tell whether a table is looked after by this process: announced, played on by rivals, kept in memory."""
        ...

    async def hand_on(self, table: TableRecord) -> None:
        """Tell the process that looks after a table that its change here is answered, so that it can be shown."""
        ...

    async def create(self, table: TableRecord) -> TableRecord:
        """Keep a new table and return it with its id."""
        ...

    async def load(self, table: TableId) -> TableRecord | None:
        """Return a table, or None if there is none of that id."""
        ...

    async def find(
        self,
        *,
        user: int | None = None,
        channel: int | None = None,
        guild: int | None = None,
        suspended: bool = False,
    ) -> Sequence[TableRecord]:
        """Return the live tables of a person, a channel, a server, of some of these together, or all; oldest first.

        Return the `suspended` ones instead, if these are wanted.
        """
        ...

    async def tally(self, user: int, channel: int, guild: int) -> Tally:
        """Count the live tables of a person, of a channel and of a server; no match is read."""
        ...

    async def finished(self, channel: int, most: int) -> Sequence[TableRecord]:
        """Return the last tables of a channel whose matches are over, at most so many, oldest first."""
        ...

    async def rivalled(self) -> Sequence[TableId]:
        """Return the tables at which a rival plays a seat, oldest first; none that rests; no match is read."""
        ...

    async def behind(self) -> Sequence[TableId]:
        """Return the tables of which Discord hasn't been shown everything, oldest first.

        Their revision isn't the announced one; suspended tables have nowhere to be shown and are never among them.
        It reads no match, so that it can be asked every few minutes of tens of thousands of tables.
        """
        ...

    async def seat(self, table: TableRecord) -> TableRecord:
        """Keep a table's status, opener and sitters and its new incidents, and return it in its new revision.

        While it has no match, what is pledged is kept, too, with each sitter's word; later both stay as they are.
        Raise LostUpdate if the table isn't of the revision any more that it was read in.
        """
        ...

    async def move(self, table: TableRecord, moved: TableRecord) -> TableRecord:
        """Keep place and status of a table that is led elsewhere, in its next revision; raise LostUpdate as `seat`."""
        ...

    async def record(self, table: TableRecord, moves: Sequence[Logged], *, seated: bool = False) -> TableRecord:
        """Keep a table's match, status and new moves in one transaction, and return it in its new revision.

        What is ordered is kept with the match, and sitters and incidents, too, if others are `seated` by that. The
        start of a match has no moves and seats the sitters in their final order. Raise LostUpdate if the table
        isn't of the revision any more that it was read in, or if the match and the moves don't follow on what is there.
        """
        ...

    async def order(self, table: TableRecord, *, quiet: bool) -> TableRecord:
        """Keep what is ordered at a table whose match stands where it stood, and return it in its new revision.

        A `quiet` change makes no revision, and nobody is told: it shows to nobody but its owner. Raise LostUpdate if
        the table isn't of the revision any more that it was read in, or if something else is ordered by now.
        """
        ...

    async def carry_over(self, table: TableRecord, save: Save) -> TableRecord:
        """Keep a table's match under newer rules of its game, as a position that its log can be replayed from.

        To people nothing has changed, so the revision stays and nobody is told. Raise LostUpdate if the table isn't of
        that revision any more, or if this is another position.
        """
        ...

    async def count(self, table: TableRecord) -> None:
        """Keep which message counts for the shuffle of a table without a match; no revision is made, nobody is told.

        Raise LostUpdate if there is no such table, or if its match has begun.
        """
        ...

    def listen(self, listener: Callable[[TableId], None]) -> None:
        """Tell a listener of each table whose people, status or match have changed, once that is on the disk.

        A listener is told from the event loop, before the call that made the change returns, and must not wait. What is
        announced is no such change, and what was refused is none at all. A change of another process isn't told.
        """
        ...

    async def announce(self, table: TableId, announced: Announced, clock: Clock | None = None) -> None:
        """Keep what has been announced of a table, whatever its revision; raise LostUpdate if there is none.

        Its clocks are kept with it, unless they stay as they are.
        """
        ...

    async def keep_clock(self, table: TableId, clock: Clock) -> None:
        """Keep how the clocks of a table stand; no revision is made, nobody is told; raise LostUpdate if it is gone."""
        ...

    async def due(self, now: float, most: int) -> Sequence[TableId]:
        """Return the tables that have to be looked at by now, longest due first and no more than `most`."""
        ...

    async def next_due(self) -> float | None:
        """Return when a table is to be looked at, a digest is due or somebody is to be called next; None if never."""
        ...

    async def habits(self, user: int) -> Habits:
        """Return what a person has chosen about time."""
        ...

    async def keep_habits(self, habits: Habits) -> None:
        """Keep what a person has chosen about time."""
        ...

    async def digests(self, now: float, most: int) -> Sequence[int]:
        """Return the users whose digest is due by now, longest due first and no more than `most`."""
        ...

    async def customs(self, server: int) -> Customs:
        """Return what a server wants its tables to be like."""
        ...

    async def keep_customs(self, customs: Customs) -> None:
        """Keep what a server wants its tables to be like."""
        ...

    async def follows(self, user: int) -> Sequence[Follow]:
        """Return what a person follows, on every server."""
        ...

    async def follow(self, follow: Follow) -> None:
        """Keep that a person follows a game on a server; whoever does is called, once, to each table that opens there.

        `create` keeps that, in its own transaction: who is to be called to the new table, and from when on.
        """
        ...

    async def unfollow(self, user: int, server: int, game: str) -> None:
        """Keep that a person follows a game on a server no more."""
        ...

    async def tidings(self, now: float, most: int) -> Sequence[Tiding]:
        """Return who is to be called to which open tables by now, longest due first and no more than `most`."""
        ...

    async def put_off(self, table: TableId, users: Collection[int], due: float) -> None:
        """Keep that people are called to a table at a later moment."""
        ...

    async def told(self, table: TableId, users: Collection[int]) -> None:
        """Keep that people have been called to a table, or need not be any more."""
        ...

    async def outages(self) -> Sequence[Stretch] | None:
        """Return when Herald was down, oldest first; None if that isn't what was written."""
        ...

    async def keep_outage(self, begin: float, until: float, forgets: float) -> None:
        """Keep that Herald was down, and forget what ended before `forgets`, all that was kept for `inf`."""
        ...

    async def set_back(self, now: float) -> None:
        """Forget what has not been yet, and let every table be looked at: the host's clock was set back."""
        ...

    async def stale(self, status: Status, before: float, most: int) -> Sequence[TableId]:
        """Return the tables of a status that was theirs at a time already, longest first; `PLAYING` ones are none.

        No more than `most` are returned. The time is in seconds since the epoch.
        """
        ...

    async def unplayed(self, most: int) -> Sequence[TableId]:
        """Return tables that were ended without a move, and were shown so, longest first and no more than `most`."""
        ...

    async def delete(self, table: TableRecord) -> None:
        """Delete a table that is over or ended, with all that is known of it; its number is never given again.

        Raise LostUpdate if it isn't of the revision any more that it was read in, or may still go on.
        """
        ...

    async def retire(self, table: TableRecord) -> TableRecord:
        """End a table whose place is gone, as one that has been announced, and return it; nobody is told.

        Raise LostUpdate if it isn't of the revision any more that it was read in.
        """
        ...

    async def kept(self, user: int) -> Sequence[TableRecord]:
        """Return every table at which a person sits or that the person opened, whatever its status, oldest first."""
        ...

    async def forget(self, user: int, table: TableId) -> None:
        """Put FORGOTTEN and the number of the seat in the place of a person's id and name at a table that is over.

        Position and log stay as they were written, and nobody is told. Raise LostUpdate if the table isn't over.
        """
        ...

    async def forget_choices(self, user: int) -> None:
        """Delete what a user has chosen, and follows."""
        ...

    async def wish(self, user: int, tables: Sequence[TableId], at: float) -> None:
        """Keep that a person wants to be forgotten by tables as soon as they are over."""
        ...

    async def wishes(self, user: int | None = None) -> Sequence[tuple[int, TableId]]:
        """Return whom which tables shall forget: what a user wished for, or, for no user, all that can be done now."""
        ...

    async def log(self, table: TableId, after: int = 0) -> Sequence[Logged]:
        """Return the moves of a table after a given one, oldest first."""
        ...

    async def person(self, user: int) -> Person:
        """Return what a user has chosen."""
        ...

    async def keep_person(self, person: Person) -> None:
        """Keep what a user has chosen."""
        ...

    async def server(self, server: int) -> Server:
        """Return what is chosen for a server."""
        ...

    async def keep_server(self, server: Server) -> None:
        """Keep what is chosen for a server."""
        ...

    async def forget_servers(self, present: Collection[int], now: float, before: float) -> Sequence[int]:
        """Keep since when servers are not `present`, now if never known; delete and return those gone before a time."""
        ...

    async def homes(self) -> Sequence[int]:
        """Return the servers at which live tables stand; no match is read."""
        ...

    async def note(self, key: str) -> str | None:
        """Return a remark that Herald keeps about itself."""
        ...

    async def keep_note(self, key: str, value: str) -> None:
        """Keep a remark that Herald keeps about itself."""
        ...
