"""The table message: edited in place, or posted anew when it has aged, was deleted, or a phase begins."""

from __future__ import annotations

import logging
from dataclasses import replace

import discord

from bot.announce.sender import Sender, nonce
from bot.faces import messages
from bot.faces.words import Speaker
from bot.sending.outgoing import Outgoing
from bot.storage.port import Announced, TableRecord
from bot.tables.table import Table

log = logging.getLogger(__name__)

LOBBY = "lobby"
"""The phase before the game: the lobby turns into the table where it stands."""


class TableMessage:
    """Keeps the table message of a table up to date."""

    def __init__(self, sender: Sender) -> None:
        """Take the way to Discord."""
        self._sender = sender

    def stays(self, announced: Announced, phase: str) -> bool:
        """Tell whether the present message can go on in a phase: a new one deserves a message of its own."""
        old = announced.message
        return old is not None and announced.phase in {phase, LOBBY} and not self._sender.aged(old)

    async def update(
        self, table: Table, announced: Announced, outgoing: Outgoing, phase: str, speaker: Speaker
    ) -> Announced:
        """Show the table as it stands, if it isn't shown so already; an old message that still is right may stay."""
        old = announced.message
        if old and announced.phase in {phase, LOBBY} and self._sender.look(old, announced.look) == outgoing.look:
            return replace(announced, phase=phase, look=outgoing.look)
        channel = table.record.channel
        if old and self.stays(announced, phase) and await self._sender.edit(channel, old, outgoing):
            return replace(announced, phase=phase, look=self._sender.look(old))
        about = table.match.seq if table.match else len(table.record.sitters)
        sent = await self._sender.send(channel, outgoing, nonce("b", table, about, old))
        if old:
            await self._leave(table.record, old, sent, speaker)
        return replace(announced, message=sent, phase=phase, look=self._sender.look(sent))

    async def _leave(self, table: TableRecord, old: int, new: int, speaker: Speaker) -> None:
        """Take the buttons off the old message and point to the new one."""
        link = f"https://discord.com/channels/{table.guild}/{table.channel}/{new}"
        try:
            await self._sender.edit(table.channel, old, Outgoing(None, messages.moved(link, table, speaker)))
        except discord.HTTPException as error:
            log.info("table %s: the old table message could not be tidied up: %s", table.id, error)
