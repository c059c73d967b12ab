"""What a process has used is told apart from what its children have, living and ended; so is what it committed."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from bench.processes import Cpu, commits, cpu, describe_processes

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/proc tells of processes on Linux only")

WORK = "import time\nwhile time.process_time() < 0.3: pass\n"


def test_work_is_told_apart() -> None:
    """That of a child while it lives, and after it has ended; and a process's own. The total is both.

    Times are added and taken away part by part, so that rounds can be summed up.
    """
    before = cpu(os.getpid())
    with subprocess.Popen([sys.executable, "-c", f"{WORK}input()"], stdin=subprocess.PIPE) as child:  # noqa: S603 - our own words
        until = time.monotonic() + 30
        while (cpu(os.getpid()) - before).children < 0.25 and time.monotonic() < until:
            time.sleep(0.02)
        living = cpu(os.getpid()) - before
        assert living.children >= 0.25
        child.communicate(b"\n")
    ended = cpu(os.getpid()) - before
    assert ended.children >= living.children
    assert ended.main < ended.children
    begun = time.process_time()
    while time.process_time() < begun + 0.3:
        pass
    used = cpu(os.getpid()) - before
    assert used.main >= ended.main + 0.25
    assert used.total == used.main + used.children
    assert Cpu(3, 2) - Cpu(1, 1) == Cpu(2, 1)
    assert Cpu(3, 2) + Cpu(1, 1) == Cpu(4, 3)


def test_processes_are_described_with_their_threads_and_children() -> None:
    """Whatever is counted is named: the command of each, and its threads."""
    done = threading.Event()
    waiting = threading.Thread(target=done.wait)
    waiting.start()
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        own, *others = describe_processes(os.getpid())
        child.communicate(b"\n")
    done.set()
    waiting.join()
    assert int(own.partition(" threads: ")[0].rpartition(": ")[2]) >= 2
    assert [each.partition(": 1 threads: ")[0] for each in others] == [f"{Path(sys.executable).name} -c input()"]


def test_commits_are_counted_while_the_database_is_in_use(tmp_path: Path) -> None:
    """Each transaction that wrote is one; a checkpoint, or what is rolled back, is none."""
    path = tmp_path / "herald.db"
    assert commits(path) == 0
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.executescript("PRAGMA journal_mode = WAL; CREATE TABLE moves (number)")
        before = commits(path)
        for number in range(3):
            db.execute("BEGIN")
            db.execute("INSERT INTO moves VALUES (?)", (number,))
            db.execute("INSERT INTO moves VALUES (?)", (number,))
            db.execute("COMMIT")
        db.executescript("BEGIN; INSERT INTO moves VALUES (9); ROLLBACK; PRAGMA wal_checkpoint(RESTART)")
        assert commits(path) - before == 3
        db.execute("INSERT INTO moves VALUES (4)")
        assert commits(path) - before == 4
