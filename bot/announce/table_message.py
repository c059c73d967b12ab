"""The table message: edited in place, or posted anew when a phase begins, or where Discord refuses the edit.

The old one goes: it has pinged nobody, and the story tells what it showed. Only the first one, whose number may count
for the shuffle, stays: it says how the game began, and what its first phase came to.
"""

from __future__ import annotations

import logging
from dataclasses import replace

import discord

from bot.announce.orphans import origin
from bot.announce.sender import Sender
from bot.faces import story as tale
from bot.faces.fairness import brief
from bot.faces.words import Speaker
from bot.sending.outgoing import Outgoing, paged
from bot.storage.records import Announced, TableRecord
from bot.tables.table import Table

log = logging.getLogger(__name__)

LOBBY = "lobby"
"""The phase before the game, as older Heralds have kept it."""


def lobby_phase(table: TableRecord) -> str:
    """Return the phase of an open table: it has one pledge, so that no message ever shows another one than at first."""
    return LOBBY if table.pledged is None else f"{LOBBY} {brief(table.pledged.pledge)}"


def pledge_exchanged(table: TableRecord) -> bool:
    """Tell whether the lobby's message has shown the pledge of another secret than the table has now."""
    phase = table.announced.phase
    return phase.startswith(f"{LOBBY} ") and phase != lobby_phase(table)


class TableMessage:
    """Keeps the table message of a table up to date."""

    def __init__(self, sender: Sender) -> None:
        """Take the way to Discord."""
        self._sender = sender

    def stays(self, table: TableRecord, announced: Announced, phase: str) -> bool:
        """Tell whether the present message can go on in a phase: a new one deserves a message of its own.

        The lobby turns into the table where it stands, unless it has shown the pledge of another secret.
        """
        return announced.message is not None and announced.phase in {phase, LOBBY, lobby_phase(table)}

    async def update(
        self, table: Table, announced: Announced, outgoing: Outgoing, phase: str, speaker: Speaker
    ) -> Announced:
        """Show the table as it stands, if it isn't shown so already."""
        old = announced.message
        if old and self.stays(table.record, announced, phase):
            if self._sender.look(old, announced.look) == outgoing.look:
                return replace(announced, phase=phase, look=outgoing.look)
            if await self._sender.edit(table.channel, old, outgoing):
                return replace(announced, phase=phase, look=self._sender.look(old))
        about = table.match.seq if table.match else len(table.record.sitters)
        begun = origin(table.record, table.record.created or 0.0, after=old or 0, newest=table.match is not None)
        sent = await self._sender.post(table, "b", about, outgoing, begun, old)
        if old:
            await self._leave(table, old, sent, speaker)
        return replace(announced, message=sent, phase=phase, look=self._sender.look(sent))

    async def _leave(self, table: Table, old: int, new: int, speaker: Speaker) -> None:
        """Let the first message say what its phase came to; a later one goes."""
        place, pledged = table.channel, table.record.pledged
        try:
            if pledge_exchanged(table.record):
                # It stays as it was shown; whatever is composed now would have the other pledge.
                told = Outgoing(speaker.key("pledge-exchanged"))
                begun = origin(table.record, table.record.created or 0.0, after=new)
                await self._sender.post(table, "x", old, told, begun)
            elif pledged and pledged.message == old:
                if table.match:
                    recap = tale.recap(table.record, table.frame(None), speaker)
                    await self._sender.edit(place, old, paged(recap))
            else:
                await self._sender.delete(place, old)
        except discord.HTTPException as error:
            log.info("table %s: the old table message could not be tidied up: %s", table.id, error)
