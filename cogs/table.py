"""/table: the table of a channel, what has happened there, leaving, replacing, ending or resuming it, and more."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.client.herald import Herald
from bot.faces.hooks import TableCommand
from bot.interactions import table_commands
from bot.interactions.command_texts import described, typed
from bot.texts.fluent import Language


def subcommand(command: TableCommand, home: Language) -> app_commands.Command[Any, Any, Any]:
    """Return a subcommand about the table of a channel."""
    key = f"command-table-{command.name}"

    @app_commands.command(name=typed(command.name, key), description=described(home, key))
    async def obey(interaction: discord.Interaction[Herald]) -> None:
        await table_commands.obey(await interaction.client.request(interaction), command)

    return obey


async def setup(bot: Herald) -> None:
    """Add the subcommands to the bot."""
    group = app_commands.Group(
        name=typed("table", "command-table-all"),
        description=described(bot.home, "command-table-all"),
        guild_only=True,
    )
    for command in table_commands.known():
        group.add_command(subcommand(command, bot.home))
    bot.tree.add_command(group)
