"""A process that is killed in the middle of its work."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from bot.storage.backends import verify
from bot.storage.records import TableId, TableRecord
from bot.storage.store import Store
from tests.bot.storage.samples import begin, moved, opened, sqlite

ROOT = Path(__file__).parents[3]
TABLES = 4


def acknowledged(lines: Iterable[str]) -> dict[TableId, int]:
    """Return the last move of each table that was said to be on the disk."""
    moves = (tuple(map(int, line.split())) for line in lines if line.endswith("\n"))
    return {TableId(table): seq for table, seq in moves}


def killed(path: Path, after: int) -> dict[TableId, int]:
    """Run a scribe, kill it with SIGKILL after some moves, and return what it had acknowledged."""
    command = [sys.executable, "-m", "tests.bot.storage.test_crash", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as scribe:  # noqa: S603 # our own module
        assert scribe.stdout is not None
        lines = [scribe.stdout.readline() for _ in range(after)]
        scribe.kill()
        lines += scribe.stdout.readlines()
    assert scribe.returncode < 0
    return acknowledged(lines)


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
    storage = sqlite(path)
    await storage.open()
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
