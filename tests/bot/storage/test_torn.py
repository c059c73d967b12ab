"""A process that is killed, and a log torn by it: what is left is how it was once, and all that was acknowledged."""

from __future__ import annotations

import asyncio
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from bot.clocks.table_clock import DAY, TableClock, TimeControl
from bot.storage.backends import verify
from bot.storage.records import Published, TableRecord
from bot.storage.store import Store
from tests.bot.storage.faulty import taken
from tests.bot.storage.samples import (
    CAT,
    GIVEN,
    OTHERS,
    begin,
    loaded,
    lobby,
    moved,
    opened,
    query,
    resaved,
    sqlite,
    started,
)

HEADER, FRAME = 32, 24 + 4096
"""Bytes at the beginning of the log, and of each page in it."""

Standing = tuple[tuple[Any, ...], ...]
"""Each table with its status, its last move, its revision, the length of its log, its orders, and when it is due."""
Damage = Callable[[bytes, int, random.Random], bytes]


@dataclass(frozen=True)
class Evening:
    """What a kill has left, and what stood in it after each acknowledged change, with the length of the log then."""

    path: Path
    acknowledged: list[tuple[int, Standing]]

    @property
    def log(self) -> bytes:
        """Return the write-ahead log."""
        return wal(self.path)

    def whole(self, length: int) -> Standing:
        """Return what the first bytes of the log are enough for."""
        return [standing for size, standing in self.acknowledged if size <= length][-1]


def wal(path: Path) -> bytes:
    """Return the write-ahead log of a database."""
    return Path(f"{path}-wal").read_bytes()


def cut(log: bytes, place: int, dice: random.Random) -> bytes:
    """Leave out everything after a place."""
    del dice
    return log[:place]


def cut_within(log: bytes, place: int, dice: random.Random) -> bytes:
    """Tear a frame."""
    return log[: place + dice.randrange(1, FRAME)]


def flip(log: bytes, place: int, dice: random.Random) -> bytes:
    """Flip one bit of a frame."""
    bit = place + dice.randrange(FRAME)
    return log[:bit] + bytes([log[bit] ^ 1 << dice.randrange(8)]) + log[bit + 1 :]


def blank(log: bytes, place: int, dice: random.Random) -> bytes:
    """Lose one frame, as a disk does that never wrote it."""
    del dice
    return log[:place] + bytes(FRAME) + log[place + FRAME :]


def standing(path: Path) -> Standing:
    """Return how the tables of a database stand."""
    moves = "SELECT count(*) FROM moves WHERE table_id = tables.id"
    beside = "LEFT JOIN clocks ON clocks.table_id = id"
    question = f"SELECT id, status, seq, revision, ({moves}), version, document, due FROM tables {beside} ORDER BY id"  # noqa: S608 # from this test
    return tuple(query(path, question))


@pytest.fixture
async def evening(storage: Store, path: Path) -> Evening:
    """Play at three tables, and take the files as a kill leaves them; nothing is in the database but its log."""
    acknowledged = [(0, standing(path))]

    def note() -> None:
        acknowledged.append((len(wal(path)), standing(path)))

    tables = []
    for _ in range(3):
        table = await storage.create(replace(lobby(), orders=True, clock=TableClock(TimeControl(DAY))))
        note()
        tables.append(await storage.save(started(table), begins=True))
        note()
    for count in (1, 3, 2, 1, 5, 1):
        for number, table in enumerate(tables):
            after, moves = moved(table, count)
            due = replace(after, clock=TableClock(TimeControl(DAY), due=float(100 * count + number)))
            tables[number] = await storage.save(due, moves)
            note()
            given = resaved(tables[number], orders=GIVEN if count % 2 else OTHERS)
            tables[number] = await storage.save(given, shows=number != 0)
            note()
        await storage.store_published(tables[0].id, Published(message=count))
        waiting = await storage.create(lobby())
        note()
        await storage.save(replace(waiting, sitters=(*waiting.sitters, CAT)))
        note()
    return Evening(taken(path, path.with_name("killed")), acknowledged)


def damaged(evening: Evening, damage: Damage, every: int) -> Iterator[tuple[int, Path]]:
    """Yield copies of what the kill left, each with one frame of its log damaged, and how much stood before it."""
    dice = random.Random(every)
    for place in range(HEADER, len(evening.log), FRAME * every):
        folder = evening.path.parent / f"{damage.__name__}{place}"
        folder.mkdir()
        copy = folder / evening.path.name
        shutil.copy(evening.path, copy)
        Path(f"{copy}-wal").write_bytes(damage(evening.log, place, dice))
        yield place, copy


@pytest.mark.slow
@pytest.mark.parametrize(
    "every", [pytest.param(9), pytest.param(1, marks=pytest.mark.soak)], ids=["some frames", "every frame"]
)
@pytest.mark.parametrize("damage", [cut, cut_within, flip, blank])
async def test_what_a_damaged_log_leaves_is_a_prefix_of_what_was_acknowledged(
    evening: Evening, damage: Damage, every: int
) -> None:
    """All of it that stood before the damage, nothing half, and it can be played on."""
    assert len(evening.log) > 60 * FRAME
    for place, copy in damaged(evening, damage, every):
        async with opened(sqlite(copy)) as storage:
            assert standing(copy) == evening.whole(place)
            assert list(verify(copy, {})) == []
            if standing(copy) and (table := await loaded(storage, 1)).save:
                await storage.save(*moved(table))


ROOT = Path(__file__).parents[3]
TABLES = 4


def killed(path: Path, after: int) -> dict[int, int]:
    """Run a scribe, kill it with SIGKILL after some moves, and return the last acknowledged move of each table."""
    command = [sys.executable, "-m", "tests.bot.storage.test_torn", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as scribe:  # noqa: S603 # our own module
        assert scribe.stdout is not None
        lines = [scribe.stdout.readline() for _ in range(after)]
        scribe.kill()
        lines += scribe.stdout.readlines()
    assert scribe.returncode < 0
    moves = (map(int, line.split()) for line in lines if line.endswith("\n"))
    return {table: seq for table, seq in moves}  # noqa: C416 - dict() won't take maps for pairs


@pytest.mark.slow
@pytest.mark.parametrize("after", [1, 40, 331])
async def test_every_acknowledged_move_outlives_kill_9(path: Path, after: int) -> None:
    """Storage: the lock is free again, position and log agree, and the match can go on."""
    last = killed(path, after)
    async with opened(sqlite(path)) as storage:
        tables = await storage.find()
        assert len(tables) == TABLES
        for table in tables:
            assert table.save is not None
            assert table.save.seq >= last.get(table.id, 0)
            assert [move.seq for move in await storage.log(table.id)] == list(range(1, table.save.seq + 1))
            await storage.save(*moved(table))
        assert list(verify(path, {})) == []


async def scribe(path: Path) -> None:
    """Record moves at several tables at once, and print "table seq" for each as soon as it is acknowledged."""
    async with opened(sqlite(path)) as storage:
        tables = [await begin(storage) for _ in range(TABLES)]
        await asyncio.gather(*(play(storage, table) for table in tables))


async def play(storage: Store, table: TableRecord) -> None:
    """Record move after move at a table, for ever."""
    while True:
        table = await storage.save(*moved(table))
        assert table.save is not None
        sys.stdout.write(f"{table.id} {table.save.seq}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(scribe(Path(sys.argv[1])))
