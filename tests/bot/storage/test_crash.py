"""A process that is killed in the middle of its work."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from bot.storage.backends import verify
from bot.storage.records import TableId
from tests.bot.storage.samples import moved, sqlite
from tests.bot.storage.scribe import TABLES

ROOT = Path(__file__).parents[3]


def acknowledged(lines: Iterable[str]) -> dict[TableId, int]:
    """Return the last move of each table that was said to be on the disk."""
    moves = (tuple(map(int, line.split())) for line in lines if line.endswith("\n"))
    return {TableId(table): seq for table, seq in moves}


def killed(path: Path, after: int) -> dict[TableId, int]:
    """Run a scribe, kill it with SIGKILL after some moves, and return what it had acknowledged."""
    command = [sys.executable, "-m", "tests.bot.storage.scribe", str(path)]
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
    storage = sqlite(path)
    await storage.open()
    tables = await storage.find()
    assert len(tables) == TABLES
    for table in tables:
        assert table.save is not None
        assert table.save.seq >= last.get(table.id, 0)
        assert [move.seq for move in await storage.log(table.id)] == list(range(1, table.save.seq + 1))
        await storage.save(*moved(table))
    assert list(verify(path, {})) == []
    await storage.close()


@pytest.mark.slow
def test_a_process_that_fails_without_closing_its_storage_ends(path: Path) -> None:
    """Storage: no thread keeps a broken program alive."""
    program = (
        "import asyncio, pathlib, sys; from tests.bot.storage.samples import sqlite\n"
        "async def fail():\n"
        "    global storage; storage = sqlite(pathlib.Path(sys.argv[1]))\n"
        "    await storage.open(); raise SystemExit(3)\n"
        "asyncio.run(fail())"
    )
    ended = subprocess.run([sys.executable, "-c", program, str(path)], cwd=ROOT, timeout=30, check=False)  # noqa: S603 # our own program
    assert ended.returncode == 3
