"""A connection to SQLite that fails at the n-th statement, or is looked at there as a kill would leave its files.

And a disk that keeps nothing.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.storage.port import StorageError
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.sqlite.writer import GROUP, GroupConnection
from bot.storage.store import Store

At = Callable[[str, Callable[[], Any]], Any]
"""What is done at a statement: it gets its SQL, and what carries it out."""


async def full(*_: object, **__: object) -> None:
    """Keep nothing: the disk is full."""
    raise StorageError("storage-full", path="herald.db")


class Faulty(GroupConnection):
    """Counts its statements from when it is armed, and does something else at one of them, or from then on."""

    at: At | None = None
    number = 0
    lasting = False
    seen = 0

    def arm(self, number: int, at: At, *, lasting: bool = False) -> None:
        """Do `at` in place of the statement of that number, counted from 1, and of all after it if that is lasting."""
        self.at, self.number, self.lasting, self.seen = at, number, lasting, 0

    def disarm(self) -> None:
        """Be as any other connection."""
        self.at = None

    def execute(self, sql: str, parameters: Any = (), /) -> Any:
        """Run a statement, or what was armed."""
        return self._run(sql, partial(super().execute, sql, parameters))

    def executemany(self, sql: str, parameters: Any, /) -> Any:
        """Run a statement for each of some rows, or what was armed; a group is no statement, but several."""
        if sql == GROUP:
            return super().executemany(sql, parameters)
        return self._run(sql, partial(super().executemany, sql, parameters))

    def commit(self) -> None:
        """Commit, or do what was armed."""
        self._run("COMMIT", super().commit)

    def rollback(self) -> None:
        """Take a transaction back, or do what was armed."""
        self._run("ROLLBACK", super().rollback)

    def _run(self, sql: str, does: Callable[[], Any]) -> Any:
        self.seen += 1
        if self.at is None or self.seen < self.number or (self.seen > self.number and not self.lasting):
            return does()
        return self.at(sql, does)


def failing(code: int) -> At:
    """Fail instead of carrying a statement out."""

    def fail(sql: str, does: Callable[[], Any]) -> None:
        del does
        error = sqlite3.OperationalError(f"at {sql}")
        error.sqlite_errorcode, error.sqlite_errorname = code, "SQLITE_TEST"
        raise error

    return fail


def failing_late(code: int) -> At:
    """Carry a statement out and fail then: nobody but the disk knows that it was done."""

    def fail(sql: str, does: Callable[[], Any]) -> None:
        does()
        failing(code)(sql, does)

    return fail


def photographing(path: Path, folder: Path) -> At:
    """Copy the files as a kill before this statement would leave them, and carry it out."""

    def photograph(sql: str, does: Callable[[], Any]) -> Any:
        del sql
        taken(path, folder)
        return does()

    return photograph


def taken(path: Path, folder: Path) -> Path:
    """Copy a database with its log as they are now into a folder, and return the copy's path."""
    folder.mkdir()
    for part in ("", "-wal"):
        shutil.copy(f"{path}{part}", folder / f"{path.name}{part}")
    return folder / path.name


def install(patch: pytest.MonkeyPatch) -> None:
    """Let every connection that is made from here on be a Faulty one."""
    connect = sqlite3.connect
    patch.setattr(sqlite3, "connect", lambda *args, **kwargs: connect(*args, **{**kwargs, "factory": Faulty}))


async def arm(storage: Store, number: int, at: At, *, lasting: bool = False) -> None:
    """Arm the connection that writes."""
    await writer(storage, lambda db: db.arm(number, at, lasting=lasting))


async def writer(storage: Store, does: Callable[[Faulty], Any]) -> Any:
    """Do something with the connection that writes, in its thread."""
    assert isinstance(storage.database, SqliteDatabase)
    writing = storage.database._connections[0]

    def done() -> Any:
        assert isinstance(writing._conn, Faulty)
        return does(writing._conn)

    return await writing._execute(done)  # type: ignore[no-untyped-call] # what every method of it does
