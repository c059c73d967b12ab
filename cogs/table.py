"""/hand, /tables, /table and /away: where a person sits, what a table holds, clocks that stand still for a holiday."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands

from bot.client.herald import Herald
from bot.interactions import clocks, slash, table_commands
from bot.interactions.command_texts import described, typed


async def setup(bot: Herald) -> None:
    """Add the commands, and the subcommands of /table, to the bot."""
    home, group = bot.home, slash.group("table", bot.home, guild_only=True)
    for each in table_commands.known():
        obey = partial(table_commands.obey, command=each)
        group.add_command(slash.command(each.name, obey, home, within="table"))

    @app_commands.command(name=typed("away", "command-away"), description=described(home, "command-away"))
    @app_commands.rename(until=typed("until", "option-until"))
    @app_commands.describe(until=described(home, "option-until"))
    async def away(interaction: discord.Interaction[Herald], until: str | None = None) -> None:
        request = await interaction.client.request(interaction)
        await (clocks.away(request) if until is None else clocks.until(request, until))

    bot.tree.add_command(group)
    bot.tree.add_command(slash.command("hand", table_commands.hand, home))
    bot.tree.add_command(slash.command("tables", table_commands.tables, home))
    bot.tree.add_command(away)
