"""What a process has used is told apart from what its children have, living and ended; so is what it committed.

Who plays in a soak leaves no table, so that what grows in memory is not the number of tables.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from bench.memory import Sample, figures, helpers, proportional, resident, sample
from bench.processes import Cpu, commits, cpu
from bench.rounds import Load, herald
from bench.whole import hall

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


async def test_who_plays_a_part_of_a_soak_leaves_no_table_and_no_channel(tmp_path: Path) -> None:
    """However far the games are; and what is measured afterwards is there to be measured."""
    async with hall("bot", tmp_path) as place:
        before = {*place.discord.world.channels}
        played, _ = await herald(place, Load(3, 40), 1, leave=True)
        assert played.clicks >= 40
        assert place.discord.world.channels.keys() == before
        with closing(sqlite3.connect(place.bot.database)) as db:
            statuses = [status for (status,) in db.execute("SELECT status FROM tables")]
        assert len(statuses) >= 3
        assert set(statuses) <= {"ended", "over"}
        measured = sample(place.bot, 40)
        assert 20 < measured.resident < 500
        assert measured.helpers.keys() == set(helpers(place.bot.pid))
        assert all(proportional(helper) <= resident(helper) for helper in measured.helpers)


def test_the_end_is_held_against_the_half() -> None:
    """Of samples that lie evenly; the peak is what was seen while people played."""
    rest, half, last = Sample(0, 70.0, 60.0, {}), Sample(20, 100.0, 90.0, {7: 30.0}), Sample(40, 104.0, 95.0, {7: 31.0})
    busy = Sample(0, 150.0, 140.0, {7: 101.0, 8: 9.0})
    before, after, peak, growth, most, helper = figures([rest, half, last], [busy])
    assert (before.value, after.value, peak.value) == (60.0, 126.0, 250.0)
    assert (growth.value, growth.against, growth.ratio, growth.reached) == (104.0, 100.0, 1.04, True)
    assert (most.value, most.reached) == (150.0, True)
    assert (helper.value, helper.reached) == (101.0, False)


def test_a_helper_of_a_helper_is_one() -> None:
    """Such as those that a fork server begins."""
    again = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'print(1, flush=True); input()'])"
    with Popen([sys.executable, "-c", again], stdin=PIPE, stdout=PIPE) as begun:  # noqa: S603 - our own code
        assert begun.stdout is not None
        begun.stdout.readline()
        assert {begun.pid} < set(helpers(os.getpid()))
        assert len(helpers(begun.pid)) == 1
        begun.communicate(b"\n")
