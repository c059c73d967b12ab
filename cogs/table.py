"""/table: the table of a channel, what has happened there, leaving, replacing, ending or resuming it, and more."""

from __future__ import annotations

from functools import partial

from bot.client.herald import Herald
from bot.interactions import slash, table_commands


async def setup(bot: Herald) -> None:
    """Add the subcommands to the bot."""
    group = slash.group("table", bot.home, guild_only=True)
    for each in table_commands.known():
        obey = partial(table_commands.obey, command=each)
        group.add_command(slash.command(each.name, obey, bot.home, within="table"))
    bot.tree.add_command(group)
