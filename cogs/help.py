"""/rules and /help: the rules of each game, and what Herald does."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.clicks import views
from bot.client import Herald
from bot.faces import pages
from bot.texts import Language
from engine.scene import say


def rules(game: str, home: Language) -> app_commands.Command[Any, Any, Any]:
    """Return the subcommand that shows the rules of a game."""

    @app_commands.command(name=game, description=home.text("command-rules", game=say(f"{game}-name")))
    async def show(interaction: discord.Interaction[Herald]) -> None:
        await views.rules(interaction.client.desk, interaction, game)

    return show


def helping(home: Language) -> app_commands.Command[Any, Any, Any]:
    """Return the command that shows the help."""

    @app_commands.command(name="help", description=home.text("command-help"))
    async def show(interaction: discord.Interaction[Herald]) -> None:
        desk = interaction.client.desk
        await desk.open(interaction, pages.help_page(desk.reader(interaction)))

    return show


async def setup(bot: Herald) -> None:
    """Add /help, and /rules with a subcommand for every game that Herald knows."""
    group = app_commands.Group(name="rules", description=bot.home.text("command-rules-all"))
    for game in bot.desk.games:
        group.add_command(rules(game, bot.home))
    bot.tree.add_command(group)
    bot.tree.add_command(helping(bot.home))
