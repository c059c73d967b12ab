"""Pings beside the story: after quiet hours, as reminders, in digests, and for consents.

Theory of operation. In quiet hours nothing pings a person: a post names them without a mention, a DM or a ping message
waits. When the hours end (`SeatClock.call`, stored in the transaction that stores the pings), they are pinged once, if
their question is still open, which counts as a reminder that came due meanwhile. Who was pinged before the hours began
is reminded then. A clock runs all the while.

A reminder is a message below the story, or a DM, as the person chose. It is counted with the clocks once it was sent;
if Herald dies between the two, the next start finds it (`dedupe`). A person who chose digests gets one DM a day
about all tables that wait, if any do, but for private, paused and resting ones: nobody waits there.

A person whose consent to a newcomer in a free seat is missing (`bot.policies`) is pinged for it once. Each has a
message of their own, whose words are the same however many others have agreed. The ids of these messages are stored
with the announcement; a message that was sent and not stored is found by its words. It is deleted once its person has
agreed; where the newcomer no more asks, one line says so.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import field
from hashlib import blake2b
from math import inf

import discord

from bot import policies
from bot.announce.dedupe import DedupeWindow, FirstLosses, origin
from bot.announce.dm_views import has_dm_views
from bot.announce.sender import Sender
from bot.announce.story import Story
from bot.clocks.table_clock import SeatClock, TableClock
from bot.clocks.user_time_settings import Reminders, TimeSettings
from bot.faces import story as tale
from bot.faces.components import Page, make_custom_id
from bot.faces.scene_text import Localizer
from bot.faces.vacancies import MOST
from bot.host.connection_errors import OUTAGES
from bot.policies import Candidate
from bot.sending.codes import is_passing
from bot.sending.reader_settings import ReaderSettings
from bot.storage.records import Consent, ConsentCall, PingMessage
from bot.tables.seat_orders import QuestionNumber
from bot.tables.table import Table
from bot.tables.tables import Tables
from engine.frozen import frozen, replace
from engine.scene import Seat, Value, Who

log = logging.getLogger(__name__)

NONCE_BYTES = 10
"""Length of the hash in a digest's nonce, in bytes."""


