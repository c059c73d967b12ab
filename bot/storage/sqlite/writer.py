"""Group commit into a database file, by its one writer, and the upkeep of that file.

Theory of operation. All changes that wait share a transaction, and each is answered after its commit. Where every batch
of a group is about another table, its statements are run by kind, each for all batches at once; the numbers of rows
that were written say whether each batch could be made. If not, the whole group is taken back. It goes to the
connection's thread as a whole, from its first statement to its commit (`GroupConnection`): each way there and back
costs a part of a millisecond.

Changes go to the write-ahead log first (`-wal`), and into the database itself when SQLite makes a *checkpoint*: by
itself only once the log has a thousand pages, in the midst of a commit, and at the end. `Upkeep` makes one
while nothing happens, and every ten minutes while much does, in a thread of its own, so that a copy of the file alone,
or a log that a disk has lost, costs minutes.

A file that is deleted or replaced goes on under SQLite's hands, without a name: all that is written to it is lost
at the end. That is noticed by their `identity`, at each commit and every few seconds.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from time import monotonic, time
from typing import Any, NoReturn, TypeAlias

import aiosqlite

from bot.storage.group_commit import GroupCommit
from bot.storage.port import Change, LostUpdate, Statement, StorageError
from bot.storage.sqlite.files import (
    BUSY_SECONDS,
    SMALLEST_BYTES,
    connect,
    explain_errors,
    is_busy,
    prune_put_aside,
)
from bot.storage.sqlite.migrations import sqlite_text

Values: TypeAlias = Mapping[str, Any]

SHORT_SECONDS = 0.1
"""Seconds for which another program is waited for once more, after it was in vain: the next change has waited, too."""
NEVER = float("-inf")
GROUP = "-- a group"
"""Stands for all statements of a group: for how many seconds another program is waited for, and the parts."""


Batch: TypeAlias = tuple[Sequence[Change], float]
"""Changes that are made together or not at all, and since when they wait, in seconds of `monotonic`."""


class GroupConnection(sqlite3.Connection):
    """Connection that makes a whole group, handed to `executemany` under the name of `GROUP`, in one transaction.

    It begins transactions by itself. `LostUpdate` is raised where a change writes other rows than it has to.
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
            for statement, values in parts:
                self._make(statement, values)
            self.commit()
        except BaseException:
            if self.in_transaction:
                self.rollback()
            raise

        return self.cursor()

    def _make(self, statement: Statement, values: Sequence[Values]) -> None:
        try:
            done = self.executemany(sqlite_text(statement), values).rowcount
        except sqlite3.IntegrityError as error:
            raise LostUpdate from error
        if statement.rows is not None and done != statement.rows * len(values):
            raise LostUpdate


class Writer:
    """Writer of a database file: gathers batches while others are being written.

    `written` counts the groups that were written, `last` is when, in seconds of `monotonic`. `close` finishes what
    waits; nothing may be asked for afterwards.
    """

    def __init__(self, db: aiosqlite.Connection, check: Callable[[], None]) -> None:
        """Take the connection, and `check`, which is run before each group."""
        self._db = db
        self.check = check
        self._held = NEVER
        self._groups = GroupCommit(self._commit, of_all=is_busy)
        self.close = self._groups.finish
        self.written = 0
        self.last = monotonic()

    async def write(self, changes: Sequence[Change]) -> None:
        """Make `changes` and return once they are on the disk; raise `LostUpdate` where one can't be made."""
        if changes:
            await self._groups.join((changes, monotonic()))

    async def _commit(self, group: Sequence[Batch]) -> None:
        """Make a group in one transaction."""
        self.written += 1
        self.last = monotonic()
        patience = (
            SHORT_SECONDS if self.last - self._held < BUSY_SECONDS else BUSY_SECONDS
        )
        # Whoever has waited longest must be answered in time, however long others have waited.
        until = min(since for _, since in group) + patience
        try:
            self.check()
            await self._db.executemany(
                GROUP, [round(until - self.last, 1), *self._by_statement(group)]
            )
        except BaseException as error:
            self._held = monotonic() if is_busy(error) else NEVER
            if _has_ended(self._db):
                raise StorageError("storage-closed") from error
            raise

        self._held = NEVER

    def _by_statement(
        self, group: Sequence[Batch]
    ) -> Iterable[tuple[Statement, list[Values]]]:
        """Return `group` by statement where no two batches change the same, as batches use them in the same order."""
        alone = len({changes[0].about for changes, _ in group}) < len(group)
        found: dict[object, tuple[Statement, list[Values]]] = {}
        for changes, _ in group:
            for statement, values in changes:
                key = len(found) if alone else statement
                found.setdefault(key, (statement, []))[1].append(values)
        return found.values()


