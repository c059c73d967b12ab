"""A thread does what it is handed until it is closed, and whoever comes too late is told so."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator

import pytest

from bot.storage.port import StorageError
from bot.storage.sqlite.connection import Connection
from bot.storage.sqlite.writer import Writer

NAME = "a connection that is tested"


def memory() -> sqlite3.Connection:
    """Connect to a database of its own."""
    return sqlite3.connect(":memory:", isolation_level=None)


def threads() -> list[threading.Thread]:
    """Return the threads of this file's connections that run."""
    return [thread for thread in threading.enumerate() if thread.name == NAME]


@pytest.fixture
async def connection() -> AsyncIterator[Connection]:
    """Return a connection, which is closed after the test."""
    connection = await Connection.started(memory, NAME)
    yield connection
    await connection.close()


async def test_work_is_done_in_one_thread_of_its_own(connection: Connection) -> None:
    """Connection: SQLite's connections belong to a thread; this one keeps no program alive."""
    where = [await connection.run(lambda _: threading.current_thread()) for _ in range(3)]
    assert where == threads() * 3
    assert where[0].daemon


@pytest.mark.parametrize("wrong", [sqlite3.OperationalError, KeyError, SystemExit, MemoryError, asyncio.CancelledError])
async def test_whatever_goes_wrong_is_told_and_the_thread_goes_on(
    connection: Connection, wrong: type[BaseException]
) -> None:
    """Connection: nothing that a piece of work raises ends the thread, and it gets to who asked for the work."""

    def breaks(_: sqlite3.Connection) -> None:
        raise wrong

    with pytest.raises(wrong):
        await connection.run(breaks)
    assert await connection.run(lambda db: db.execute("SELECT 1").fetchone()) == (1,)


async def test_a_connection_that_can_not_be_made_says_why_and_leaves_no_thread() -> None:
    """Connection: started."""

    def refused() -> sqlite3.Connection:
        raise StorageError("storage-busy")

    with pytest.raises(StorageError, match="storage-busy"):
        await Connection.started(refused, NAME)
    await _no_thread_is_left()


async def test_who_gives_up_on_a_connection_is_let_go_once_the_database_is() -> None:
    """Connection: a start that is cancelled leaves neither a thread nor a file that comes to be afterwards."""
    gate = threading.Event()
    made = []

    def slow() -> sqlite3.Connection:
        gate.wait(10)
        made.append(sqlite3.connect(":memory:", check_same_thread=False))
        return made[0]

    starting = asyncio.create_task(Connection.started(slow, NAME))
    await asyncio.sleep(0.01)
    starting.cancel()
    asyncio.get_running_loop().call_later(0.05, gate.set)
    with pytest.raises(asyncio.CancelledError):
        await starting
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        made[0].execute("SELECT 1")
    await _no_thread_is_left()


async def _no_thread_is_left() -> None:
    for thread in threads():
        await asyncio.to_thread(thread.join, 5)
    assert not threads()


async def test_closing_finishes_what_was_handed_over_and_takes_nothing_more() -> None:
    """Connection: close, also twice and at once."""
    connection, gate = await Connection.started(memory, NAME), threading.Event()
    slow = asyncio.create_task(connection.run(lambda _: gate.wait(10)))
    await asyncio.sleep(0)
    closing = asyncio.gather(connection.close(), connection.close())
    gate.set()
    await closing
    assert await slow
    await _no_thread_is_left()
    with pytest.raises(StorageError, match="closed"):
        await connection.run(lambda _: None)


async def test_who_waits_for_a_writer_whose_connection_ends_is_told_so() -> None:
    """Group commit: a storage that is gone is an error of the storage, which callers answer, never a cancellation."""
    connection, gate = await Connection.started(memory, NAME), threading.Event()
    writer = Writer(connection)
    first = asyncio.create_task(writer.write(lambda _: gate.wait(10)))
    await asyncio.sleep(0.01)
    second = asyncio.create_task(writer.write(lambda _: None))
    await asyncio.sleep(0)
    closing = asyncio.create_task(connection.close())
    await asyncio.sleep(0)
    gate.set()
    assert await first
    for late in (second, asyncio.create_task(writer.write(lambda _: None))):
        with pytest.raises(StorageError, match="closed"):
            await late
    await closing
    await writer.close()


async def test_whatever_a_change_raises_is_its_own_affair(connection: Connection) -> None:
    """Group commit: also what is no error, as ways to end a program are; the rest of the group is kept."""

    class Enough(BaseException):
        """Neither an error nor anything that asyncio knows."""

    def breaks(_: sqlite3.Connection) -> None:
        raise Enough

    writer = Writer(connection)
    sound, broken = (asyncio.create_task(writer.write(change)) for change in (lambda _: 5, breaks))
    with pytest.raises(Enough):
        await broken
    assert await sound == 5
    assert await writer.write(lambda _: 6) == 6


def test_a_thread_outlives_its_loop_in_silence(recwarn: pytest.WarningsRecorder) -> None:
    """Connection: what is done after the loop was closed is told to nobody, and warns of nothing."""
    gate = threading.Event()

    async def leave() -> Connection:
        connection = await Connection.started(memory, NAME)
        connection.hand(lambda _: gate.wait(10), lambda *_: None)
        return connection

    connection = asyncio.run(leave())
    gate.set()
    connection._handed.put(None)
    for thread in threads():
        thread.join(5)
    assert not threads()
    assert not recwarn
