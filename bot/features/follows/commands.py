"""/settings follow: who wants to be called when a table of a game opens on a server, and how."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import discord
from discord import app_commands

from bot.features.follows.view import listed
from bot.interactions import preferences
from bot.interactions.command_texts import described, typed
from bot.interactions.request import Request
from bot.storage.records import Follow, Way
from bot.tables.refusals import GuildOnly, UnknownClick
from bot.texts.fluent import Language

NOT = "none"
"""Chosen by who wants to be called no more."""
WAYS = (*(each.value for each in Way), NOT)
MOST_OFFERED = 25
"""How many choices Discord shows."""


async def follow(request: Request, game: str, way: str) -> None:
    """Keep whether, and how, a person is called when a table of a game opens on this server, and show all of that."""
    server, user, storage = request.interaction.guild_id, request.person.user, request.services.storage
    if server is None:
        raise GuildOnly
    if game not in request.services.games or way not in WAYS:
        raise UnknownClick
    await storage.keep(Follow(server, game, user, None if way == NOT else Way(way)))
    lines = listed(await storage.choices(Follow, user=user), server, request.language)
    await request.tell("\n".join(lines or [request.language.text("follow-nothing")]))
    await preferences.remember(request)


def settings_commands(home: Language, games: Collection[str]) -> Iterator[app_commands.Command[Any, Any, Any]]:
    """Yield the subcommand with which a person follows a game on a server."""
    known = [app_commands.Choice(name=described(home, f"{game}-name"), value=game) for game in games]
    ways = [app_commands.Choice(name=described(home, f"follow-{each}"), value=each) for each in WAYS]

    @app_commands.command(
        name=typed("follow", "command-settings-follow"), description=described(home, "command-settings-follow")
    )
    @app_commands.rename(game=typed("game", "option-game"), way=typed("way", "option-follow"))
    @app_commands.describe(game=described(home, "option-game"), way=described(home, "option-follow"))
    @app_commands.choices(game=known[:MOST_OFFERED], way=ways)
    async def following(interaction: discord.Interaction[Any], game: str, way: str) -> None:
        await follow(await interaction.client.request(interaction), game, way)

    yield following
