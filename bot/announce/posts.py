"""Messages in a table's channel: the table message, the post of each chapter of the story, and ping messages below it.

Theory of operation. The table message is edited in place, or posted anew when a phase begins, or where Discord refuses
the edit. The old one is deleted: it has pinged no user, and the story tells what it showed. Only the first one, whose
number may count for the shuffle, stays: it keeps the pledge, and says how its first phase ended.

The post of a chapter grows by edits and asks in public what may be asked there. It is sent when the chapter begins, and
pings the seats that are to be pinged then. It

- tells the chapter so far, then lists the open questions, with the open choices as buttons;
- grows: it is edited after each move, by the answer to the click if it was clicked itself, however old it is. An edit
  pings no user: a seat asked in the midst of a chapter is pinged below it (see there);
- is finished when the next chapter begins: it tells its own, asks nothing, and only leads on to more. If the click
  that ended the chapter was in the post, its answer has finished it already, and nothing is edited again.

It is posted anew only where Discord refuses the edit: it was deleted, lies in an archived thread, or was edited too
often for its age. Then a new post tells the whole chapter. A stored post that has pinged is never deleted.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

import discord
from cachetools import LRUCache

from bot.announce.dedupe import origin
from bot.announce.sender import Sender
from bot.announce.story import LOBBY, Story
from bot.faces import story as tale
from bot.faces.components import Page
from bot.faces.fairness import shorten_commitment
from bot.faces.story import Fate
from bot.host.connection_errors import OUTAGES
from bot.sending.codes import is_passing
from bot.sending.reader_settings import ReaderSettings
from bot.storage.records import PingMessage, Status, TableId, TableRecord
from bot.tables.move_logs import token_for
from bot.tables.seat_orders import QuestionNumber
from bot.tables.table import Table
from bot.tables.tables import Tables
from engine.frozen import replace
from engine.scene import Seat

log = logging.getLogger(__name__)

REMEMBERED = 64
"""The most stories that are cached after an answer has composed them, until their tables are announced."""
BEGINNING = 0
"""Stands for the move before the first one: news about the sitters, not about a move."""


class Posts:
    """Sends and edits the table message, the posts below it, and the ping messages below these.

    What was sent is noted in the story (`Story.announced`).
    """

    def __init__(
        self, sender: Sender, tables: Tables, audience: ReaderSettings
    ) -> None:
        """Send by `sender`; read `tables`, and languages from `audience`."""
        self._sender = sender
        self._tables = tables
        self._audience = audience
        self._answered_stories: LRUCache[TableId, Story] = LRUCache(REMEMBERED)

    async def story(self, table: Table) -> Story:
        """Return the `Story` of a table, since its present post and the oldest ping message left."""
        tables = self._tables
        table = tables.clocks.with_clocks_after_pings(table)
        announced = table.record.announced
        story = Story(
            table,
            announced,
            (),
            await self._audience.localizer(table),
            self._sender.now,
            tables.published_states,
            tables.now(),
        )
        if table.match is None or table.status is Status.SUSPENDED:
            return story

        oldest = announced.post_from
        for ping_message in announced.summons:
            moves = [QuestionNumber(asked).move for _, asked in ping_message.called]
            oldest = min([oldest, *moves])
        lines = await tables.log(table.id, None, max(0, oldest - 1))

        # Without orders, what is played for somebody follows at once on another's move.
        last = table.match.seq
        told = announced.seq
        if table.record.orders or last > told + 1:
            story.ordered = await tables.logs.ordered_moves(table, told)
        story.shared = await tables.live_tables.has_several(table.channel)
        # Moves that came after the table was looked at are told next time.
        story.lines = tuple(line for line in lines if line.seq <= last)

        answered = self._answered_stories.pop(table.id, None)
        if story == answered:
            story.memo = answered.memo
        return story

    async def render_clicked(self, table: Table, message: int) -> Page | None:
        """Return the clicked `message` as it looks after the move; None if it is neither post nor ping message."""
        announced = table.record.announced
        ping_message = next(
            (
                each
                for each in announced.summons
                if each.called and each.message == message
            ),
            None,
        )
        if ping_message is None and message != announced.post:
            return None

        story = await self.story(table)
        self._answered_stories[table.id] = story

        if ping_message is not None:
            seats = seats_at_it(story, ping_message)
            if seats:
                return story.ping_message(seats)
            return story.settled_message(fate(story, ping_message))

        if story.has_new_chapter or not table.started_match.deciding:
            return story.finished_post()

        # The old picture stays until the new one is there: a gap would make the channel jump.
        keeps_picture = await self._audience.has_public_pictures(table)
        pictured = Page(keeps_picture=keeps_picture)
        return replace(story, pictured=pictured).growing_post()

    async def update(self, story: Story, pings: Sequence[int], *, begins: bool) -> None:
        """Edit the post; send one with `pings` where one `begins`, by a chapter or table message, or if it is gone."""
        old = story.announced.post

        if old is None or begins:
            if old is not None:
                await self._finish(story, old)
            begun = story.with_all_chapters if old is None else story.next_chapter
            if not begun.is_silent:
                await self._begin(begun, pings)
                story.announced = begun.announced
                story.clock_change = begun.clock_change
            return

        outgoing = (
            story.growing_post()
            if story.table.started_match.deciding
            else story.finished_post()
        )
        if not await self._sender.edit(story.table.channel, old, outgoing):
            await self._begin(story, pings)

    async def end(self, story: Story) -> None:
        """Post that a table was ended before its time, below a post that asks nothing any more."""
        table = story.table
        if story.announced.post is not None:
            # It tells every chapter that has begun since.
            story.note_published(seq=story.match.seq)
            await self._finish(story, story.announced.post)

        told = tale.ended_text(table.record, story.localizer)
        outgoing = Page(content=told)
        begun = story.origin_below(BEGINNING)
        about = [table.started_match.seq]
        after = story.announced.post
        await self._sender.post(table, "e", about, outgoing, begun, after)

    async def post_restored(self, story: Story) -> None:
        """Post once that a table was restored to a position, and which one."""
        table, localizer = story.table, story.localizer
        seq = table.match.seq if table.match else 0
        lines = await self._tables.log(table.id, None)
        last = [localizer.say(event) for line in lines for event in line.events]
        post = tale.restored_post(
            table.record,
            last,
            localizer,
            until=token_for(table, seq),
        )

        # No sign tells it from the post about an earlier restore.
        await self._sender.post(table, "r", [seq], post, None)

    async def ping(self, story: Story, seats: Sequence[Seat]) -> None:
        """Post one message that pings `seats` for their questions."""
        table = story.table
        announced = story.announced
        questions = story.questions_of(seats)
        last = announced.summons[-1].message if announced.summons else announced.post
        users = [table.people.users[seat] for seat in seats]
        outgoing = story.ping_message(seats, users)

        # Without their seats: after a restart some may have answered, and are missing.
        numbers = list(dict.fromkeys(QuestionNumber(asked) for _, asked in questions))
        begun = story.origin_below(*(each.move for each in numbers))
        sent = await self._sender.post(table, "c", numbers, outgoing, begun, last)
        called = self._sender.called_by(sent)
        seats = [*seats, *story.note_called(called)]
        message = PingMessage(sent, story.questions_of(seats))
        story.note_published(summons=(*announced.summons, message))

    async def clear_ping_messages(self, story: Story) -> None:
        """Delete or settle the ping messages that are answered or pointless."""
        standing = [
            each
            for each in story.announced.summons
            if not await self._clear_ping_message(story, each)
        ]
        story.note_published(summons=tuple(standing))

    async def _finish(self, story: Story, old: int) -> None:
        """Edit the post to its chapter's end, without questions; where Discord refuses that, post and store it anew."""
        channel = story.table.channel
        if not story.chapter:
            # Without its question it would be empty: what it asked stays to be read.
            await self._sender.strip(channel, old)
            return

        outgoing = story.finished_post()
        if not await self._sender.edit(channel, old, outgoing):
            begun = story.origin_below(story.table.started_match.seq)
            sent = await self._sender.post(
                story.table,
                "f",
                [story.announced.post_from],
                outgoing,
                begun,
                old,
            )
            story.note_published(post=sent)
            await story.store_new_messages()

    async def _begin(self, story: Story, pings: Sequence[int]) -> None:
        """Post a new chapter."""
        announced = story.announced
        start = announced.post_from
        outgoing = story.new_post(pings)
        begun = story.origin_below(start)
        sent = await self._sender.post(
            story.table, "p", [start], outgoing, begun, announced.post
        )
        users = self._sender.called_by(sent)
        story.note_called(users)
        story.note_published(post=sent)

    async def _clear_ping_message(
        self, story: Story, ping_message: PingMessage
    ) -> bool:
        """Delete a ping message or settle it; tell whether nothing of it is left to do."""
        channel = story.table.channel
        if not ping_message.called:
            # It is an old table message.
            try:
                await self._retire(story, ping_message.message)
            except discord.HTTPException as error:
                # One that Discord lets nobody tidy up stays.
                if is_passing(error):
                    raise
            return True

        seats = seats_at_it(story, ping_message)
        if seats:
            if not all(ping in story.questions for ping in ping_message.called):
                await self._sender.edit(
                    channel,
                    ping_message.message,
                    story.ping_message(seats),
                )
            return False

        waits = is_awaited(story, ping_message)
        if not waits and all(map(story.has_acted, ping_message.called)):
            return await self._sender.delete(channel, ping_message.message)

        line = story.settled_message(fate(story, ping_message))
        await self._sender.edit(channel, ping_message.message, line)
        return not waits

    async def update_table_message(
        self, story: Story, outgoing: Page, phase: str
    ) -> None:
        """Edit the table message, or post it anew, unless its digest says that it looks like `outgoing`."""
        sender, table, shown = self._sender, story.table, story.announced
        old = shown.message
        if old and keeps_table_message(story, phase):
            if sender.digest(old, shown.look) == outgoing.digest:
                story.note_published(phase=phase, look=outgoing.digest)
                return
            if await sender.edit(table.channel, old, outgoing):
                story.note_published(phase=phase, look=sender.digest(old))
                return

        created = table.record.created or 0.0
        begun = origin(table.record, created, after=old or 0)
        sent = await sender.post(table, "b", [table.channel], outgoing, begun, old)

        story.note_published(message=sent, phase=phase, look=sender.digest(sent))
        try:
            if old:
                await self._retire(story, old)
        except OUTAGES as error:
            # The new one, whose id isn't stored yet, is not to be posted once more: `clear_ping_messages` tries again.
            if old and table.match and not has_exchanged_pledge(table.record):
                story.note_published(summons=(PingMessage(old, ()), *shown.summons))
            log.info(
                "table %s: the old table message could not be tidied up: %s",
                table.id,
                error,
            )

    async def _retire(self, story: Story, old: int) -> None:
        """Edit the first table message to its phase's outcome; delete a later one."""
        table, localizer = story.table, story.localizer
        place = table.channel
        pledged = table.record.pledged

        if has_exchanged_pledge(table.record):
            # It stays as it was shown; whatever is composed now would have the other pledge.
            told = Page(content=localizer.key("pledge-exchanged"))
            new = story.announced.message or 0
            begun = origin(table.record, table.record.created or 0.0, after=new)
            await self._sender.post(table, "x", [old], told, begun)
        elif pledged and pledged.message == old:
            if table.match:
                recap = tale.recap(table.record, table.frame(None), localizer)
                await self._sender.edit(place, old, recap)
        else:
            await self._sender.delete(place, old)