def _has_ended(db: aiosqlite.Connection) -> bool:
    """Tell whether a connection is closed; the error by which it says so depends on how far it has come."""
    try:
        return db.in_transaction is None
    except (ValueError, sqlite3.ProgrammingError):
        return True


log = logging.getLogger(__name__)

LOOK_SECONDS = 8.0
"""How often the files are looked at: what is gone must be missed within ten seconds."""
IDLE_SECONDS = 60.0
"""How long nothing must have been written before everything is brought into the database."""
PRUNE_SECONDS = 3600.0
"""How often it is looked for what was put aside long ago."""
LOADED_SECONDS = 600.0
"""How long that may wait while there is always something to write."""
BUSY_MILLISECONDS = 100
"""How long a checkpoint waits for readers; another one comes soon."""


class Checkpoints(StrEnum):
    """Mode of checkpoints: the log is emptied, or left to a program that copies it, such as Litestream."""

    TRUNCATE = "truncate"
    PASSIVE = "passive"


def file_identity(name: str) -> tuple[int, int, bool] | None:
    """Return the identity of the file `name`, and whether a database has content; None if there is none."""
    try:
        found = os.stat(name)  # noqa: PTH116 # a Path would cost each commit as much again
    except OSError:
        return None
    return (
        found.st_dev,
        found.st_ino,
        name.endswith("-wal") or found.st_size >= SMALLEST_BYTES,
    )


@dataclass
class Upkeep:
    """Upkeep of an open database, in a task of its own: of the file at `path`, its `writer`, and by which checkpoints.

    `brought` is how many groups stand in the database, as of the moment `at`; `pruned` is when files went last.
    """

    path: Path
    writer: Writer
    kind: Checkpoints
    brought: int = 0
    at: float = field(default_factory=monotonic)
    pruned: float = -PRUNE_SECONDS

    async def run(self) -> NoReturn:
        """Look after the database for ever; raise `StorageError` once it isn't there any more."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            await self.look(monotonic())

    async def look(self, now: float) -> None:
        """Check that the database is still there, and make a checkpoint if one is due at `now`.

        Files that updates and restores have put aside go when their time has come.
        """
        self.writer.check()
        if now - self.pruned >= PRUNE_SECONDS:
            self.pruned = now
            await asyncio.to_thread(self._prune)

        written = self.writer.written
        if written == self.brought:
            return

        if now - self.writer.last >= IDLE_SECONDS:
            if await asyncio.to_thread(self._checkpoint, self.kind):
                self.brought, self.at = written, now
        elif now - self.at >= LOADED_SECONDS:
            await asyncio.to_thread(self._checkpoint, Checkpoints.PASSIVE)
            self.at = now

    def _prune(self) -> None:
        try:
            with explain_errors(self.path):
                for file in prune_put_aside(self.path, time()):
                    log.info(
                        "%s was put aside by an update or a restore, and is deleted",
                        file,
                    )
        except StorageError as error:
            log.warning("what was put aside could not be deleted: %s", error)

    def _checkpoint(self, kind: Checkpoints) -> bool:
        """Make a checkpoint; tell whether everything stands in the database now."""
        try:
            with explain_errors(self.path), closing(connect(self.path)) as db:
                db.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
                return run_checkpoint(db, kind)
        except StorageError as error:
            # What is written stays in the log, and the next look tries again.
            log.warning(
                "what was written could not be brought into the database yet: %s", error
            )
            return False


def run_checkpoint(db: sqlite3.Connection, kind: Checkpoints) -> bool:
    """Bring the log into the database; tell whether all of it is there."""
    busy, frames, brought = db.execute(f"PRAGMA wal_checkpoint({kind})").fetchone()
    return not busy and frames == brought
