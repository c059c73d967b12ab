"""DMs: the private view of whoever chose it, once for each stretch of their turn; closed DMs never stop a table."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace

import discord

from bot import languages
from bot.faces import messages
from bot.faces.attachment import Picture
from bot.faces.picture.orders import hand_picture
from bot.faces.words import Speaker
from bot.herald.pictures import Pictures
from bot.herald.wire import REMEMBERED, Letterhead, Wire, paged
from bot.live import Line, Live
from bot.preferences import Preferences, pictures_for
from bot.storage.port import Letter, Person, Private, Table
from engine.match import Frame
from engine.scene import Seat

log = logging.getLogger(__name__)

CLOSED = frozenset({50007, 50278})
"""Errors of people who take no DMs from the bot."""


def by_letter(table: Table, person: Person) -> bool:
    """Tell whether a person's private views at a table go by DM."""
    return (person.private or table.private) is Private.DM and not person.dm_closed


def others_acted(letter: Letter, lines: Sequence[Line]) -> bool:
    """Tell whether anybody but the reader of a letter has acted since the question that it was written for."""
    return any(line.seat != letter.seat for line in lines if line.seq > letter.asked)


class Letters:
    """Sends and edits the DMs of the people who must decide."""

    def __init__(self, wire: Wire, preferences: Preferences, pictures: Pictures) -> None:
        """Take the way to Discord, what people have chosen, and the pictures in private messages."""
        self._wire = wire
        self._preferences = preferences
        self._pictures = pictures
        self._answered: OrderedDict[int, int] = OrderedDict()

    def answered(self, message: int, asked: int) -> None:
        """Remember that a DM was brought up to date by the answer to a click in it."""
        self._answered[message] = asked
        while len(self._answered) > REMEMBERED:
            self._answered.popitem(last=False)

    async def deliver(self, live: Live, lines: Sequence[Line], public: Speaker, *, fresh: bool) -> tuple[Letter, ...]:
        """Close the letters of who has decided, keep the others up to date, write new ones; return the open ones.

        `lines` tell what was done since the table's last post; `public` speaks to everybody at the table, and to those
        of whom no other language is known. If it is all `fresh`, who must decide is called anew.
        """
        open_ones = await self._sort(live, public)
        # A letter after which nobody else has acted was written just before the bot was stopped.
        kept = [letter for letter in open_ones if not fresh or not others_acted(letter, lines)]
        letters = tuple(replace(letter, asked=live.started.asked[letter.seat]) for letter in kept)
        if not fresh:
            return letters
        written = {letter.seat for letter in letters}
        missing = [seat for seat in live.started.deciding if seat not in written]
        new = [await self._write(live, seat, public) for seat in missing]
        return (*letters, *(letter for letter in new if letter is not None))

    async def close(self, live: Live, public: Speaker) -> None:
        """Close every letter of a table that was ended before its time."""
        for letter in live.table.announced.letters:
            speaker = await self._speaker(Seat(letter.seat), public)
            await self._edit(live, letter, Letterhead(None, messages.closed(live.table, speaker)))

    async def look(self, live: Live, seat: Seat, public: Speaker) -> Letterhead:
        """Return a person's private view as a DM."""
        speaker = await self._speaker(seat, public)
        frame = live.frame(seat)
        picture = await self._picture(live, frame, seat, speaker)
        return paged(messages.private(live.table, frame, (), speaker, away=True), picture)

    async def _picture(self, live: Live, frame: Frame, seat: Seat, speaker: Speaker) -> Picture | None:
        """Return a person's hand, if that person wants pictures and it is drawn in time."""
        person = await self._preferences.person(speaker.people.users[seat])
        if not pictures_for(person, await self._preferences.server(live.table.guild)):
            return None
        title = messages.title(live.table, speaker)
        return await self._pictures.studio.draw(hand_picture(frame, title, speaker))

    async def _speaker(self, seat: Seat, public: Speaker) -> Speaker:
        """Return who speaks to a person, in the language that this person is known to read."""
        person = await self._preferences.person(public.people.users[seat])
        return Speaker(languages.read_by(person, public.language), public.people)

    async def _sort(self, live: Live, public: Speaker) -> tuple[Letter, ...]:
        """Bring the letters up to date and return those of who must still decide."""
        letters, asked, deciding = live.table.announced.letters, live.started.asked, live.started.deciding
        for letter in letters:
            if asked[letter.seat] not in {letter.asked, self._answered.get(letter.message)}:
                await self._edit(live, letter, await self.look(live, Seat(letter.seat), public))
        return tuple(letter for letter in letters if Seat(letter.seat) in deciding)

    async def _edit(self, live: Live, letter: Letter, look: Letterhead) -> None:
        self._pictures.call_off(letter.message)
        try:
            await self._wire.edit(letter.channel, letter.message, look)
        except discord.HTTPException as error:
            log.info("table %s: the DM of seat %s could not be edited: %s", live.table.id, letter.seat, error)

    async def _write(self, live: Live, seat: Seat, public: Speaker) -> Letter | None:
        person = await self._preferences.person(live.people.users[seat])
        if not by_letter(live.table, person):
            return None
        asked = live.started.asked[seat]
        try:
            channel = await self._wire.open_dm(person.user)
            nonce = f"d{live.table.id}.{seat}.{live.started.seq}"
            message = await self._wire.send(channel, await self.look(live, seat, public), nonce)
        except discord.HTTPException as error:
            log.info("table %s: a DM to seat %s could not be sent: %s", live.table.id, seat, error)
            await self._remember(person, error)
            return None
        return Letter(seat, asked, channel, message)

    async def _remember(self, person: Person, error: discord.HTTPException) -> None:
        """Keep that a person takes no DMs; any other failure is Discord's own, and the next turn tries again."""
        if error.code in CLOSED:
            await self._preferences.change_person(person.user, dm_closed=True, dm_told=False)
