"""/hand: what only the person who asks may see, in the channel or in a DM."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.client.command_texts import described, typed
from bot.client.herald import Herald
from bot.interactions import showing


async def setup(bot: Herald) -> None:
    """Add the command to the bot."""

    @app_commands.command(name=typed("hand", "command-hand"), description=described(bot.home, "command-hand"))
    async def hand(interaction: discord.Interaction[Herald]) -> None:
        services, user = interaction.client.services, interaction.user.id
        here = await services.tables.find(user=user, channel=interaction.channel_id)
        await showing.about(services, interaction, "hand", here or await services.tables.find(user=user))

    bot.tree.add_command(hand)
