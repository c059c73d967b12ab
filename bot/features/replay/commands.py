"""Context menu *Replay from here* of Herald's messages."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import discord
from discord import app_commands

from bot.features.replay.handlers import Replays
from bot.interactions.command_texts import localized_name
from bot.texts.fluent import Language


def message_menus(replays: Replays, _home: Language, _games: Collection[str]) -> Iterator[app_commands.ContextMenu]:
    """Yield the context menu that leads from a message to the move it is about."""

    async def from_here(interaction: discord.Interaction[Any], message: discord.Message) -> None:
        await replays.from_message(await interaction.client.request(interaction), message.id)

    yield app_commands.ContextMenu(name=localized_name("Replay from here", "menu-from-here"), callback=from_here)
