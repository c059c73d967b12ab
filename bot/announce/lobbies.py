"""How an open table looks: in words, and with the picture of its game where pictures are wanted and may be sent."""

from __future__ import annotations

from dataclasses import dataclass

from bot.announce.sender import Sender
from bot.faces import lobby
from bot.faces.words import Speaker
from bot.sending.outgoing import Outgoing, paged
from bot.tables.audience import Audience
from bot.tables.table import Table
from bot.tables.tables import Tables


@dataclass(frozen=True, slots=True)
class Lobbies:
    """Says how open tables look."""

    _sender: Sender
    _tables: Tables
    _audience: Audience

    async def look(self, table: Table, speaker: Speaker) -> Outgoing:
        """Return how an open table looks."""
        box = self._tables.box(table)
        pictured = await self._audience.pictured(table) and self._sender.takes_files(table.record.channel)
        return paged(lobby.lobby(table.record, box, speaker), box.picture(speaker) if pictured else None)

    async def at_once(self, table: Table, speaker: Speaker) -> Outgoing:
        """Return how an open table looks without waiting: with its picture if that is drawn already."""
        return self._sender.ready(await self.look(table, speaker))
