"""A connection's thread does what it is handed until it is closed, and keeps no program alive."""

from __future__ import annotations

import asyncio
import sqlite3
import threading

import pytest

from bot.storage.port import StorageError
from bot.storage.sqlite.database import close_connection, start_connection


def memory() -> sqlite3.Connection:
    """Connect to a database of its own."""
    return sqlite3.connect(":memory:", check_same_thread=False)


async def no_thread_is_left(before: set[threading.Thread]) -> None:
    """Wait until all threads have ended that weren't there before."""
    for thread in threading.enumerate():
        if thread not in before and not _pooled(thread):
            await asyncio.to_thread(thread.join, 5)
    assert not [thread for thread in threading.enumerate() if thread not in before and not _pooled(thread)]


def _pooled(thread: threading.Thread) -> bool:
    return thread.name.startswith(("asyncio", "uvloop"))


async def test_a_connection_has_a_thread_of_its_own_that_keeps_no_program_alive() -> None:
    """SQLite's connections belong to a thread; a program that fails before it closes them must be able to end."""
    before = {*threading.enumerate()}
    connection = await start_connection(memory)
    (thread,) = [each for each in threading.enumerate() if each not in before and not _pooled(each)]
    assert thread.daemon
    assert [tuple(row) for row in await connection.execute_fetchall("SELECT 1")] == [(1,)]
    await close_connection(connection)
    await close_connection(connection)
    await no_thread_is_left(before)


async def test_a_connection_that_can_not_be_made_says_why_and_leaves_no_thread() -> None:
    """Also where it is no error of SQLite's."""
    before = {*threading.enumerate()}

    def refused() -> sqlite3.Connection:
        raise StorageError("storage-busy")

    with pytest.raises(StorageError, match="storage-busy"):
        await start_connection(refused)
    await no_thread_is_left(before)


async def test_who_gives_up_on_a_connection_is_let_go_once_the_database_is() -> None:
    """A start that is cancelled leaves neither a thread nor a file that comes to be afterwards."""
    before, gate, made = {*threading.enumerate()}, threading.Event(), list[sqlite3.Connection]()

    def slow() -> sqlite3.Connection:
        gate.wait(10)
        made.append(sqlite3.connect(":memory:", check_same_thread=False))
        return made[0]

    starting = asyncio.create_task(start_connection(slow))
    await asyncio.sleep(0.01)
    starting.cancel()
    asyncio.get_running_loop().call_later(0.05, gate.set)
    with pytest.raises(asyncio.CancelledError):
        await starting
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        made[0].execute("SELECT 1")
    await no_thread_is_left(before)
