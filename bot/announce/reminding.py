"""Pings beside the story: after quiet hours, as reminders, in digests, and for consents.

Theory of operation. In quiet hours nothing pings a person: a post names them without a mention, a DM or a ping message
waits. When the hours end (`SeatClock.call`, stored in the transaction that stores the pings), they are pinged once, if
their question is still open, and reminded if a reminder came due meanwhile. A clock runs all the while.

A reminder is a message below the story, or a DM, as the person chose. It is counted with the clocks once it was sent;
if Herald dies between the two, the next start finds it (`orphans`). A person who chose digests gets one DM a day about
all tables that wait, if any do.

A person whose consent to a newcomer in a free seat is missing (`bot.policies`) is pinged for it once. Each has a
message of their own, whose words are the same however many others have agreed. The ids of these messages are stored
with the announcement; a message that was sent and not stored is found by its words. It is deleted once its person has
agreed; where the newcomer no more asks, one line says so.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial, reduce
from hashlib import blake2b

import discord

from bot import policies
from bot.announce.dms import by_dm
from bot.announce.orphans import Origin, origin
from bot.announce.sender import Sender
from bot.announce.story import Story, outgoing
from bot.clocks.clock import Clock, SeatClock
from bot.clocks.time_settings import Reminders, TimeSettings
from bot.faces import story as faces
from bot.faces import story as tale
from bot.faces.components import click
from bot.faces.messages import title
from bot.faces.vacancies import MOST
from bot.faces.words import Speaker
from bot.policies import Candidate
from bot.sending.audience import Audience
from bot.sending.outgoing import Outgoing
from bot.storage.records import Announced, Consent, ConsentCall, Summons
from bot.tables.ordering import Prompt
from bot.tables.schedule import ClockChange
from bot.tables.table import Table
from bot.tables.tables import Tables
from engine.scene import Seat, Value, Who

log = logging.getLogger(__name__)

NONCE_BYTES = 10
"""Length of the hash in a digest's nonce, in bytes."""


@dataclass(frozen=True, slots=True)
class Hours:
    """Pings changed by quiet hours: `held` back, each until when; `recalled` as the hours ended; and all `over`."""

    held: tuple[tuple[Seat, float], ...] = ()
    recalled: tuple[Seat, ...] = ()
    over: tuple[Seat, ...] = ()

    @property
    def any(self) -> bool:
        """Tell whether the clocks have to be changed."""
        return bool(self.held or self.over)

    def wind(self, clock: Clock) -> Clock:
        """Return `clock` with the pings that are held back, and without those whose hours are over."""
        for seat, end in self.held:
            clock = clock.with_ping_at(seat, end)
        for seat in self.over:
            clock = clock.with_ping_at(seat, None)
        return clock


