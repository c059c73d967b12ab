"""DMs: the private view of whoever chose it, once for each stretch of their turn; closed DMs never stop a table."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.faces import messages
from bot.faces.words import Speaker
from bot.herald.wire import REMEMBERED, Letterhead, Wire
from bot.storage.port import Letter, Person, Private, Storage, Table
from bot.tables import Live
from bot.texts import Language
from engine.scene import Seat

log = logging.getLogger(__name__)


def by_letter(table: Table, person: Person) -> bool:
    """Tell whether a person's private views at a table go by DM."""
    return (person.private or table.private) is Private.DM and not person.dm_closed


class Letters:
    """Sends and edits the DMs of the people who must decide."""

    def __init__(self, wire: Wire, storage: Storage, language: Language) -> None:
        """Take the way to Discord, what people have chosen, and the language of DMs."""
        self._wire = wire
        self._storage = storage
        self._language = language
        self._answered: OrderedDict[int, int] = OrderedDict()

    def answered(self, message: int, asked: int) -> None:
        """Remember that a DM was brought up to date by the answer to a click in it."""
        self._answered[message] = asked
        while len(self._answered) > REMEMBERED:
            self._answered.popitem(last=False)

    async def deliver(self, live: Live, *, fresh: bool) -> tuple[Letter, ...]:
        """Close the letters of who has decided, keep the others up to date, write new ones; return the open ones."""
        kept = await self._sort(live, live.table.announced.letters, fresh=fresh)
        if not fresh:
            return kept
        written = [await self._write(live, seat) for seat in live.started.deciding]
        return (*kept, *(letter for letter in written if letter is not None))

    async def close(self, live: Live) -> None:
        """Close every letter of a table that has ended."""
        await self._sort(live, live.table.announced.letters, fresh=True)

    def look(self, live: Live, seat: Seat) -> Letterhead:
        """Return a person's private view as a DM."""
        speaker = Speaker(self._language, live.people)
        return Letterhead(None, messages.private(live.table, live.frame(seat), (), speaker))

    async def _sort(self, live: Live, letters: Sequence[Letter], *, fresh: bool) -> tuple[Letter, ...]:
        for letter in letters:
            await self._refresh(live, letter)
        if fresh or live.match is None:
            return ()
        asked, deciding = live.match.asked, live.match.deciding
        return tuple(replace(letter, asked=asked[letter.seat]) for letter in letters if Seat(letter.seat) in deciding)

    async def _refresh(self, live: Live, letter: Letter) -> None:
        if live.match is not None and self._answered.get(letter.message) == live.match.asked[letter.seat]:
            return
        try:
            await self._wire.edit(letter.channel, letter.message, self.look(live, Seat(letter.seat)))
        except discord.HTTPException as error:
            log.info("table %s: the DM of seat %s could not be edited: %s", live.table.id, letter.seat, error)

    async def _write(self, live: Live, seat: Seat) -> Letter | None:
        person = await self._storage.person(live.people.users[seat])
        if not by_letter(live.table, person):
            return None
        asked = live.started.asked[seat]
        try:
            channel = await self._wire.open_dm(person.user)
            nonce = f"d{live.table.id}.{seat}.{live.started.seq}"
            message = await self._wire.send(channel, self.look(live, seat), nonce)
        except discord.HTTPException as error:
            await self._closed(live, person, error)
            return None
        return Letter(seat, asked, channel, message)

    async def _closed(self, live: Live, person: Person, error: discord.HTTPException) -> None:
        log.info("table %s: a DM could not be sent (%s); the private views stay in the channel", live.table.id, error)
        await self._storage.keep_person(replace(person, dm_closed=True, dm_told=False))
