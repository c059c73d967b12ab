"""/hand: what only the person who asks may see, in the channel or in a DM."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.client.herald import Herald
from bot.interactions import table_commands
from bot.interactions.command_texts import described, typed


async def setup(bot: Herald) -> None:
    """Add the command to the bot."""

    @app_commands.command(name=typed("hand", "command-hand"), description=described(bot.home, "command-hand"))
    async def hand(interaction: discord.Interaction[Herald]) -> None:
        await table_commands.hand(await interaction.client.request(interaction))

    bot.tree.add_command(hand)
