"""The one writer: all changes that wait share a transaction, and each is answered after its commit."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Self, TypeVar

import aiosqlite

from bot.storage.port import StorageError

T = TypeVar("T")
Change = Callable[[sqlite3.Connection], T]
Results = list[tuple[Any, BaseException | None]]

CHUNK = 64


class Connection(aiosqlite.Connection):
    """A connection in a thread of its own, to which a whole piece of work is handed in one hop."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, CHUNK)
        self._stopped: asyncio.Future[Any] | None = None
        # A program that fails before it closes its storage must still be able to end.
        self._thread.daemon = True

    @classmethod
    async def started(cls, connector: Callable[[], sqlite3.Connection]) -> Self:
        """Return a connection whose thread runs and has connected; raise what the connector raises."""
        connection = cls(connector)
        try:
            await connection
        except BaseException:
            # Whoever raises next may close the loop, of which the thread still has to say that it ends.
            if connection._stopped is not None:
                await connection._stopped
            raise
        return connection

    def stop(self) -> asyncio.Future[Any] | None:
        """Let the thread end after what it has been given; return what tells when it has."""
        self._stopped = super().stop()
        return self._stopped

    async def run(self, work: Change[T]) -> T:
        """Run some work in the connection's thread and return its result."""
        result: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return result


def commit(db: sqlite3.Connection, changes: Sequence[Change[Any]]) -> list[Any]:
    """Make changes in one transaction, all or none, and return their results once they are on the disk."""
    db.execute("BEGIN IMMEDIATE")
    try:
        results = [change(db) for change in changes]
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
    return results


def commit_group(db: sqlite3.Connection, changes: Sequence[Change[Any]]) -> Results:
    """Make changes in one transaction, or one by one if one of them fails; return each one's result or its error."""
    try:
        return [(result, None) for result in commit(db, changes)]
    except Exception as error:  # noqa: BLE001 # it is handed on to the one who asked for the change
        if len(changes) == 1:
            return [(None, error)]
    return [result for change in changes for result in commit_group(db, [change])]


class Writer:
    """Gathers changes while others are being written; its task lives only as long as something waits."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._waiting: list[tuple[Change[Any], asyncio.Future[Any]]] = []
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    async def write(self, change: Change[T]) -> T:
        """Make a change and return its result once it is on the disk; a change may run twice, but counts once."""
        if self._closed:
            raise StorageError("storage-closed")
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, answer))
        if self._task is None:
            self._task = asyncio.create_task(self._drain(), name="group commit")
        return await answer

    async def close(self) -> None:
        """Finish what waits and take nothing more."""
        self._closed = True
        if self._task is not None:
            await self._task

    async def _drain(self) -> None:
        """Write group after group; those who were just answered get a turn to join the next one."""
        try:
            while self._waiting:
                await asyncio.sleep(0)
                group, self._waiting = [pair for pair in self._waiting if not pair[1].done()], []
                if group:
                    await self._write(group)
        finally:
            self._task = None
            for _, answer in self._waiting:
                answer.cancel()

    async def _write(self, group: list[tuple[Change[Any], asyncio.Future[Any]]]) -> None:
        changes = [change for change, _ in group]
        try:
            results = await self._connection.run(lambda db: commit_group(db, changes))
            for (_, answer), result in zip(group, results, strict=True):
                _answer(answer, *result)
        finally:
            for _, answer in group:
                answer.cancel()


def _answer(answer: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if answer.done():
        return
    if error is None:
        answer.set_result(result)
    else:
        answer.set_exception(error)
