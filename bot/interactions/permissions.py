"""The permissions that Herald needs: in all, for the invitation, and in one place, before a table is opened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import discord

from bot.tables.refusals import MissingPermissions
from engine.scene import Text, say

NAMES = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "embed_links",
    "attach_files",
    "read_message_history",
)
PERMISSIONS = discord.Permissions(**dict.fromkeys(NAMES, True))


def _needed(*, in_thread: bool, opens_thread: bool) -> Iterator[str]:
    yield "view_channel"
    yield "send_messages_in_threads" if in_thread or opens_thread else "send_messages"
    if opens_thread:
        yield "create_public_threads"


def missing(granted: discord.Permissions, *, in_thread: bool, opens_thread: bool) -> list[str]:
    """Return the names of the permissions that are lacking for a table here."""
    needed = _needed(in_thread=in_thread, opens_thread=opens_thread)
    return [name for name in needed if not getattr(granted, name)]


def demand(interaction: discord.Interaction[Any], *, opens_thread: bool = False) -> None:
    """Raise a refusal that names the permissions that are lacking for a table where a command was typed."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    lacking = missing(interaction.app_permissions, in_thread=in_thread, opens_thread=opens_thread)
    if lacking:
        raise MissingPermissions(permissions=said(lacking), count=len(lacking))


def said(names: Iterable[str]) -> tuple[Text, ...]:
    """Return how people call these permissions."""
    return tuple(say(f"permission-{name.replace('_', '-')}") for name in names)
