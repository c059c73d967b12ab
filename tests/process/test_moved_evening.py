"""What the whole is for: tables go to PostgreSQL, two processes serve them, one is killed, and people play on."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from bench.postgres import Cluster
from bot.client.commands_and_emoji import emblem_names
from bot.host.cli import OK
from tests.process.playing import Mixed
from tests.process.process import Bot, of_kind, striking
from tests.process.sharing import SHARDS, Fleet, fleet, held
from tests.process.test_seen import command

EMBLEMS_SECONDS = 120.0


async def pulled_out(now: Fleet, party: Mixed, bot: Bot) -> None:
    """Kill a process in the midst of an answer, and start nobody in its place until people have been without it."""
    with striking(now.discord, bot.kill_now, of_kind("POST", "/callback$")) as struck:
        assert await party.play_until(struck)
    await bot.ended()
    await now.launch(bot)


@pytest.mark.soak
async def test_a_host_moves_to_postgresql_and_loses_a_process_in_the_middle_of_an_evening(
    tmp_path: Path, cluster: Cluster
) -> None:
    """Done means: nobody notices more than a pause, from a file in one process to the end of the game in two."""
    address = await cluster.fresh()
    async with fleet(tmp_path, address, 2, {"EMBLEMS": "drawn"}) as now:
        discord, home = now.discord, tmp_path / "home"
        home.mkdir()
        async with Bot(discord, home, {"SHARDS": str(SHARDS), "REQUESTS_PER_SECOND": "0"}) as alone:
            await alone.launch()
            await discord.gateway.connected(60)
            party = await now.seat(6, alone.database, 3)
            assert await party.steps(20)
            await alone.stop()
            code, said = await command(alone, "move", address.reveal())
            assert (code, cluster.password in said + alone.log) == (OK, False)
        party.database = address
        await now.launch()
        assert await party.steps(20)
        for shard in (SHARDS - 1, 0):
            bot = now.of(shard)
            share = held(bot)
            await pulled_out(now, party, bot)
            assert held(bot) == share
            assert await party.steps(10)
        await party.play_on()
        await discord.until(lambda: len(discord.world.emojis) >= len(emblem_names()), EMBLEMS_SECONDS)
        assert set(Counter(emoji["name"] for emoji in discord.world.emojis).values()) == {1}
        await now.finish(party)
        assert not [bot for bot in now.bots if cluster.password in bot.log]
        assert (await command(now.bots[0], "verify"))[0] == OK
