"""/rules and /help: the rules of each game, and what Herald does."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.client.herald import Herald
from bot.interactions import showing, slash
from bot.interactions.command_texts import described, subcommand
from bot.texts.fluent import Language
from engine.scene import say


def rules(game: str, home: Language) -> app_commands.Command[Any, Any, Any]:
    """Return the subcommand that shows the rules of a game."""

    @app_commands.command(name=subcommand(game), description=described(home, "command-rules", game=say(f"{game}-name")))
    async def show(interaction: discord.Interaction[Herald]) -> None:
        await showing.rules(await interaction.client.request(interaction), game)

    return show


async def setup(bot: Herald) -> None:
    """Add /help, and /rules with a subcommand for every game that Herald knows."""
    group = slash.group("rules", bot.home)
    for game in bot.services.games:
        group.add_command(rules(game, bot.home))
    bot.tree.add_command(group)
    bot.tree.add_command(slash.command("help", showing.helping, bot.home))
