"""A month at many tables that nobody looks after, on a Discord in the same process: who plays how, and what they got.

People do something only when Discord has called or reminded them, or when they look in of their own accord. Time jumps
from one event to the next: what is due, what somebody does, and what befalls Herald.
"""

from __future__ import annotations

import heapq
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import cycle, islice
from zoneinfo import ZoneInfo

from bot.clocks.clock import DAY, HOUR, REMINDED_FROM, REMINDERS
from bot.clocks.timeline import Standstill
from bot.storage.records import Status, TableId
from bot.tables.movers import User
from bot.tables.ordering import move_of, number_of
from bot.tables.table import Table
from engine.errors import Refused
from engine.games import GAMES
from engine.match import Ask, Offered, Picks, Reply
from engine.scene import Seat
from tests.bot.clock import Clock
from tests.bot.clocked import goes_round, shown
from tests.bot.limits import problems
from tests.bot.party import Party, offered
from tests.bot.record import Sent, written
from tests.bot.server import Evening, Guest, verb

MINUTE = 60.0
SECOND = 2.0
"""By how much a moment may be off: dates are shown and kept in parts of a second."""
LONGEST = 90
"""Days after which a table that goes on is one that nobody ends."""
PACED = ("day", "half-day", "day", "hour", "three-days", "day")
GAPS = (3 * MINUTE, 20 * MINUTE, 9 * HOUR)
"""For how long Herald is down, or Discord can't be heard: less than two minutes leaves no trace in the notes."""
LONG_TURN = 40
"""How many answers somebody gives at once, at most."""


@dataclass(frozen=True, slots=True)
class Habit:
    """How somebody plays: how long they take on average, in seconds, and what they have chosen.

    `until` is the day from which on they are gone without a word. `rests` are how many days they go away for when they
    are called, one time in ten. `night` is from which hour to which they sleep where they live, and want no calls.
    """

    mean: float
    until: float | None = None
    rests: int = 0
    night: tuple[int, int] | None = None
    zone: str = "UTC"
    reminders: str = "channel"
    hand: str = "here"


HABITS = (
    Habit(HOUR),
    Habit(4 * HOUR, night=(22, 8), zone="Europe/Kyiv"),
    Habit(2 * HOUR, until=4.0),
    Habit(1.2 * DAY, reminders="dm"),
    Habit(3 * HOUR, rests=4, hand="dm"),
    Habit(HOUR, hand="dm", reminders="none"),
    Habit(5 * HOUR, night=(23, 9), zone="America/New_York", hand="dm", reminders="dm"),
    Habit(6 * HOUR, until=0.0),
    Habit(8 * HOUR, reminders="digest"),
)


def asleep(habit: Habit, now: float) -> bool:
    """Tell whether it is night where somebody lives."""
    if habit.night is None:
        return False
    hour, (begin, end) = datetime.fromtimestamp(now, ZoneInfo(habit.zone)).hour, habit.night
    return hour >= begin or hour < end


@dataclass
class Figures:
    """What came of a month: what was sent, whose time was up, and for how long a table in play said nothing."""

    calls: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    reminders: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    digests: int = 0
    lates: list[tuple[float, float]] = field(default_factory=list)
    down: list[tuple[float, float]] = field(default_factory=list)
    silence: float = 0.0
    days: float = 0.0
    moves: int = 0
    ended: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        """Return all of it as lines."""
        silent = sum(until - begin for begin, until in self.down)
        return "\n".join(
            (
                f"tables: {self.ended['over']} over, {self.ended['rests']} resting after {self.days:.1f} days",
                f"moves: {self.moves}; calls: {self.calls.total()} of {len(self.calls)} questions",
                f"reminders: {self.reminders.total()} of {len(self.reminders)} questions; digests: {self.digests}",
                f"time was up {len(self.lates)} times; down {len(self.down)} times, {silent / HOUR:.1f} hours in all",
                f"longest silence of a table in play: {self.silence / DAY:.1f} days",
            )
        )


