"""/settings: what a person wants, everywhere."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.clicks import views
from bot.client import Herald


async def setup(bot: Herald) -> None:
    """Add the command to the bot."""

    @app_commands.command(name="settings", description=bot.home.text("command-settings"))
    async def settings(interaction: discord.Interaction[Herald]) -> None:
        await views.settings(interaction.client.desk, interaction)

    bot.tree.add_command(settings)
