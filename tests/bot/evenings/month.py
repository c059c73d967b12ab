"""A month at many tables that nobody looks after, on a Discord in the same process: who plays how, and what they got.

People do something only when Discord has called or reminded them, or when they look in of their own accord. Time jumps
from one event to the next: what is due, what somebody does, and what befalls Herald.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice

from bot.clocks.timeline import DAY, HOUR, REMINDED_FROM, REMINDERS, Standstill
from bot.storage.records import IncidentKind, Server, Status, TableId, TableRecord
from bot.tables.seat_orders import QuestionNumber, question_number
from bot.tables.table import Table
from engine.games import GAMES
from engine.scene import Seat
from tests.bot.clock import Clock
from tests.bot.clocked import away, dies, goes_round, shown
from tests.bot.evenings.month_deeds import HABITS, NEWCOMERS, SECOND, Deeds, Figures, Habit, asleep, note_questions
from tests.bot.limits import problems
from tests.bot.party import Party
from tests.bot.record import Sent, written
from tests.bot.server import Evening, Guest, verb
from tests.bot.storage.samples import next_due

MINUTE = 60.0
LONGEST = 90
"""Days after which a table that goes on is one that nobody ends."""
PACED = ("day", "half-day", "day", "hour", "three-days", "day")
GAPS = (3 * MINUTE, 20 * MINUTE, 9 * HOUR)
"""For how long Herald is down, or Discord can't be heard: less than two minutes leaves no trace in the notes."""
FALLS = ("unheard", "killed", "stopped")
"""What befalls Herald, in turns."""
MOST_REQUESTS = 6
"""After how many requests more, at most, Herald is killed while it does what is due."""