class Reminding:
    """Applies quiet hours to pings, and sends reminders that are due."""

    def __init__(self, sender: Sender, audience: Audience) -> None:
        """Send by `sender`; read time settings from `audience`."""
        self._sender = sender
        self._audience = audience

    async def hours(self, story: Story, now: float) -> Hours:
        """Return the pings of `story` that quiet hours hold back, and those held back before that are due at `now`."""
        table = story.table
        clock = table.clock
        over = tuple(map(Seat, clock.seats_to_ping(now))) if clock is not None else ()
        asked = [seat for seat in over if seat in table.started.deciding and table.attended(seat)]

        ends = {seat: await self.quiet_until(story, seat, now) for seat in {*story.calls, *asked}}
        held = tuple((seat, end) for seat, end in ends.items() if end is not None)
        peace = {seat for seat, _ in held}

        return Hours(
            held, tuple(seat for seat in asked if seat not in peace), tuple(seat for seat in over if seat not in peace)
        )

    async def remind(self, story: Story, now: float) -> tuple[Announced, ClockChange | None]:
        """Send the reminders that are due at `now`; return `Announced` then, and the change of the clocks."""
        table, announced = story.table, story.announced
        clock = table.clock
        changes: list[ClockChange] = []

        for number in () if clock is None else clock.due_reminders(now):
            seat = Seat(number)
            end, habits = await self.quiet_until(story, seat, now), await self._audience.habits(_user(story, seat))
            if end is not None:
                changes.append(partial(Clock.postpone_reminder, seat=seat, until=end))
                continue

            changes.append(partial(Clock.count_reminder, seat=seat))
            if habits.reminders in {Reminders.NONE, Reminders.DIGEST} or seat in story.recalled:
                continue

            # Nobody sees that a DM isn't written; below the story all are reminded alike.
            unneeded = seat in table.started.presumed and await self._audience.writable(_user(story, seat))
            if habits.reminders is Reminders.CHANNEL or not (unneeded or await self._write(story, seat)):
                announced = await self._call(replace(story, announced=announced), seat)

        return announced, partial(_wound, changes) if changes else None

    async def quiet_until(self, story: Story, seat: Seat, now: float) -> float | None:
        """Return the end of the sitter's quiet hours or absence; None if `seat` may be pinged now."""
        clock, habits = story.table.clock, await self._audience.habits(_user(story, seat))
        away = clock.seats[seat].back if clock is not None and clock.seats else None
        return habits.pings_allowed_at(now, away)

    async def _call(self, story: Story, seat: Seat) -> Announced:
        """Post a reminder below the story; settle an earlier ping message for the same question alone."""
        table, announced = story.table, story.announced
        clock, call = _clock(story, seat), (int(seat), table.number(seat))

        post = tale.reminder(table.record, table.frame(None), seat, table.started.question_id(seat), story.speaker)
        begun = origin(table.record, clock.since, Prompt(call[1]).move, story.last, newest=True)
        look = story.quietly(story.headed(post))

        sent = await self._sender.post(table, "m", (*call, clock.reminded), look, begun)

        earlier = [each for each in announced.summons if each.called == (call,) and each.message != sent]
        for each in earlier:
            await self._sender.edit(table.channel, each.message, story.settled("moved"))

        standing = tuple(each for each in announced.summons if each not in earlier and each.message != sent)
        return replace(announced, summons=(*standing, Summons(sent, (call,))))

    async def _write(self, story: Story, seat: Seat) -> bool:
        """Send a reminder by DM; tell whether Discord has taken it."""
        table, clock = story.table, _clock(story, seat)
        user = _user(story, seat)
        speaker = await self._audience.reader(user, story.speaker)

        post = tale.reminder_dm(table.record, table.frame(None), seat, table.started.question_id(seat), speaker)
        about = table.number(seat), clock.reminded
        begun = origin(table.record, clock.since, about[0].move, newest=True)

        try:
            channel, sent = await self._sender.write(table, "n", about, outgoing(post), begun, user)
        except discord.HTTPException as error:
            log.info("table %s: seat %s could not be reminded by DM: %s", table.id, seat, error)
            return False

        if clock.reminded:
            await self._settle(replace(story, speaker=speaker), seat, channel, sent)
        return True

    async def _settle(self, story: Story, seat: Seat, channel: int, sent: int) -> None:
        """Settle the DM with the first reminder, once the second one was sent."""
        table = story.table

        try:
            hush = click("hush", table.id, seat, table.started.question_id(seat))
            first = await self._sender.earlier(channel, sent, hush)
            if first is not None:
                await self._sender.edit(channel, first, story.settled("moved"))
        except discord.HTTPException as error:
            log.info("table %s: the first reminder of seat %s stands as it was: %s", table.id, seat, error)


class Digests:
    """Sends digests: one DM a day about all tables that wait for a user, one user after another.

    The timekeeper calls `send` when one is due; errors of Discord are logged, and the digest is left out.
    """

    def __init__(self, sender: Sender, tables: Tables, audience: Audience) -> None:
        """Send by `sender`; read `tables`, and time settings from `audience`."""
        self._sender = sender
        self._tables = tables
        self._audience = audience
        self._written: dict[int, float] = {}

    async def send(self, user: int, now: float) -> None:
        """Send the digest of `user`, unless away, and store when the next one is due.

        If Herald dies between the two, the next start finds it (`orphans`); a digest whose due time can't be stored
        isn't sent again.
        """
        habits = await self._audience.habits(user)
        wanted = habits.reminders is Reminders.DIGEST and habits.away_until(now) is None

        if wanted and habits.digest is not None and self._written.get(user) != habits.digest:
            waiting = [table for table in await self._tables.find(user=user) if table.waits_for(user)]
            if waiting:
                await self._write(habits, waiting)
            self._written[user] = habits.digest

        due = habits.next_digest(now) if habits.reminders is Reminders.DIGEST else None
        await self._audience.preferences.change_habits(user, digest=due)
        self._written.pop(user, None)

    async def _write(self, habits: TimeSettings, waiting: list[Table]) -> None:
        """Send the lines of `waiting` tables in one DM; closed DMs get none."""
        speakers = [await self._audience.reader(habits.user, await self._audience.speaker(table)) for table in waiting]
        lines = [self._line(table, habits.user, speaker) for table, speaker in zip(waiting, speakers, strict=True)]

        look = Outgoing(tale.digest(lines, speakers[0]), loud=True)
        unique = "g" + blake2b(f"{habits.user} {habits.digest}".encode(), digest_size=NONCE_BYTES).hexdigest()

        try:
            begun = Origin(habits.digest or 0.0, newest=True)
            await self._sender.send(await self._sender.open_dm(habits.user), look, unique, begun)
        except discord.HTTPException as error:
            log.info("a digest could not be sent: %s", error)

    def _line(self, table: Table, user: int, speaker: Speaker) -> str:
        """Return the line of a digest about `table`."""
        seat = table.seat_of(user)
        return tale.waiting_line(self._tables.clocks.foreseen(table).record, seat, speaker)


