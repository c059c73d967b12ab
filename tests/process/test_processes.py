"""Several processes on one PostgreSQL are one Herald: tables are touched by two of them, and any may be killed."""

from __future__ import annotations

import asyncio
import random
import signal
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import asyncpg
import pytest

from bench.postgres import QUICK, Cluster, programs
from bot.client.commands_and_emoji import emblem_names
from bot.host.address import Address
from bot.host.cli import OK
from tests.loopback.server import Request
from tests.process.playing import Mixed
from tests.process.process import Bot, of_kind
from tests.process.sharing import SHARDS, Fleet, fleet, held
from tests.process.test_seen import command

KILLS = 6
CUT = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid <> 0"


@asynccontextmanager
async def evening(
    folder: Path, address: Address, processes: int, seed: int, *, orders: bool = False
) -> AsyncIterator[tuple[Fleet, Mixed]]:
    """Begin a game with DMs, and with orders if these are wanted; play it to its end afterwards, and check it."""
    async with fleet(folder, address, processes) as now:
        await now.launch()
        assert now.of(3) is not now.of(0)
        party = await now.seat(seed, orders=orders)
        yield now, party
        await now.finish(party)


@pytest.mark.soak
@pytest.mark.parametrize("processes", [2, 4])
async def test_any_process_may_be_killed_at_any_moment(tmp_path: Path, cluster: Cluster, processes: int) -> None:
    """What was acknowledged is there, nothing is posted twice, and whoever follows takes the free share."""
    dice = random.Random(processes)
    async with evening(tmp_path, await cluster.fresh(), processes, seed=processes) as (now, party):
        for shard in (0, 3, *dice.choices(range(SHARDS), k=KILLS)):
            bot = now.of(shard)
            share = held(bot)
            if not await now.bring_down(party, bot, dice.randint(1, 25)):
                break
            assert held(bot) == share


def another_order(party: Mixed) -> Callable[[Request], bool]:
    """Return what tells whether one more order is acknowledged than now."""
    known = len(party.ordered)
    return lambda _: len(party.ordered) > known


@pytest.mark.soak
async def test_any_process_may_be_killed_between_an_order_and_its_carrying_out(
    tmp_path: Path, cluster: Cluster
) -> None:
    """At whichever of two processes it arrived: what was acknowledged as ordered stands, and is carried out once."""
    async with evening(tmp_path, await cluster.fresh(), 2, seed=6, orders=True) as (now, party):
        killed = 0
        for shard in (0, 3) * (KILLS // 2):
            if not await now.bring_down(party, now.of(shard), fits=another_order(party)):
                break
            killed += 1
        assert killed


@pytest.mark.soak
@pytest.mark.parametrize("orders", [False, True])
async def test_processes_may_be_replaced_one_after_the_other_during_a_game(
    tmp_path: Path, cluster: Cluster, *, orders: bool
) -> None:
    """Scale, Updates: each ends by itself in time, whatever it had in hand, and whoever follows takes its share."""
    async with evening(tmp_path, await cluster.fresh(), 2, seed=7, orders=orders) as (now, party):
        for bot in now.bots * 3:
            share = held(bot)
            if not await party.steps(3):
                break
            bot.send(signal.SIGTERM)
            assert await bot.ended() == 0, bot.log
            await now.launch(bot)
            assert held(bot) == share


@pytest.mark.soak
async def test_postgresql_may_be_restarted(tmp_path: Path) -> None:
    """Each process comes back by itself, to the share that it had, and the game goes on."""
    found = programs()
    if found is None:
        pytest.skip("no PostgreSQL is installed: apt-get install postgresql")
    with Cluster(found, **QUICK) as own:
        async with evening(tmp_path, await own.fresh(), 2, seed=3) as (now, party):
            for how in (signal.SIGINT, signal.SIGQUIT):
                await party.steps(8)
                own.stop(how)
                own.start()
            await party.play_on()
            assert all(bot.running for bot in now.bots)


@pytest.mark.soak
async def test_a_lost_notice_is_made_up_for(tmp_path: Path, cluster: Cluster) -> None:
    """Whoever may have missed one takes nothing in its memory for granted, and looks for what isn't shown."""
    address = await cluster.fresh()
    async with evening(tmp_path, address, 2, seed=4) as (_, party):
        cutting = asyncio.create_task(_cut(address))
        try:
            await party.play_on()
        finally:
            cutting.cancel()
            with suppress(asyncio.CancelledError):
                await cutting


async def _cut(address: Address) -> None:
    """Cut, again and again, the connections on which the processes hear of each other."""
    connection = await asyncpg.connect(address.reveal())
    try:
        while True:
            await asyncio.sleep(0.7)
            await connection.execute(CUT)
    finally:
        await connection.close()


@pytest.mark.soak
async def test_processes_that_start_at_the_same_moment_introduce_their_shards_in_turn(
    tmp_path: Path, cluster: Cluster
) -> None:
    """Nobody is turned away for haste, though Discord has only one line for all of them."""
    async with fleet(tmp_path, await cluster.fresh(), 2) as now:
        now.discord.world.concurrency = 1
        await now.launch()
        assert now.discord.gateway.identifies == SHARDS
        assert now.discord.gateway.hasty == 0


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
            assert await now.bring_down(party, bot, fits=of_kind("POST", "/callback$"))
            assert held(bot) == share
            assert await party.steps(10)
        await party.play_on()
        await discord.until(lambda: len(discord.world.emojis) >= len(emblem_names()), 120.0)
        assert set(Counter(emoji["name"] for emoji in discord.world.emojis).values()) == {1}
        await now.finish(party)
        assert not [bot for bot in now.bots if cluster.password in bot.log]
        assert (await command(now.bots[0], "verify"))[0] == OK
