"""An open database is brought into one file before long, and is missed as soon as it is gone."""

from __future__ import annotations

import asyncio
import logging
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import monotonic

import pytest

from bot.storage.port import StorageError
from bot.storage.sqlite import writer
from bot.storage.sqlite.backups import backup
from bot.storage.sqlite.writer import IDLE_SECONDS, LOADED_SECONDS, Checkpoints
from bot.storage.store import Store
from engine.scene import say
from tests.bot.storage.faulty import taken
from tests.bot.storage.samples import begin, execute, faults, moved, opened, query, session_of, sqlite, upkeep, wal

WAL_HEADER = 32
"""The bytes at the beginning of a log, which are others each time it is begun anew."""


def copied(path: Path) -> Path:
    """Copy the database file alone, as people do."""
    return Path(shutil.copy(path, path.with_name("plain-copy.db")))


def size(path: Path) -> int:
    """Return how many bytes a file has."""
    return path.stat().st_size


def moves(path: Path) -> int:
    """Return how many moves stand in a database; -1 if there is no such table in it."""
    try:
        ((count,),) = query(path, "SELECT count(*) FROM moves")
    except sqlite3.OperationalError:
        return -1
    return int(count)


def removed(path: Path) -> None:
    """Delete a database with all that belongs to it."""
    for name in ("", "-wal", "-shm"):
        Path(f"{path}{name}").unlink()


def replaced(path: Path) -> None:
    """Put another database into the place of one."""
    other = path.with_name("other.db")
    execute(other, "CREATE TABLE other (one)")
    other.replace(path)


def emptied(path: Path) -> None:
    """Leave nothing in a database file."""
    path.write_bytes(b"")


def without_log(path: Path) -> None:
    """Delete the write-ahead log."""
    Path(f"{path}-wal").unlink()


async def test_a_busy_database_is_brought_along_every_ten_minutes(storage: Store, path: Path) -> None:
    """Somebody always plays; the checkpoint waits for nobody and nobody waits for it."""
    table = await begin(storage, moves=5)
    await upkeep(storage).look(monotonic() + IDLE_SECONDS)
    table = await storage.save(*moved(table, 3))
    writer = session_of(storage)._writer
    assert writer is not None
    later = monotonic() + IDLE_SECONDS + LOADED_SECONDS
    writer.last = later - 1
    await upkeep(storage).look(later)
    assert moves(copied(path)) == 8
    assert wal(path)


