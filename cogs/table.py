"""/table: show, log, leave and end the tables of a channel, resume one whose channel is gone, prove a finished one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import discord
from discord import app_commands

from bot.client.herald import Herald
from bot.interactions import resuming, showing
from bot.interactions.command_texts import described, typed
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.texts.fluent import Language

VERBS: Mapping[str, str] = MappingProxyType(
    {"show": "look", "log": "log", "pause": "pause", "leave": "leaving", "replace": "replacing", "end": "ending"}
)
RUNNING = frozenset({"pause", "leaving", "replacing", "ending"})
"""What can't be done at a table that rests because its place is gone."""
LASTING = frozenset({"look", "log"})
"""What can be seen of a table once nobody plays there any more."""


def command(name: str, verb: str, home: Language) -> app_commands.Command[Any, Any, Any]:
    """Return a subcommand about the table of a channel."""

    @app_commands.command(
        name=typed(name, f"command-table-{name}"), description=described(home, f"command-table-{name}")
    )
    async def about(interaction: discord.Interaction[Herald]) -> None:
        found = await meant(interaction.client.tables, verb, interaction.user.id, interaction.channel_id or 0)
        await showing.about(await interaction.client.request(interaction), verb, found)

    return about


async def meant(tables: Tables, verb: str, user: int, channel: int) -> list[Table]:
    """Return the tables that a person can mean in a channel: those that go on there, one that rests, one that is over.

    Of a table that hasn't begun there is nothing to see yet: there the match before it is meant.
    """
    found = await (tables.find(user=user, channel=channel) if verb == "leaving" else tables.find(channel=channel))
    begun = [table for table in found if table.match is not None or verb not in LASTING]
    if not begun and verb not in RUNNING:
        begun = await tables.suspended(user=user)
    if not begun and verb in LASTING:
        begun = await tables.past(user, channel)
    return begun or found


def proof(home: Language) -> app_commands.Command[Any, Any, Any]:
    """Return the subcommand that gives the proof of a finished table."""

    @app_commands.command(
        name=typed("proof", "command-table-proof"), description=described(home, "command-table-proof")
    )
    async def prove(interaction: discord.Interaction[Herald]) -> None:
        await showing.proving(await interaction.client.request(interaction))

    return prove


def resume(home: Language) -> app_commands.Command[Any, Any, Any]:
    """Return the subcommand that brings a table here."""

    @app_commands.command(
        name=typed("resume", "command-table-resume"), description=described(home, "command-table-resume")
    )
    async def here(interaction: discord.Interaction[Herald]) -> None:
        request = await interaction.client.request(interaction)
        await showing.about(request, "resuming", await resuming.candidates(request))

    return here


async def setup(bot: Herald) -> None:
    """Add the subcommands to the bot."""
    group = app_commands.Group(
        name=typed("table", "command-table-all"),
        description=described(bot.home, "command-table-all"),
        guild_only=True,
    )
    for name, verb in VERBS.items():
        group.add_command(command(name, verb, bot.home))
    group.add_command(resume(bot.home))
    group.add_command(proof(bot.home))
    bot.tree.add_command(group)
