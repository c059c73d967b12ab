"""DMs with private views: one for each question to a person who chose them; closed DMs never stop a table.

Theory of operation. A DM is kept up to date as long as its question is open: a question asked ahead is put in earnest
once the table waits for it. An answer given in the DM shows its outcome there, and may be taken back, until another
seat has moved. Then, or at once if it was answered elsewhere, the DM is *settled* by one edit: it says what its reader
did and leads to the story, so that no old line tells for whom the table was waiting, and no card can be answered that
is gone. Settling comes last, after all pings; until then the DM is kept in `Published.dms`, and after a crash it is
done again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable
from functools import partial
from weakref import WeakValueDictionary

import discord
from cachetools import LRUCache

from bot.announce.announce_state import PATIENCE
from bot.announce.dedupe import FirstLosses, origin
from bot.announce.sender import REMEMBERED, Due, Sender
from bot.announce.story import Story
from bot.faces import messages
from bot.faces import story as tale
from bot.faces.components import Page
from bot.faces.logbook import Visit
from bot.faces.scene_text import Localizer
from bot.pictures.renderer import FollowUpPictures
from bot.sending.codes import CLOSED_DMS, is_passing
from bot.sending.reader_settings import ReaderSettings
from bot.storage.records import NO_USER, Dm, Person, Private, TableRecord
from bot.tables.move_logs import MoveLogs
from bot.tables.seat_orders import QuestionNumber, is_asked_by_rules
from bot.tables.table import Table
from engine.frozen import replace
from engine.scene import Seat

log = logging.getLogger(__name__)


def has_dm_views(table: TableRecord, person: Person) -> bool:
    """Tell whether private views of `person` at `table` go by DM."""
    return (person.private or table.private) is Private.DM and not person.dm_closed


def seats_with_dm(table: Table, dms: Collection[Dm]) -> frozenset[int]:
    """Return the seats that have a DM for their present question."""
    return frozenset(
        dm.seat for dm in dms if dm.asked == table.question_number(Seat(dm.seat))
    )


def question_in_earnest(table: Table, seat: Seat) -> str | None:
    """Return the id of a joint question that the rules ask `seat` by now; None for any other question.

    After a move that was taken back and another one in its place, the question has another id.
    """
    match, number = table.started_match, table.question_number(seat)
    reached = number.is_joint and is_asked_by_rules(match, seat)
    return match.question_id(seat) if reached else None


class DmViews:
    """Sends and edits DMs with private views, one at a time; an error is logged, and the next turn tries again."""

    def __init__(
        self,
        sender: Sender,
        logs: MoveLogs,
        audience: ReaderSettings,
        pictures: FollowUpPictures,
    ) -> None:
        """Send by `sender`; read `logs`, languages from `audience`, and draw `pictures`."""
        self._sender = sender
        self._logs = logs
        self._audience = audience
        self._pictures = pictures
        self._answers: LRUCache[int, QuestionNumber] = LRUCache(REMEMBERED)
        self._losses = FirstLosses()
        self._in_earnest: LRUCache[int, str | None] = LRUCache(REMEMBERED)
        self._locales: LRUCache[int, str] = LRUCache(REMEMBERED)
        self._open_answers: WeakValueDictionary[int, asyncio.Future[None]]
        self._open_answers = WeakValueDictionary()

    def note_click(self, message: int, answer: asyncio.Future[None]) -> None:
        """Note a click on `message`, which may be a DM: until `answer` is done, the content is the answer's."""
        self._open_answers[message] = answer

    def note_answer(self, message: int, asked: int) -> None:
        """Note that an answer to a click shows the question `asked` in the DM `message`."""
        self._answers[message] = QuestionNumber(asked)

    async def find_unneeded(self, story: Story) -> frozenset[Seat]:
        """Return the seats to ping by DM that lasting orders have answered: no other seat misses their DM."""
        table, users = story.table, story.table.people.users
        presumed = {*story.seats_to_ping}.intersection(story.match.presumed_seats)
        people = {seat: await self._audience.person(users[seat]) for seat in presumed}
        return frozenset(
            seat for seat in people if has_dm_views(table.record, people[seat])
        )

    async def deliver(self, story: Story) -> None:
        """Edit the DMs of open questions, and write one to each of `seats_to_ping`.

        Each that was written is stored before the next one is: it isn't written again if that one fails.
        DMs of `withdrawn` seats count as open: their question was taken back and may come again. Those of `spared`
        seats, whose ping comes later, don't: an old DM that shows the new question would pass for that ping. A seat
        without a DM afterwards (`written`) must be pinged in public.
        """
        dms = await self._hand_over(story)
        # A seat with a DM for its present question got it just before the bot was stopped.
        written = seats_with_dm(story.table, dms)
        new = [seat for seat in story.seats_to_ping if seat not in written]
        asked = {*story.match.deciding, *story.withdrawn} - {*new, *story.spared}

        kept = [await self._update(story, dm) if dm.seat in asked else dm for dm in dms]
        for seat in new:
            if dm := await self._write(story, seat):
                kept.append(dm)
                story.note_published(dms=tuple(kept))
                await story.store_new_messages()
        story.note_published(dms=tuple(kept))

    async def settle(self, story: Story) -> None:
        """Settle the DMs of questions that are answered or gone."""
        dms = [
            dm for dm in story.announced.dms if not await self._settle_one(story, dm)
        ]
        story.note_published(dms=tuple(dms))

    async def close(self, story: Story) -> None:
        """Close every DM of a table that was ended or suspended."""
        dms = story.announced.dms
        await self._replace_contents(messages.closed_page, story, dms)
        story.note_published(dms=())

    async def _hand_over(self, story: Story) -> tuple[Dm, ...]:
        """Take the view out of DMs whose seat has another sitter; return the other DMs."""
        users = story.table.people.users
        dms = story.announced.dms
        left = [
            dm
            for dm in dms
            if not users[dm.seat] or dm.user not in {NO_USER, users[dm.seat]}
        ]
        await self._replace_contents(messages.handed_over_page, story, left)
        return tuple(dm for dm in dms if dm not in left)

    async def _replace_contents(
        self,
        page: Callable[[TableRecord, Localizer], Page],
        story: Story,
        dms: Iterable[Dm],
    ) -> None:
        """Replace the content of `dms` by a `page` that shows nothing of the hand."""
        for dm in dms:
            localizer = await self._reader_of(story, dm)
            await self._edit(story, dm, page(story.record, localizer))

    async def _render(self, story: Story, seat: Seat) -> Page:
        """Return the DM with the private view of `seat`."""
        table = story.table
        audience = self._audience
        user = table.people.users[seat]
        localizer = await audience.private_localizer(user, story.localizer)
        drawn = await audience.has_private_pictures(user, table)
        ask = table.frame(seat).mine
        added = await audience.private_lines(table, seat, localizer, ask)
        visit = Visit(away=True, added=added, in_words=not drawn)
        news = await self._logs.news(table, seat)
        return await audience.private_view(
            table,
            seat,
            localizer,
            news,
            visit,
        )

    async def _reader_of(self, story: Story, dm: Dm) -> Localizer:
        """Return the `Localizer` for the person that `dm` was sent to, whom older rows don't name."""
        user = dm.user or story.table.people.users[dm.seat]
        return await self._audience.private_localizer(user, story.localizer)

    async def _update(self, story: Story, dm: Dm) -> Dm:
        """Bring the DM of an open question up to date."""
        table, seat = story.table, Seat(dm.seat)
        number = table.question_number(seat)
        again = number == dm.asked
        earnest = question_in_earnest(table, seat)
        turned = earnest not in {None, self._in_earnest.get(dm.message)}
        reader = await self._reader_of(story, dm)
        locale = reader.language.locale
        translated = self._locales.get(dm.message) not in {None, locale}
        due = partial(self._still_asks, dm, number, again=again)
        shown = True

        if (turned or translated or not again) and await due():
            # A press there meanwhile is answered with the table of now, and why.
            outgoing = await self._render(story, seat)
            shown = await self._edit(story, dm, outgoing, due)

        if shown:
            self._in_earnest[dm.message] = earnest
            self._locales[dm.message] = locale
        return replace(dm, asked=number)

    async def _settle_one(self, story: Story, dm: Dm) -> bool:
        """Settle a DM unless its question is open; return False if it has to be kept."""
        table = story.table
        seat = Seat(dm.seat)
        number = table.question_number(seat)
        deciding = table.started_match.deciding
        if dm.asked == number and seat in {*deciding, *story.withdrawn}:
            return False

        is_joint = story.is_joint((seat, dm.asked))
        last = number == table.started_match.seq or is_joint
        if seat not in deciding and last and not await self._still_asks(dm, number):
            # The answer to the last move of all tells how the match has ended.
            return not deciding

        localizer = await self._reader_of(story, dm)
        lines = await self._logs.lines(table, seat, QuestionNumber(dm.asked).move)
        own = [line for line in lines if line.seat == seat]
        events = [event for line in own for event in line.events]
        told = [localizer.event(event, seat) for event in events]

        page = tale.settled_dm(table.record, told, story.link, localizer)
        await self._edit(story, dm, page)
        return True

    async def _still_asks(
        self, dm: Dm, asked: QuestionNumber, *, again: bool = False
    ) -> bool:
        """Tell whether no answer to a click shows the question `asked`, or a later one, in the DM.

        It waits for an answer under way, at most `PATIENCE`. A question that is put `again`, in other words, may have
        been shown before.
        """
        answer = self._open_answers.get(dm.message)
        if answer is not None:
            await asyncio.wait([answer], timeout=PATIENCE)

        shown = self._answers.get(dm.message)
        if shown is not None and (
            shown.sort_key > asked.sort_key or (shown == asked and not again)
        ):
            return False
        self._pictures.call_off(dm.message)
        return True

    async def _edit(
        self, story: Story, dm: Dm, outgoing: Page, due: Due | None = None
    ) -> bool:
        """Edit a DM, whatever it shows; log an error of Discord, of which the first 5xx is raised.

        Return False where it may succeed later.
        """
        self._pictures.call_off(dm.message)
        try:
            # A click may have shown something else in it: the table, the log.
            await self._sender.overwrite(dm.channel, dm.message, outgoing, due)
        except discord.HTTPException as error:
            self._losses.check(error, dm.message, outgoing.digest)
            log.info(
                "table %s: the DM of seat %s could not be edited: %s",
                story.table.id,
                dm.seat,
                error,
            )
            return not is_passing(error)

        return True

    async def _write(self, story: Story, seat: Seat) -> Dm | None:
        """Write a DM to `seat`; return None where it has no DMs, or Discord refuses it.

        Discord's own error is raised once: the DM may stand there, and the next try finds it by its nonce.
        """
        table = story.table
        person = await self._audience.person(table.people.users[seat])
        if not has_dm_views(table.record, person):
            return None

        asked = table.question_number(seat)
        outgoing = await self._render(story, seat)
        recent = await self._logs.with_recent(table)
        since = recent.asked_at(seat)
        begun = origin(table.record, since or 0.0, asked.move)

        try:
            channel, message = await self._sender.send_dm(
                table,
                "d",
                asked,
                outgoing,
                begun,
                person.user,
            )
        except discord.HTTPException as error:
            self._losses.check(error, person.user, table.id, asked)
            log.info(
                "table %s: a DM to seat %s could not be sent: %s",
                table.id,
                seat,
                error,
            )
            await self._store_closed_dms(person, error)
            return None

        letter = Dm(seat, asked, channel, message, person.user)
        self._in_earnest[message] = question_in_earnest(table, seat)
        reader = await self._reader_of(story, letter)
        self._locales[message] = reader.language.locale
        return letter

    async def _store_closed_dms(
        self, person: Person, error: discord.HTTPException
    ) -> None:
        """Store that `person` has closed DMs; any other error is tried again at the next turn."""
        if error.code in CLOSED_DMS:
            await self._audience.preferences.change_user_settings(
                person.user, dm_closed=True, dm_told=False
            )
