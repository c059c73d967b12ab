"""The soak: who plays in it leaves no table, so that what grows is not the number of tables."""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from subprocess import PIPE, Popen

from bench.memory import Sample, figures, helpers, proportional, resident, sample
from bench.rounds import Load, herald
from bench.whole import hall


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
