"""What Herald asks of its storage, in terms of tables and choices; nothing else knows how they are kept."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from bot.clocks.clock import Clock
from bot.host.errors import HostError
from bot.storage.records import Announced, Logged, Status, TableId, TableRecord, Tally, Tiding
from bot.storage.session import Statement

C = TypeVar("C")

LIVE = (Status.LOBBY, Status.PLAYING)
ALL = 1 << 40
"""As many as there are."""


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
    """Where tables and choices rest (`store.Store`); every change is on the disk before its call returns."""

    def ours(self, server: int) -> bool:
        """Tell whether a server's tables are looked after here: announced, played on by rivals, kept in memory."""
        ...

    async def hand_on(self, table: TableRecord) -> None:
        """Tell the process that looks after a table that its change here is answered, so that it can be shown."""
        ...

    def listen(self, listener: Callable[[TableId], None]) -> None:
        """Tell a listener of each table whose people, status or match have changed, once that is on the disk."""
        ...

    # Tables

    async def create(self, table: TableRecord, calls: Mapping[int, float] = {}) -> TableRecord:
        """Keep a new table, and which users are to be called to it and when, and return it with its id."""
        ...

    async def load(self, table: TableId) -> TableRecord | None:
        """Return a table, or None if there is none of that id; raise Damaged if it isn't what was written."""
        ...

    async def find(
        self,
        *,
        user: int | None = None,
        known: int | None = None,
        channel: int | None = None,
        guild: int | None = None,
        status: Iterable[Status] = LIVE,
        last: int | None = None,
    ) -> Sequence[TableRecord]:
        """Return the tables of some statuses that fulfil all that is asked, oldest first; damaged ones are left out."""
        ...

    async def select(self, question: Statement, **asked: Any) -> Sequence[TableId]:
        """Return the tables that a question of `sql` finds."""
        ...

    async def tally(self, user: int, channel: int, guild: int) -> Tally:
        """Count the live tables of a person, of a channel and of a server."""
        ...

    async def save(  # noqa: PLR0913 # whatever may become of a table
        self,
        table: TableRecord,
        lines: Sequence[Logged] = (),
        *,
        begins: bool = False,
        seated: bool = False,
        shows: bool = True,
        announced: Announced | None = None,
        left: TableRecord | None = None,
    ) -> TableRecord:
        """Keep a table and its new moves in one transaction, and return it in its new version.

        What `shows` makes a revision, of which listeners are told, and keeps the table's clocks. A match that `begins`,
        or stands under other rules, can be replayed from there. Moves after which others are `seated` say so. What is
        `announced` with it is news to nobody. `left` is the table in the place that it has left. Raise LostUpdate if
        the table isn't what was read any more, or if the match and the moves don't follow on what is there.
        """
        ...

    async def announce(self, table: TableId, announced: Announced | None = None, clock: Clock | None = None) -> None:
        """Keep what Discord was shown of a table, how its clocks stand, or both, whatever its version.

        Nobody is told. Raise LostUpdate if there is no such table.
        """
        ...

    async def delete(self, table: TableRecord) -> None:
        """Delete a table that is over or ended, with all that is known of it; its number is never given again.

        Raise LostUpdate if it isn't what was read any more, or may still go on.
        """
        ...

    async def log(self, table: TableId, after: int = 0) -> Sequence[Logged]:
        """Return the moves of a table after a given one, oldest first."""
        ...

    # People

    async def forget(self, user: int, table: TableId) -> None:
        """Put FORGOTTEN and the number of the seat in the place of a person's id and name at a table that is over.

        Position and log stay as they were written, and nobody is told. Raise LostUpdate if the table isn't over.
        """
        ...

    async def wish(self, user: int, tables: Iterable[TableId], at: float) -> None:
        """Keep that a person wants to be forgotten by tables as soon as they are over."""
        ...

    async def wishes(self, user: int | None = None) -> Sequence[tuple[int, TableId]]:
        """Return whom which tables shall forget: what a user wished for, or, for no user, all that can be done now."""
        ...

    async def choice(self, type_: type[C], *key: object) -> C:
        """Return what was chosen, by the type of its record and its key; as if never chosen where nothing was."""
        ...

    async def choices(
        self,
        type_: type[C],
        *,
        user: int | None = None,
        server: int | None = None,
        due: float | None = None,
        most: int = ALL,
    ) -> Sequence[C]:
        """Return all choices of a type, of a user or a server, or that are due by a moment; damaged ones are left out.

        Those that are due belong to no server: one process alone is told of them.
        """
        ...

    async def keep(self, choice: object, was: object | None = None) -> None:
        """Keep what was chosen; what is as if never chosen is kept no more.

        Raise LostUpdate if it isn't any more what it `was`, where that is given.
        """
        ...

    async def forget_choices(self, *, user: int | None = None, server: int | None = None) -> None:
        """Delete what a user, or a server, has chosen."""
        ...

    async def homes(self) -> Sequence[int]:
        """Return the servers at which live tables stand."""
        ...

    # What is due

    async def next_due(self) -> float | None:
        """Return when a table is to be looked at, a digest is due or somebody is to be called next; None if never."""
        ...

    async def wake(self, now: float) -> None:
        """Let every table whose clocks run be looked at: the host's clock was set back."""
        ...

    async def tidings(self, now: float, most: int) -> Sequence[Tiding]:
        """Return who is to be called to which open tables by now, longest due first and no more than `most`."""
        ...

    async def put_off(self, table: TableId, users: Collection[int], due: float | None) -> None:
        """Keep that people are called to a table at a later moment, or, without one, that they need not be any more."""
        ...
