"""Channels and forums as places for tables: which one a server has chosen, and what Herald lacks there."""

from __future__ import annotations

from typing import Final, TypeAlias

import discord

Place: TypeAlias = discord.TextChannel | discord.ForumChannel

NEEDED: Final = ("view_channel", "send_messages_in_threads")
"""The permissions for a thread of either, besides that to begin one."""


def place_of(guild: discord.Guild | None, channel: int | None) -> Place | None:
    """Return a channel or forum of a server; None if there is none of that id, or Discord hasn't told of it."""
    found = guild.get_channel(channel) if guild and channel else None
    return found if isinstance(found, discord.TextChannel | discord.ForumChannel) else None


def permissions_at(place: Place) -> discord.Permissions:
    """Return what Herald may do in a place; all, where its own roles aren't known yet."""
    me = place.guild.me
    return discord.Permissions.all() if me is None else place.permissions_for(me)


def lacking(place: Place) -> list[str]:
    """Return the names of the permissions that Herald lacks to open tables in a place."""
    begins = "send_messages" if isinstance(place, discord.ForumChannel) else "create_public_threads"
    granted = permissions_at(place)
    return [name for name in (*NEEDED, begins) if not getattr(granted, name)]


def wants_tag(place: Place) -> bool:
    """Tell whether a place is a forum in which each post must have a tag."""
    return isinstance(place, discord.ForumChannel) and place.flags.require_tag
