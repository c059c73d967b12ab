"""Slash command `/daily`."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import discord
from discord import app_commands

from bot.features.daily import handlers
from bot.features.daily.deals import deal_seats
from bot.interactions import command_builders
from bot.interactions.command_texts import localized_name, localized_text
from engine.games import GAMES


def slash_commands(
    games: Collection[str],
) -> Iterator[app_commands.Command[Any, Any, Any]]:
    """Yield the command `/daily`, with a choice of those `games` that can be dealt alike for all."""
    offered = [
        each for each in games if each in GAMES and deal_seats(GAMES[each]) is not None
    ]

    @app_commands.command(
        name=localized_name("daily", "command-daily"),
        description=localized_text("command-daily"),
    )
    @app_commands.rename(game=localized_name("game", "option-daily-game"))
    @app_commands.describe(game=localized_text("option-daily-game"))
    @app_commands.choices(game=command_builders.game_choices(offered))
    async def daily(
        interaction: discord.Interaction[Any], game: str | None = None
    ) -> None:
        request = await interaction.client.request(interaction)
        if game is None:
            await handlers.daily(request)
        else:
            await handlers.deal(request, game)

    yield daily