@dataclass
class Month:
    """People at tables, each in a channel of its own, and what happens there, event by event.

    In `coming` stands when somebody does something at which table: "answer", "go on" after a pause, "seek" a seat.
    `last` are how many messages a Herald has sent that was killed since nobody has looked, and when.
    """

    court: Evening
    clock: Clock
    dice: random.Random
    deeds: Deeds
    figures: Figures = field(default_factory=Figures)
    people: dict[int, Guest] = field(default_factory=dict)
    habits: dict[int, Habit] = field(default_factory=dict)
    away: dict[int, float] = field(default_factory=dict)
    coming: list[tuple[float, int, int, str]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    begun: float = 0.0
    looked: float = 0.0
    over: bool = False
    last: tuple[int, float] = (0, 0.0)
    asked: dict[int, dict[int, int]] = field(default_factory=dict)
    seen: set[tuple[int, int, int]] = field(default_factory=set)

    # How it begins

    async def open(self, tables: int, people: int) -> None:
        """Let so many people come, choose how they are called, and sit down at so many tables."""
        self.begun = self.clock.now
        # What pictures cost is no part of it.
        await self.court.bot.preferences.change(Server, self.court.server.id, pictures=False)
        for number, habit in enumerate(islice(cycle(HABITS), people)):
            await self._come(f"Guest {number}", habit)
        seated = list(self.people.values())
        for number, habit in enumerate(islice(cycle(NEWCOMERS), 1 + people // len(HABITS))):
            guest = await self._come(f"Newcomer {number}", habit)
            self._plan(guest.id, 0, "seek", DAY)
        self.watch()
        for number in range(1, tables + 1):
            await self._seat(number, seated)
            await self._tell()
            await self._passes(self.clock.now + self.dice.uniform(MINUTE, HOUR))

    async def _come(self, name: str, habit: Habit) -> Guest:
        guest = self.court.invite(name)
        self.people[guest.id] = guest
        self.habits[guest.id] = habit
        await guest.prefer(hand=habit.hand)
        calls = {"reminders": habit.reminders}
        if habit.night is not None:
            calls |= {"quiet": "{}-{}".format(*habit.night), "zone": habit.zone}
        await guest.prefer(**calls)
        return guest

    async def _seat(self, number: int, people: list[Guest]) -> None:
        game = ("oriflamme", "fortheking", "oriflamme")[number % 3]
        seats = max(GAMES[game].seats[0], 2 + number % 3)
        guests = self.dice.sample(people, seats)
        channel = self.court.server.create_text_channel(f"hall-{number}")
        pace = PACED[number % len(PACED)]
        await self.court.seat(*guests, game=game, channel=channel, pace=pace)
        self.deeds.parties[number] = Party(guests, self.dice, number, channel.id)
        self.deeds.halls[number] = channel

    # How it goes on

    async def live(self, days: float) -> None:
        """Let time pass until every table is over or rests; Herald falls over every other day of the first ones."""
        falls = sorted(self.begun + self.dice.random() * days * DAY for _ in range(int(days / 2)))
        while not self.over and self.clock.now < self.begun + LONGEST * DAY:
            await self._tell()
            soonest = await self._soonest(falls[:1])
            if falls and falls[0] <= soonest:
                await self._fall(max(self.clock.now, falls.pop(0)))
            else:
                await self._passes(soonest)
            await self._people()
        await self._tell()

    async def _soonest(self, falls: list[float]) -> float:
        """Return when something happens next; a moment later at least, so that time doesn't stand still."""
        due, coming = await next_due(self.court.storage), [at for at, *_ in self.coming[:1]]
        ahead = [*falls, *coming, *([] if due is None else [due]), self.clock.now + DAY]
        return max(self.clock.now + SECOND, min(ahead))

    async def _passes(self, until: float) -> None:
        """Let Herald live until a moment, and do what is due then; before it, everything has come to rest."""
        assert not self.court.bot.announcer._tasks
        self.clock.now = until
        await goes_round(self.court)

    async def _fall(self, at: float) -> None:
        """Let Discord not be heard, or Herald be stopped or killed and started again, for some minutes or a night.

        It is killed while it does what is due at that moment, or tells of it.
        """
        due = await next_due(self.court.storage)
        how, gap = FALLS[self.figures.falls.total() % len(FALLS)], self.dice.choice(GAPS)
        self.figures.falls[how] += 1
        self.clock.now = at = max(at, due or at) if how == "killed" else at
        if how == "killed":
            await dies(self.court, self.dice.randint(0, MOST_REQUESTS))
            self.last = len(self.court.record.sent), at
        elif how == "stopped":
            await self.court.bot.close()
        self.clock.now += gap
        self.court.record.forget()
        if how == "unheard":
            await self.court.bot.on_resumed()
        else:
            await self.court.env.restart_bot(self.court.another())
            self.watch()
        self.figures.down.append((at, self.clock.now))
        self.coming = [(max(at, self.clock.now), user, table, deed) for at, user, table, deed in self.coming]
        heapq.heapify(self.coming)
        await goes_round(self.court)

    def watch(self) -> None:
        """Take note of what is called for, and how much time had counted, of how much, where it is up."""
        note_questions(self.court.bot, self.asked, self.seen)
        clocks = self.court.tables.clocks
        overdue = clocks.mark_late

        async def watched(table_id: TableId, seat: Seat) -> Table:
            clock = (await self.court.table(table_id)).clock
            own = clock.seats[seat] if clock else None
            if clock and own and not own.late:
                lived = Standstill(tuple(self.figures.down)).count_running_seconds(own.since, self.clock.now)
                self.figures.lates.append((lived, clock.terms.pace + own.reserve))
            return await overdue(table_id, seat)

        clocks.mark_late = watched  # type: ignore[method-assign]

    # What people do

    def _plan(self, user: int, table: int, deed: str, seconds: float) -> None:
        heapq.heappush(self.coming, (self.clock.now + seconds, user, table, deed))

    async def _people(self) -> None:
        """Let everybody do what they had in mind for now."""
        while self.coming and self.coming[0][0] <= self.clock.now:
            _, user, table, deed = heapq.heappop(self.coming)
            guest, habit = self.people[user], self.habits[user]
            if self._past(habit.until):
                continue
            if asleep(habit, self.clock.now):
                self._plan(user, table, deed, HOUR)
            elif deed == "seek":
                await self.deeds.seeks(guest)
                self._plan(user, table, deed, DAY)
            elif deed == "go on":
                await self.deeds.goes_on(guest, table)
            else:
                await self._turn(guest, habit, table)

    async def _turn(self, guest: Guest, habit: Habit, table: int) -> None:
        """Let somebody who was called answer, or go away first, or leave the table for good."""
        if self._past(habit.leaves):
            await self.deeds.leaves(guest, table)
        elif habit.rests and guest.id not in self.away and self.dice.random() < 1 / 10:
            await self._rest(guest, habit)
            self._plan(guest.id, table, "answer", habit.rests * DAY + self.dice.expovariate(1 / HOUR))
        else:
            paused = self.deeds.often["pause"]
            await self.deeds.answer(guest, table)
            if self.deeds.often["pause"] > paused:
                self._plan(guest.id, table, "go on", self.dice.expovariate(1 / DAY))

    def _past(self, day: float | None) -> bool:
        return day is not None and self.clock.now > self.begun + day * DAY

    async def _rest(self, guest: Guest, habit: Habit) -> None:
        """Let somebody say that they are away for some days, who has read what called them before; they do so once."""
        await self._tell()
        await away(guest, habit.rests)
        self.away[guest.id] = self.clock.now + habit.rests * DAY

    # What Discord has shown of it

    async def _tell(self) -> None:
        """Wait until everything is shown, take note of it, and see that everybody who is asked knows."""
        await shown(self.court, rivals=True)
        new = self.court.record.sent[:]
        # Each holds every match of its moment: a month of them is more than a machine likes to remember.
        self.court.record.sent.clear()
        (last, died), self.last = self.last, (0, 0.0)
        for place, sent in enumerate(new):
            self.figures.pushes.count(sent)
            if sent.method == "POST" and sent.path.startswith("/channels/"):
                for user in sent.pings or ((sent.reader,) if sent.reader else ()):
                    await self._called(sent, user, died if place < last else self.clock.now)
            self.wrong += problems(sent.payload)
        if self.clock.now >= self.looked + HOUR:
            self.looked = self.clock.now
            self.over = all([await self._known(await self.court.table(number)) for number in self.deeds.parties])

    async def _called(self, sent: Sent, user: int, now: float) -> None:
        """Take note of a call, a reminder or a digest, and let its person think of an answer."""
        habit = self.habits[user]
        if asleep(habit, now):
            self.wrong.append(f"{user} was called at night: {sent.path} {written(sent.payload)[:200]}")
        numbered = [str(part["custom_id"]) for part in sent.buttons if ":" in str(part["custom_id"])]
        known = [int(number) for number in (each.split(":")[1] for each in numbered) if number.isdecimal()]
        if not known:
            self.figures.due[user] += 1
            return
        number = known[0]
        if self.away.get(user, 0.0) > now:
            self.wrong.append(f"{user} was called at table {number} while away")
        if (consent := [part["custom_id"] for part in sent.buttons if verb(part) == "welcome"]) == numbered:
            request = user, f"{consent} {_asked_at(await self.court.table_record(number), consent)}"
            self.figures.consents[request] += 1
            self.figures.due[user] += self.figures.consents[request] == 1
            if self.figures.consents[request] > 1:
                self.wrong.append(f"{user} was called twice to agree: {written(sent.payload)}")
            return
        call = await self._question(sent, number, user)
        hushes = any(verb(part) == "hush" for part in sent.buttons)
        (self.figures.reminders if hushes else self.figures.calls)[call] += 1
        self.figures.due[user] += hushes or self.figures.calls[call] == 1
        if self.figures.calls[call] > 1 and not hushes:
            self.wrong.append(f"{user} was called twice, {call}: {written(sent.payload)}")
        if self.figures.calls[call] + self.figures.reminders[call] == 1:
            self._plan(user, number, "answer", self.dice.expovariate(1 / habit.mean))

    async def _question(self, sent: Sent, number: int, user: int) -> tuple[int, int, int]:
        """Return the table, the person and the number of the question that they are called for."""
        match, table = sent.matches[number], await self.court.table(number)
        assert match is not None
        seat = table.seat_of(user)
        noted = self.asked.get(sent.message or 0, {})
        return number, user, noted.get(seat, question_number(match, seat))

    async def _known(self, table: Table) -> bool:
        """See that whoever is asked at a table has been called, unless they sleep, are away, or are at it anyway.

        Tell whether the table is over or rests.
        """
        number = int(table.id)
        if self._rests(table):
            return True
        table = await self.court.tables.logs.with_recent(table)
        movers = {entry.seq: entry.seat for entry in table.recent}
        for seat in table.started_match.deciding:
            user, asked = table.people.users[seat], table.question_number(seat)
            if (
                not table.is_attended(seat)
                or movers.get(QuestionNumber(asked).move) == seat
                or self._taken_back(number, user)
            ):
                continue
            spared = asleep(self.habits[user], self.clock.now) or self.away.get(user, 0.0) > self.clock.now
            if not spared and not self.figures.calls[number, user, asked] and (number, user, asked) not in self.seen:
                self.wrong.append(f"seat {seat} of table {number} was not called for question {asked}")
        return False

    def _taken_back(self, number: int, user: int) -> bool:
        """Tell whether somebody was called for what was taken back since: nobody calls them again for what follows."""
        first = self.deeds.undone.get(number)
        called = (asked for table, person, asked in self.figures.calls if (table, person) == (number, user))
        return first is not None and any(QuestionNumber(asked).move >= first for asked in called)

    # How it ends

    @staticmethod
    def _rests(table: Table) -> bool:
        return table.status is not Status.PLAYING or bool(table.clock and table.clock.rests)

    async def close(self) -> list[str]:
        """Count how the tables ended; return all that went wrong."""
        wrong, paces = [*self.wrong, *self.deeds.wrong], dict[int, int]()
        for number in self.deeds.parties:
            table = await self.court.table(number)
            playing = "resting" if self._rests(table) else "going on"
            self.figures.ended[playing if table.status is Status.PLAYING else table.status.value] += 1
            paces[number] = table.clock.terms.pace if table.clock else 0
        self.figures.deeds = self.deeds.often
        for call, often in self.figures.reminders.items():
            if often > REMINDERS or paces[call[0]] < REMINDED_FROM:
                wrong.append(f"reminded {often} times: {call}")
        wrong += [f"late after {lived} of {most}" for lived, most in self.figures.lates if lived < most - SECOND]
        if self.figures.ended["going on"]:
            wrong.append(f"{self.figures.ended['going on']} tables go on")
        return wrong


def _asked_at(table: TableRecord, consent: Sequence[object]) -> float | None:
    """Return when the newcomer asked for whom somebody is to agree: again where the seat is freed once more."""
    asked = {
        f"welcome:{table.id}:{each.seat}:{each.sitter.user}": each.at
        for each in table.incidents
        if each.kind is IncidentKind.ASKED
    }
    return asked.get(str(consent[0]))
