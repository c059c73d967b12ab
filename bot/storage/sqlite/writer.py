"""The one writer: all changes that wait share a transaction, and each is answered after its commit."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from functools import partial
from typing import Any, TypeVar

from bot.storage.port import StorageError
from bot.storage.sqlite.connection import Connection, Work, settle

T = TypeVar("T")
Results = list[tuple[Any, BaseException | None]]
Group = Sequence[tuple[Work[Any], asyncio.Future[Any]]]


def commit(db: sqlite3.Connection, changes: Sequence[Work[Any]]) -> list[Any]:
    """Make changes in one transaction, all or none, and return their results once they are on the disk."""
    db.execute("BEGIN IMMEDIATE")
    try:
        results = [change(db) for change in changes]
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
    return results


def commit_group(changes: Sequence[Work[Any]], db: sqlite3.Connection) -> Results:
    """Make changes in one transaction, or one by one if one of them fails; return each one's result or its error."""
    try:
        return [(result, None) for result in commit(db, changes)]
    except BaseException as error:  # noqa: BLE001 # it is handed on to the one who asked for the change
        if len(changes) == 1:
            return [(None, error)]
    return [result for change in changes for result in commit_group([change], db)]


class Writer:
    """Gathers changes while others are being written."""

    def __init__(self, connection: Connection) -> None:
        """Take the connection, from the event loop in which changes are asked for."""
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._waiting: list[tuple[Work[Any], asyncio.Future[Any]]] = []
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False

    async def write(self, change: Work[T]) -> T:
        """Make a change and return its result once it is on the disk; a change may run twice, but counts once."""
        if self._closed:
            raise StorageError("storage-closed")
        answer: asyncio.Future[T] = self._loop.create_future()
        self._waiting.append((change, answer))
        if self._idle.is_set():
            self._idle.clear()
            self._loop.call_soon(self._write)
        return await answer

    async def close(self) -> None:
        """Finish what waits and take nothing more."""
        self._closed = True
        await self._idle.wait()

    def _write(self) -> None:
        """Hand over all that waits and is still waited for; rest if there is nothing."""
        group, self._waiting = [pair for pair in self._waiting if not pair[1].done()], []
        if not group:
            self._idle.set()
            return
        try:
            self._connection.hand(partial(commit_group, [change for change, _ in group]), partial(self._answer, group))
        except StorageError as error:
            self._answer(group, None, error)

    def _answer(self, group: Group, results: Results | None, error: BaseException | None) -> None:
        """Answer a group; those who were just answered get a turn to join the next one."""
        for (_, answer), told in zip(group, results or [(None, error)] * len(group), strict=True):
            settle(answer, *told)
        self._loop.call_soon(self._write)
