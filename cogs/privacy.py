"""/privacy: what Herald keeps about the person who asks, as a page and as a file; and how it is deleted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.client.herald import Herald
from bot.interactions import privacy
from bot.interactions.command_texts import described, typed
from bot.interactions.request import Request
from bot.texts.fluent import Language

Answer: TypeAlias = Callable[[Request], Awaitable[None]]

VERBS: Mapping[str, Answer] = MappingProxyType({"show": privacy.show, "export": privacy.export, "delete": privacy.ask})


def command(name: str, answer: Answer, home: Language) -> app_commands.Command[Any, Any, Any]:
    """Return a subcommand about what is kept."""

    @app_commands.command(
        name=typed(name, f"command-privacy-{name}"), description=described(home, f"command-privacy-{name}")
    )
    async def about(interaction: discord.Interaction[Herald]) -> None:
        await answer(await interaction.client.request(interaction))

    return about


async def setup(bot: Herald) -> None:
    """Add /privacy with its subcommands to the bot."""
    group = app_commands.Group(
        name=typed("privacy", "command-privacy-all"), description=described(bot.home, "command-privacy-all")
    )
    for name, answer in VERBS.items():
        group.add_command(command(name, answer, bot.home))
    bot.tree.add_command(group)
