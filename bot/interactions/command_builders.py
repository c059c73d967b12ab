"""Slash commands without options, command groups, and the choices and completions of options."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import discord
from discord import app_commands

from bot.clocks.user_time_settings import search_zones
from bot.faces.components import MOST_OFFERED
from bot.interactions.command_texts import localized_name, localized_text
from bot.interactions.request import Request


def command(
    name: str, answer: Callable[[Request], Awaitable[None]], *, within: str = ""
) -> app_commands.Command[Any, Any, Any]:
    """Return a command, or a subcommand of the group `within`, that calls `answer` with its request.

    "command-NAME" or "command-GROUP-NAME" is the key of its description.
    """
    key = f"command-{within}-{name}" if within else f"command-{name}"

    @app_commands.command(
        name=localized_name(name, key),
        description=localized_text(key),
    )
    async def run(interaction: discord.Interaction[Any]) -> None:
        request = await interaction.client.request(interaction)
        await answer(request)

    return run


def with_options(
    command: str, **names: str
) -> Callable[[Callable[..., Any]], app_commands.Command[Any, Any, Any]]:
    """Decorate the function of a command; `names` has the key of each option's name.

    "command-NAME" is the key of its description, and "option-NAME-OPTION" that of each option.
    """
    described = {name: localized_text(f"option-{command}-{name}") for name in names}
    named = {name: localized_name(name, key) for name, key in names.items()}

    def decorate(run: Callable[..., Any]) -> app_commands.Command[Any, Any, Any]:
        key = f"command-{command}"
        made = app_commands.command(
            name=localized_name(command, key), description=localized_text(key)
        )
        run = app_commands.describe(**described)(run)
        return made(app_commands.rename(**named)(run))

    return decorate


def group(name: str, *, guild_only: bool = False) -> app_commands.Group:
    """Return a command that only has subcommands; "command-NAME-all" is the key of its description."""
    key = f"command-{name}-all"
    return app_commands.Group(
        name=localized_name(name, key),
        description=localized_text(key),
        guild_only=guild_only,
    )


def choices(values: Iterable[str], key: str) -> list[app_commands.Choice[str]]:
    """Return the choices of an option: each of `values`, with the text of "KEY-VALUE" as its label."""
    return [
        app_commands.Choice(name=localized_text(f"{key}-{value}"), value=value)
        for value in values
    ]


def game_choices(games: Iterable[str]) -> list[app_commands.Choice[str]]:
    """Return the choices of an option that names a game: as many of `games` as Discord takes."""
    known = [
        app_commands.Choice(name=localized_text(f"{game}-name"), value=game)
        for game in games
    ]
    return known[:MOST_OFFERED]


async def complete_zone(
    _: discord.Interaction[Any], written: str
) -> list[app_commands.Choice[str]]:
    """Return the time zones that complete `written`: the autocompletion of an option."""
    return [
        app_commands.Choice(name=name, value=name)
        for name in search_zones(written, MOST_OFFERED)
    ]
