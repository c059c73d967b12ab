"""The CPU time of a process is told apart from that of its children, living and ended."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from bench.processes import Cpu, cpu

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/proc tells of processes on Linux only")

WORK = "import time\nwhile time.process_time() < 0.3: pass\n"


@pytest.mark.slow
def test_a_childs_work_is_the_childs() -> None:
    """While it lives, and after it has ended."""
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


@pytest.mark.slow
def test_a_process_own_work_is_its_own() -> None:
    """The total is both."""
    before = cpu(os.getpid())
    until = time.process_time() + 0.3
    while time.process_time() < until:
        pass
    used = cpu(os.getpid()) - before
    assert used.main >= 0.25
    assert used.total == used.main + used.children


def test_times_are_added_and_taken_away_part_by_part() -> None:
    """So that rounds can be summed up."""
    assert Cpu(3, 2) - Cpu(1, 1) == Cpu(2, 1)
    assert Cpu(3, 2) + Cpu(1, 1) == Cpu(4, 3)
