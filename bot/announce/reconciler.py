"""Reconciler: brings DMs, table message, story and pings of a table up to date, in steps that may be repeated.

Theory of operation. An announcement of a running table takes these steps:

0. where the open table still stands, it is shown in words that the game has begun: no more *Join* button;
1. DMs: those of answered questions are closed, and each seat that is pinged by DM is written to;
2. the table message: edited if it looks different now, posted anew if Discord refuses that, or a phase begins;
3. the story: its post is edited, or finished, and a new one begun that pings (see `posts`); once the match is over it
   comes before the table message, which is to be the newest then;
4. the pings of seats that no new post has pinged, each debounced after the story has asked, but for those that quiet
   hours had held back: last, for a person who is pinged may look at everything and answer at once;
5. ping messages of answered questions are cleared away, when no ping is left to be sent.

The id of a message that was sent is written before the next one is sent. A step that brings no new id, and changes no
clock, stays in memory with the table (`bot.tables.table_cache.Unwritten`), and is written with its next change, or in a
quiet moment; after a new post it is written at once. If the bot dies, this is left:

- between a send and its write: the next start takes the same step with the same nonce, which Discord answers with the
  message that it has; it forgets nonces after some minutes, and a bot that is started later looks for the message
  before it sends it (`dedupe`);
- after a write: the steps that were written are not done again. A DM is found by its question, a ping by its seat and
  question, and the table message by its digest: a table that looks as it should is left alone;
- before the records in memory were written: the table is behind, and this announcement is made once more. It sends
  nothing anew, but makes the same edits and deletions; a post that was new names then whom it had mentioned.

`seq` and `called` say up to which move seats have been pinged, and what the present post tells; `revision` says which
state was shown whole. While debouncing, only news for a seat with a question are shown; `called` lacks the pings that
are still due. Then `revision` stays, and the rest follows after it, also if the bot was stopped meanwhile. Where the
database can't store a message that was sent, it is stored before anything else is sent, however long it takes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from bot.announce.announce_state import AnnounceState
from bot.announce.dm_views import DmViews, seats_with_dm
from bot.announce.posts import (
    Posts,
    has_exchanged_pledge,
    keeps_table_message,
    lobby_phase,
)
from bot.announce.reminders import OtherPings
from bot.announce.sender import Sender
from bot.announce.story import LOBBY, Story
from bot.faces import lobby, messages
from bot.faces.components import Page, Picture
from bot.faces.lobby import free_name
from bot.faces.picture.requests import PictureRequest
from bot.faces.scene_text import Localizer
from bot.pictures.renderer import FollowUpPictures
from bot.sending.reader_settings import ReaderSettings, lobby_box
from bot.storage.records import Status, TableId
from bot.tables.seat_orders import QuestionNumber, SeatQuestion
from bot.tables.starts import missing_guests, silent_guests
from bot.tables.table import Table
from bot.tables.tables import Tables
from engine.errors import Refused
from engine.frozen import replace
from engine.scene import Seat

ENDED = "ended"
"""Phase of a table that was ended."""


class Reconciler:
    """Brings Discord up to date with a table, one table message, story and DM after another; all steps are idempotent.

    Errors of Discord and of the database are raised to the announcer, which calls `update` once more later.
    """

    def __init__(
        self,
        sender: Sender,
        tables: Tables,
        audience: ReaderSettings,
        pictures: FollowUpPictures,
        show: Callable[[TableId], None],
    ) -> None:
        """Send by `sender`; `show` schedules another announcement of a table once its picture is drawn."""
        self._sender = sender
        self.dms = DmViews(sender, tables.logs, audience, pictures)
        self.posts = Posts(sender, tables, audience)
        self._show_again = show
        self._tables = tables
        self._audience = audience
        self._other_pings = OtherPings(sender, audience)

    async def update(self, table: Table, state: AnnounceState) -> float:
        """Bring Discord up to date with `table`; return the seconds after which the rest is to be shown, or 0.

        If `state.whole`, nothing is left for later.
        """
        if table.record.alone:
            # Its person's own clicks show it; only that it was set back is still to be told there.
            shown = replace(table.record.announced, revision=table.record.revision)
            store = self._tables.published_states.store
            await store(table.id, shown, channel=table.channel)
            return 0.0

        story = await self.posts.story(table)
        if story.announced.restored and table.status is not Status.SUSPENDED:
            # Before anything else is shown of it.
            await self.posts.post_restored(story)
            story.note_published(restored=False)
            await story.store()

        match table.status:
            case Status.LOBBY:
                await self._update_lobby(story, state)
            case Status.ENDED:
                await self._update_ended(story)
            case Status.PLAYING | Status.OVER:
                return await self._update_running(story, state)
            case Status.SUSPENDED:
                await self.dms.close(story)
                await story.store()

        return 0.0

    async def render(
        self, table: Table, localizer: Localizer, *, timed: bool = False
    ) -> Page:
        """Return the table message, with its picture if wanted, and where it is `timed` since when its questions wait.

        A table that was ended stands as it was, if its game had begun.
        """
        record = table.record
        if table.status is Status.LOBBY:
            page = await self._render_lobby(table, localizer)
        elif table.match is None:
            return messages.closed_page(record, localizer)
        else:
            frame = table.frame(None)
            if table.status is Status.ENDED:
                frame = replace(frame, asks=())
            logs = self._tables.logs
            asked = (await logs.with_recent(table)).asked_at() if timed else None
            page = messages.table_message(record, frame, localizer, asked)

        pictured = await self._has_pictures(table)
        return page if pictured else page.without_picture

    async def _render_lobby(self, table: Table, localizer: Localizer) -> Page:
        """Return the message of an open table; its first one alone pings the users who are invited and may be pinged.

        A person who typed a command waits for it, and right after a start the first picture takes seconds: it goes out
        in words then, and is shown again.
        """
        record = table.record
        box = await lobby_box(self._tables, table)
        invited = missing_guests(record)
        page = lobby.lobby_page(record, box, localizer, invited)
        if record.announced.message or not invited:
            return page
        silent = await silent_guests(self._audience.time_settings, record)
        pings = tuple(user for user in invited if user not in silent)
        return replace(page, pings=pings)

    def _expect_picture(
        self, state: AnnounceState, request: PictureRequest | None
    ) -> None:
        """Show the table again once the picture of `request` is drawn, and for no earlier one; None: it lacks none."""
        if state.late_picture is not None:
            state.late_picture.cancel()
            state.late_picture = None
        if request is not None:
            picture = state.late_picture = self._sender.renderer.prepare(request)
            picture.add_done_callback(partial(self._on_picture, state.table))

    def _on_picture(
        self, table: TableId, picture: asyncio.Future[Picture | None]
    ) -> None:
        if not picture.cancelled() and picture.result() is not None:
            self._show_again(table)

    async def _update_lobby(self, story: Story, state: AnnounceState) -> None:
        """Bring the message of an open table up to date."""
        record = story.record
        outgoing = await self.render(story.table, story.localizer)
        ready = self._sender.with_cached_picture(outgoing)
        self._expect_picture(state, None if ready.picture else outgoing.request)

        await self.posts.update_table_message(story, ready, lobby_phase(record))
        story.note_published(revision=record.revision)
        await story.store()

    async def _update_ended(self, story: Story) -> None:
        """Close DMs, story and table message of a table that was ended."""
        table = story.table

        if message := story.announced.message:
            last = await self.render(table, story.localizer)
            if has_exchanged_pledge(table.record):
                await self.posts.update_table_message(story, last, ENDED)
            else:
                await self._sender.edit(table.channel, message, last)

        if table.match is not None:
            await self.dms.close(story)
            await self._other_pings.ask_consents(story)
            await self.posts.clear_ping_messages(story)
            # Last, for its id isn't stored; that it was told is.
            if story.record.announced.phase != ENDED:
                await self.posts.end(story)

        story.note_published(revision=table.record.revision, dms=(), phase=ENDED)
        await story.store()

    async def _update_running(self, story: Story, state: AnnounceState) -> float:
        """Bring DMs, table message, story and pings up to date; while debouncing, only news for asked seats."""
        table = story.table
        before = table.record.announced
        waits = not state.whole and table.status is Status.PLAYING
        await self._close_lobby(story)
        story = await self._other_pings.apply_quiet_hours(story)

        if waits and story.is_held_back and (held := state.hold_back_left()):
            return held

        debounce = state.debounce_left(pings=story.is_urgent) if waits else 0.0
        if debounce and not story.is_urgent:
            return debounce

        if await self._free_left_seats(story):
            # The table has changed by that, and is announced anew.
            return 0.0

        await self._other_pings.ask_consents(story)

        # After debouncing: that a ping isn't needed must show by no delay.
        story = story.sparing(await self.dms.find_unneeded(story))
        await self.dms.deliver(story)

        over = not table.started_match.deciding
        due = 0.0
        # Once the table message tells that the phase is another one, only the post still tells that of the old one.
        begins = story.has_new_chapter or story.announced.post is None
        if over:
            # Whatever is still to be told stands above the table, which is the newest message in the end.
            await self._update_story(story, state, waits=waits, begins=begins)
            await story.store_new_messages()

        await self._update_table_message(story, debounced=bool(debounce), begins=begins)
        if over:
            await self.posts.clear_ping_messages(story)
        else:
            due = await self._update_story(story, state, waits=waits, begins=begins)
        left = max(due, debounce)

        request = story.pictured.request if story.pictured else None
        late = request is not None and self._sender.renderer.pop_late(request)
        self._expect_picture(state, request if late else None)

        try:
            await self.dms.settle(story)
            if not left:
                story.note_published(revision=table.record.revision)
        finally:
            # A connection that breaks as a DM is settled may be away until Discord has forgotten the new post.
            await story.store()
        if story.announced.post != before.post:
            # Made once more, an edit of the new post would name whom that mentions.
            await self._tables.published_states.write_table(table.id)

        if not left:
            # After everything is shown.
            await self._other_pings.remind(story)
        if not debounce:
            state.mark_shown()
        return left

    async def _close_lobby(self, story: Story) -> None:
        """Show in words, before any debouncing or picture, that a game has begun: the lobby's buttons are gone.

        After a click on Start, its answer has shown that already.
        """
        table, announced = story.table, story.announced
        message = announced.message
        digest = announced.look
        if message is None or announced.phase not in {LOBBY, lobby_phase(table.record)}:
            return

        if self._sender.digest(message, digest) == digest:
            page = await self.render(table, story.localizer, timed=True)
            await self._sender.edit(table.channel, message, page.without_picture)

    async def _free_left_seats(self, story: Story) -> bool:
        """Free the seats that would be pinged now but whose people have left the guild; tell whether there are any."""
        record = story.record
        clock = story.table.clock
        due = map(Seat, clock.due_reminders(story.at)) if clock is not None else ()
        seats = {*story.seats_to_ping, *due}
        people = filter(None, [record.sitters[seat].user for seat in seats])
        has_left = self._sender.has_left
        gone = [user for user in people if await has_left(record.guild, user)]

        for user in gone:
            taken = [sitter.name for sitter in record.sitters]
            name = free_name(story.localizer.language, taken, record.id)
            with suppress(Refused):
                await self._tables.seats.leave(record.id, user, name)

        return bool(gone)

    async def _update_table_message(
        self, story: Story, *, debounced: bool, begins: bool
    ) -> None:
        """Bring the table message up to date, unless it may wait; the story has its picture, too.

        While debouncing, a post that stands keeps the picture that it has, and one that `begins` has the present one.
        """
        table, shown = story.table, story.announced
        phase = table.frame(None).scene.phase
        pictured = await self._has_pictures(table)
        story.pictured = Page(keeps_picture=pictured)

        stays = keeps_table_message(story, phase)
        due = not debounced or not stays
        if due or (pictured and begins):
            stands = shown if stays else replace(shown, message=None)
            record = replace(table.record, announced=stands)
            present = replace(table, record=record)
            message = await self.render(present, story.localizer, timed=True)
            story.pictured = message
            if due:
                await self.posts.update_table_message(story, message, phase)
                await story.store_new_messages()

    async def _update_story(
        self, story: Story, state: AnnounceState, *, waits: bool, begins: bool
    ) -> float:
        """Bring the story up to date, then ping the other seats; return the seconds by which pings are debounced."""
        table = story.table
        before = story.record.announced
        by_dm = seats_with_dm(table, story.announced.dms)
        due = [seat for seat in story.seats_to_ping if seat not in by_dm]

        # An earlier try may have posted the table message, and no more.
        shown = story.announced
        below = False
        if story.match.deciding:
            below = (shown.post or 0) < (shown.message or 0)
        users = [table.people.users[seat] for seat in due]
        await self.posts.update(story, users, begins=begins or below)

        story.note_published(seq=story.match.seq)
        if story.announced.post != before.post:
            due = []

        # Whom quiet hours had spared has been asked for hours, and their clock says no longer that they are due.
        new = [seat for seat in due if seat not in story.recalled]
        left = state.ping_debounce_left(story.questions_of(new) if waits else ())
        pending = new if left else []
        story.note_published(called=standing_pings(story, pending))

        if now := [seat for seat in due if seat not in pending]:
            await self.posts.ping(story, now)

        if story.announced.summons and not pending:
            # With the clocks: nobody who was pinged as quiet hours ended is pinged again if a deletion fails.
            await story.store()
            await self.posts.clear_ping_messages(story)

        return left

    async def _has_pictures(self, table: Table) -> bool:
        """Tell whether pictures of a table are wanted, and may be attached in its channel."""
        wanted = await self._audience.has_public_pictures(table)
        return wanted and self._sender.has_file_permission(table.channel)


def standing_pings(story: Story, pending: Sequence[Seat]) -> tuple[SeatQuestion, ...]:
    """Return the pings that stand for open questions: rivals get none, for a person may take their seat later."""
    now = tuple(
        ping
        for ping in story.questions
        if ping[0] not in pending and story.table.is_attended(ping[0])
    )
    seats = {seat for seat, _ in story.questions}
    # A ping whose question was taken back stands until the question comes again, and one for the joint question for as
    # long as that stands, or may again: who has answered the rules meanwhile may be asked it again.
    again = story.withdrawn - seats
    orders = story.match.orders if story.match.open_joint is None else None
    put = orders.put if orders else ()
    interrupted = {(seat, QuestionNumber.joint_after(move)) for seat, move in put}
    stay = [
        ping
        for ping in story.announced.called
        if ping not in now
        and story.table.had_same_person(ping[0], QuestionNumber(ping[1]).move)
        and (ping[0] in again or story.is_joint(ping) or ping in interrupted)
    ]
    return (*now, *stay)
