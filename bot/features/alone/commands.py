"""The commands that open private tables: /alone to play, /learn to learn a game."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import discord
from discord import app_commands

from bot.faces.components import MOST_OFFERED
from bot.faces.rivals import LEVEL, LEVELS
from bot.features.alone import learning
from bot.features.alone.opening import open_table
from bot.interactions import slash
from bot.interactions.command_texts import described, typed
from bot.interactions.lobby import Company
from bot.tables.refusals import Outdated
from bot.texts.fluent import Language

OPTIONS = ("game", "rivals", "level")
MOST_RIVALS = 4


def slash_commands(home: Language, games: Collection[str]) -> Iterator[app_commands.Command[Any, Any, Any]]:
    """Yield /alone and /learn."""

    @app_commands.command(name=typed("alone", "command-alone"), description=described(home, "command-alone"))
    @app_commands.rename(
        game=typed("game", "option-alone-game"),
        rivals=typed("rivals", "option-rivals"),
        level=typed("level", "option-level"),
    )
    @app_commands.describe(**{name: described(home, f"option-alone-{name}") for name in OPTIONS})
    @app_commands.choices(game=_offered(home, games), level=slash.choices(LEVELS, "level", home))
    async def alone(
        interaction: discord.Interaction[Any],
        game: str,
        rivals: app_commands.Range[int, 1, MOST_RIVALS] | None = None,
        level: str = LEVEL,
    ) -> None:
        if game not in games or level not in LEVELS:
            raise Outdated
        request = await interaction.client.request(interaction)
        await open_table(request, game, Company(rivals=rivals or 0, level=level))

    @app_commands.command(name=typed("learn", "command-learn"), description=described(home, "command-learn"))
    @app_commands.rename(game=typed("game", "option-learn-game"))
    @app_commands.describe(game=described(home, "option-learn-game"))
    @app_commands.choices(game=_offered(home, games))
    async def learn(interaction: discord.Interaction[Any], game: str) -> None:
        await learning.learn(await interaction.client.request(interaction), game)

    yield from (alone, learn)


def _offered(home: Language, games: Collection[str]) -> list[app_commands.Choice[str]]:
    known = [app_commands.Choice(name=described(home, f"{game}-name"), value=game) for game in games]
    return known[:MOST_OFFERED]
