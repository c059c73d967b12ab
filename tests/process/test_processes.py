"""Several processes on one PostgreSQL are one Herald: any may be killed, stopped, replaced or updated."""

from __future__ import annotations

import asyncio
import random
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import asyncpg
import pytest

from bench.faults.ledger import query
from bench.postgres import QUICK, Cluster, programs
from bot.client.commands_and_emoji import emblem_names
from bot.host.address import Address
from bot.host.cli import FAILED, OK
from bot.storage.postgres import migrations
from bot.storage.postgres.claim import SILENT
from tests.loopback.server import Loopback, Request
from tests.process.forking import ROOT
from tests.process.playing import Party, check, told
from tests.process.process import SHARDS, Bot, Fleet, fleet, held, of_kind, striking
from tests.process.test_seen import command, figure, figures, free_port
from tests.test_compose import SERVICES

pytestmark = pytest.mark.soak

KILLS = 6
CUT = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid <> 0"


@asynccontextmanager
async def evening(
    folder: Path, address: Address, processes: int, seed: int, *, orders: bool = False
) -> AsyncIterator[tuple[Fleet, Party]]:
    """Begin a game with DMs, and with orders if these are wanted; play it to its end afterwards, and check it."""
    async with fleet(folder, address, processes) as now:
        await now.launch()
        assert now.of(3) is not now.of(0)
        party = await now.seat(seed, orders=orders)
        yield now, party
        await now.finish(party)


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


def another_order(party: Party) -> Callable[[Request], bool]:
    """Return what tells whether one more order is acknowledged than now."""
    known = len(party.ordered)
    return lambda _: len(party.ordered) > known


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


async def test_processes_that_start_at_the_same_moment_introduce_their_shards_in_turn(
    tmp_path: Path, cluster: Cluster
) -> None:
    """Nobody is turned away for haste, though Discord has only one line for all of them."""
    async with fleet(tmp_path, await cluster.fresh(), 2) as now:
        now.discord.world.concurrency = 1
        await now.launch()
        assert now.discord.gateway.identifies == SHARDS
        assert now.discord.gateway.hasty == 0


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


# Pauses

TIMES = 10
STOPPED_SECONDS = 60.0
AFTER_WAKING = 10.0
"""Seconds after waking within which nothing stale may stand any more."""
SHARD = 3


def shown(party: Party) -> list[tuple[int, str, list[str]]]:
    """Return what stands in the channel, and what can be pressed there."""
    return [
        (message.id, message.text, [str(node.get("custom_id")) for node in (*message.buttons, *message.selects)])
        for message in party.channel.messages
    ]


def forget_sessions(discord: Loopback, shards: set[int]) -> None:
    """Let Discord take the sessions of some shards for dead, as it does where no heartbeat comes."""
    sessions = discord.gateway.sessions
    for name in [name for name, each in sessions.items() if each.shard[0] in shards]:
        del sessions[name]


def holds(bot: Bot, share: set[int]) -> bool:
    """Tell whether a process looks after some shards."""
    return held(bot) == share


async def test_a_process_that_wakes_after_it_was_replaced_spoils_nothing(tmp_path: Path, cluster: Cluster) -> None:
    """Ten times: the newest state stands, nobody is called twice, and whatever was acknowledged is there."""
    dice, address, woken = random.Random(7), await cluster.fresh(), 0
    async with fleet(tmp_path, address, 2, spares=1) as now:
        spare = now.bots[2]
        await now.launch(*now.bots[:2])
        party = await now.seat(8)
        while woken < TIMES:
            bot = now.of(SHARD)
            share = held(bot)
            stop = partial(bot.send, signal.SIGSTOP)
            with striking(now.discord, stop, lambda _: True, dice.randint(1, 9)) as stopped:
                going_on = await party.play_until(stopped)
            if not going_on:
                break
            stopped_at = asyncio.get_running_loop().time()
            forget_sessions(now.discord, share)
            await spare.launch()
            await now.discord.until(partial(holds, spare, share), SILENT + 30.0)
            await now.connected()
            await now.discord.until(lambda: told(address), 20)
            await party.steps(dice.randint(0, 3))
            await now.discord.until(lambda: told(address), 20)
            await now.discord.quiet(0.5)
            await asyncio.sleep(max(0.0, stopped_at + STOPPED_SECONDS - asyncio.get_running_loop().time()))
            stood, calls = shown(party), party.calls
            bot.send(signal.SIGCONT)
            ended = asyncio.create_task(bot.ended(AFTER_WAKING))
            await asyncio.sleep(AFTER_WAKING)
            assert await ended == 1, bot.log
            assert "has taken over" in bot.log
            assert shown(party) == stood
            assert party.calls == calls
            spare, woken = bot, woken + 1
        await party.play_on()
        await now.discord.quiet()
        check(party, address)
        assert woken == TIMES


# Updates

STEP = "-- Who comes from before goes on beside it.\nALTER TABLE tables ADD COLUMN novelty TEXT;\n"
RAISED = "UPDATE herald SET beside = {};\n"


