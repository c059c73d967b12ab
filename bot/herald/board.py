"""The table message: edited in place, or posted anew when it has aged, was deleted, or a phase begins."""

from __future__ import annotations

import logging
from dataclasses import replace

import discord

from bot.faces import messages
from bot.faces.words import Speaker
from bot.herald.wire import Letterhead, Wire, aged, nonce
from bot.storage.port import Announced, Table

log = logging.getLogger(__name__)

LOBBY = "lobby"
"""The phase before the game: the lobby turns into the table where it stands."""


class Board:
    """Keeps the table message of a table up to date."""

    def __init__(self, wire: Wire) -> None:
        """Take the way to Discord."""
        self._wire = wire

    async def update(
        self, table: Table, announced: Announced, look: Letterhead, phase: str, speaker: Speaker
    ) -> Announced:
        """Show the table as it stands; `phase` is the key of the heading, and a new one calls for a new message."""
        old = announced.message
        stays = announced.phase in {phase, LOBBY}
        if old and stays and not aged(old) and await self._wire.edit(table.channel, old, look):
            return replace(announced, phase=phase)
        seq = table.save.seq if table.save else len(table.sitters)
        sent = await self._wire.send(table.channel, look, nonce("b", table.id, seq, old))
        if old:
            await self._leave(table, old, sent, speaker)
        return replace(announced, message=sent, phase=phase)

    async def _leave(self, table: Table, old: int, new: int, speaker: Speaker) -> None:
        """Take the buttons off the old message and point to the new one."""
        link = f"https://discord.com/channels/{table.guild}/{table.channel}/{new}"
        try:
            await self._wire.edit(table.channel, old, Letterhead(None, messages.moved(link, table, speaker)))
        except discord.HTTPException as error:
            log.info("table %s: the old table message could not be tidied up: %s", table.id, error)
