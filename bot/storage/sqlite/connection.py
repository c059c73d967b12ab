"""A connection in a thread of its own, to which whole pieces of work are handed; what comes of them comes to the loop.

All that is handed over before `close` is done; afterwards nothing is taken, which is said with StorageError.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, Self, TypeAlias, TypeVar

from bot.storage.port import StorageError

T = TypeVar("T")
Work: TypeAlias = Callable[[sqlite3.Connection], T]
Done: TypeAlias = Callable[[Any, BaseException | None], None]
"""Takes the result of a piece of work, or what it raised."""


class Connection:
    """A connection to SQLite and its thread; it is made by `started` and used from one event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._handed: SimpleQueue[tuple[Work[Any], Done] | None] = SimpleQueue()
        self._closing = False
        self._ended: asyncio.Future[None] = self._loop.create_future()

    @classmethod
    async def started(cls, connector: Callable[[], sqlite3.Connection], name: str) -> Self:
        """Return a connection whose thread, of that name, runs and has connected; raise what the connector raises.

        Whoever is cancelled here is let go once the database is: else its files would come to be after its folder went.
        """
        connection = cls()
        connected = connection._loop.create_future()
        # A program that fails before it closes its storage must still be able to end.
        Thread(target=connection._serve, args=(connector, connected), name=name, daemon=True).start()
        try:
            await connected
        except asyncio.CancelledError:
            await connection.close()
            raise
        return connection

    def hand(self, work: Work[Any], done: Done) -> None:
        """Have some work done in the connection's thread, and what comes of it told in the event loop."""
        if self._closing:
            raise StorageError("storage-closed")
        self._handed.put((work, done))

    async def run(self, work: Work[T]) -> T:
        """Have some work done in the connection's thread and return its result."""
        answer: asyncio.Future[T] = self._loop.create_future()
        # Whoever has given up keeps nobody waiting who comes after.
        self.hand(lambda db: None if answer.done() else work(db), partial(settle, answer))
        return await answer

    async def close(self) -> None:
        """Finish what was handed over, and let go of the database."""
        if not self._closing:
            self._closing = True
            self._handed.put(None)
        await asyncio.shield(self._ended)

    def abandon(self) -> None:
        """Take nothing more and leave the database open until the process ends.

        Closing would have SQLite delete the log by its name, which may be another database's by now.
        """
        self._closing = True
        settle(self._ended, None, None)

    def _serve(self, connector: Callable[[], sqlite3.Connection], connected: asyncio.Future[None]) -> None:
        db, error = _attempt(connector)
        self._tell(partial(settle, connected), None, error)
        while db is not None and (handed := self._handed.get()) is not None:
            work, done = handed
            self._tell(done, *_attempt(partial(work, db)))
        _, error = _attempt(db.close) if db is not None else (None, None)
        self._tell(partial(settle, self._ended), None, error)

    def _tell(self, done: Done, result: Any, error: BaseException | None) -> None:
        # A loop that is closed has nobody who waits any more.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(done, result, error)


def settle(answer: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    """Answer whoever still waits: with a result, or with an error if there is one."""
    if answer.done():
        return
    if error is None:
        answer.set_result(result)
    else:
        answer.set_exception(error)


def _attempt(work: Callable[[], T]) -> tuple[T | None, BaseException | None]:
    """Return the result of some work, or whatever it raised: nothing may end the thread."""
    try:
        return work(), None
    except BaseException as error:  # noqa: BLE001 # it is handed on to the one who asked for the work
        return None, error
