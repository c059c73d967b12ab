"""Slash commands made of the handlers that answer them, command groups, and the choices and completions of options."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.clocks.user_time_settings import search_zones
from bot.faces.components import MOST_OFFERED
from bot.interactions.command_texts import (
    localized_game_name,
    localized_name,
    localized_text,
)
from engine.scene import say

Answer: TypeAlias = Callable[..., Awaitable[None]]
"""Answers a command: takes the request, then the options by name."""
Offered: TypeAlias = Mapping[str, tuple[str, Iterable[str]]]
"""The values that options offer, by the option's name, each with the key of its label, where {} stands for a value."""
FREE: Offered = MappingProxyType({})
"""Nothing: people write what they like."""
Command: TypeAlias = app_commands.Command[Any, Any, Any]


def command(
    name: str, answer: Answer, offered: Offered = FREE, /, within: str = "", **keys: str
) -> Command:
    """Return a command, or a subcommand of the group `within`, that calls `answer`.

    "command-NAME" or "command-GROUP-NAME" is the key of its description. `keys` has one for each parameter of `answer`
    that is an option: the text describes it, and its `.name` is what people type.
    """
    key = f"command-{within}-{name}" if within else f"command-{name}"
    made = app_commands.command(
        name=localized_name(name, key),
        description=localized_text(key),
    )
    return made(_callback(answer, offered, keys))


def _callback(answer: Answer, offered: Offered, keys: Mapping[str, str]) -> Any:
    """Return what discord.py calls for a command: `answer`, with an interaction in the place of its request."""

    @app_commands.describe(
        **{option: localized_text(key) for option, key in keys.items()}
    )
    @app_commands.rename(
        **{option: localized_name(option, key) for option, key in keys.items()}
    )
    @app_commands.choices(
        **{option: _choices(*each) for option, each in offered.items()}
    )
    async def run(interaction: discord.Interaction[Any], **chosen: object) -> None:
        await answer(await interaction.client.request(interaction), **chosen)

    taken = inspect.signature(answer, eval_str=True).parameters
    # The first one stands for the interaction.
    first = next(iter(taken))
    shown = [taken[option] for option in (first, *keys)]
    callback: Any = run
    callback.__signature__ = inspect.Signature(shown)
    return callback


def _choices(label: str, values: Iterable[str]) -> list[app_commands.Choice[str]]:
    """Return the choices of an option: as many of `values` as Discord takes."""
    known = [
        app_commands.Choice(
            name=localized_text(label.format(value)),
            value=value,
        )
        for value in values
    ]
    return known[:MOST_OFFERED]


def group(name: str, *, guild_only: bool = False) -> app_commands.Group:
    """Return a command that only has subcommands; "command-NAME-all" is the key of its description."""
    key = f"command-{name}-all"
    return app_commands.Group(
        name=localized_name(name, key),
        description=localized_text(key),
        guild_only=guild_only,
    )


def game_group(
    name: str,
    games: Iterable[str],
    answer: Answer,
    offered: Offered = FREE,
    /,
    **keys: str,
) -> app_commands.Group:
    """Return a command with a subcommand for each of `games`; "command-NAME" is the key of their descriptions."""
    made = group(name)
    for game in games:
        subcommand = app_commands.command(
            name=localized_game_name(game),
            description=localized_text(f"command-{name}", game=say(f"{game}-name")),
        )
        answering = _callback(partial(answer, game=game), offered, keys)
        made.add_command(subcommand(answering))
    return made


async def complete_zone(
    _: discord.Interaction[Any], written: str
) -> list[app_commands.Choice[str]]:
    """Return the time zones that complete `written`: the autocompletion of an option."""
    return [
        app_commands.Choice(name=name, value=name)
        for name in search_zones(written, MOST_OFFERED)
    ]
