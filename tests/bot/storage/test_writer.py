"""Changes that wait together share a commit, and fail alone."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable

import pytest

from bot.host.deadline import Overdue, answering
from bot.storage.port import LostUpdate, StorageError
from bot.storage.records import TableRecord
from bot.storage.sqlite.connection import Connection
from bot.storage.sqlite.storage import SqliteStorage
from bot.storage.sqlite.writer import Writer
from tests.bot.storage.samples import begin, lobby, moved


class Trace(list[str]):
    """The statements that a connection ran."""

    @property
    def commits(self) -> int:
        """How many transactions were committed."""
        return self.count("COMMIT")


@pytest.fixture
async def connection() -> AsyncIterator[Connection]:
    """Connect to a database in memory that holds one table of names."""
    connection = await Connection.started(lambda: sqlite3.connect(":memory:", isolation_level=None), "names")
    await connection.run(lambda db: db.execute("CREATE TABLE names (name TEXT PRIMARY KEY)"))
    yield connection
    await connection.close()


@pytest.fixture
async def trace(connection: Connection) -> Trace:
    """Note what the connection runs from here on."""
    trace = Trace()
    await connection.run(lambda db: db.set_trace_callback(trace.append))
    return trace


def insert(name: str) -> Callable[[sqlite3.Connection], str]:
    """Return a change that keeps a name once."""

    def change(db: sqlite3.Connection) -> str:
        db.execute("INSERT INTO names VALUES (?)", (name,))
        return name

    return change


async def names(connection: Connection) -> list[str]:
    """Return the names that were kept."""
    rows = await connection.run(lambda db: db.execute("SELECT name FROM names ORDER BY name").fetchall())
    return [name for (name,) in rows]


async def test_all_that_waits_shares_one_commit(connection: Connection, trace: Trace) -> None:
    """Group commit: each caller gets its own result."""
    writer = Writer(connection)
    wanted = [f"{number:02}" for number in range(50)]
    assert await asyncio.gather(*(writer.write(insert(name)) for name in wanted)) == wanted
    assert trace.commits == 1


async def test_what_comes_during_a_commit_shares_the_next_one(connection: Connection, trace: Trace) -> None:
    """Group commit: nobody waits for more than the commit under way and the next."""
    writer, gate = Writer(connection), threading.Event()

    def slow(_: sqlite3.Connection) -> None:
        gate.wait(10)

    first = asyncio.create_task(writer.write(slow))
    await asyncio.sleep(0.01)
    others = [asyncio.create_task(writer.write(insert(str(number)))) for number in range(8)]
    await asyncio.sleep(0.01)
    gate.set()
    await asyncio.gather(first, *others)
    assert trace.commits == 2


async def test_records_of_many_tables_share_few_commits(storage: SqliteStorage) -> None:
    """Group commit: 16 tables, 5 moves each, one after another at each table."""
    assert storage._writing is not None
    trace, tables = Trace(), await asyncio.gather(*(begin(storage, lobby(channel=number)) for number in range(16)))
    await storage._writing.run(lambda db: db.set_trace_callback(trace.append))

    async def play(number: int) -> None:
        table = tables[number]
        for _ in range(5):
            table = await storage.record(*moved(table))

    await asyncio.gather(*(play(number) for number in range(16)))
    assert trace.commits <= 10
    assert all([len(await storage.log(table.id)) == 5 for table in tables])


async def test_only_the_guilty_one_of_a_group_fails(connection: Connection) -> None:
    """Group commit: the others of the group are kept all the same."""
    writer = Writer(connection)
    answers = await asyncio.gather(
        *(writer.write(insert(name)) for name in ("ann", "bo", "ann", "cat")), return_exceptions=True
    )
    assert [type(answer) for answer in answers] == [str, str, sqlite3.IntegrityError, str]
    assert await names(connection) == ["ann", "bo", "cat"]


async def test_a_lost_update_leaves_the_other_tables_of_its_group_alone(storage: SqliteStorage) -> None:
    """Group commit: one stale table among many."""
    tables = [await begin(storage, moves=1) for _ in range(4)]
    await storage.record(*moved(tables[2]))
    answers = await asyncio.gather(*(storage.record(*moved(table)) for table in tables), return_exceptions=True)
    assert [type(answer) for answer in answers] == [TableRecord, TableRecord, LostUpdate, TableRecord]
    assert all([len(await storage.log(table.id)) == 2 for table in tables])


async def test_a_change_that_fails_half_way_leaves_nothing(connection: Connection) -> None:
    """Group commit: a change alone is all or nothing, too."""

    def half(db: sqlite3.Connection) -> None:
        db.execute("INSERT INTO names VALUES ('half')")
        raise LostUpdate

    with pytest.raises(LostUpdate):
        await Writer(connection).write(half)
    assert await names(connection) == []


async def test_who_gives_up_waiting_takes_nobody_along(connection: Connection) -> None:
    """Group commit: a cancelled caller, before its group and during it, leaves the others their answers."""
    writer, gate, running = Writer(connection), threading.Event(), threading.Event()

    def slow(db: sqlite3.Connection) -> None:
        running.set()
        gate.wait(10)
        insert("slow")(db)

    during = asyncio.create_task(writer.write(slow))
    beside = asyncio.create_task(writer.write(insert("beside")))
    while not running.is_set():  # noqa: ASYNC110 # set by another thread
        await asyncio.sleep(0.001)
    before, after = (asyncio.create_task(writer.write(insert(name))) for name in ("before", "after"))
    await asyncio.sleep(0)
    during.cancel()
    before.cancel()
    gate.set()
    assert [await beside, await after] == ["beside", "after"]
    assert await names(connection) == ["after", "beside", "slow"]


async def test_no_task_is_left_once_nothing_waits(connection: Connection) -> None:
    """Group commit: the writer's task lives only as long as something waits."""
    writer = Writer(connection)
    await asyncio.gather(*(writer.write(insert(name)) for name in ("ann", "bo")))
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_closing_finishes_what_waits_and_takes_nothing_more(connection: Connection) -> None:
    """Group commit: close."""
    writer = Writer(connection)
    waiting = asyncio.create_task(writer.write(insert("ann")))
    await asyncio.sleep(0)
    await writer.close()
    assert await waiting == "ann"
    with pytest.raises(StorageError, match="closed"):
        await writer.write(insert("bo"))
    assert await names(connection) == ["ann"]


