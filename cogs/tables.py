"""/tables: where a person sits, on every server, and which table waits for that person."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.client.herald import Herald
from bot.interactions import overview
from bot.interactions.command_texts import described, typed


async def setup(bot: Herald) -> None:
    """Add the command to the bot."""

    @app_commands.command(name=typed("tables", "command-tables"), description=described(bot.home, "command-tables"))
    async def tables(interaction: discord.Interaction[Herald]) -> None:
        await overview.tables(await interaction.client.request(interaction))

    bot.tree.add_command(tables)
