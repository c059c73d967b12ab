"""An open database is brought into one file before long, and missed when it is gone; what a torn log leaves."""

from __future__ import annotations

import asyncio
import logging
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from bot.clocks.table_clock import DAY, TableClock, TimeControl
from bot.storage.port import StorageError
from bot.storage.records import Published
from bot.storage.sqlite import writer
from bot.storage.sqlite.backups import backup
from bot.storage.sqlite.files import open_reading
from bot.storage.sqlite.writer import IDLE_SECONDS, LOADED_SECONDS, Checkpoints
from bot.storage.store import Store
from engine.scene import say
from tests.bot.storage.samples import (
    CAT,
    GIVEN,
    OTHERS,
    alter,
    begin,
    execute,
    faults,
    loaded,
    lobby,
    moved,
    opened,
    play_on,
    query,
    refuses,
    resaved,
    session_of,
    sqlite,
    taken,
    upkeep,
    wal,
)

WAL_HEADER = 32
"""The bytes at the beginning of a log, which are others each time it is begun anew."""


def copied(path: Path) -> Path:
    """Copy the database file alone, as people do."""
    return Path(shutil.copy(path, path.with_name("plain-copy.db")))


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


async def test_an_idle_database_stands_in_one_file(
    storage: Store, path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A plain copy has everything once nothing was written for a minute, and the log is empty then.

    A disk that is full then is named to the host, and tried again; whoever plays notices nothing. A busy one is brought
    along every ten minutes: somebody always plays; the checkpoint waits for nobody and nobody waits for it.
    """

    def full(*_: object) -> bool:
        error = sqlite3.OperationalError("a row with a hand in it")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    table = await begin(storage, moves=5)
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

    await play_on(storage, table, 3)
    writing, later = session_of(storage)._writer, monotonic() + IDLE_SECONDS + LOADED_SECONDS
    assert writing is not None
    writing.last = later - 1
    await upkeep(storage).look(later)
    assert moves(copied(path)) == 8
    assert wal(path)


async def test_what_a_start_finds_in_the_log_is_brought_into_the_database(storage: Store, path: Path) -> None:
    """After a kill, too: a log that is lost later costs nothing of it."""
    await begin(storage, moves=5)
    killed = taken(path, path.with_name("killed"))
    async with opened(killed):
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
                table = await play_on(storage, table, 10)
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
    async with opened(path) as storage:
        table = await begin(storage, moves=1)
        watching = asyncio.create_task(storage.database.wait_until_vanished())
        await asyncio.sleep(0)
        gone(path)
        if acts:
            with refuses("storage-vanished"):
                await play_on(storage, table)
        with refuses("storage-vanished"):
            await asyncio.wait_for(watching, 1 if acts else 5)


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
    """Checkpoints, backups and readers of other processes change none of what it is known by.

    Here it was opened after another one was gone: who watches it is told nothing of that.
    """
    table = await begin(storage, moves=1)
    removed(path)
    with refuses("storage-vanished"):
        await play_on(storage, table)
    await storage.close()
    await storage.open()
    table = await begin(storage, moves=1)
    for number in range(5):
        await asyncio.to_thread(backup, path, path.with_name(f"{number}.db"))
        query(path, "SELECT * FROM tables")
        table = await play_on(storage, table)
        await upkeep(storage).look(monotonic() + IDLE_SECONDS)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(storage.database.wait_until_vanished(), 0.05)


@pytest.mark.parametrize("trace", [None, "", ".lock", ".before-0002", ".replaced-20260101T000000Z"])
async def test_new_database_is_said_aloud_where_one_was(
    path: Path, trace: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    """An empty file of that name counts, too; the first database of all is said quietly, and the next start nothing."""
    caplog.set_level(logging.INFO)
    if trace is not None:
        emptied(path.with_name(f"{path.name}{trace}"))
    async with opened(path):
        pass
    (line,) = caplog.records
    assert line.levelname == ("INFO" if trace is None else "WARNING")
    assert str(path) in line.getMessage()
    assert ("restore" in line.getMessage()) == (trace is not None)
    caplog.clear()
    async with opened(path):
        pass
    assert not caplog.records


COPY = "-20260101T000000Z.db"


@pytest.mark.parametrize(
    "name, trace",
    [*(("herald.db", each) for each in ("-wal", ".before-0002", ".replaced-20260101T000000Z", COPY)), ("db", COPY)],
)
async def test_emptied_database_is_refused(path: Path, name: str, trace: str) -> None:
    """Its log, an update's copy, what a restore put aside or a backup tells that it held something; all stay."""
    path, backed_up = path.with_name(name), trace == COPY
    beside = path.with_name(f"{path.stem if backed_up else path.name}{trace}")
    beside.write_bytes(b"x" * 40_000)
    for empty in (path, path.with_name(f"{path.name}.lock")):
        emptied(empty)

    with refuses(f"storage-empty.*'found': '{beside.name}'"):
        await sqlite(path).open()

    assert [each.stat().st_size for each in (path, beside)] == [0, 40_000]


@pytest.mark.parametrize("journals", [(".lock-journal",), ("-journal", ".lock-journal")])
async def test_killed_first_start_keeps_nobody_out(path: Path, journals: tuple[str, ...]) -> None:
    """It leaves its lock, an empty database and a journal of either; nothing of it tells that there was ever more."""
    for trace in ("", ".lock", *journals):
        emptied(path.with_name(f"{path.name}{trace}"))
    async with opened(sqlite(path)):
        pass


def test_file_in_which_nothing_was_made_is_none(path: Path) -> None:
    """SQLite had begun it, on a disk that was full then: no older Herald wrote that."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")
    with pytest.raises(StorageError, match="storage-missing"):
        open_reading(path)


FRAME = 24 + 4096
"""The bytes of each page in a log."""

Standing = tuple[tuple[Any, ...], ...]
"""Each table with its status, its last move, its revision, the length of its log, its orders, and when it is due."""
Damage = Callable[[bytes, int, int], bytes]


Acknowledged = list[tuple[int, Standing]]
"""What stood there after each change, with the length of the log then."""


def cut(log: bytes, place: int, _: int) -> bytes:
    """Leave out everything after a place."""
    return log[:place]


def cut_within(log: bytes, place: int, within: int) -> bytes:
    """Tear a frame."""
    return log[: place + within]


def flip(log: bytes, place: int, within: int) -> bytes:
    """Flip one bit of a frame."""
    at = place + within
    return log[:at] + bytes([log[at] ^ 1 << within % 8]) + log[at + 1 :]


def blank(log: bytes, place: int, _: int) -> bytes:
    """Lose one frame, as a disk does that never wrote it."""
    return log[:place] + bytes(FRAME) + log[place + FRAME :]


def standing(path: Path) -> Standing:
    """Return how the tables of a database stand."""
    moves = "SELECT count(*) FROM moves WHERE table_id = tables.id"
    beside = "LEFT JOIN clocks ON clocks.table_id = id"
    question = f"SELECT id, status, seq, revision, ({moves}), version, document, due FROM tables {beside} ORDER BY id"  # noqa: S608 # from this test
    return tuple(query(path, question))


@pytest.fixture
async def acknowledged(storage: Store, path: Path) -> Acknowledged:
    """Play at three tables, and take the files as a kill leaves them; nothing is in the database but its log."""
    noted = [(0, standing(path))]
    storage.time(lambda _: noted.append((len(wal(path)), standing(path))))
    clock = TableClock(TimeControl(DAY))
    tables = [await begin(storage, lobby(orders=True, clock=clock)) for _ in range(3)]
    for count in (1, 3, 2, 1, 5, 1):
        for number, table in enumerate(tables):
            after, moves = moved(table, count)
            played = await storage.save(replace(after, clock=replace(clock, due=float(100 * count + number))), moves)
            given = resaved(played, orders=GIVEN if count % 2 else OTHERS)
            tables[number] = await storage.save(given, shows=number != 0)
        await storage.store_published(tables[0].id, Published(message=count))
        waiting = await storage.create(lobby())
        await alter(storage, waiting, sitters=(*waiting.sitters, CAT))
    taken(path, path.with_name("killed"))
    return noted


@pytest.mark.slow
@pytest.mark.parametrize(
    "every", [pytest.param(9), pytest.param(1, marks=pytest.mark.soak)], ids=["some frames", "every frame"]
)
@pytest.mark.parametrize("damage", [cut, cut_within, flip, blank])
async def test_what_a_damaged_log_leaves_is_a_prefix_of_what_was_acknowledged(
    path: Path, acknowledged: Acknowledged, damage: Damage, every: int
) -> None:
    """All of it that stood before the damaged frame, nothing half, and it can be played on."""
    killed, dice = path.with_name("killed") / path.name, random.Random(every)
    log = wal(killed)
    assert len(log) > 60 * FRAME
    for place in range(WAL_HEADER, len(log), FRAME * every):
        copy = taken(killed, path.with_name(f"damaged{place}"))
        copy.with_name("herald.db-wal").write_bytes(damage(log, place, dice.randrange(1, FRAME)))
        async with opened(copy) as storage:
            left = [stood for size, stood in acknowledged if size <= place][-1]
            assert standing(copy) == left
            assert faults(copy) == []
            if left and (table := await loaded(storage, 1)).save:
                await play_on(storage, table)
