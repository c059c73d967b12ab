"""The digest: once a day, in one DM, all tables that wait for somebody who chose to be told so."""

from __future__ import annotations

import logging
from hashlib import blake2b

import discord

from bot.announce.orphans import Origin
from bot.announce.sender import Sender
from bot.clocks.habits import Habits, Reminders
from bot.faces import reminders
from bot.faces.words import Speaker
from bot.sending.audience import Audience
from bot.sending.outgoing import Outgoing
from bot.tables.table import Table
from bot.tables.tables import Tables

log = logging.getLogger(__name__)

NONCE_BYTES = 10


class Digests:
    """Writes digests, each once; where nothing waits, nothing is written."""

    def __init__(self, sender: Sender, tables: Tables, audience: Audience) -> None:
        """Take the way to Discord, the tables, and who is spoken to how."""
        self._sender = sender
        self._tables = tables
        self._audience = audience
        self._written: dict[int, float] = {}

    async def send(self, user: int, now: float) -> None:
        """Tell a person who isn't away of all tables that wait for them, and keep when the next digest is due.

        If Herald dies between the two, the next start finds it (`orphans`); what can't be kept isn't written again.
        """
        habits = await self._audience.habits(user)
        wanted = habits.reminders is Reminders.DIGEST and habits.absent(now) is None
        if wanted and habits.digest is not None and self._written.get(user) != habits.digest:
            waiting = [table for table in await self._tables.find(user=user) if table.waits_for(user)]
            if waiting:
                await self._write(habits, waiting)
            self._written[user] = habits.digest
        await self._audience.preferences.change_habits(user, digest=self._next(habits, now))
        self._written.pop(user, None)

    def _next(self, habits: Habits, now: float) -> float | None:
        return habits.next_digest(now) if habits.reminders is Reminders.DIGEST else None

    async def _write(self, habits: Habits, waiting: list[Table]) -> None:
        """Write what waits, in one message; who takes no DMs is told nothing."""
        speakers = [await self._audience.reader(habits.user, await self._audience.speaker(table)) for table in waiting]
        lines = [self._line(table, habits.user, speaker) for table, speaker in zip(waiting, speakers, strict=True)]
        look = Outgoing(reminders.digest(lines, speakers[0]))
        unique = "g" + blake2b(f"{habits.user} {habits.digest}".encode(), digest_size=NONCE_BYTES).hexdigest()
        try:
            origin = Origin(habits.digest or 0.0, newest=True)
            await self._sender.send(await self._sender.open_dm(habits.user), look, unique, origin)
        except discord.HTTPException as error:
            log.info("a digest could not be sent: %s", error)

    def _line(self, table: Table, user: int, speaker: Speaker) -> str:
        seat = table.seat_of(user)
        return reminders.waiting(self._tables.clocks.foreseen(table).record, seat, speaker)
