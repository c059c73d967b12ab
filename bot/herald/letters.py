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
from bot.live import Live
from bot.storage.port import Letter, Person, Private, Storage, Table
from bot.texts import Language
from engine.scene import Seat

log = logging.getLogger(__name__)

CLOSED = frozenset({50007, 50278})
"""Errors of people who take no DMs from the bot."""


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
        letters = await self._sort(live, live.table.announced.letters, fresh=fresh)
        if not fresh:
            return letters
        written = {letter.seat for letter in letters}
        missing = [seat for seat in live.started.deciding if seat not in written]
        new = [await self._write(live, seat) for seat in missing]
        return (*letters, *(letter for letter in new if letter is not None))

    async def close(self, live: Live) -> None:
        """Close every letter of a table that was ended before its time."""
        ended = Letterhead(None, messages.closed(live.table, Speaker(self._language, live.people)))
        for letter in live.table.announced.letters:
            await self._edit(live, letter, ended)

    def look(self, live: Live, seat: Seat) -> Letterhead:
        """Return a person's private view as a DM."""
        speaker = Speaker(self._language, live.people)
        return Letterhead(None, messages.private(live.table, live.frame(seat), (), speaker, away=True))

    async def _sort(self, live: Live, letters: Sequence[Letter], *, fresh: bool) -> tuple[Letter, ...]:
        asked, deciding = live.started.asked, live.started.deciding
        for letter in letters:
            if asked[letter.seat] not in {letter.asked, self._answered.get(letter.message)}:
                await self._edit(live, letter, self.look(live, Seat(letter.seat)))
        still = [letter for letter in letters if Seat(letter.seat) in deciding]
        if fresh:
            # A letter that asks the present question was written just before the bot was stopped.
            return tuple(letter for letter in still if letter.asked == asked[letter.seat])
        return tuple(replace(letter, asked=asked[letter.seat]) for letter in still)

    async def _edit(self, live: Live, letter: Letter, look: Letterhead) -> None:
        try:
            await self._wire.edit(letter.channel, letter.message, look)
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
            log.info("table %s: a DM to seat %s could not be sent: %s", live.table.id, seat, error)
            await self._remember(person, error)
            return None
        return Letter(seat, asked, channel, message)

    async def _remember(self, person: Person, error: discord.HTTPException) -> None:
        """Keep that a person takes no DMs; any other failure is Discord's own, and the next turn tries again."""
        if error.code in CLOSED:
            await self._storage.keep_person(replace(person, dm_closed=True, dm_told=False))
