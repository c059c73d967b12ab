"""A bot whose database is taken from under it ends at once, with a sentence, instead of playing on into nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.loopback.people import Person
from tests.loopback.records import Message
from tests.loopback.server import Loopback
from tests.process.process import Bot

SECONDS = 15.0
"""In which an idle bot must have noticed: it looks every ten."""


def remove(bot: Bot) -> None:
    """Delete the database with all that belongs to it."""
    for path in bot.files:
        path.unlink()


@asynccontextmanager
async def robbed(tmp_path: Path) -> AsyncIterator[tuple[Person, Message]]:
    """Start a bot, open a table and remove its database; give somebody and what can be pressed; see how it ends."""
    async with Loopback() as discord, Bot(discord, tmp_path) as bot:
        hall, ann, bo = discord.open_channel("hall"), discord.person("Ann"), discord.person("Bo")
        await bot.start()
        await ann.slash(hall, "newgame fortheking")
        await discord.until(lambda: hall.messages)
        remove(bot)
        yield bo, hall.messages[0]
        assert await bot.ended(SECONDS) == 1
        (line,) = [line for line in bot.log.splitlines() if line.startswith("Herald has stopped")]
        assert "was removed, replaced or emptied" in line
        assert "Traceback" not in bot.log, bot.log
        assert not bot.files


@pytest.mark.slow
async def test_the_next_click_ends_it(tmp_path: Path) -> None:
    """Nothing is acknowledged that can't be kept."""
    async with robbed(tmp_path) as (bo, lobby):
        answer = await bo.click(lobby, "Join")
        assert "nothing of this was kept" in answer.text


@pytest.mark.soak
async def test_an_idle_bot_ends_by_itself(tmp_path: Path) -> None:
    """Within seconds, whether anybody plays or not."""
    async with robbed(tmp_path):
        pass