@frozen
class OtherPings:
    """Applies quiet hours to pings, and sends reminders that are due and pings for consents.

    What was sent is noted in the story, and what it changes of the clocks (`Story.clock_change`).
    """

    _sender: Sender
    _audience: ReaderSettings
    _losses: FirstLosses = field(default_factory=FirstLosses)

    async def apply_quiet_hours(self, story: Story) -> Story:
        """Return `story` without the pings that quiet hours hold back, and with those held back before that are due."""
        table = story.table
        clock = table.clock or TableClock()
        over = tuple(map(Seat, clock.seats_to_ping(story.at)))
        called = [seat for seat in over if clock.seats[seat].call is not None]
        missed = [seat for seat in called if table.is_attended(seat)]

        seats = {*story.seats_to_ping, *missed}
        ends = {seat: await self._quiet_until(story, seat) for seat in seats}
        held = {seat: end for seat, end in ends.items() if end is not None}

        for seat in over:
            story.change_clock(TableClock.with_ping_at, seat, None)
            story.change_clock(TableClock.with_consent_at, seat, None)
        for seat, end in held.items():
            story.change_clock(TableClock.with_ping_at, seat, end)
        recalled = tuple(seat for seat in missed if seat not in held)
        after = story.sparing(held, recalled)
        for seat in set(after.seats_to_ping).intersection(
            clock.due_reminders(story.at)
        ):
            # The ping is one.
            after.change_clock(TableClock.count_reminder, seat)
        return after

    async def remind(self, story: Story) -> None:
        """Send the reminders that are due, and store each with its change of the clocks before the next."""
        clock = story.table.clock or TableClock()
        due = map(Seat, clock.due_reminders(story.at))
        for seat in [each for each in due if each not in story.seats_to_ping]:
            end = await self._quiet_until(story, seat)
            if end is not None:
                story.change_clock(TableClock.postpone_reminder, seat, end)
            elif seat not in story.spared:
                # Where a DM isn't needed, it would have been the reminder.
                await self._remind_one(story, seat, clock.seats[seat])
                story.change_clock(TableClock.count_reminder, seat)
            await story.store()

    async def _remind_one(self, story: Story, seat: Seat, clock: SeatClock) -> None:
        """Send a reminder to `seat` as its person has chosen."""
        user = story.table.people.users[seat]
        kind = (await self._audience.time_settings(user)).reminders
        if kind in {Reminders.NONE, Reminders.DIGEST}:
            return

        # Nobody sees that a DM isn't written; below the story all are reminded alike.
        presumed = seat in story.match.presumed_seats
        if kind is Reminders.DM and (
            (presumed and not (await self._audience.person(user)).dm_closed)
            or await self._remind_by_dm(story, seat, clock)
        ):
            return
        await self._remind_below(story, seat, clock)

    async def _quiet_until(self, story: Story, seat: Seat) -> float | None:
        """Return the end of the sitter's quiet hours or absence; None if `seat` may be pinged now."""
        clock = story.table.clock
        settings = await self._audience.time_settings(story.table.people.users[seat])
        away = clock.seats[seat].back if clock is not None and clock.seats else None
        return settings.pings_allowed_at(story.at, away)

    async def _remind_below(self, story: Story, seat: Seat, clock: SeatClock) -> None:
        """Post a reminder below the story; settle an earlier ping message for the same question alone."""
        table = story.table
        question = (int(seat), table.question_number(seat))
        post = tale.reminder(
            table.record,
            table.frame(None),
            seat,
            table.started_match.question_id(seat),
            story.localizer,
        )
        outgoing = story.without_needless_pings(story.with_title(post))
        move = QuestionNumber(question[1]).move
        begun = origin(table.record, clock.since, move, story.last_message)
        about = [(*question, clock.reminded)]

        # First, since the new one is stored only after it.
        summons = story.announced.summons
        earlier = [each for each in summons if each.called == (question,)]
        for each in earlier:
            line = story.settled_message("moved")
            await self._sender.edit(table.channel, each.message, line)

        sent = await self._sender.post(
            table,
            "m",
            about,
            outgoing,
            begun,
        )
        others = [each for each in summons if each not in earlier]
        story.note_published(summons=(*others, PingMessage(sent, (question,))))

    async def _remind_by_dm(self, story: Story, seat: Seat, clock: SeatClock) -> bool:
        """Send a reminder by DM; tell whether Discord has taken it."""
        table = story.table
        user = table.people.users[seat]
        localizer = await self._audience.private_localizer(user, story.localizer)

        post = tale.reminder_dm(
            table.record,
            table.frame(None),
            seat,
            table.started_match.question_id(seat),
            localizer,
        )
        number = table.question_number(seat)
        begun = origin(table.record, clock.since, number.move)
        about = number, clock.reminded
        sent = await self._send_dm(table, "n", about, post, begun, user)

        if sent and clock.reminded:
            await self._settle_first(replace(story, localizer=localizer), seat, *sent)
        return sent is not None

    async def _send_dm(
        self,
        table: Table,
        kind: str,
        about: object,
        outgoing: Page,
        begun: DedupeWindow | None,
        user: int,
    ) -> tuple[int, int] | None:
        """Send a DM as `Sender.send_dm` does; return None, and log why, where Discord refuses it.

        Discord's own error is raised once.
        """
        try:
            return await self._sender.send_dm(
                table,
                kind,
                about,
                outgoing,
                begun,
                user,
            )
        except discord.HTTPException as error:
            self._losses.check(error, table.id, kind, about, user)
            log.info("table %s: a DM could not be sent: %s", table.id, error)
            return None

    async def _settle_first(
        self, story: Story, seat: Seat, channel: int, sent: int
    ) -> None:
        """Settle the DM with the first reminder, once the second one was sent."""
        table = story.table
        try:
            hush = make_custom_id(
                "hush", table.id, seat, table.started_match.question_id(seat)
            )
            for first in (await self._sender.find_own(channel, hush, sent))[:1]:
                await self._sender.edit(channel, first, story.settled_message("moved"))
        except OUTAGES as error:
            # The second one isn't stored yet.
            log.info(
                "table %s: the first reminder of seat %s stands as it was: %s",
                table.id,
                seat,
                error,
            )

    async def ask_consents(self, story: Story) -> None:
        """Ping players for missing consents, and store each ping; clear those that are over."""
        silent = dict(_missing_consents(story))
        missing = dict(_missing_consents(story, waited=True))
        standing = {each.consent: each for each in story.announced.consents}

        for consent in standing.keys() - silent.keys():
            await self._clear_consent(story, standing.pop(consent))

        for consent in missing.keys() - standing.keys():
            seat = Seat(consent.seat)
            end = await self._quiet_until(story, seat)
            if end is None:
                newcomer = missing[consent]
                standing[consent] = await self._ask_consent(story, consent, newcomer)
                story.note_published(consents=tuple(standing.values()))
                await story.store_new_messages()
            else:
                story.change_clock(TableClock.with_consent_at, seat, end)

        story.note_published(consents=tuple(standing.values()))

    async def _ask_consent(
        self, story: Story, consent: Consent, newcomer: Candidate
    ) -> ConsentCall:
        """Ping one player for a consent, by DM or in the channel."""
        table = story.table
        about = tuple(consent)
        begun = DedupeWindow(consent.since)
        person = await self._audience.person(consent.user)

        if has_dm_views(table.record, person):
            localizer = await self._audience.private_localizer(
                consent.user, story.localizer
            )
            player = Who(Seat(consent.seat))
            call = tale.consent_call(
                table.record,
                newcomer,
                player,
                localizer,
            )
            outgoing = tale.with_table_name(call, table.record, localizer)
            if sent := await self._send_dm(
                table, "v", about, outgoing, begun, consent.user
            ):
                return ConsentCall(consent, *sent)

        mention: Value = f"<@{consent.user}>"
        post = tale.consent_call(
            table.record, newcomer, mention, story.localizer, [consent.user]
        )
        outgoing = story.with_title(post)
        posted = await self._sender.post(
            table,
            "v",
            [about],
            outgoing,
            begun,
            table.channel,
        )
        return ConsentCall(consent, table.channel, posted)

    async def _clear_consent(self, story: Story, ping: ConsentCall) -> None:
        """Delete the message of a consent that was given; else edit it to say that the question is over.

        A DM that Discord lets nobody change stays as it is.
        """
        table = story.table
        channel = ping.channel
        free, newcomer = ping.consent.free, ping.consent.newcomer
        candidate = policies.find_candidate(table.record, free, newcomer)
        try:
            if candidate is not None or newcomer in table.people.users:
                await self._sender.delete(channel, ping.message)
            else:
                over = tale.consent_over(story.localizer)
                outgoing = Page(content=over)
                await self._sender.edit(channel, ping.message, outgoing)
        except discord.HTTPException as error:
            if channel == table.channel or is_passing(error):
                raise
            log.info("table %s: a DM stays as it was: %s", table.id, error)


