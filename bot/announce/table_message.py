"""The table message: edited in place, or posted anew when it has aged, was deleted, or a phase begins."""

from __future__ import annotations

import logging
from dataclasses import replace

import discord

from bot.announce.outgoing import Outgoing
from bot.announce.sender import Sender, aged, nonce
from bot.faces import messages
from bot.faces.words import Speaker
from bot.storage.port import Announced, TableRecord

log = logging.getLogger(__name__)

LOBBY = "lobby"
"""The phase before the game: the lobby turns into the table where it stands."""


class TableMessage:
    """Keeps the table message of a table up to date."""

    def __init__(self, sender: Sender) -> None:
        """Take the way to Discord."""
        self._sender = sender

    async def update(
        self, table: TableRecord, announced: Announced, look: Outgoing, phase: str, speaker: Speaker
    ) -> Announced:
        """Show the table as it stands; `phase` is the key of the heading, and a new one calls for a new message."""
        old = announced.message
        stays = announced.phase in {phase, LOBBY}
        if old and stays and not aged(old) and await self._sender.edit(table.channel, old, look):
            return replace(announced, phase=phase)
        seq = table.save.seq if table.save else len(table.sitters)
        sent = await self._sender.send(table.channel, look, nonce("b", table.id, seq, old))
        if old:
            await self._leave(table, old, sent, speaker)
        return replace(announced, message=sent, phase=phase)

    async def _leave(self, table: TableRecord, old: int, new: int, speaker: Speaker) -> None:
        """Take the buttons off the old message and point to the new one."""
        link = f"https://discord.com/channels/{table.guild}/{table.channel}/{new}"
        try:
            await self._sender.edit(table.channel, old, Outgoing(None, messages.moved(link, table, speaker)))
        except discord.HTTPException as error:
            log.info("table %s: the old table message could not be tidied up: %s", table.id, error)
