"""A process that is stopped for a while, and replaced meanwhile, spoils nothing in the channel when it wakes."""

from __future__ import annotations

import asyncio
import random
import signal
from functools import partial
from pathlib import Path

import pytest

from bench.postgres import Cluster
from bot.storage.postgres.claim import SILENT
from tests.loopback.server import Loopback
from tests.process.playing import Mixed, check, told
from tests.process.process import Bot, striking
from tests.process.sharing import fleet, held

TIMES = 10
STOPPED_SECONDS = 60.0
AFTER_WAKING = 10.0
"""Seconds after waking within which nothing stale may stand any more."""
SHARD = 3


def shown(party: Mixed) -> list[tuple[int, str, list[str]]]:
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


@pytest.mark.soak
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
