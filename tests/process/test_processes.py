"""Several processes on one PostgreSQL are one Herald: tables are touched by two of them, and any may be killed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bench.postgres import Cluster
from tests.process.playing import Party, check
from tests.process.sharing import fleet


@pytest.mark.soak
async def test_a_whole_game_by_dm_is_touched_by_two_processes(tmp_path: Path, cluster: Cluster) -> None:
    """DMs arrive at the process that has shard 0, the table stands in a server of the other's."""
    async with fleet(tmp_path, await cluster.fresh(), 2) as now:
        await now.launch()
        hall = now.halls[3]
        assert now.of(3) is not now.of(0)
        people = [now.discord.person(name) for name in ("Ann", "Bo")]
        party = Party(now.discord, hall, people, random.Random(5), now.address)
        await party.sit_down("fortheking", "dm")
        while await party.step():
            pass
        await now.discord.quiet()
        check(party, now.address)
        assert any(event.channel.user for event in party.answers)
        for bot in now.bots:
            assert await bot.interrupt() == 0
            assert "Traceback" not in bot.log, bot.log