def _missing_consents(
    story: Story, *, waited: bool = False
) -> Iterator[tuple[Consent, Candidate]]:
    """Yield the missing consents to each newcomer that is shown; `waited`: only those that are needed."""
    users = story.table.people.users
    for candidate in policies.candidates(story.record)[:MOST]:
        newcomer = candidate.sitter.user, candidate.seat, candidate.since
        for seat in candidate.missing if waited else candidate.silent:
            yield Consent(seat, users[seat], *newcomer), candidate


@frozen
class Digests:
    """Sends digests: one DM a day about all tables that wait for a user, one user after another.

    The timekeeper calls `send` when one is due, until it raises nothing: one that Discord refuses is left out.
    """

    _sender: Sender
    _tables: Tables
    _audience: ReaderSettings
    _sent: dict[int, float] = field(default_factory=dict)

    async def send(self, user: int, now: float) -> None:
        """Send the digest of `user`, unless away, and store when the next one is due.

        If Herald dies between the two, the next start finds it (`dedupe`); a digest without a stored due time
        isn't sent again.
        """
        settings = await self._audience.time_settings(user)
        by_digest = settings.reminders is Reminders.DIGEST
        digest = inf if settings.digest is None else settings.digest
        wanted = digest <= now and by_digest and settings.away_until(now) is None

        if wanted and self._sent.get(user) != digest:
            tables = await self._tables.find(user=user)
            shared = [each for each in tables if each.keeps_waiting]
            waiting = [each for each in shared if each.is_waiting_for(user)]
            if waiting:
                await self._send_digest(settings, waiting)
            self._sent[user] = digest

        due = settings.next_digest(now) if by_digest else None
        preferences = self._audience.preferences
        if due == settings.digest:
            # Its row alone says that it is due, and stays so until it is written anew.
            await preferences.storage.store_choices(settings, was=settings)
        await preferences.change_time_settings(user, digest=due)
        self._sent.pop(user, None)

    async def _send_digest(self, settings: TimeSettings, waiting: list[Table]) -> None:
        """Send the lines of `waiting` tables in one DM; closed DMs get none."""
        user = settings.user
        localizers = list[Localizer]()
        lines = list[str]()
        for table in waiting:
            public = await self._audience.localizer(table)
            localizers.append(await self._audience.private_localizer(user, public))
            record = self._tables.clocks.with_clocks_after_pings(table).record
            lines.append(tale.waiting_line(record, table.seat_of(user), localizers[-1]))

        content = tale.digest(lines, localizers[0])
        outgoing = Page(content=content, loud=True)
        about = f"{user} {settings.digest}".encode()
        unique = blake2b(about, digest_size=NONCE_BYTES).hexdigest()
        begun = DedupeWindow(settings.digest or 0.0)
        try:
            channel = await self._sender.open_dm(user)
            await self._sender.send(
                channel,
                outgoing,
                f"g{unique}",
                begun,
            )
        except discord.HTTPException as error:
            if is_passing(error):
                raise
            log.info("a digest could not be sent: %s", error)