async def test_an_idle_database_stands_in_one_file(
    storage: Store, path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A plain copy has everything once nothing was written for a minute, and the log is empty then.

    A disk that is full then is named to the host, and tried again; whoever plays notices nothing.
    """

    def full(*_: object) -> bool:
        error = sqlite3.OperationalError("a row with a hand in it")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    await begin(storage, moves=5)
    await upkeep(storage).look(monotonic() + IDLE_SECONDS - 1)
    with monkeypatch.context() as patch:
        patch.setattr(writer, "run_checkpoint", full)
        await upkeep(storage).look(monotonic() + IDLE_SECONDS)
    assert moves(copied(path)) == 0
    (record,) = caplog.records
    (error,) = record.args or ()
    assert isinstance(error, StorageError)
    assert error.text == say("storage-full", path=str(path))
    assert "hand in it" not in caplog.text
    await upkeep(storage).look(monotonic() + IDLE_SECONDS)
    assert moves(copied(path)) == 5
    assert not wal(path)
    assert faults(path) == []


async def test_what_a_start_finds_in_the_log_is_brought_into_the_database(storage: Store, path: Path) -> None:
    """After a kill, too: a log that is lost later costs nothing of it."""
    await begin(storage, moves=5)
    killed = taken(path, path.with_name("killed"))
    async with opened(sqlite(killed)):
        assert moves(copied(killed)) == 5


@pytest.mark.slow
async def test_a_program_that_copies_the_log_finds_all_of_it(path: Path) -> None:
    """CHECKPOINTS=passive: a reader that holds the log, as Litestream does, never loses a frame of it to Herald."""
    async with opened(sqlite(path, Checkpoints.PASSIVE)) as storage:
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            table = await begin(storage, moves=1)
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM tables").fetchall()
            before = wal(path)
            for _ in range(400):
                table = await storage.save(*moved(table, 10))
            await upkeep(storage).look(monotonic() + IDLE_SECONDS)
            after = wal(path)
    assert len(after) > 1000 * 4096
    assert after[:WAL_HEADER] == before[:WAL_HEADER]


@pytest.mark.parametrize("acts", [True, False])
@pytest.mark.parametrize("gone", [removed, replaced, emptied, without_log])
async def test_database_that_is_gone_is_missed(
    path: Path, monkeypatch: pytest.MonkeyPatch, gone: Callable[[Path], None], *, acts: bool
) -> None:
    """The very next change is refused; without any it is looked at every ten seconds, here more often."""
    assert writer.LOOK_SECONDS <= 10
    if not acts:
        monkeypatch.setattr(writer, "LOOK_SECONDS", 0.01)
    async with opened(sqlite(path)) as storage:
        table = await begin(storage, moves=1)
        watching = asyncio.create_task(storage.database.wait_until_vanished())
        await asyncio.sleep(0)
        gone(path)
        if acts:
            with pytest.raises(StorageError, match="storage-vanished"):
                await storage.save(*moved(table))
        with pytest.raises(StorageError, match="storage-vanished"):
            await asyncio.wait_for(watching, 1 if acts else 5)


async def test_database_opened_after_one_was_gone(storage: Store, path: Path) -> None:
    """It is not missed: who watches it is told nothing of the one before."""
    table = await begin(storage, moves=1)
    removed(path)
    with pytest.raises(StorageError, match="storage-vanished"):
        await storage.save(*moved(table))

    await storage.close()
    await storage.open()

    with pytest.raises(TimeoutError):
        await asyncio.wait_for(storage.database.wait_until_vanished(), 0.05)


async def test_closing_leaves_another_database_in_its_place_alone(storage: Store, path: Path) -> None:
    """SQLite would delete the log by its name, which is the other one's by now."""
    await begin(storage, moves=1)
    removed(path)
    other = sqlite(path.with_name("other.db"))
    await other.open()
    await begin(other, moves=3)
    for name in ("", "-wal"):
        shutil.copy(f"{path.with_name('other.db')}{name}", f"{path}{name}")
    await storage.close()
    assert moves(path) == 3
    await other.close()


async def test_a_database_that_is_there_is_never_missed(storage: Store, path: Path) -> None:
    """Checkpoints, backups and readers of other processes change none of what it is known by."""
    table = await begin(storage, moves=1)
    for number in range(5):
        await asyncio.to_thread(backup, path, path.with_name(f"{number}.db"))
        query(path, "SELECT * FROM tables")
        table = await storage.save(*moved(table))
        await upkeep(storage).look(monotonic() + IDLE_SECONDS)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(storage.database.wait_until_vanished(), 0.05)


async def test_the_first_database_of_all_is_said_quietly(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The next start says nothing."""
    caplog.set_level(logging.INFO)
    async with opened(sqlite(path)):
        pass
    assert [(each.levelname, str(path) in each.getMessage()) for each in caplog.records] == [("INFO", True)]
    caplog.clear()
    async with opened(sqlite(path)):
        pass
    assert not caplog.records


@pytest.mark.parametrize("trace", ["-wal", ".before-0002", ".replaced-20260101T000000Z", "-20260101T000000Z.db"])
async def test_emptied_database_is_refused(path: Path, trace: str) -> None:
    """Its log, an update's copy, what a restore put aside or a backup tells that it held something; all stay."""
    backed_up = trace.endswith(".db")
    beside = path.with_name(f"{path.stem if backed_up else path.name}{trace}")
    beside.write_bytes(b"x" * 40_000)
    for empty in (path, path.with_name(f"{path.name}.lock")):
        emptied(empty)

    with pytest.raises(StorageError, match=f"storage-empty.*'found': '{beside.name}'"):
        await sqlite(path).open()

    assert [*map(size, (path, beside))] == [0, 40_000]


@pytest.mark.parametrize("trace", ["", ".lock", ".before-0002", ".replaced-20260101T000000Z"])
async def test_an_empty_database_where_there_was_one_is_said_aloud(
    path: Path, trace: str, caplog: pytest.LogCaptureFixture
) -> None:
    """An empty file of that name counts, too."""
    emptied(path.with_name(f"{path.name}{trace}"))
    async with opened(sqlite(path)):
        pass
    (line,) = caplog.records
    assert line.levelname == "WARNING"
    assert str(path) in line.getMessage()
    assert "restore" in line.getMessage()
