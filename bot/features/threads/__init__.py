"""A channel or forum for tables: each new table of a server gets a thread there, and a forum's posts are tagged."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.faces.components import Part
from bot.faces.fields import Form
from bot.faces.hooks import Feature
from bot.features.threads import tags
from bot.features.threads.opening import KINDS, ThreadChannel, room, sweep
from bot.features.threads.tags import Place, missing, permissions_at, place_of, show
from bot.interactions.preferences import managed_guild
from bot.interactions.request import Request
from bot.tables.refusals import UnknownClick
from bot.texts.fluent import Language
from engine.scene import Value

PATIENCE: Final = 1.0
"""Seconds that tags may take to be made: the answer waits for them."""


@dataclass(frozen=True, slots=True)
class PlaceField:
    """The field in which a channel or forum of a `guild` is picked, or none."""

    guild: discord.Guild | None

    def part(self, custom_id: str, chosen: ThreadChannel, reader: Language, **facts: Value) -> Part:
        """Return a list of channels and forums, in which the one that is chosen stands if it is still there."""
        place = place_of(self.guild, chosen.channel)
        return tags.place_field(custom_id, place.id if place else None, reader, **facts)

    def changes(self, values: Sequence[str]) -> Mapping[str, Any]:
        """Return the place that is picked."""
        place = place_of(self.guild, int(values[0])) if values and values[0].isdecimal() else None
        if values and place is None:
            raise UnknownClick
        return {"channel": place.id if place else None}


def fields(request: Request) -> Mapping[str, Form]:
    """Return what can be chosen about threads for a server."""
    return {"here": {ThreadChannel: {"channel": PlaceField(request.interaction.guild)}}}


async def lines(request: Request) -> Sequence[str]:
    """Return what the settings of a server say about its tables' threads."""
    guild, reader = managed_guild(request), request.language
    channel = (await request.services.storage.choice(ThreadChannel, guild)).channel
    place = place_of(request.interaction.guild, channel)
    public = await request.services.audience.language(guild)
    return tags.told(channel, place, [*request.services.games], public, reader)


async def chosen(request: Request, changes: Mapping[type[Any], Mapping[str, Any]]) -> None:
    """Make the tags that a forum lacks once it is chosen."""
    place = place_of(request.interaction.guild, changes.get(ThreadChannel, {}).get("channel"))
    if place is not None:
        await _make_tags(request, place)


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


THREADS = Feature(
    key="threads",
    fields=fields,
    server_lines=lines,
    chosen_for_server=chosen,
    room=room,
    show=show,
    kinds=KINDS,
    due=sweep,
)
