"""/newgame: one subcommand per game opens a table."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from bot.client.herald import Herald
from bot.clocks.clock import PACES
from bot.faces.rivals import LEVELS
from bot.interactions import lobby
from bot.interactions.command_texts import described, subcommand, typed
from bot.storage.records import Private
from bot.tables.refusals import Outdated
from bot.texts.fluent import Language
from engine.scene import say

OPTIONS = ("thread", "private", "pace", "rivals", "level", "orders")
MOST_RIVALS: Final = 4
LEVEL = "knight"
"""How well rivals play if nobody says."""


def command(game: str, home: Language) -> app_commands.Command[Any, Any, Any]:
    """Return the subcommand that opens a table of a game."""
    choices = [
        app_commands.Choice(name=described(home, f"option-private-{each}"), value=each.value) for each in Private
    ]
    paces = [app_commands.Choice(name=described(home, f"time-pace-{each}"), value=each) for each in PACES]

    levels = [app_commands.Choice(name=described(home, f"level-{each}"), value=each) for each in LEVELS]

    @app_commands.command(
        name=subcommand(game), description=described(home, "command-newgame", game=say(f"{game}-name"))
    )
    @app_commands.rename(**{name: typed(name, f"option-{name}") for name in OPTIONS})
    @app_commands.describe(**{name: described(home, f"option-{name}") for name in OPTIONS})
    @app_commands.choices(private=choices, pace=paces, level=levels)
    async def newgame(  # noqa: PLR0913, PLR0917 - as many as the command has options
        interaction: discord.Interaction[Herald],
        thread: bool = False,  # noqa: FBT001, FBT002 - Discord fills options by name
        private: str | None = None,
        pace: str | None = None,
        rivals: app_commands.Range[int, 0, MOST_RIVALS] = 0,
        level: str = LEVEL,
        orders: bool | None = None,  # noqa: FBT001 - as above
    ) -> None:
        if (private is not None and private not in set(Private)) or level not in LEVELS or pace not in {None, *PACES}:
            raise Outdated
        wanted, company = Private(private) if private else None, lobby.Company(rivals, level, orders)
        request = await interaction.client.request(interaction)
        await lobby.open_table(request, game, wanted, thread=thread, company=company, pace=pace)

    return newgame


async def setup(bot: Herald) -> None:
    """Add a subcommand for every game that Herald knows."""
    group = app_commands.Group(
        name=typed("newgame", "command-newgame-all"),
        description=described(bot.home, "command-newgame-all"),
        guild_only=True,
    )
    for game in bot.services.games:
        group.add_command(command(game, bot.home))
    bot.tree.add_command(group)
