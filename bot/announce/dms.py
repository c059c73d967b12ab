"""DMs: the private view of whoever chose it, once for each stretch of their turn; closed DMs never stop a table."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import replace
from functools import partial

import discord

from bot.announce.orphans import origin
from bot.announce.sender import REMEMBERED, Due, Sender, nonce
from bot.faces import messages
from bot.faces.logbook import Visit
from bot.faces.picture.requests import PictureRequest, hand_picture
from bot.faces.pictured import pictures_for
from bot.faces.words import Speaker
from bot.pictures.follow_ups import Pictures
from bot.sending.outgoing import Outgoing, paged
from bot.storage.records import NO_USER, Dm, Person, Private, TableRecord
from bot.tables.logs import Logs
from bot.tables.ordering import later, move_of
from bot.tables.preferences import Preferences
from bot.tables.table import Table
from bot.texts import languages
from engine.match import Frame
from engine.scene import Seat

log = logging.getLogger(__name__)

PATIENCE = 3.0
"""Seconds that the news waits for answers that show the same: as long as Discord waits for them."""
NEVER = -1
CLOSED = frozenset({50007, 50278})
"""Errors of people who take no DMs from the bot."""


def by_dm(table: TableRecord, person: Person) -> bool:
    """Tell whether a person's private views at a table go by DM."""
    return (person.private or table.private) is Private.DM and not person.dm_closed


