"""Changes that wait together share a commit, and fail alone; a connection's thread does them until it is closed."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import aiosqlite
import pytest

from bot.host.answer_deadline import Overdue, limit_answer
from bot.storage.group_commit import GroupCommit
from bot.storage.port import Change, LostUpdate, Statement, StorageError
from bot.storage.records import Remark
from bot.storage.sqlite.database import close_connection, start_connection
from bot.storage.sqlite.writer import GroupConnection, Writer
from bot.storage.store import Store
from tests.bot.storage.samples import begin, play_on, query, refuses
from tests.process.test_hanging import held

INSERT = Statement("INSERT INTO names VALUES (:id)", 1)
FORGET = Statement("DELETE FROM names WHERE name = :id", 1)


class Gate:
    """Lets the connection's thread wait in the midst of a statement that says so."""

    def __init__(self) -> None:
        self.reached, self.opened = threading.Event(), threading.Event()

    def wait(self, name: str) -> str:
        """Wait where the name says so."""
        if name.startswith("slow"):
            self.reached.set()
            self.opened.wait(10)
        return name


@pytest.fixture
def gate() -> Gate:
    """Return what a slow change waits for."""
    return Gate()


@pytest.fixture
async def connection(path: Path, gate: Gate) -> AsyncIterator[aiosqlite.Connection]:
    """Connect to a database that holds one table of names."""
    connection = await start_connection(
        lambda: sqlite3.connect(path, isolation_level="IMMEDIATE", factory=GroupConnection, check_same_thread=False)
    )
    await connection.create_function("slowly", 1, gate.wait)
    await connection.execute("CREATE TABLE names (name TEXT PRIMARY KEY CHECK (slowly(name) <> 'wrong'))")
    yield connection
    await close_connection(connection)


@pytest.fixture
def writer(connection: aiosqlite.Connection) -> Writer:
    """Return a writer on that database."""
    return Writer(connection, lambda: None)


def insert(name: str) -> list[Change]:
    """Return what keeps a name once."""
    return [INSERT(id=name)]


def names(path: Path) -> list[str]:
    """Return the names that were kept."""
    return [name for (name,) in query(path, "SELECT name FROM names ORDER BY name")]


@pytest.mark.parametrize("beside", [[], ["ann"]])
async def test_a_change_that_fails_half_way_leaves_nothing(writer: Writer, path: Path, beside: list[str]) -> None:
    """Group commit: a change alone is all or nothing, too, whether a statement fails or finds nothing to change."""
    for late in (FORGET(id="nobody"), INSERT(id="wrong")):
        broken = writer.write([*insert("half"), late])
        answers = await asyncio.gather(broken, *(writer.write(insert(name)) for name in beside), return_exceptions=True)
        assert isinstance(answers[0], LostUpdate)
        assert names(path) == beside
        for name in beside:
            await writer.write([FORGET(id=name)])


async def test_what_comes_during_a_commit_shares_the_next_one(
    writer: Writer, connection: aiosqlite.Connection, path: Path, gate: Gate
) -> None:
    """Group commit: nobody waits for more than the commit under way and the next.

    A cancelled caller, before its group and during it, takes nobody along: the others have their answers. What changes
    the same is done in its order.
    """
    ran = list[str]()
    await connection.set_trace_callback(ran.append)
    during, beside = [asyncio.create_task(writer.write(insert(name))) for name in ("slow", "beside")]
    await asyncio.to_thread(gate.reached.wait)
    changes = *map(insert, ("before", "x", "y", "z")), [FORGET(id="x")], insert("x")
    before, *after = [asyncio.create_task(writer.write(change)) for change in changes]
    await asyncio.sleep(0)
    during.cancel()
    before.cancel()
    gate.opened.set()
    await asyncio.gather(beside, *after)
    assert names(path) == ["beside", "slow", "x", "y", "z"]
    assert ran.count("COMMIT") == 2


async def test_closing_takes_nothing_more(storage: Store) -> None:
    """Group commit: close: also while what waits is being finished."""
    waiting = asyncio.create_task(storage.store_choices(Remark("key", "value")))
    await asyncio.sleep(0)
    closing = asyncio.create_task(storage.close())
    await asyncio.sleep(0)
    with refuses("closed"):
        await storage.store_choices(Remark("key", "late"))
    await asyncio.gather(waiting, closing)


