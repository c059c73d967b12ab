"""The bot is killed or stopped while rivals play: nothing is lost or played twice, and nobody is left behind."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
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
from tests.process.playing import Party, check, read_story
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


def is_asked(party: Party, moves: int | None = None) -> bool:
    """Tell whether Ann is asked, or a rival has moved since there were so many `moves`."""
    story = read_story(party.database)
    return ANN in story.now.deciding or (moves is not None and len(story.moves) > moves)


@pytest.mark.soak
async def test_rivals_go_on_however_often_the_bot_is_killed(tmp_path: Path) -> None:
    """At any moment of their turn: before they answer, while they do, and after it."""
    dice = random.Random(5)
    async with duel(tmp_path, 2, "knight") as (bot, party):
        for _ in range(6):
            while is_asked(party):
                await party.discord.until(lambda: party.calls and party.asking(party.people[0]) is not None, SECONDS)
                await party.step()
            moves = read_story(bot.database).moves
            await asyncio.sleep(dice.uniform(0.0, 1.1))
            await bot.kill()
            kept = read_story(bot.database).moves
            assert kept[: len(moves)] == moves
            await bot.start()
            await party.discord.until(partial(is_asked, party, len(kept)), SECONDS)
        await party.discord.until(lambda: is_asked(party), SECONDS)
        await party.discord.quiet()
        check(party, bot.database)
        assert set(party.calls) <= {party.people[0].id}
        await bot.stop()
    assert list(verify(bot.database, GAMES)) == []


@pytest.mark.soak
async def test_a_stop_while_champions_think_takes_less_than_five_seconds_and_leaves_nobody(tmp_path: Path) -> None:
    """Whoever thinks ends with the bot."""
    async with duel(tmp_path, 4, "champion") as (bot, party):
        await party.discord.until(lambda: is_asked(party, 0), SECONDS)
        pid = bot.pid
        thinking = helpers(pid)
        began = time.monotonic()
        await bot.stop()
        assert time.monotonic() - began < STOP
        await party.discord.until(lambda: not [each for each in thinking if (PROC / str(each)).exists()], STOP)
