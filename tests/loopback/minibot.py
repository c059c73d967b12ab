"""A bot of a few lines with everything the loopback Discord must carry: the subject of its own tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from io import BytesIO

import discord
import pytest
from discord import app_commands, ui
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from tests.loopback.server import Loopback


class MiniBot(commands.AutoShardedBot):
    """Answers its commands and every click; the custom_id says what to do."""

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

    async def setup_hook(self) -> None:
        """Register the commands."""
        self.tree.add_command(table)
        self.tree.add_command(late)
        self.tree.add_command(think)
        self.tree.add_command(paint)
        await self.tree.sync()

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


class Picture(ui.LayoutView):
    """A V2 message that shows a file of it, and buttons to change it."""

    def __init__(self, name: str, alt: str) -> None:
        """Show the file of that name."""
        super().__init__(timeout=None)
        row: ui.ActionRow[Picture] = ui.ActionRow()
        for key in ("repaint", "forget"):
            row.add_item(ui.Button(label=key.capitalize(), custom_id=key))
        self.add_item(ui.Container(ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=alt))))
        self.add_item(row)
        self.stop()


def file(name: str, content: bytes, alt: str) -> discord.File:
    """Return a file to be sent."""
    return discord.File(BytesIO(content), name, description=alt)


@app_commands.command()
async def table(interaction: discord.Interaction) -> None:
    """Open a table."""
    await interaction.response.send_message(view=Board("A table"))


@app_commands.command()
async def late(interaction: discord.Interaction) -> None:
    """Answer after the time is over."""
    await asyncio.sleep(0.2)
    with suppress(discord.NotFound):
        await interaction.response.send_message("Too late.")


@app_commands.command()
async def think(interaction: discord.Interaction) -> None:
    """Think first, then answer and follow up, for one person only."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await interaction.edit_original_response(content="Thought.")
    await interaction.followup.send("And more.", ephemeral=True)


@app_commands.command()
async def paint(interaction: discord.Interaction) -> None:
    """Show a picture to one person only, and another one below it, once it is drawn."""
    picture = Picture("a.png", "A rose")
    await interaction.response.send_message(view=picture, file=file("a.png", b"rose", "Rose"), ephemeral=True)
    late = await interaction.followup.send("Wait.", ephemeral=True, wait=True)
    await late.edit(content="Look.", attachments=[file("b.png", b"moon", "Moon")])


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


async def _repaint(interaction: discord.Interaction) -> None:
    painted = file("a.png", b"a lion", "Lion")
    await interaction.response.edit_message(view=Picture("a.png", "A lion"), attachments=[painted])


async def _forget(interaction: discord.Interaction) -> None:
    await interaction.response.edit_message(view=Picture("a.png", "A lion"), attachments=[])


CLICKS = {
    "private": _private,
    "next": _next,
    "twice": _twice,
    "repaint": _repaint,
    "forget": _forget,
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
