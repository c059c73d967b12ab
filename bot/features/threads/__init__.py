"""Threads of tables: each new table of a server gets one in its channel, or a post with tags in its forum."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import discord

from bot.faces.feature_hooks import Feature
from bot.faces.settings import Form
from bot.features.threads import tags
from bot.features.threads.opening import KINDS, ThreadChannel, sweep, thread_for_table
from bot.features.threads.tags import missing, place_of, show
from bot.host.connection_errors import OUTAGES
from bot.interactions.permissions import permissions_at
from bot.interactions.preferences import ChannelField, managed_guild
from bot.interactions.request import Request

PATIENCE = 1.0
"""Seconds that tags may take to be made: the answer waits for them."""


def fields(request: Request) -> Mapping[str, Form]:
    """Return the settings of a server about threads, as fields of its dialog."""
    guild = request.interaction.guild
    field = ChannelField(guild, "threads", tags.KINDS, lambda each: {"channel": each})
    return {"here": {ThreadChannel: {"channel": field}}}


async def lines(request: Request) -> Sequence[str]:
    """Return the lines of a server's settings about threads."""
    guild = managed_guild(request)
    reader = request.language
    channel = (await request.services.storage.choice(ThreadChannel, guild)).channel
    place = place_of(request.interaction.guild, channel)
    public = await request.services.audience.language(guild)
    return tags.channel_lines(channel, place, request.services.games, public, reader)


async def prepare_forum(
    request: Request, changes: Mapping[type[Any], Mapping[str, Any]]
) -> None:
    """Apply a chosen forum: make the tags that it lacks, where Herald may, within `PATIENCE` seconds.

    On failure posts go untagged.
    """
    channel = changes.get(ThreadChannel, {}).get("channel")
    place = place_of(request.interaction.guild, channel)
    if (
        not isinstance(place, discord.ForumChannel)
        or not permissions_at(place).manage_channels
    ):
        return
    public = await request.services.audience.language(place.guild.id)
    names = missing(place, request.services.games, public)

    if names:
        tags = [*place.available_tags, *(discord.ForumTag(name=each) for each in names)]
        with suppress(*OUTAGES):
            async with asyncio.timeout(PATIENCE):
                await place.edit(available_tags=tags)


THREADS = Feature(
    key="threads",
    fields=fields,
    server_lines=lines,
    on_server_changes=prepare_forum,
    room=thread_for_table,
    show=show,
    kinds=KINDS,
    due=sweep,
)
