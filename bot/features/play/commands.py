"""/play: a seat at a table of this server."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import discord
from discord import app_commands

from bot.clocks.clock import PACES
from bot.faces.components import MOST_OFFERED
from bot.features.play.finding import Wish
from bot.features.play.handlers import play
from bot.interactions.command_texts import described, typed
from bot.texts.fluent import Language

OPTIONS = ("game", "pace", "rivals")


def slash_commands(home: Language, games: Collection[str]) -> Iterator[app_commands.Command[Any, Any, Any]]:
    """Yield /play."""
    known = [app_commands.Choice(name=described(home, f"{game}-name"), value=game) for game in games]
    paces = [app_commands.Choice(name=described(home, f"time-pace-{each}"), value=each) for each in PACES]

    @app_commands.command(name=typed("play", "command-play"), description=described(home, "command-play"))
    @app_commands.guild_only()
    @app_commands.rename(
        game=typed("game", "option-play-game"),
        pace=typed("pace", "option-pace"),
        rivals=typed("rivals", "option-rivals"),
    )
    @app_commands.describe(**{name: described(home, f"option-play-{name}") for name in OPTIONS})
    @app_commands.choices(game=known[:MOST_OFFERED], pace=paces)
    async def seek(
        interaction: discord.Interaction[Any],
        game: str | None = None,
        pace: str | None = None,
        rivals: bool | None = None,  # noqa: FBT001 - Discord fills options by name
    ) -> None:
        await play(await interaction.client.request(interaction), Wish(game, pace, rivals))

    yield seek
