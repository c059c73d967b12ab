"""/hand: what only the person who asks may see, in the channel or in a DM."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.clicks import views
from bot.client import Herald
from bot.commands import described, typed


async def setup(bot: Herald) -> None:
    """Add the command to the bot."""

    @app_commands.command(name=typed("hand", "command-hand"), description=described(bot.home, "command-hand"))
    async def hand(interaction: discord.Interaction[Herald]) -> None:
        desk, user = interaction.client.desk, interaction.user.id
        here = await desk.tables.find(user=user, channel=interaction.channel_id)
        await views.about(desk, interaction, "hand", here or await desk.tables.find(user=user))

    bot.tree.add_command(hand)