async def test_reading_does_not_wait_for_a_commit(storage: SqliteStorage) -> None:
    """Storage: reads go on beside a transaction, and see what was answered before."""
    table, gate = await begin(storage, moves=1), threading.Event()
    slow = asyncio.create_task(storage._write(lambda _: gate.wait(10)))
    await asyncio.sleep(0.01)
    assert await asyncio.wait_for(storage.load(table.id), 5) == table
    assert not slow.done()
    gate.set()
    assert await slow


@pytest.mark.slow
async def test_whoever_is_cut_off_knows_whether_the_change_was_being_written(connection: Connection) -> None:
    """Deadline: of one that still waited, nothing comes; what becomes of the other, nobody knows."""
    writer, begun, going_on = Writer(connection), threading.Event(), threading.Event()

    def hang(_: sqlite3.Connection) -> None:
        begun.set()
        going_on.wait()

    async def cut_off(change: Callable[[sqlite3.Connection], object]) -> bool:
        try:
            async with answering(0.05):
                await writer.write(change)
        except Overdue as error:
            return error.changed
        raise AssertionError("it was answered")

    writing = asyncio.create_task(cut_off(hang))
    await asyncio.to_thread(begun.wait)
    waiting = asyncio.create_task(cut_off(insert("late")))
    assert (await writing, await waiting) == (True, False)
    going_on.set()
    await writer.close()
    assert await names(connection) == []