def keeps_table_message(story: Story, phase: str) -> bool:
    """Tell whether the present table message can stay in `phase`: a new phase deserves a message of its own.

    The lobby turns into the table where it stands, unless it has shown the pledge of another secret.
    """
    phases = {phase, LOBBY, lobby_phase(story.record)}
    return story.announced.message is not None and story.announced.phase in phases


def seats_at_it(story: Story, ping_message: PingMessage) -> tuple[Seat, ...]:
    """Return the seats of a ping message that still have their question, or go on with it in the same chapter."""
    if story.has_new_chapter or not story.table.status.open:
        return ()
    called = dict(ping_message.called)
    still = [each for each in story.questions if each[0] in called]
    return tuple(
        Seat(seat) for seat, now in still if _goes_on(story, seat, called[seat], now)
    )


def is_awaited(story: Story, ping_message: PingMessage) -> bool:
    """Tell whether a question of a ping message was taken back and may be asked again."""
    if story.has_new_chapter:
        return False
    return any(map(story.is_withdrawn, ping_message.called))


def _goes_on(story: Story, seat: int, since: int, until: int) -> bool:
    """Tell whether the question `since` of this chapter goes on as `until`, or was taken back.

    It does if it is the same, or all moves between the two are the seat's own, or its answer to a joint question.
    """
    if QuestionNumber(since).move < story.announced.post_from:
        return False
    if since == until or story.is_withdrawn((seat, since)):
        return True
    if QuestionNumber(min(since, until)).is_joint:
        asked_at = QuestionNumber(since).move
        return story.match.awaits_joint and asked_at == until
    return all(line.seat == seat for line in story.lines if since < line.seq <= until)


def fate(story: Story, ping_message: PingMessage) -> Fate:
    """Return the outcome of the question of a ping message."""
    if all(map(story.has_acted, ping_message.called)):
        return "answered"
    # Of several who were called, some still have their question where the story goes on.
    going = not set(story.questions).isdisjoint(ping_message.called)
    return "moved" if story.table.status.open and going else "gone"


def lobby_phase(table: TableRecord) -> str:
    """Return the phase of an open table; it includes the pledge, so that no message shows another one than at first."""
    if table.pledged is None:
        return LOBBY
    return f"{LOBBY} {shorten_commitment(table.pledged.pledge)}"


def has_exchanged_pledge(table: TableRecord) -> bool:
    """Tell whether the lobby's message has shown a pledge of another secret than the table has now."""
    phase = table.announced.phase
    if not phase.startswith(f"{LOBBY} "):
        return False
    return phase != lobby_phase(table)
