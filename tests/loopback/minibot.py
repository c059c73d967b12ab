"""A bot without any command, which tests of the loopback Discord and of what is sent to it let do things."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from tests.loopback.server import Loopback


class MiniBot(discord.AutoShardedClient):
    """Keeps whatever is clicked for a test that answers it."""

    def __init__(self) -> None:
        """Make a bot with the intents of the real one."""
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None, guild_ready_timeout=0.05)
        self.clicks: asyncio.Queue[discord.Interaction] = asyncio.Queue()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Keep a click."""
        self.clicks.put_nowait(interaction)


@asynccontextmanager
async def running(loopback: Loopback, patch: pytest.MonkeyPatch) -> AsyncIterator[MiniBot]:
    """Run the bot, connected to the loopback Discord until the block ends.

    After INVALID_SESSION discord.py goes to DEFAULT_GATEWAY, whatever GET /gateway/bot said: that is set, too.
    """
    patch.setattr(Route, "BASE", loopback.url)
    patch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", URL(loopback.gateway.url))
    bot = MiniBot()
    task = asyncio.create_task(bot.start(loopback.token))
    try:
        await loopback.gateway.connected(5)
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)
