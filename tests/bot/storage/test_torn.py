"""A log that is torn by a kill: what is left is how it was once, and all that was acknowledged."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from bot.clocks.table_clock import DAY, TableClock, TimeControl
from bot.storage.records import Published
from bot.storage.store import Store
from tests.bot.storage.faulty import taken
from tests.bot.storage.samples import (
    CAT,
    GIVEN,
    OTHERS,
    faults,
    loaded,
    lobby,
    moved,
    opened,
    query,
    resaved,
    sqlite,
    started,
    wal,
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
            assert faults(copy) == []
            if standing(copy) and (table := await loaded(storage, 1)).save:
                await storage.save(*moved(table))
