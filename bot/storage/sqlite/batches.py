"""The one writer: all changes that wait share a transaction, and each is answered after its commit.

Theory of operation. Where every batch of a group is about another table, its statements are run by kind, each for all
batches at once; the numbers of rows that were written say whether each batch could be made. If not, the whole group is
taken back. It goes to the connection's thread as a whole, from its first statement to its commit (`Grouped`): each way
there and back costs a part of a millisecond.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from time import monotonic
from typing import Any, NamedTuple, TypeAlias

import aiosqlite

from bot.storage.groups import Groups
from bot.storage.port import Change, LostUpdate, Statement, StorageError
from bot.storage.sqlite.database import BUSY_SECONDS, busy

Values: TypeAlias = Mapping[str, Any]

SHORT_SECONDS = 0.1
"""How long another program is waited for that was waited for in vain just now: whoever comes next has waited, too."""
NEVER = float("-inf")
GROUP = "-- a group"
"""Stands for all statements of a group: for how many seconds another program is waited for, and the parts."""


class Batch(NamedTuple):
    """Changes that are made together or not at all, and since when they wait, in seconds of `monotonic`."""

    changes: Sequence[Change]
    since: float


class Part(NamedTuple):
    """A statement in SQLite's words, how many rows it has to write, and the values of each of its changes."""

    text: str
    rows: int | None
    values: list[Values]


class Grouped(sqlite3.Connection):
    """A connection that makes a whole group, handed to `executemany` under the name of `GROUP`, in one transaction.

    It begins transactions by itself. LostUpdate is raised where a change writes other rows than it has to.
    """

    patience = BUSY_SECONDS
    """How long it waits for other programs by now."""

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> sqlite3.Cursor:
        """Run a statement for each of some values, as any connection does, or else a group, to its commit."""
        if sql != GROUP:
            return super().executemany(sql, parameters)
        try:
            if self.in_transaction:
                # Nothing may be kept of those before, for whom even the way back failed.
                self.rollback()
            patience, *parts = parameters
            if patience != self.patience:
                self.execute(f"PRAGMA busy_timeout = {max(patience, 0.0) * 1000:.0f}")
                self.patience = patience
            for part in parts:
                self._make(part)
            self.commit()
        except BaseException:
            if self.in_transaction:
                self.rollback()
            raise
        return self.cursor()

    def _make(self, part: Part) -> None:
        try:
            done = self.executemany(part.text, part.values).rowcount
        except sqlite3.IntegrityError as error:
            raise LostUpdate from error
        if part.rows is not None and done != part.rows * len(part.values):
            raise LostUpdate


class Writer:
    """Gathers batches while others are being written.

    `written` counts the groups that were written, `last` is when, in seconds of `monotonic`.
    """

    def __init__(self, db: aiosqlite.Connection, text: Callable[[Statement], str], check: Callable[[], None]) -> None:
        """Take the connection, what a statement is in SQLite's words, and what is checked before each group."""
        self._db = db
        self._text = text
        self._check = check
        self._held = NEVER
        self._groups = Groups(self._commit, of_all=busy)
        self._closed = False
        self.written = 0
        self.last = monotonic()

    async def write(self, changes: Sequence[Change]) -> None:
        """Make changes and return once they are on the disk; raise LostUpdate where one can't be made as it must."""
        if self._closed:
            raise StorageError("storage-closed")
        if changes:
            await self._groups.join(Batch(changes, monotonic()))

    async def close(self) -> None:
        """Finish what waits and take nothing more."""
        self._closed = True
        await self._groups.finish()

    async def _commit(self, group: Sequence[Batch]) -> None:
        """Make a group in one transaction."""
        self.written, self.last = self.written + 1, monotonic()
        # Whoever has waited longest must be answered in time, however long others have waited.
        until = min(each.since for each in group) + self._patience()
        try:
            self._check()
            await self._db.executemany(GROUP, [round(until - self.last, 1), *self._parts(group)])
        except BaseException as error:
            self._held = monotonic() if busy(error) else NEVER
            if _has_ended(self._db):
                raise StorageError("storage-closed") from error
            raise
        self._held = NEVER

    def _patience(self) -> float:
        """Return the seconds that another program is waited for: few as long as one holds the database."""
        return SHORT_SECONDS if monotonic() - self._held < BUSY_SECONDS else BUSY_SECONDS

    def _parts(self, group: Sequence[Batch]) -> list[Part]:
        """Return a group by statement where no two batches change the same, as batches use them in the same order."""
        alone = len({batch.changes[0].about for batch in group}) < len(group)
        found: dict[object, Part] = {}
        for statement, values in (change for batch in group for change in batch.changes):
            key = len(found) if alone else statement
            found.setdefault(key, Part(self._text(statement), statement.rows, [])).values.append(values)
        return list(found.values())


def _has_ended(db: aiosqlite.Connection) -> bool:
    """Tell whether a connection takes nothing any more; by which error it says so depends on how far it has come."""
    try:
        return db.in_transaction is None
    except (ValueError, sqlite3.ProgrammingError):
        return True