def newer(folder: Path, *, alone: bool) -> Path:
    """Return a Herald with one more step of the database's form, after which older ones may go on, or not."""
    for part in ("engine", "bot", "cogs"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    number = migrations.newest_version() + 1
    step = STEP + (RAISED.format(number) if alone else "")
    module = folder / "bot" / "storage" / "postgres" / "migrations.py"
    known, last = module.read_text("utf-8"), '.postgres_dialect().schema("postgres")}'
    assert last in known
    module.write_text(known.replace(last, f"{last[:-1]}, {number}: {step!r}}}"), "utf-8")
    return folder


async def update(now: Fleet, bot: Bot, version: Path) -> None:
    """Stop a process, and start its successor."""
    share = held(bot)
    await bot.stop()
    bot.cold, bot.settings["PYTHONPATH"] = True, str(version)
    await now.launch(bot)
    assert held(bot) == share


@pytest.mark.parametrize("first", [0, SHARDS - 1])
async def test_a_new_version_takes_over_share_by_share(tmp_path: Path, cluster: Cluster, first: int) -> None:
    """Scale, Updates: a table is played by the old one and the new one, in turns, and by the new one to its end."""
    version = newer(tmp_path / "newer", alone=False)
    async with fleet(tmp_path, await cluster.fresh(), 2) as now:
        await now.launch()
        party = await now.seat(8)
        order = sorted(now.bots, key=lambda bot: first not in held(bot))
        for bot in order:
            assert await party.steps(12)
            await update(now, bot, version)
        await now.finish(party)
        assert query(now.address, "SELECT version FROM herald") == [[(migrations.newest_version() + 1,)]]


async def test_a_version_that_the_old_one_cannot_go_on_beside_waits_until_that_has_stopped(
    tmp_path: Path, cluster: Cluster
) -> None:
    """Scale, Updates: it says so and ends, nothing is changed and the old one plays on; later it is the other way."""
    version = newer(tmp_path / "newer", alone=True)
    async with fleet(tmp_path, await cluster.fresh(), 2) as now:
        await now.launch()
        party = await now.seat(8)
        owner, other = now.of(SHARDS - 1), now.of(0)
        await other.stop()
        old = dict(other.settings)
        other.cold, other.settings["PYTHONPATH"] = True, str(version)
        await other.launch()
        assert await other.ended() == FAILED
        assert "stop all of them, then start the new ones" in other.log
        assert query(now.address, "SELECT version FROM herald") == [[(migrations.newest_version(),)]]
        other.settings = dict(old)
        await now.launch(other)
        assert await party.steps(12)
        for bot in now.bots:
            await bot.stop()
            bot.cold, bot.settings["PYTHONPATH"] = True, str(version)
        await now.launch()
        assert await party.steps(12)
        await owner.stop()
        owner.settings = dict(old)
        await owner.launch()
        assert await owner.ended() == FAILED
        assert "was written by a newer Herald" in owner.log
        owner.settings["PYTHONPATH"] = str(version)
        await now.launch(owner)
        await now.finish(party)


# The example


async def page_of(now: Fleet, bot: Bot) -> str:
    """Return a process's metrics as soon as they tell of its shards and its servers, and of no others."""
    share = held(bot)
    servers = sum(now.discord.world.shard(guild, SHARDS) in share for guild in now.discord.world.guilds)
    async with asyncio.timeout(60):
        while True:
            page = await figures(bot.settings["METRICS_PORT"])
            shown = {number for number in range(SHARDS) if figure(page, f'herald_shard_connected{{shard="{number}"}}')}
            if (shown, figure(page, "herald_servers")) == (share, servers):
                return page
            await asyncio.sleep(0.1)


async def test_its_settings_and_health_checks_work_on_loopback(tmp_path: Path, cluster: Cluster) -> None:
    """Two processes take a share each, both are well, and so is the database."""
    herald, address, found = SERVICES["herald"], await cluster.fresh(), programs()
    assert found is not None
    _, asked, *words = SERVICES["database"]["healthcheck"]["test"]
    place = ["-h", "127.0.0.1", "-p", str(cluster.port)]
    assert subprocess.run([found / asked, *words, *place], check=False).returncode == 0  # noqa: ASYNC221, S603 # the system's own
    own = herald["environment"] | {
        "PGPASSWORD": cluster.password,
        "DATABASE": address.reveal().replace(f":{cluster.password}", ""),
    }
    del own["HEALTH_FILE"]
    async with fleet(tmp_path, address, 2, own) as now:
        for bot in now.bots:
            bot.settings |= {"HEALTH_FILE": str(bot.folder / "health"), "METRICS_PORT": free_port()}
        await now.launch()
        assert sorted(map(held, now.bots), key=min) == [{0, 1}, {2, 3}]
        pages = [await page_of(now, bot) for bot in now.bots]
        code, examined = await command(now.bots[0], "doctor")
        assert "ok    Shards: All 4 are looked after." in examined
        assert (code, cluster.password in f"{examined}{pages}") == (FAILED if "fail  " in examined else OK, False)
        for bot in now.bots:
            environment = {"HEALTH_FILE": bot.settings["HEALTH_FILE"], "PYTHONPATH": str(ROOT)}
            words = herald["healthcheck"]["test"][2:]
            python = await asyncio.create_subprocess_exec(sys.executable, *words, env=environment, cwd=bot.folder)
            assert await python.wait() == 0
            assert cluster.password not in bot.log + Path(bot.settings["HEALTH_FILE"]).read_text("utf-8")  # noqa: ASYNC240 - a line
            await bot.stop()
