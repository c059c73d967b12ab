"""The bot is killed or stopped while rivals play: nothing is lost or played twice, and nobody is left behind."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from bench.faults.ledger import stories
from bench.memory import helpers
from bench.processes import PROC
from bot.storage.backends import verify
from engine.games import GAMES
from engine.scene import Seat
from tests.loopback.server import Loopback
from tests.process.playing import Log, Party, check
from tests.process.process import Bot

EVERY_SECOND = {"RIVAL_SECONDS": "1"}
ANN = Seat(0)
SECONDS = 30.0
STOP = 5.0


@asynccontextmanager
async def duel(folder: Path, rivals: int, level: str) -> AsyncIterator[tuple[Bot, Party]]:
    """Start the bot and let Ann begin a game against rivals."""
    async with Loopback() as discord, Bot(discord, folder, EVERY_SECOND) as bot:
        hall = discord.open_channel("hall")
        ann = discord.person("Ann")
        await bot.start()
        await ann.slash(hall, "newgame fortheking", rivals=rivals, level=level, orders=False)
        await discord.until(lambda: stories(bot.database), SECONDS)
        yield bot, Party(discord, hall, [ann], random.Random(3), bot.database)


def gone_on(moves: int, log: Log) -> bool:
    """Tell whether a rival has moved, or Ann is asked."""
    return len(log.moves) > moves or ANN in log.position.deciding


async def until(party: Party, done: Callable[[Log], bool]) -> None:
    """Wait until something is so of the log."""
    await party.discord.until(lambda: done(Log.read(party.database)), SECONDS)


@pytest.mark.soak
async def test_rivals_go_on_however_often_the_bot_is_killed(tmp_path: Path) -> None:
    """At any moment of their turn: before they answer, while they do, and after it."""
    dice = random.Random(5)
    async with duel(tmp_path, 2, "knight") as (bot, party):
        for _ in range(6):
            while ANN in Log.read(bot.database).position.deciding:
                await party.discord.until(lambda: party.calls and party.asking(party.people[0]) is not None, SECONDS)
                await party.step()
            moves = Log.read(bot.database).moves
            await asyncio.sleep(dice.uniform(0.0, 1.1))
            await bot.kill()
            kept = Log.read(bot.database).moves
            assert kept[: len(moves)] == moves
            await bot.start()
            await until(party, partial(gone_on, len(kept)))
        await until(party, lambda log: ANN in log.position.deciding)
        await party.discord.quiet()
        check(party, bot.database)
        assert set(party.calls) <= {party.people[0].id}
        await bot.stop()
    assert list(verify(bot.database, GAMES)) == []


@pytest.mark.soak
async def test_a_stop_while_champions_think_takes_less_than_five_seconds_and_leaves_nobody(tmp_path: Path) -> None:
    """Whoever thinks ends with the bot."""
    async with duel(tmp_path, 4, "champion") as (bot, party):
        await until(party, lambda log: bool(log.moves) or ANN in log.position.deciding)
        pid = bot.pid
        thinking = helpers(pid)
        began = time.monotonic()
        await bot.stop()
        assert time.monotonic() - began < STOP
        await party.discord.until(lambda: not [each for each in thinking if (PROC / str(each)).exists()], STOP)