@dataclass
class Month:
    """People at tables, each in a channel of its own, and what happens there, event by event.

    One answer in `pressed` is given by its buttons, the others are handed to the tables, which is quicker.
    """

    court: Evening
    clock: Clock
    dice: random.Random
    pressed: int = 1
    figures: Figures = field(default_factory=Figures)
    people: list[Guest] = field(default_factory=list)
    habits: dict[int, Habit] = field(default_factory=dict)
    parties: dict[int, Party] = field(default_factory=dict)
    away: dict[int, float] = field(default_factory=dict)
    coming: list[tuple[float, int, int, int]] = field(default_factory=list)
    waited: set[tuple[int, int, int]] = field(default_factory=set)
    heard: dict[int, float] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    begun: float = 0.0
    looked: float = 0.0
    over: bool = False

    # How it begins

    async def open(self, tables: int, people: int) -> None:
        """Let so many people come, choose how they are called, and sit down at so many tables."""
        self.begun = self.clock.now
        # What pictures cost is no part of it.
        await self.court.bot.preferences.change_server(self.court.server.id, pictures=False)
        for number, habit in enumerate(islice(cycle(HABITS), people)):
            guest = self.court.invite(f"Guest {number}")
            self.people.append(guest)
            self.habits[guest.id] = habit
            await self._choose(guest, habit)
        self.watch()
        for number in range(1, tables + 1):
            await self._seat(number)
            await self._tell()
            await self._passes(self.clock.now + self.dice.uniform(MINUTE, HOUR))

    async def _choose(self, guest: Guest, habit: Habit) -> None:
        await self.court.command(guest, "settings reminders", way=habit.reminders)
        await self.court.command(guest, "settings hand", where=habit.hand)
        if habit.night is not None:
            begin, end = (f"{hour}:00" for hour in habit.night)
            options = {"from": begin, "to": end, "zone": habit.zone}
            await self.court.command(guest, "settings quiet", None, **options)

    async def _seat(self, number: int) -> None:
        game = ("oriflamme", "fortheking", "oriflamme")[number % 3]
        seats = max(GAMES[game].seats[0], 2 + number % 3)
        guests = self.dice.sample(self.people, seats)
        channel = self.court.server.create_text_channel(f"hall-{number}")
        pace = PACED[number % len(PACED)]
        await self.court.seat(*guests, game=game, channel=channel, pace=pace)
        self.parties[number] = Party(self.court, guests, self.dice, number, channel.id)
        self.heard[number] = self.clock.now

    # How it goes on

    async def live(self, days: float) -> None:
        """Let time pass until every table is over or rests; Herald falls over every other day of the first ones."""
        falls = sorted(self.begun + self.dice.random() * days * DAY for _ in range(int(days / 2)))
        while not self.over and self.clock.now < self.begun + LONGEST * DAY:
            await self._tell()
            soonest = await self._soonest(falls[:1])
            if falls and falls[0] <= soonest:
                falls.pop(0)
                await self._fall()
            else:
                await self._passes(soonest)
            await self._people()
        await self._tell()
        self.figures.days = (self.clock.now - self.begun) / DAY

    async def _soonest(self, falls: list[float]) -> float:
        """Return when something happens next; a moment later at least, so that time doesn't stand still."""
        due, coming = await self.court.bot.storage.next_due(), [at for at, *_ in self.coming[:1]]
        ahead = [*falls, *coming, *([] if due is None else [due]), self.clock.now + DAY]
        return max(self.clock.now + SECOND, min(ahead))

    async def _passes(self, until: float) -> None:
        """Let Herald live until a moment, and do what is due then; before it, everything has come to rest."""
        assert not self.court.bot.announcer._tasks
        self.clock.now = until
        await goes_round(self.court, self.clock)

    async def _fall(self) -> None:
        """Let Herald be stopped and started again, or Discord not be heard, for some minutes or a night."""
        begun = self.clock.now
        gap = self.dice.choice(GAPS)
        if self.dice.random() < 1 / 2:
            self.clock.now += gap
            await self.court.bot.on_resumed()
        else:
            await self.court.bot.close()
            self.clock.now += gap
            await self.court.env.restart_bot(self.court.another())
            self.watch()
        self.figures.down.append((begun, self.clock.now))
        self.coming = [(max(at, self.clock.now), user, table, asked) for at, user, table, asked in self.coming]
        heapq.heapify(self.coming)
        await self._passes(self.clock.now)

    def watch(self) -> None:
        """Take note of each question whose time is up: how much time had counted for it, and how much there was."""
        clocks = self.court.bot.tables.clocks
        overdue = clocks.overdue

        async def watched(table_id: TableId, seat: Seat) -> Table:
            clock = (await self.court.bot.tables.get(table_id)).record.clock
            own = clock.seats[seat] if clock else None
            if clock and own and not own.late:
                lived = Standstill(tuple(self.figures.down)).counted(own.since, self.clock.now)
                self.figures.lates.append((lived, clock.terms.pace + own.reserve))
            return await overdue(table_id, seat)

        clocks.overdue = watched  # type: ignore[method-assign]

    # What people do

    async def _people(self) -> None:
        """Let everybody do what they had in mind for now."""
        while self.coming and self.coming[0][0] <= self.clock.now:
            _, user, table, asked = heapq.heappop(self.coming)
            guest = next(each for each in self.people if each.id == user)
            habit = self.habits[user]
            if self._gone(habit):
                continue
            if asleep(habit, self.clock.now):
                heapq.heappush(self.coming, (self.clock.now + HOUR, user, table, asked))
            elif habit.rests and user not in self.away and self.dice.random() < 1 / 10:
                await self._leave(guest, habit)
                heapq.heappush(self.coming, (self.away[user] + self.dice.expovariate(1 / HOUR), user, table, asked))
            else:
                await self._answer(guest, table)

    def _gone(self, habit: Habit) -> bool:
        return habit.until is not None and self.clock.now > self.begun + habit.until * DAY

    async def _leave(self, guest: Guest, habit: Habit) -> None:
        """Let somebody say that they are away for some days; they do so once."""
        panel = (await self.court.command(guest, "away")).message
        await self.court.choose(guest, panel, [str(habit.rests)], "away:pick")
        self.away[guest.id] = self.clock.now + habit.rests * DAY

    async def _answer(self, guest: Guest, number: int) -> None:
        """Let somebody answer what they are asked, and all that comes of it for them."""
        table = await self.court.table(number)
        if table.record.status is not Status.PLAYING:
            return
        if self.dice.randrange(self.pressed):
            await self._hand_in(guest, number)
        else:
            await self._press(guest, number)

    async def _press(self, guest: Guest, number: int) -> None:
        party = self.parties[number]
        place = (await self.court.press(guest, self.court.board(party.channel, number), "play")).message
        for _ in range(LONG_TURN):
            if not [part for part in offered(place) if verb(part) != "order" or not part.get("disabled")]:
                break
            place = (await party.answer(guest, place)).message

    async def _hand_in(self, guest: Guest, number: int) -> None:
        tables, seat = self.court.bot.tables, (await self.court.table(number)).seat_of(guest.id)
        for _ in range(LONG_TURN):
            table = await tables.clocks.pressed(await self.court.table(number), guest.id)
            ask = table.frame(seat).mine
            if table.record.status is not Status.PLAYING or ask is None:
                break
            try:
                await tables.play(table.record.id, User(guest.id), ask.question, self._reply(ask))
            except Refused as refused:
                self.wrong.append(f"{guest.name} at table {number}: {refused!r}")
                break

    def _reply(self, ask: Ask) -> Reply:
        """Return what somebody answers to a question: something ready-made, if there is any."""
        if ask.offers:
            return Offered(self.dice.randrange(len(ask.offers)))
        many = [choice.number for choice in ask.choices for _ in range(choice.option.times)]
        return Picks(tuple(self.dice.sample(many, max(1, ask.at_least))))

    # What Discord has shown of it

    async def _tell(self) -> None:
        """Wait until everything is shown, take note of it, and see that everybody who is asked knows."""
        await shown(self.court)
        new = self.court.record.sent[:]
        # Each holds every match of its moment: a month of them is more than a machine likes to remember.
        self.court.record.sent.clear()
        channels = {party.channel: number for number, party in self.parties.items()}
        for sent in new:
            if sent.channel in channels:
                self._break_silence(channels[sent.channel])
            if sent.method == "POST" and sent.path.startswith("/channels/"):
                for user in sent.pings or ((sent.reader,) if sent.reader else ()):
                    self._called(sent, user)
            self.wrong += problems(sent.payload)
        if self.clock.now >= self.looked + HOUR:
            self.looked = self.clock.now
            self.over = all([await self._known(await self.court.table(number)) for number in self.parties])

    def _break_silence(self, number: int) -> None:
        self.figures.silence = max(self.figures.silence, self.clock.now - self.heard[number])
        self.heard[number] = self.clock.now

    def _called(self, sent: Sent, user: int) -> None:
        """Take note of a call, a reminder or a digest, and let its person think of an answer."""
        habit, now = self.habits[user], self.clock.now
        if asleep(habit, now):
            self.wrong.append(f"{user} was called at night: {sent.path} {written(sent.payload)[:200]}")
        numbers = [str(part["custom_id"]).split(":")[1] for part in sent.buttons if ":" in str(part["custom_id"])]
        known = [int(number) for number in numbers if number.isdecimal()]
        if not known:
            self.figures.digests += 1
            return
        number = known[0]
        if self.away.get(user, 0.0) > now:
            self.wrong.append(f"{user} was called at table {number} while away")
        call = self._question(sent, number, user)
        hushes = any(verb(part) == "hush" for part in sent.buttons)
        (self.figures.reminders if hushes else self.figures.calls)[call] += 1
        if self.figures.calls[call] > 1 and not hushes:
            self.wrong.append(f"{user} was called twice, {call}: {written(sent.payload)}")
        if call not in self.waited:
            self.waited.add(call)
            heapq.heappush(self.coming, (now + self.dice.expovariate(1 / habit.mean), user, number, call[2]))

    def _question(self, sent: Sent, number: int, user: int) -> tuple[int, int, int]:
        """Return the table, the seat and the number of the question that somebody is called for."""
        match, table = sent.matches[number], self.court.bot.tables.shelf.remembered[TableId(number)]
        assert match is not None
        seat = table.seat_of(user)
        return number, int(seat), number_of(match, seat)

    async def _known(self, table: Table) -> bool:
        """See that whoever is asked at a table has been called, unless they sleep, are away, or are at it anyway.

        Tell whether the table is over or rests.
        """
        number = int(table.record.id)
        if self._rests(table):
            self.heard[number] = self.clock.now
            return True
        table = await self.court.bot.tables.logs.recalled(table)
        movers = {entry.seq: entry.seat for entry in table.recent}
        for seat in table.started.deciding:
            user, asked = table.people.users[seat], table.number(seat)
            spared = asleep(self.habits[user], self.clock.now) or self.away.get(user, 0.0) > self.clock.now
            due = table.attended(seat) and not spared and movers.get(move_of(asked)) != seat
            if due and not self.figures.calls[number, int(seat), asked]:
                self.wrong.append(f"seat {seat} of table {number} was not called for question {asked}")
        return False

    # How it ends

    @staticmethod
    def _rests(table: Table) -> bool:
        return table.record.status is not Status.PLAYING or bool(table.record.clock and table.record.clock.rests)

    async def close(self) -> Iterator[str]:
        """Count how the tables ended; return all that went wrong."""
        tables = [await self.court.table(number) for number in self.parties]
        self.figures.moves = sum(table.started.seq for table in tables)
        for table in tables:
            over = table.record.status is Status.OVER
            self.figures.ended["over" if over else "rests" if self._rests(table) else "goes on"] += 1
        return self._faults(tables)

    def _faults(self, tables: list[Table]) -> Iterator[str]:
        paces = {int(table.record.id): table.record.clock.terms.pace if table.record.clock else 0 for table in tables}
        yield from self.wrong
        for call, often in self.figures.reminders.items():
            if often > REMINDERS or paces[call[0]] < REMINDED_FROM:
                yield f"reminded {often} times: {call}"
        yield from (f"late after {lived} of {most}" for lived, most in self.figures.lates if lived < most - SECOND)
        if self.figures.ended["goes on"]:
            yield f"{self.figures.ended['goes on']} tables go on"
