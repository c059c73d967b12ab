"""/settings hints: whether questions are explained the first time, and once more from the beginning."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import discord
from discord import app_commands

from bot.features.hints.kept import Hints
from bot.interactions import preferences
from bot.interactions.command_texts import described, typed
from bot.interactions.request import Request
from bot.tables.refusals import UnknownClick
from bot.texts.fluent import Language

WAYS = ("on", "off")


async def choose(request: Request, way: str) -> None:
    """Keep whether a person is shown hints; "on" lets all of them come once more."""
    if way not in WAYS:
        raise UnknownClick
    await request.services.preferences.change(Hints, request.person.user, off=way == "off", read=())
    await request.tell(request.language.text(f"hints-{way}-now"))
    await preferences.remember(request)


def settings_commands(home: Language, _: Collection[str]) -> Iterator[app_commands.Command[Any, Any, Any]]:
    """Yield the subcommand with which a person lets questions be explained, or not."""
    ways = [app_commands.Choice(name=described(home, f"hints-{each}"), value=each) for each in WAYS]

    @app_commands.command(
        name=typed("hints", "command-settings-hints"), description=described(home, "command-settings-hints")
    )
    @app_commands.rename(way=typed("way", "option-hints"))
    @app_commands.describe(way=described(home, "option-hints"))
    @app_commands.choices(way=ways)
    async def hints(interaction: discord.Interaction[Any], way: str) -> None:
        await choose(await interaction.client.request(interaction), way)

    yield hints
