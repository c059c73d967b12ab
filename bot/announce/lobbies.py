"""How an open table looks: in words at once, and with the picture of its game as soon as that is drawn.

A lobby is what people wait for who have just typed a command, and right after a start the first picture takes seconds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.announce.late_pictures import LatePictures
from bot.announce.sender import Sender
from bot.faces import lobby
from bot.faces.words import Speaker
from bot.sending.audience import Audience
from bot.sending.boxes import box_of
from bot.sending.outgoing import Outgoing, paged
from bot.tables.rematches import awaited
from bot.tables.table import Table
from bot.tables.tables import Tables


@dataclass(frozen=True, slots=True)
class Lobbies:
    """Says how open tables look, and has one shown again once the picture is drawn that it was shown without."""

    _sender: Sender
    _tables: Tables
    _audience: Audience
    late: LatePictures

    async def look(self, table: Table, speaker: Speaker) -> Outgoing:
        """Return how an open table looks now: with its picture, where that is wanted, may be sent and is drawn."""
        box = box_of(self._tables.game(table))
        page, invited = lobby.lobby(table.record, box, speaker, awaited(table.record)), _called(table)
        if not await self._audience.pictured(table) or not self._sender.takes_files(table.record.channel):
            return replace(paged(page), pings=invited)
        look = replace(paged(page, box.picture(speaker)), pings=invited)
        ready = self._sender.ready(look)
        if look.order is not None and ready.picture is None:
            self.late.expect(table.record.id, look.order)
        return ready


def _called(table: Table) -> tuple[int, ...]:
    """Return whom the message of an open table pings: who is invited, by the first one alone."""
    return () if table.record.announced.message else awaited(table.record)
