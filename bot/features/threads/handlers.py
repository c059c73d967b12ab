"""Where a server wants its tables: told with its settings, and chosen there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import discord

from bot.faces.components import Parts
from bot.features.threads import view
from bot.features.threads.kept import ThreadChannel
from bot.features.threads.places import Place, permissions_at, place_of
from bot.features.threads.tags import missing
from bot.interactions.preferences import choose_for_server, managed
from bot.interactions.request import Request
from bot.tables.refusals import UnknownClick

PATIENCE: Final = 1.0
"""Seconds that tags may take to be made: the answer waits for them."""


async def settings(request: Request) -> tuple[Sequence[str], Sequence[Parts]]:
    """Return what the settings of a server say about its tables' threads, and the rows to choose that anew."""
    guild, reader = managed(request), request.language
    channel = (await request.services.storage.choice(ThreadChannel, guild)).channel
    place = place_of(request.interaction.guild, channel)
    public = await request.services.audience.language(guild)
    return view.told(channel, place, [*request.services.games], public, reader), view.rows(channel, reader)


async def choose(request: Request, what: str = "") -> None:
    """Keep the channel or forum that was picked for tables, or that there is none any more; show the settings anew."""
    guild = managed(request)
    place = None if what == view.OFF else place_of(request.interaction.guild, next(iter(request.numbers), None))
    if place is None and what != view.OFF:
        raise UnknownClick
    await request.services.storage.keep(ThreadChannel(guild, place.id if place else None))
    if place is not None:
        await _make_tags(request, place)
    await choose_for_server(request, {})


async def _make_tags(request: Request, place: Place) -> None:
    """Make the tags that a forum lacks, where Herald may; without them, posts go untagged."""
    if not isinstance(place, discord.ForumChannel) or not permissions_at(place).manage_channels:
        return
    public = await request.services.audience.language(place.guild.id)
    names = missing(place, request.services.games, public)
    if names:
        tags = [*place.available_tags, *(discord.ForumTag(name=each) for each in names)]
        with suppress(discord.HTTPException, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await place.edit(available_tags=tags)
