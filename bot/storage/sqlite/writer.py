"""The one writer: all changes that wait share a transaction, and each is answered after its commit."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic, sleep
from typing import Any, NamedTuple, TypeVar

from bot.host import deadline
from bot.storage.port import StorageError
from bot.storage.sqlite.connection import Connection, Work, settle
from bot.storage.sqlite.database import BUSY_SECONDS, busy

T = TypeVar("T")
Results = list[tuple[Any, BaseException | None]]

SHORT_SECONDS = 0.1
"""How long another program is waited for that was waited for in vain just now: whoever comes next has waited, too."""
PAUSE = 0.01
"""Seconds between two tries to begin while another program writes."""
NEVER = float("-inf")


class Waiting(NamedTuple):
    """A change, who waits for it, and since when, in seconds of `monotonic`."""

    change: Work[Any]
    answer: asyncio.Future[Any]
    since: float


Group = Sequence[Waiting]


def commit(db: sqlite3.Connection, changes: Sequence[Work[Any]], until: float = 0.0) -> list[Any]:
    """Make changes in one transaction, all or none, and return their results once they are on the disk.

    Another program that is writing is waited for until that time.
    """
    if db.in_transaction:
        # The disk had refused even to take the last transaction back.
        db.execute("ROLLBACK")
    _begin(db, until)
    try:
        results = [change(db) for change in changes]
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
    return results


def _begin(db: sqlite3.Connection, until: float) -> None:
    while True:
        try:
            db.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            if not busy(error) or monotonic() >= until:
                raise
            sleep(PAUSE)
        else:
            return


def commit_group(changes: Sequence[Work[Any]], db: sqlite3.Connection, until: float = 0.0) -> Results:
    """Make changes in one transaction, or one by one if one of them fails; return each one's result or its error.

    What keeps all of them out is waited for once, and told to all.
    """
    try:
        return [(result, None) for result in commit(db, changes, until)]
    except BaseException as error:  # noqa: BLE001 # it is handed on to the one who asked for the change
        if len(changes) == 1 or busy(error):
            return [(None, error)] * len(changes)
    return [result for change in changes for result in commit_group([change], db, until)]


class Writer:
    """Gathers changes while others are being written.

    `written` counts the groups that were handed over, `last` is when, in seconds of `monotonic`.
    """

    def __init__(self, connection: Connection, check: Callable[[], None] = lambda: None) -> None:
        """Take the connection, from the event loop in which changes are asked for, and what is checked before each."""
        self._connection = connection
        self._check = check
        self._held = NEVER
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Waiting] = []
        self.written = 0
        self.last = monotonic()
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False

    async def write(self, change: Work[T]) -> T:
        """Make a change and return its result once it is on the disk; a change may run twice, but counts once."""
        if self._closed:
            raise StorageError("storage-closed")
        answer: asyncio.Future[T] = self._loop.create_future()
        self._waiting.append(Waiting(change, answer, monotonic()))
        if self._idle.is_set():
            self._idle.clear()
            self._loop.call_soon(self._write)
        try:
            result = await answer
        except asyncio.CancelledError:
            if not any(each.answer is answer for each in self._waiting):
                # It is being written, and nobody waits to hear what comes of it.
                deadline.note_change()
            raise
        deadline.note_change()
        return result

    async def close(self) -> None:
        """Finish what waits and take nothing more."""
        self._closed = True
        await self._idle.wait()

    def _write(self) -> None:
        """Hand over all that waits and is still waited for; rest if there is nothing."""
        group, self._waiting = [each for each in self._waiting if not each.answer.done()], []
        if not group:
            self._idle.set()
            return
        self.written, self.last = self.written + 1, monotonic()
        try:
            self._connection.hand(partial(self._commit, group), partial(self._answer, group))
        except StorageError as error:
            self._answer(group, None, error)

    def _commit(self, group: Group, db: sqlite3.Connection) -> Results:
        self._check()
        # Whoever has waited longest must be answered in time, however long others have waited.
        until = min(each.since for each in group) + self._patience()
        results = commit_group([each.change for each in group], db, until)
        self._held = monotonic() if any(error is not None and busy(error) for _, error in results) else NEVER
        return results

    def _patience(self) -> float:
        """Return the seconds that another program is waited for: few as long as one holds the database."""
        return SHORT_SECONDS if monotonic() - self._held < BUSY_SECONDS else BUSY_SECONDS

    def _answer(self, group: Group, results: Results | None, error: BaseException | None) -> None:
        """Answer a group; those who were just answered get a turn to join the next one."""
        for each, told in zip(group, results or [(None, error)] * len(group), strict=True):
            settle(each.answer, *told)
        self._loop.call_soon(self._write)
