"""Threads for tables in words: what is chosen for a server, what a post begins with, why a table opens elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from bot.faces.components import Part, channel_select, labelled
from bot.features.threads.tags import Place, lacking, missing, permissions_at, wants_tag
from bot.interactions.permissions import said
from bot.storage.records import TableRecord
from bot.texts.fluent import Language
from bot.texts.names import bold_name
from engine.scene import Value, say

MAKES_TAGS: Final = "manage_channels"
"""The permission that it takes to make tags in a forum."""
TYPES: Final = (discord.ChannelType.text.value, discord.ChannelType.forum.value)
"""The types of channels that can be picked."""


def told(
    channel: int | None, place: Place | None, games: Sequence[str], public: Language, reader: Language
) -> list[str]:
    """Return where tables open on a server, and what Herald lacks for that; tags are named in the `public` language."""
    if channel is None:
        return [reader.text("threads-off-now")]
    mention = f"<#{channel}>"
    if place is None:
        return [reader.text("threads-gone-now", channel=mention)]
    lacks = lacking(place)
    if lacks:
        return [reader.text("threads-lacking-now", channel=mention, permissions=said(lacks), count=len(lacks))]
    if isinstance(place, discord.TextChannel):
        return [reader.text("threads-channel-now", channel=mention)]
    untagged = [] if getattr(permissions_at(place), MAKES_TAGS) else missing(place, games, public)
    key = "threads-tagless" if wants_tag(place) else "threads-untagged"
    (permission,) = said([MAKES_TAGS])
    more = [reader.text(key, tags=tuple(untagged), permission=permission)] if untagged else []
    return [reader.text("threads-forum-now", channel=mention), *more]


def place_field(custom_id: str, channel: int | None, reader: Language, **facts: Value) -> Part:
    """Return the field for the channel or forum of tables, which may be left empty."""
    select = channel_select(reader.text("threads-none"), custom_id, TYPES, channel)
    return labelled(reader.text("threads-pick", **facts), select, reader.text("threads-about"))


def begins(table: TableRecord, opener: str, public: Language) -> str:
    """Return the first message of a table's post."""
    return public.text("threads-begins", player=bold_name(opener), game=say(f"{table.game}-name"))


def opens_here(channel: int, lacks: Sequence[str], reader: Language) -> str:
    """Return why a table opens where it was asked for, though its server wants it in another channel."""
    return reader.text("threads-here", channel=f"<#{channel}>", permissions=said(lacks), count=len(lacks))