async def test_who_waits_for_a_connection_that_ends_is_told_so(
    writer: Writer, connection: aiosqlite.Connection, gate: Gate
) -> None:
    """Group commit: what has begun is kept; a storage that is gone is an error of its own, never a cancellation."""
    first = asyncio.create_task(writer.write(insert("slow")))
    await asyncio.to_thread(gate.reached.wait)
    second = asyncio.create_task(writer.write(insert("late")))
    await asyncio.sleep(0)
    closing = asyncio.create_task(close_connection(connection))
    await asyncio.sleep(0)
    gate.opened.set()
    await first
    for told in (second, asyncio.create_task(writer.write(insert("later")))):
        with refuses("closed"):
            await told
    await closing
    await writer.close()


async def test_reading_does_not_wait_for_a_commit(storage: Store, path: Path) -> None:
    """Storage: reads go on beside a transaction, and see what was answered before."""
    table = await begin(storage, moves=1)
    async with held(path):
        slow = asyncio.create_task(play_on(storage, table))
        await asyncio.sleep(0.01)
        assert await asyncio.wait_for(storage.load(table.id), 60) == table
        assert not slow.done()
    assert (await slow).version == table.version + 1


@pytest.mark.slow
async def test_whoever_is_cut_off_knows_whether_the_change_was_being_written(
    writer: Writer, path: Path, gate: Gate
) -> None:
    """Deadline: of one that still waited, nothing comes; what becomes of the other, nobody knows."""

    async def cut_off(name: str) -> bool:
        try:
            async with limit_answer(0.05):
                await writer.write(insert(name))
        except Overdue as error:
            return error.changed
        raise AssertionError("it was answered")

    writing = asyncio.create_task(cut_off("slow"))
    await asyncio.to_thread(gate.reached.wait)
    waiting = asyncio.create_task(cut_off("late"))
    assert (await writing, await waiting) == (True, False)
    gate.opened.set()
    await writer.close()
    assert names(path) == ["slow"]


@pytest.mark.parametrize("begun", [True, False])
async def test_writing_that_is_cancelled_goes_on_with_the_next_group(*, begun: bool) -> None:
    """Between two groups, or before it has begun: else nobody would write any more, and a close would wait for ever."""
    made: list[int] = []

    async def make(group: Sequence[int]) -> None:
        made.extend(group)

    groups = GroupCommit(make)
    first = asyncio.create_task(groups.join(1))
    await (first if begun else asyncio.sleep(0))
    for task in [*groups._running]:
        task.cancel()
    await asyncio.sleep(0)
    async with asyncio.timeout(60):
        await groups.join(2)
        await groups.finish()
    assert sorted(made) == [1, 2]
    await first


async def test_writing_that_is_cancelled_ends_and_tells_who_waits() -> None:
    """Whoever ends a loop waits for no task that goes on nevertheless."""
    groups = GroupCommit[int](lambda _: asyncio.Event().wait())  # type: ignore[arg-type, return-value]
    change = asyncio.create_task(groups.join(1))
    await asyncio.sleep(0)
    (task,) = groups._running
    await asyncio.sleep(0)
    task.cancel()
    async with asyncio.timeout(60):
        await asyncio.wait({task, change})
        await groups.finish()
    assert task.cancelled()
    assert change.cancelled()


async def no_thread_is_left(before: set[threading.Thread]) -> None:
    """Wait until all threads have ended that weren't there before."""
    for thread in threading.enumerate():
        if thread not in before and not _pooled(thread):
            await asyncio.to_thread(thread.join, 5)
    assert not [thread for thread in threading.enumerate() if thread not in before and not _pooled(thread)]


def _pooled(thread: threading.Thread) -> bool:
    return thread.name.startswith(("asyncio", "uvloop"))


async def test_a_connection_has_a_thread_of_its_own_that_keeps_no_program_alive() -> None:
    """SQLite's connections belong to a thread; a program that fails before it closes them must be able to end.

    One that can't be made says why and leaves no thread, also where it is no error of SQLite's.
    """
    before = {*threading.enumerate()}

    def refused() -> sqlite3.Connection:
        raise StorageError("storage-busy")

    with refuses("storage-busy"):
        await start_connection(refused)
    await no_thread_is_left(before)

    connection = await start_connection(lambda: sqlite3.connect(":memory:", check_same_thread=False))
    (thread,) = [each for each in threading.enumerate() if each not in before and not _pooled(each)]
    assert thread.daemon
    assert [tuple(row) for row in await connection.execute_fetchall("SELECT 1")] == [(1,)]
    await close_connection(connection)
    await close_connection(connection)
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
