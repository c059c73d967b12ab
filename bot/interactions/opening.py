"""Opening a table: check what is needed, make a thread if one was asked for, keep the table; the herald posts it."""

from __future__ import annotations

import asyncio
from typing import Final

import discord

from bot.client.permissions import missing
from bot.faces.limits import THREAD_NAME, shorten
from bot.faces.names import plain
from bot.interactions import preferences
from bot.interactions.services import Interaction, Services
from bot.storage.port import Private, Sitter, Status, TableRecord
from bot.tables.refusals import Elsewhere, MissingPermissions, PlayersOnly
from bot.tables.tables import NO_TABLE
from engine.scene import say

WEEK: Final = 10080
"""Minutes until a quiet thread is archived: the longest that Discord has."""


async def open_table(
    services: Services, interaction: Interaction, game: str, private: Private | None, *, thread: bool
) -> None:
    """Open a table in this channel, or in a thread of its own."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise PlayersOnly
    _check(interaction, thread=thread)
    await interaction.response.defer(ephemeral=True)
    await preferences.notice(services, interaction)
    channel = await _thread(services, interaction, game) if thread else interaction.channel_id
    sitter = Sitter(interaction.user.id, interaction.user.display_name)
    record = TableRecord(
        NO_TABLE, game, interaction.guild_id, channel, interaction.user.id, private, Status.LOBBY, (sitter,)
    )
    table, _ = await asyncio.gather(services.tables.open(record), preferences.remember(services, interaction))
    opened = services.reader(interaction).text("newgame-opened", table=str(table.record.id), channel=f"<#{channel}>")
    await interaction.edit_original_response(content=opened)


def _check(interaction: Interaction, *, thread: bool) -> None:
    in_thread = isinstance(interaction.channel, discord.Thread)
    if thread and not isinstance(interaction.channel, discord.TextChannel):
        raise Elsewhere
    lacking = missing(interaction.app_permissions, in_thread=in_thread, opens_thread=thread)
    if lacking:
        raise MissingPermissions(permissions=tuple(say(f"permission-{name.replace('_', '-')}") for name in lacking))


async def _thread(services: Services, interaction: Interaction, game: str) -> int:
    """Return the id of a new public thread in the channel of the command."""
    opener = plain(interaction.user.display_name)
    public = await services.audience.language(interaction.guild_id or 0)
    name = public.text("thread-name", game=say(f"{game}-name"), player=opener)
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Elsewhere
    made = await channel.create_thread(
        name=shorten(name, THREAD_NAME), type=discord.ChannelType.public_thread, auto_archive_duration=WEEK
    )
    return made.id
