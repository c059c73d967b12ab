"""Reconciler: brings DMs, table message, story and pings of a table up to date, in steps that may be repeated.

Theory of operation. An announcement of a running table takes these steps:

0. where the open table still stands, it is shown in words that the game has begun: no more *Join* button;
1. DMs: those of answered questions are closed, and each seat that is pinged by DM is written to;
2. the table message: edited if it looks different now, posted anew if Discord refuses that, or a phase begins;
3. the story: its post is edited, or finished, and a new one begun that pings (see `posts`); once the match is over it
   comes before the table message, which is to be the newest then;
4. the pings of seats that no new post has pinged, each debounced after the story has asked (see `posts`): last, for a
   person who is pinged may look at everything and answer at once;
5. ping messages of answered questions are cleared away, when no ping is left to be sent.

The id of a message that was sent is written before the next one is sent. A step that brings no new id, and changes no
clock, stays in memory with the table (`bot.tables.table_cache.Unwritten`), and is written with its next change, or in a
quiet moment; after a new post it is written at once. If the bot dies, this is left:

- between a send and its write: the next start takes the same step with the same nonce, which Discord answers with the
  message that it has; it forgets nonces after some minutes, and a bot that is started later looks for the message
  before it sends it (`crash_dedupe`);
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

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from bot.announce.announce_state import AnnounceState
from bot.announce.dm_views import DmViews, seats_with_dm
from bot.announce.posts import (
    Posts,
    TableMessage,
    has_exchanged_pledge,
    lobby_phase,
    questions_of,
    standing_pings,
    with_published,
)
from bot.announce.reminders import ConsentPings, ReminderSender
from bot.announce.sender import Sender
from bot.announce.story import LOBBY, Story
from bot.faces import lobby, messages
from bot.faces.components import Page
from bot.faces.picture.requests import PictureRequest, table_picture
from bot.faces.rivals import free_name
from bot.faces.scene_text import Localizer
from bot.pictures.renderer import FollowUpPictures
from bot.sending.outgoing import Outgoing, PostPicture, page_message
from bot.sending.reader_settings import ReaderSettings, lobby_box
from bot.storage.records import Published, Status, TableId
from bot.tables.due_times import ClockChange, no_change
from bot.tables.starts import missing_guests
from bot.tables.table import Table
from bot.tables.tables import Tables
from engine.errors import Refused
from engine.match import Frame
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
        self._table_message = TableMessage(sender)
        self._tables = tables
        self._audience = audience
        self._reminders = ReminderSender(sender, audience)
        store = self._store_new_messages
        self._consents = ConsentPings(sender, self._reminders, audience, store)

    async def update(self, table: Table, state: AnnounceState) -> float:
        """Bring Discord up to date with `table`; return the seconds after which the rest is to be shown, or 0.

        If `state.whole`, nothing is left for later.
        """
        if table.record.alone:
            # Its person's own clicks show it; only that it was set back is still to be told there.
            shown = replace(table.record.announced, revision=table.record.revision)
            await self._store(table, shown)
            return 0.0

        if table.record.announced.restored and table.status is not Status.SUSPENDED:
            table = await self._announce_restored(table)

        match table.status:
            case Status.LOBBY:
                await self._update_lobby(table, state)
            case Status.ENDED:
                await self._update_ended(table)
            case Status.PLAYING | Status.OVER:
                return await self._update_running(table, state)
            case Status.SUSPENDED:
                await self.dms.close(table, await self._audience.localizer(table))
                await self._store(table, replace(table.record.announced, dms=()))

        return 0.0

    async def _announce_restored(self, table: Table) -> Table:
        """Post that `table` was restored, before anything else is shown of it; return the table with that noted."""
        await self.posts.post_restored(table, await self._audience.localizer(table))
        announced = replace(table.record.announced, restored=False)
        await self._store(table, announced)
        return with_published(table, announced)

    async def _store(
        self, table: Table, published: Published, wind: ClockChange = no_change
    ) -> None:
        """Store `published`, and change the clocks by `wind`, in one transaction."""
        store = self._tables.published_states.store
        await store(table.id, published, wind, table.channel)

    async def _store_new_messages(self, table: Table, published: Published) -> None:
        """Store the ids of new messages at once, so that a bot that dies right after it sends nothing twice."""
        if published.messages - table.record.announced.messages:
            await self._store(table, published)

    async def render_lobby(self, table: Table, localizer: Localizer) -> Outgoing:
        """Return the message of an open table; its first one alone pings the users who are invited.

        A person who typed a command waits for it, and right after a start the first picture takes seconds: it goes out
        in words then, and is shown again.
        """
        record = table.record
        box = await lobby_box(self._tables, table)
        invited = missing_guests(record)
        request = box.picture(localizer) if await self._has_pictures(table) else None
        page = lobby.lobby_page(record, box, localizer, invited)
        message = page_message(page, request)
        return replace(message, pings=() if record.announced.message else invited)

    def _expect_picture(
        self, state: AnnounceState, look: PictureRequest | None
    ) -> None:
        """Show the table again once the picture of `look` is drawn; None: it lacks no picture."""
        picture = None if look is None else self._sender.renderer.prepare(look)
        state.expect_picture(picture, self._show_again)

    async def _update_lobby(self, table: Table, state: AnnounceState) -> None:
        """Bring the message of an open table up to date."""
        localizer = await self._audience.localizer(table)
        look = await self.render_lobby(table, localizer)
        ready = self._sender.with_cached_picture(look)
        self._expect_picture(state, None if ready.picture else look.request)

        before, phase = table.record.announced, lobby_phase(table.record)
        shown = await self._table_message.update(table, before, ready, phase, localizer)
        await self._store(table, replace(shown, revision=table.record.revision))

    async def _update_ended(self, table: Table) -> None:
        """Close DMs, story and table message of a table that was ended."""
        announced = table.record.announced
        localizer = await self._audience.localizer(table)

        if table.match is not None:
            await self.dms.close(table, localizer)
            story = await self.posts.story(table, localizer)
            await self.posts.end(story)
            announced, _ = await self._consents.ping(story, self._tables.now())
            story = replace(story, announced=announced)
            announced = await self.posts.clear_ping_messages(story)

        if message := announced.message:
            last = await self._render_ended(table, localizer)
            if has_exchanged_pledge(table.record):
                update = self._table_message.update
                announced = await update(table, announced, last, ENDED, localizer)
            else:
                await self._sender.edit(table.channel, message, last)

        ended = replace(announced, revision=table.record.revision, dms=(), phase=ENDED)
        await self._store(table, ended)

    async def _render_ended(self, table: Table, localizer: Localizer) -> Outgoing:
        """Return the last message of a table that was ended: as it stood, if its game had begun."""
        if table.match is None:
            return page_message(messages.closed_page(table.record, localizer))
        frame = replace(table.frame(None), asks=())
        order = await self._picture_request(table, frame, localizer)
        page = messages.table_message(table.record, frame, localizer)
        return page_message(page, order)

    async def _update_running(self, table: Table, state: AnnounceState) -> float:
        """Bring DMs, table message, story and pings up to date; while debouncing, only news for asked seats."""
        waits = not state.whole and table.status is Status.PLAYING
        table = self._tables.clocks.with_clocks_after_pings(table)
        now = self._tables.now()
        localizer = await self._audience.localizer(table)
        await self._close_lobby(table, localizer)

        story = await self.posts.story(table, localizer)
        quiet = await self._reminders.quiet_pings(story, now)
        story = replace(story, spared=frozenset(quiet.held), recalled=quiet.recalled)

        if waits and story.is_held_back and (held := state.hold_back_left()):
            return held

        debounce = state.debounce_left(pings=story.is_urgent) if waits else 0.0
        if debounce and not story.is_urgent:
            return debounce

        if await self._free_left_seats(story, now):
            # The table has changed by that, and is announced anew.
            return 0.0

        announced, held_back = await self._consents.ping(story, now)
        quiet = replace(quiet, consents=held_back)

        # After debouncing: that a ping isn't needed must show by no delay.
        unneeded = await self.dms.find_unneeded(table, story.seats_to_ping)
        story = replace(story, spared=story.spared | unneeded)
        announced = await self.dms.deliver(story, announced, self._store_new_messages)

        over = not table.started_match.deciding
        if over:
            # Whatever is still to be told stands above the table, which is the newest message in the end.
            told = replace(story, announced=announced)
            announced, _ = await self._update_story(told, state, waits=waits)
            await self._store_new_messages(table, announced)

        begins = story.has_new_chapter or announced.post is None
        announced, pictured = await self._update_table_message(
            table, announced, localizer, debounced=bool(debounce), begins=begins
        )

        left = debounce
        if not over:
            told = replace(story, announced=announced, pictured=pictured)
            announced, due = await self._update_story(told, state, waits=waits)
            left = max(due, debounce)

        request = pictured.request
        late = request is not None and self._sender.renderer.pop_late(request)
        self._expect_picture(state, request if late else None)

        announced = await self.dms.settle(story, announced)
        if not left:
            announced = replace(announced, revision=table.record.revision)
        changes = quiet.held or quiet.over or quiet.consents
        change = quiet.apply if changes else no_change
        await self._store(table, announced, change)
        if announced.post != table.record.announced.post:
            # Made once more, an edit of the new post would name whom that mentions.
            await self._tables.published_states.write_table(table.id)

        if not left:
            await self._remind(replace(story, announced=announced), now)
        if not debounce:
            state.mark_shown()
        return left

    async def _close_lobby(self, table: Table, localizer: Localizer) -> None:
        """Show in words, before any debouncing or picture, that a game has begun: the lobby's buttons are gone.

        After a click on Start, its answer has shown that already.
        """
        announced = table.record.announced
        message = announced.message
        look = announced.look
        if message is None or announced.phase not in {LOBBY, lobby_phase(table.record)}:
            return

        if self._sender.digest(message, look) == look:
            page = await self._page(table, table.frame(None), localizer)
            await self._sender.edit(table.channel, message, page_message(page))

    async def _page(self, table: Table, frame: Frame, localizer: Localizer) -> Page:
        """Return the table message as a `Page`, with the times of its questions."""
        asked = (await self._tables.logs.with_recent(table)).asked_at()
        return messages.table_message(table.record, frame, localizer, asked)

    async def _free_left_seats(self, story: Story, now: float) -> bool:
        """Free the seats that would be pinged now but whose people have left the guild; tell whether there are any."""
        record = story.record
        clock = story.table.clock
        due = map(Seat, clock.due_reminders(now)) if clock is not None else ()
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

    async def _remind(self, story: Story, now: float) -> None:
        """Send the reminders that are due, after everything is shown."""
        announced, wind = await self._reminders.remind(story, now)
        if wind is not None:
            await self._store(story.table, announced, wind)

    async def _update_table_message(
        self,
        table: Table,
        published: Published,
        localizer: Localizer,
        *,
        debounced: bool,
        begins: bool,
    ) -> tuple[Published, PostPicture]:
        """Bring the table message up to date, unless it may wait; return its picture for the story, too.

        While debouncing, a post that stands keeps the picture that it has, and one that `begins` has the present one.
        """
        frame = table.frame(None)
        order = await self._picture_request(table, frame, localizer)
        pictured = PostPicture(keeps_picture=order is not None)

        stays = self._table_message.stays(table.record, published, frame.scene.phase)
        due = not debounced or not stays
        if due or (order and begins):
            shows = published if stays else replace(published, message=None)
            page = await self._page(with_published(table, shows), frame, localizer)
            shown = page_message(page, order)
            pictured = PostPicture(order, shown.shows)
            if due:
                published = await self._table_message.update(
                    table, published, shown, frame.scene.phase, localizer
                )
                await self._store_new_messages(table, published)

        return published, pictured

    async def _update_story(
        self, story: Story, state: AnnounceState, *, waits: bool
    ) -> tuple[Published, float]:
        """Bring the story up to date, then ping the other seats; return the seconds by which pings are debounced."""
        table = story.table
        before = story.record.announced
        by_dm = seats_with_dm(table, story.announced.dms)
        due = [seat for seat in story.seats_to_ping if seat not in by_dm]

        below = story.announced.message != before.message
        # The table message tells that the phase is another one; what the post tells is still that of the old one.
        told = replace(story, announced=replace(story.announced, phase=before.phase))
        users = [table.people.users[seat] for seat in due]
        announced = await self.posts.update(told, users, below=below)

        announced = replace(announced, phase=story.announced.phase, seq=story.match.seq)
        if announced.post != before.post:
            due = []

        left = state.ping_debounce_left(questions_of(story, due) if waits else ())
        pending = due if left else []
        announced = replace(announced, called=standing_pings(story, pending))

        if due and not pending:
            announced = await self.posts.ping(replace(story, announced=announced), due)

        if announced.summons and not pending:
            await self._store_new_messages(table, announced)
            story = replace(story, announced=announced)
            announced = await self.posts.clear_ping_messages(story)

        return announced, left

    async def _picture_request(
        self, table: Table, frame: Frame, localizer: Localizer
    ) -> PictureRequest | None:
        """Return the request for the picture of the table as everybody sees it; None without pictures."""
        if not await self._has_pictures(table):
            return None
        return table_picture(frame, messages.title(table.record, localizer), localizer)

    async def _has_pictures(self, table: Table) -> bool:
        """Tell whether pictures of a table are wanted, and may be attached in its channel."""
        wanted = await self._audience.has_public_pictures(table)
        return wanted and self._sender.has_file_permission(table.channel)
