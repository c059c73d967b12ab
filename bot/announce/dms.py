"""DMs with private views: one for each question to a person who chose them; closed DMs never stop a table.

Theory of operation. A DM is kept up to date as long as its question is open: a question asked ahead is put in earnest
once the table waits for it. An answer given in the DM shows its outcome there, and may be taken back, until another
seat has moved. Then, or at once if it was answered elsewhere, the DM is *settled* by one edit: it says what its reader
did and leads to the story, so that no old line tells for whom the table was waiting, and no card can be answered that
is gone. Settling comes last, after all pings; until then the DM is kept in `Announced.dms`, and after a crash it is
done again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import partial

import discord
from cachetools import LRUCache

from bot.announce.orphans import origin
from bot.announce.sender import REMEMBERED, Due, Sender
from bot.announce.story import Story
from bot.faces import messages, private_view
from bot.faces import story as tale
from bot.faces.components import Page
from bot.faces.picture.requests import decision_picture
from bot.faces.words import Speaker
from bot.pictures.renderer import Pictures
from bot.sending.audience import Audience, visit_of
from bot.sending.codes import CLOSED_DMS
from bot.sending.outgoing import Outgoing, paged
from bot.storage.records import NO_USER, Announced, Dm, Person, Private, TableRecord
from bot.tables.logs import Logs
from bot.tables.ordering import Prompt, asked_by_rules
from bot.tables.table import Table
from engine.scene import Seat

log = logging.getLogger(__name__)

PATIENCE = 3.0
"""Seconds that news wait for answers that show the same: as long as Discord waits for them."""


def by_dm(table: TableRecord, person: Person) -> bool:
    """Tell whether private views of `person` at `table` go by DM."""
    return (person.private or table.private) is Private.DM and not person.dm_closed


def written(table: Table, dms: Collection[Dm]) -> frozenset[int]:
    """Return the seats that have a DM for their present question."""
    return frozenset(dm.seat for dm in dms if dm.asked == table.number(Seat(dm.seat)))


class Dms:
    """Sends and edits DMs with private views, one at a time; an error is logged, and the next turn tries again."""

    def __init__(self, sender: Sender, logs: Logs, audience: Audience, pictures: Pictures) -> None:
        """Send by `sender`; read `logs`, languages from `audience`, and draw `pictures`."""
        self._sender = sender
        self._logs = logs
        self._audience = audience
        self._pictures = pictures
        self._answered: LRUCache[int, Prompt] = LRUCache(REMEMBERED)
        self._in_earnest: LRUCache[tuple[int, int], bool] = LRUCache(REMEMBERED)
        self._answering: dict[int, asyncio.Future[None]] = {}

    def answering(self, message: int, answer: asyncio.Future[None]) -> None:
        """Note a click on `message`, which may be a DM: until `answer` is done, the content is the answer's."""
        self._answering[message] = answer
        answer.add_done_callback(lambda _: self._answering.pop(message, None))

    def answered(self, message: int, asked: Prompt) -> None:
        """Note that an answer to a click shows the question `asked` in the DM `message`."""
        self._answered[message] = asked

    async def unneeded(self, table: Table, calls: Collection[Seat]) -> frozenset[Seat]:
        """Return the seats of `calls` with DMs that lasting orders have answered: no other seat misses their DM."""
        people = [(seat, await self._audience.person(table.people.users[seat])) for seat in calls]
        return frozenset(
            seat for seat, person in people if seat in table.started.presumed and by_dm(table.record, person)
        )

    async def deliver(
        self,
        table: Table,
        calls: Collection[Seat],
        public: Speaker,
        withdrawn: Collection[Seat] = (),
        spared: Collection[Seat] = (),
    ) -> tuple[Dm, ...]:
        """Edit the DMs of open questions, write one to each seat of `calls`, and return all that aren't settled.

        DMs of `withdrawn` seats count as open: their question was taken back and may come again. Those of `spared`
        seats, whose ping comes later, don't: an old DM that shows the new question would pass for that ping. `public`
        is the table's `Speaker`, for readers without a known language. A seat of `calls` without a DM afterwards
        (`written`) must be pinged in public.
        """
        dms = await self._hand_over(table, public)
        # Whoever has a DM for the very question got it just before the bot was stopped.
        told = written(table, dms)

        new = [seat for seat in calls if seat not in told]
        asked = {*table.started.deciding, *withdrawn} - {*new, *spared}

        kept = [await self._kept(table, dm, public) if dm.seat in asked else dm for dm in dms]
        sent = [await self._write(table, seat, public) for seat in new]
        return (*kept, *(dm for dm in sent if dm is not None))

    async def settle(self, story: Story, announced: Announced) -> Announced:
        """Settle the DMs of questions that are answered or gone, and return `announced` without them."""
        dms = [dm for dm in announced.dms if not await self._settled(story, dm, announced)]
        return replace(announced, dms=tuple(dms))

    async def close(self, table: Table, public: Speaker) -> None:
        """Close every DM of a table that was ended or suspended."""
        await self._turn_into(messages.closed, table, table.record.announced.dms, public)

    async def _hand_over(self, table: Table, public: Speaker) -> tuple[Dm, ...]:
        """Take the view out of DMs whose seat has another sitter; return the other DMs."""
        users = table.people.users
        dms = table.record.announced.dms
        left = [dm for dm in dms if not users[dm.seat] or dm.user not in {NO_USER, users[dm.seat]}]
        await self._turn_into(messages.handed_over, table, left, public)
        return tuple(dm for dm in dms if dm not in left)

    async def _turn_into(
        self, page: Callable[[TableRecord, Speaker], Page], table: Table, dms: Iterable[Dm], public: Speaker
    ) -> None:
        """Replace the content of `dms` by a `page` that shows nothing of the hand."""
        for dm in dms:
            speaker = await self._speaker(Seat(dm.seat), public, dm.user)
            await self._edit(table, dm, paged(page(table.record, speaker)))

    async def look(self, table: Table, seat: Seat, public: Speaker) -> Outgoing:
        """Return the DM with the private view of `seat`."""
        speaker = await self._speaker(seat, public)
        frame = await self._audience.private_frame(table, seat)
        drawn = await self._audience.draws(speaker.people.users[seat], table)
        order = decision_picture(frame, messages.title(table.record, speaker), speaker) if drawn else None

        since = await self._logs.news(table, seat)
        came = visit_of(since, table.started.game, speaker, seat, answering=frame.mine is not None)
        added = await self._audience.private_lines(table, seat, speaker, frame.mine)

        visit = replace(came, away=True, added=added)
        return paged(private_view.private(table.record, frame, (), speaker, visit=visit), order)

    async def _speaker(self, seat: Seat, public: Speaker, user: int = NO_USER) -> Speaker:
        """Return the `Speaker` for `user`, by default the sitter of `seat`, in a language that this person reads."""
        return await self._audience.reader(user or public.people.users[seat], public)

    async def _kept(self, table: Table, dm: Dm, public: Speaker) -> Dm:
        """Bring the DM of an open question up to date."""
        number = table.number(Seat(dm.seat))
        again, turned = number == dm.asked, self._turned(table, dm)
        due = partial(self._unread, dm, number, again=again)

        if (turned or not again) and await due():
            # Whoever presses something there meanwhile is shown the table of now, and why.
            await self._edit(table, dm, await self.look(table, Seat(dm.seat), public), due)
        return replace(dm, asked=number)

    def _turned(self, table: Table, dm: Dm) -> bool:
        """Tell, once for each question, whether a joint question asked ahead in the DM is waited for now."""
        seat, number = Seat(dm.seat), table.number(Seat(dm.seat))
        reached = number.joint and asked_by_rules(table.started, seat)

        if not reached or (dm.message, number) in self._in_earnest:
            return False
        self._in_earnest[dm.message, number] = True
        return True

    async def _settled(self, story: Story, dm: Dm, announced: Announced) -> bool:
        """Settle a DM unless its question is open; return False if it has to be kept."""
        table, seat = story.table, Seat(dm.seat)
        number = table.number(seat)
        if dm.asked == number and seat in {*table.started.deciding, *story.withdrawn}:
            return False

        last = number == table.started.seq or story.joint((seat, dm.asked))
        if seat not in table.started.deciding and last and not await self._unread(dm, number):
            # The answer to the last move of all tells how the match has ended.
            return not table.started.deciding

        speaker = await self._speaker(seat, story.speaker, dm.user)
        lines = await self._logs.told(table, seat, Prompt(dm.asked).move)
        own = [speaker.told(event, seat) for line in lines if line.seat == seat for event in line.told]
        link = replace(story, announced=announced).link

        await self._edit(table, dm, paged(tale.letter(table.record, own, link, speaker)))
        return True

    async def _unread(self, dm: Dm, asked: Prompt, *, again: bool = False) -> bool:
        """Tell whether no answer to a click shows the question `asked`, or a later one, in the DM.

        It waits for an answer under way, at most `PATIENCE`. A question that is put `again`, in other words, may have
        been shown before.
        """
        answer = self._answering.get(dm.message)
        if answer is not None:
            await asyncio.wait([answer], timeout=PATIENCE)

        shown = self._answered.get(dm.message)
        if shown is not None and (shown.order > asked.order or (shown == asked and not again)):
            return False
        self._pictures.call_off(dm.message)
        return True

    async def _edit(self, table: Table, dm: Dm, look: Outgoing, due: Due | None = None) -> None:
        """Edit a DM, whatever it shows; log an error of Discord."""
        self._pictures.call_off(dm.message)
        try:
            # A click may have shown something else in it: the table, the log.
            await self._sender.change(dm.channel, dm.message, look, due)
        except discord.HTTPException as error:
            log.info("table %s: the DM of seat %s could not be edited: %s", table.id, dm.seat, error)

    async def _write(self, table: Table, seat: Seat, public: Speaker) -> Dm | None:
        """Write a DM to `seat`; return None where it has no DMs, or Discord refuses it."""
        person = await self._audience.person(table.people.users[seat])
        if not by_dm(table.record, person):
            return None

        asked, look = table.number(seat), await self.look(table, seat, public)
        since = (await self._logs.recalled(table)).asked_at(seat)
        begun = origin(table.record, since or 0.0, asked.move, newest=True)

        try:
            channel, message = await self._sender.write(table, "d", asked, look, begun, person.user)
        except discord.HTTPException as error:
            log.info("table %s: a DM to seat %s could not be sent: %s", table.id, seat, error)
            await self._remember(person, error)
            return None

        letter = Dm(seat, asked, channel, message, person.user)
        self._turned(table, letter)
        return letter

    async def _remember(self, person: Person, error: discord.HTTPException) -> None:
        """Store that `person` has closed DMs; any other error is tried again at the next turn."""
        if error.code in CLOSED_DMS:
            await self._audience.preferences.change_person(person.user, dm_closed=True, dm_told=False)
