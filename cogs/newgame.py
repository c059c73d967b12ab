"""/newgame: one subcommand per game opens a table."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from bot.client.herald import Herald
from bot.clocks.clock import PACES
from bot.faces.rivals import LEVEL, LEVELS
from bot.interactions import lobby, slash
from bot.interactions.command_texts import described, subcommand, typed
from bot.storage.records import Private
from bot.tables.refusals import Outdated
from bot.texts.fluent import Language
from engine.scene import say

OPTIONS = ("thread", "private", "pace", "rivals", "level", "orders", "players", "begins", "zone", "fill")
MOST_RIVALS: Final = 4
FEWEST, MOST = 2, 5
"""How many players any game takes."""


def command(game: str, home: Language) -> app_commands.Command[Any, Any, Any]:
    """Return the subcommand that opens a table of a game."""

    @app_commands.command(
        name=subcommand(game), description=described(home, "command-newgame", game=say(f"{game}-name"))
    )
    @app_commands.rename(**{name: typed(name, f"option-{name}") for name in OPTIONS})
    @app_commands.describe(**{name: described(home, f"option-{name}") for name in OPTIONS})
    @app_commands.choices(
        private=slash.choices(Private, "option-private", home),
        pace=slash.choices(PACES, "time-pace", home),
        level=slash.choices(LEVELS, "level", home),
    )
    async def newgame(  # noqa: PLR0913, PLR0917 - as many as the command has options
        interaction: discord.Interaction[Herald],
        thread: bool = False,  # noqa: FBT001, FBT002 - Discord fills options by name
        private: str | None = None,
        pace: str | None = None,
        rivals: app_commands.Range[int, 0, MOST_RIVALS] = 0,
        level: str = LEVEL,
        orders: bool | None = None,  # noqa: FBT001 - as above
        players: app_commands.Range[int, FEWEST, MOST] | None = None,
        begins: str | None = None,
        zone: str | None = None,
        fill: bool = False,  # noqa: FBT001, FBT002 - as above
    ) -> None:
        if (private is not None and private not in set(Private)) or level not in LEVELS or pace not in {None, *PACES}:
            raise Outdated
        wanted = Private(private) if private else None
        company = lobby.Company(rivals, level, orders, players, begins, zone, fill, pace)
        request = await interaction.client.request(interaction)
        await lobby.open_table(request, game, wanted, thread=thread, company=company)

    @newgame.autocomplete("begins")
    async def beginnings(_: discord.Interaction[Herald], written: str) -> list[app_commands.Choice[str]]:
        by_hand = app_commands.Choice(name=described(home, "option-begins-by-hand"), value=lobby.BY_HAND)
        return [by_hand, *([app_commands.Choice(name=written, value=written)] if written else [])]

    newgame.autocomplete("zone")(slash.zones)
    return newgame


async def setup(bot: Herald) -> None:
    """Add a subcommand for every game that Herald knows."""
    group = slash.group("newgame", bot.home)
    for game in bot.services.games:
        group.add_command(command(game, bot.home))
    bot.tree.add_command(group)
