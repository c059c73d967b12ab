"""/hand and /tables: what only the person who asks may see, and where that person sits, on every server."""

from __future__ import annotations

from bot.client.herald import Herald
from bot.interactions import overview, slash, table_commands


async def setup(bot: Herald) -> None:
    """Add the commands to the bot."""
    bot.tree.add_command(slash.command("hand", table_commands.hand, bot.home))
    bot.tree.add_command(slash.command("tables", overview.tables, bot.home))