class Dms:
    """Sends and edits the DMs of the people who must decide."""

    def __init__(self, sender: Sender, logs: Logs, preferences: Preferences, pictures: Pictures) -> None:
        """Take the way to Discord, the logs, what people have chosen, and the pictures in private messages."""
        self._sender = sender
        self._logs = logs
        self._preferences = preferences
        self._pictures = pictures
        self._answered: OrderedDict[int, int] = OrderedDict()
        self._answering: dict[int, asyncio.Future[None]] = {}

    def answering(self, message: int, answer: asyncio.Future[None]) -> None:
        """Take note that a message was clicked, which may be a DM: what is shown there is the answer's, until it is."""
        self._answering[message] = answer
        answer.add_done_callback(lambda _: self._answering.pop(message, None))

    def answered(self, message: int, asked: int) -> None:
        """Remember that a DM was brought up to date by the answer to a click in it."""
        self._answered[message] = asked
        while len(self._answered) > REMEMBERED:
            self._answered.popitem(last=False)

    async def deliver(
        self, table: Table, calls: Collection[Seat], public: Speaker, withdrawn: Collection[Seat] = ()
    ) -> tuple[Dm, ...]:
        """Close the DMs of who has decided, keep the others up to date, and write one to everybody who is called.

        The DMs of the `withdrawn` are kept, too: their question was taken back and may come again. `public` speaks to
        everybody at the table, and to those of whom no other language is known. Return the open DMs: who is called and
        isn't written to must be called in public.
        """
        dms = await self._sort(table, public, withdrawn)
        # Whoever has a DM for the very question got it just before the bot was stopped.
        written = {dm.seat for dm in dms if dm.asked == table.number(Seat(dm.seat))}
        kept = [
            replace(dm, asked=table.number(Seat(dm.seat))) for dm in dms if dm.seat in written or dm.seat not in calls
        ]
        new = [await self._write(table, seat, public) for seat in calls if seat not in written]
        return (*kept, *(dm for dm in new if dm is not None))

    async def close(self, table: Table, public: Speaker) -> None:
        """Close every DM of a table that was ended before its time."""
        for dm in table.record.announced.dms:
            speaker = await self._speaker(Seat(dm.seat), public, dm.user)
            await self._edit(table, dm, Outgoing(None, messages.closed(table.record, speaker)))

    async def _hand_over(self, table: Table, public: Speaker) -> tuple[Dm, ...]:
        """Take the view out of the DMs of people whose seats are others' now; return the DMs of those who sit."""
        users = table.people.users
        dms = table.record.announced.dms
        left = [dm for dm in dms if not users[dm.seat] or dm.user not in {NO_USER, users[dm.seat]}]
        for dm in left:
            speaker = await self._speaker(Seat(dm.seat), public, dm.user)
            await self._edit(table, dm, Outgoing(None, messages.handed_over(table.record, speaker)))
        return tuple(dm for dm in dms if dm not in left)

    async def look(self, table: Table, seat: Seat, public: Speaker) -> Outgoing:
        """Return a person's private view as a DM."""
        speaker = await self._speaker(seat, public)
        frame = table.frame(seat)
        order = await self._order(table, frame, seat, speaker)
        since = await self._logs.news(table, seat)
        visit = Visit(away=True, news=since.said(speaker, seat), asked=since.asked, moved=since.moved)
        return paged(messages.private(table.record, frame, (), speaker, visit=visit), order)

    async def _order(self, table: Table, frame: Frame, seat: Seat, speaker: Speaker) -> PictureRequest | None:
        """Order the picture of a person's hand, if that person wants pictures."""
        person = await self._preferences.person(speaker.people.users[seat])
        if not pictures_for(person, await self._preferences.server(table.record.guild)):
            return None
        title = messages.title(table.record, speaker)
        return hand_picture(frame, title, speaker)

    async def _speaker(self, seat: Seat, public: Speaker, user: int = NO_USER) -> Speaker:
        """Return who speaks to a user, or to who sits there, in the language that this person is known to read."""
        person = await self._preferences.person(user or public.people.users[seat])
        return Speaker(languages.read_by(person, public.language), public.people)

    async def _sort(self, table: Table, public: Speaker, withdrawn: Collection[Seat]) -> tuple[Dm, ...]:
        """Bring the DMs up to date and return those of who must still decide, or may be asked again."""
        dms, deciding = await self._hand_over(table, public), table.started.deciding
        for dm in dms:
            number = table.number(Seat(dm.seat))
            due = partial(self._unread, dm, number)
            if number != dm.asked and await due():
                # Whoever presses something there meanwhile is shown the table of now, and why.
                await self._edit(table, dm, await self.look(table, Seat(dm.seat), public), due)
        return tuple(dm for dm in dms if Seat(dm.seat) in deciding or dm.seat in withdrawn)

    async def _unread(self, dm: Dm, asked: int) -> bool:
        """Tell whether no answer to a click in a DM has shown that question there, or a later one, once it is out."""
        answer = self._answering.get(dm.message)
        if answer is not None:
            await asyncio.wait([answer], timeout=PATIENCE)
        if later(self._answered.get(dm.message, NEVER)) >= later(asked):
            return False
        self._pictures.call_off(dm.message)
        return True

    async def _edit(self, table: Table, dm: Dm, look: Outgoing, due: Due | None = None) -> None:
        self._pictures.call_off(dm.message)
        try:
            # A click may have shown something else in it: the table, the log.
            await self._sender.change(dm.channel, dm.message, look, due)
        except discord.HTTPException as error:
            log.info("table %s: the DM of seat %s could not be edited: %s", table.record.id, dm.seat, error)

    async def _write(self, table: Table, seat: Seat, public: Speaker) -> Dm | None:
        person = await self._preferences.person(table.people.users[seat])
        if not by_dm(table.record, person):
            return None
        asked = table.number(seat)
        try:
            channel = await self._sender.open_dm(person.user)
            unique, look = nonce("d", table, asked, channel), await self.look(table, seat, public)
            since = (await self._logs.recalled(table)).asked_at(seat)
            begun = origin(table.record, since or 0.0, move_of(asked), newest=True)
            message = await self._sender.send(channel, look, unique, begun)
        except discord.HTTPException as error:
            log.info("table %s: a DM to seat %s could not be sent: %s", table.record.id, seat, error)
            await self._remember(person, error)
            return None
        return Dm(seat, asked, channel, message, person.user)

    async def _remember(self, person: Person, error: discord.HTTPException) -> None:
        """Keep that a person takes no DMs; any other failure is Discord's own, and the next turn tries again."""
        if error.code in CLOSED:
            await self._preferences.change_person(person.user, dm_closed=True, dm_told=False)
