"""A bot of a few lines with everything the loopback Discord must carry: the subject of its own tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import discord
import pytest
from discord import ui
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from tests.loopback.server import Loopback


class MiniBot(commands.AutoShardedBot):
    """Answers every click; the custom_id says what to do."""

    def __init__(self) -> None:
        """Make a bot with the intents and settings of the real one."""
        super().__init__(
            command_prefix=(),
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.05,
        )

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Route clicks by their custom_id."""
        if interaction.type is discord.InteractionType.component:
            with suppress(discord.HTTPException, KeyError):
                await CLICKS[str(dict(interaction.data or {})["custom_id"])](interaction)


class Board(ui.LayoutView):
    """A V2 message with a section and a row of buttons in a container."""

    def __init__(self, words: str) -> None:
        """Show the words."""
        super().__init__(timeout=None)
        row: ui.ActionRow[Board] = ui.ActionRow()
        row.add_item(ui.Button(label="Twice", custom_id="twice"))
        accessory: ui.Button[Board] = ui.Button(label="Private", custom_id="private")
        section: ui.Section[Board] = ui.Section(ui.TextDisplay(words), accessory=accessory)
        self.add_item(ui.Container(section, row))
        self.stop()


async def _private(interaction: discord.Interaction) -> None:
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label="Next", custom_id="next"))
    view.stop()
    await interaction.response.send_message("A hand.", view=view, ephemeral=True)


async def _next(interaction: discord.Interaction) -> None:
    await interaction.response.edit_message(content="The next hand.", view=None)


async def _twice(interaction: discord.Interaction) -> None:
    answers = (interaction.response.send_message(words, ephemeral=True) for words in ("One.", "Two."))
    await asyncio.gather(*answers, return_exceptions=True)


CLICKS = {
    "private": _private,
    "next": _next,
    "twice": _twice,
}


@asynccontextmanager
async def running(loopback: Loopback, patch: pytest.MonkeyPatch) -> AsyncIterator[MiniBot]:
    """Run the bot, connected to the loopback Discord until the block ends.

    After INVALID_SESSION discord.py goes to DEFAULT_GATEWAY, whatever GET /gateway/bot said: that is set, too.
    """
    patch.setattr(Route, "BASE", loopback.url)
    patch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", URL(loopback.gateway.url))
    bot = MiniBot()
    task = asyncio.create_task(bot.start(loopback.token))
    connecting = asyncio.create_task(loopback.gateway.connected(5))
    try:
        await asyncio.wait({task, connecting}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            await task
        await connecting
        yield bot
    finally:
        connecting.cancel()
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)
