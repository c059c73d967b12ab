"""/away: clocks stand still for who is on holiday."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.client.herald import Herald
from bot.interactions import clocks
from bot.interactions.command_texts import described, typed


async def setup(bot: Herald) -> None:
    """Add the command to the bot."""
    home = bot.home

    @app_commands.command(name=typed("away", "command-away"), description=described(home, "command-away"))
    @app_commands.rename(until=typed("until", "option-until"))
    @app_commands.describe(until=described(home, "option-until"))
    async def away(interaction: discord.Interaction[Herald], until: str | None = None) -> None:
        request = await interaction.client.request(interaction)
        await (clocks.away(request) if until is None else clocks.until(request, until))

    bot.tree.add_command(away)