def _user(story: Story, seat: Seat) -> int:
    return story.table.people.users[seat]


def _clock(story: Story, seat: Seat) -> SeatClock:
    """Return the clock of `seat`; raise `LookupError` at a table without clocks."""
    clock = story.table.clock
    if clock is None:
        raise LookupError("a reminder at a table without clocks")
    return clock.seats[seat]


def _wound(changes: list[ClockChange], clock: Clock) -> Clock:
    """Return `clock` after all `changes`."""
    return reduce(lambda wound, change: change(wound), changes, clock)


class Consents:
    """Pings players for their consent to newcomers, and clears these messages away."""

    def __init__(self, sender: Sender, reminding: Reminding, audience: Audience) -> None:
        """Send by `sender`; `reminding` knows quiet hours, `audience` settings."""
        self._sender = sender
        self._reminding = reminding
        self._audience = audience

    async def call(self, story: Story, now: float) -> tuple[Announced, tuple[tuple[Seat, float], ...]]:
        """Ping players for missing consents; return `Announced` then, and the seats in quiet hours with their end."""
        held: list[tuple[Seat, float]] = []
        silent, missing = dict(_silent(story)), dict(_silent(story, waited=True))
        standing = {each.consent: each for each in story.announced.consents}

        for consent in standing.keys() - silent.keys():
            await self._clear(story, standing.pop(consent))

        for consent in missing.keys() - standing.keys():
            seat = Seat(consent.seat)
            end = await self._reminding.quiet_until(story, seat, now)
            if end is None:
                standing[consent] = await self._send(story, consent, missing[consent])
            else:
                held.append((seat, end))

        return replace(story.announced, consents=tuple(standing.values())), tuple(held)

    async def _send(self, story: Story, consent: Consent, newcomer: Candidate) -> ConsentCall:
        """Ping one player for a consent, by DM or in the channel."""
        table, begun = story.table, Origin(consent.since, newest=True)
        called = table, "v", tuple(consent)

        if by_dm(table.record, await self._audience.person(consent.user)):
            speaker = await self._audience.reader(consent.user, story.speaker)
            post = faces.consent_call(table.record, newcomer, Who(Seat(consent.seat)), speaker)
            look = outgoing(post)
            look = Outgoing(f"-# {title(table.record, speaker)}\n{look.content}", look.components)
            try:
                return ConsentCall(consent, *await self._sender.write(*called, look, begun, consent.user))
            except discord.HTTPException as error:
                log.info("table %s: a DM to seat %s could not be sent: %s", table.id, consent.seat, error)

        mention: Value = f"<@{consent.user}>"
        post = faces.consent_call(table.record, newcomer, mention, story.speaker, [consent.user])
        channel, look = table.channel, outgoing(story.headed(post))
        return ConsentCall(consent, channel, await self._sender.post(*called, look, begun, channel))

    async def _clear(self, story: Story, call: ConsentCall) -> None:
        """Delete the message of a consent that was given; else edit it to say that the question is over."""
        newcomer = call.consent.newcomer
        asks = policies.find_candidate(story.record, call.consent.free, newcomer) is not None
        if asks or newcomer in story.table.people.users:
            await self._sender.delete(call.channel, call.message)
        else:
            await self._sender.edit(call.channel, call.message, outgoing(faces.consent_over(story.speaker)))


def _silent(story: Story, *, waited: bool = False) -> Iterator[tuple[Consent, Candidate]]:
    """Yield the missing consents to each newcomer that is shown; `waited`: only those that are needed."""
    users = story.table.people.users
    for each in policies.candidates(story.record)[:MOST]:
        for seat in map(Seat, each.missing if waited else each.silent):
            yield Consent(seat, users[seat], each.sitter.user, each.seat, each.since), each
