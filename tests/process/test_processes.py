"""Several processes on one PostgreSQL are one Herald: tables are touched by two of them, and any may be killed."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import pytest

from bench.postgres import QUICK, Cluster, programs
from bot.host.address import Address
from tests.loopback.server import Request
from tests.process.playing import Mixed
from tests.process.process import Bot, striking
from tests.process.sharing import SHARDS, Fleet, fleet, held

KILLS = 6
CUT = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid <> 0"


@dataclass
class Evening:
    """Some processes, and a party whose game stands in a server of the last shard and is played there and by DM."""

    fleet: Fleet
    party: Mixed

    async def bring_down(self, bot: Bot, after: int, fits: Callable[[Request], bool] = lambda _: True) -> bool:
        """Kill a process before it hears of a request's effect, so many that fit from now, and start it again."""
        with striking(self.party.discord, bot.kill_now, fits, after) as struck:
            going_on = await self.party.play_until(struck)
        if going_on:
            await bot.ended()
            await self.fleet.launch(bot)
        return going_on


@asynccontextmanager
async def evening(
    folder: Path, address: Address, processes: int, seed: int, *, orders: bool = False
) -> AsyncIterator[Evening]:
    """Begin a game with DMs, and with orders if these are wanted; play it to its end afterwards, and check it."""
    async with fleet(folder, address, processes) as now:
        await now.launch()
        assert now.of(3) is not now.of(0)
        party = await now.seat(seed, orders=orders)
        yield Evening(now, party)
        await now.finish(party)


@pytest.mark.soak
@pytest.mark.parametrize("processes", [2, 4])
async def test_any_process_may_be_killed_at_any_moment(tmp_path: Path, cluster: Cluster, processes: int) -> None:
    """What was acknowledged is there, nothing is posted twice, and whoever follows takes the free share."""
    dice = random.Random(processes)
    async with evening(tmp_path, await cluster.fresh(), processes, seed=processes) as now:
        for shard in (0, 3, *dice.choices(range(SHARDS), k=KILLS)):
            bot = now.fleet.of(shard)
            share = held(bot)
            if not await now.bring_down(bot, dice.randint(1, 25)):
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
    async with evening(tmp_path, await cluster.fresh(), 2, seed=6, orders=True) as now:
        killed = 0
        for shard in (0, 3) * (KILLS // 2):
            if not await now.bring_down(now.fleet.of(shard), 1, another_order(now.party)):
                break
            killed += 1
        assert killed


@pytest.mark.soak
@pytest.mark.parametrize("orders", [False, True])
async def test_processes_may_be_replaced_one_after_the_other_during_a_game(
    tmp_path: Path, cluster: Cluster, *, orders: bool
) -> None:
    """Scale, Updates: each ends by itself in time, whatever it had in hand, and whoever follows takes its share."""
    async with evening(tmp_path, await cluster.fresh(), 2, seed=7, orders=orders) as now:
        for bot in now.fleet.bots * 3:
            share = held(bot)
            if not all([await now.party.step() for _ in range(3)]):
                break
            bot.send(signal.SIGTERM)
            assert await bot.ended() == 0, bot.log
            await now.fleet.launch(bot)
            assert held(bot) == share


@pytest.mark.soak
async def test_postgresql_may_be_restarted(tmp_path: Path) -> None:
    """Each process comes back by itself, to the share that it had, and the game goes on."""
    found = programs()
    if found is None:
        pytest.skip("no PostgreSQL is installed: apt-get install postgresql")
    with Cluster(found, **QUICK) as own:
        async with evening(tmp_path, await own.fresh(), 2, seed=3) as now:
            for how in (signal.SIGINT, signal.SIGQUIT):
                for _ in range(8):
                    await now.party.step()
                own.stop(how)
                own.start()
            await now.party.play_on()
            assert all(bot.running for bot in now.fleet.bots)


@pytest.mark.soak
async def test_a_lost_notice_is_made_up_for(tmp_path: Path, cluster: Cluster) -> None:
    """Whoever may have missed one takes nothing in its memory for granted, and looks for what isn't shown."""
    address = await cluster.fresh()
    async with evening(tmp_path, address, 2, seed=4) as now:
        cutting = asyncio.create_task(_cut(address))
        try:
            await now.party.play_on()
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
