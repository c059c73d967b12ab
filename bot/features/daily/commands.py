"""Slash command `/daily`."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import discord
from discord import app_commands

from bot.faces.components import MOST_OFFERED
from bot.features.daily import handlers
from bot.features.daily.days import deal_seats
from bot.interactions.command_texts import localized_name, localized_text
from bot.texts.fluent import Language
from engine.games import GAMES


def slash_commands(
    home: Language, games: Collection[str]
) -> Iterator[app_commands.Command[Any, Any, Any]]:
    """Yield the command `/daily`, with a choice of those `games` that can be dealt alike for all."""
    offered = [each for each in games if each in GAMES and deal_seats(GAMES[each]) is not None]
    choices = [
        app_commands.Choice(name=localized_text(home, f"{game}-name"), value=game)
        for game in offered
    ]

    @app_commands.command(
        name=localized_name("daily", "command-daily"),
        description=localized_text(home, "command-daily"),
    )
    @app_commands.rename(game=localized_name("game", "option-daily-game"))
    @app_commands.describe(game=localized_text(home, "option-daily-game"))
    @app_commands.choices(game=choices[:MOST_OFFERED])
    async def daily(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        request = await interaction.client.request(interaction)
        if game is None:
            await handlers.daily(request)
        else:
            await handlers.deal(request, game)

    yield daily
