"""What the simulated month is made of: who plays and how, what they do at a table, and figures of it."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

import simcord
from simcord.backend.models import Message

from bot.client.herald import Herald
from bot.clocks.table_clock import DAY, HOUR
from bot.storage.records import Published, Status, TableId
from bot.tables.due_times import ClockChange, no_change
from engine.errors import Refused, StaleAction
from engine.match import Ask, OfferReply, PicksReply, Reply
from tests.bot.party import Party, last_move, offered, seat_of
from tests.bot.pushes import Pushes
from tests.bot.server import Evening, Guest, Place, buttons, verb, verbs

LONG_TURN = 40
"""How many answers somebody gives at once, at most."""
UNDONE, PAUSED = 1 / 8, 1 / 10
"""How likely somebody takes an answer back, and would like a pause when they have answered."""
LIKELY = {"vote": 1 / 2, "welcome": 3 / 4, "pause": 3 / 4}
"""How likely somebody who has answered presses what else stands under the table, each time."""


@dataclass
class Deeds:
    """What people do at their tables.

    One answer in `pressed` is given by its buttons, the others are handed to the tables, which is quicker. `often` says
    how often each other thing was done; `undone` names, of each table, the earliest question that was taken back.
    """

    court: Evening
    dice: random.Random
    pressed: int
    parties: dict[int, Party] = field(default_factory=dict)
    halls: dict[int, simcord.ChannelHandle] = field(default_factory=dict)
    often: Counter[str] = field(default_factory=Counter)
    undone: dict[int, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    # Answers

    async def answer(self, guest: Guest, number: int) -> None:
        """Let somebody answer what they are asked, and all that comes of it for them."""
        if not await self._sits(guest, number):
            return
        if self.dice.randrange(self.pressed):
            await self._hand_in(guest, number)
        else:
            await self._press(guest, number)
        await self._looks(guest, number)

    async def _sits(self, guest: Guest, number: int) -> bool:
        """Tell whether somebody has a seat at a table that is being played."""
        table = await self.court.table(number)
        return table.status is Status.PLAYING and guest.id in table.people.users

    async def _press(self, guest: Guest, number: int) -> None:
        party = self.parties[number]
        letters = [letter for letter in party.dms(guest)[-1:] if offered(letter)]
        place = letters[0] if letters else await guest.press("play", self._board(number))
        for _ in range(LONG_TURN):
            if not [part for part in offered(place) if verb(part) != "order" or not part.get("disabled")]:
                break
            before = await last_move(self.court, number)
            place = await self._thinks_better(guest, number, await party.answer(guest, place), before)

    async def _thinks_better(self, guest: Guest, number: int, place: Place, before: int) -> Place:
        """Let somebody take an answer back now and then, where that is offered; return where they go on."""
        if "back" not in verbs(place) or self.dice.random() > UNDONE:
            return place
        self.often["taken back"] += 1
        self.undone[number] = min(before, self.undone.get(number, before))
        return await guest.press("back", place)

    async def _hand_in(self, guest: Guest, number: int) -> None:
        tables, seat = self.court.tables, await seat_of(guest, number)
        for _ in range(LONG_TURN):
            table = await tables.clocks.note_press(await self.court.table(number), guest.id)
            ask = table.frame(seat).mine
            if table.status is not Status.PLAYING or ask is None:
                break
            try:
                await tables.play(table.id, guest.id, ask.question, self._reply(ask))
            except StaleAction:
                # Somebody else was quicker, and what they are asked now stands there instead.
                continue
            except Refused as refused:
                self.wrong.append(f"{guest.name} at table {number}: {refused!r}")
                break

    def _reply(self, ask: Ask) -> Reply:
        """Return what somebody answers to a question: something ready-made, if there is any."""
        if ask.offers:
            return OfferReply(self.dice.randrange(len(ask.offers)))
        many = [choice.number for choice in ask.choices for _ in range(choice.option.times)]
        return PicksReply(tuple(self.dice.sample(many, max(1, ask.at_least))))

    # What else there is to press

    def _board(self, number: int) -> Message:
        return self.court.board(self.parties[number].channel, number)

    async def _looks(self, guest: Guest, number: int) -> None:
        """Let somebody have a look at the table, and say what they think of what others want there."""
        if not await self._sits(guest, number):
            return
        seat = await seat_of(guest, number)
        for part in buttons(self._board(number)):
            does, own = verb(part), str(part["custom_id"]) == f"vote:{number}:{seat}"
            if self.dice.random() < LIKELY.get(does, 0.0) and not own:
                await self._done(guest, number, str(part["custom_id"]))
        if self.dice.random() < PAUSED and "goon" not in verbs(self._board(number)):
            self.often["pause proposed"] += 1
            await guest.command("table pause", self.halls[number])

    async def _done(self, guest: Guest, number: int, custom_id: str) -> None:
        """Let somebody press something under the table, if it is still there."""
        if custom_id in {str(part["custom_id"]) for part in buttons(self._board(number))}:
            self.often[custom_id.partition(":")[0]] += 1
            await guest.click(self._board(number), custom_id)

    async def goes_on(self, guest: Guest, number: int) -> None:
        """Let somebody end a pause, if there is one that they can end."""
        if await self._sits(guest, number):
            await self._done(guest, number, f"goon:{number}")

    async def leaves(self, guest: Guest, number: int) -> None:
        """Let somebody leave a table for good, and confirm it."""
        if await self._sits(guest, number):
            self.often["left"] += 1
            await guest.press("vacate", await guest.command("table leave", self.halls[number]))

    async def seeks(self, guest: Guest) -> None:
        """Let somebody ask for the free seats that there are, and go on asking."""
        for number in self.parties:
            table, board = await self.court.table(number), self._board(number)
            free = [part for part in buttons(board) if verb(part) == "sit"]
            asked = f":{guest.id}" in "".join(str(part["custom_id"]) for part in buttons(board))
            if table.status is Status.PLAYING and free and not asked and guest.id not in table.people.users:
                await self._done(guest, number, str(free[0]["custom_id"]))


# Who plays, which questions the messages have called for, and figures


SECOND = 2.0
"""By how much a moment may be off: dates are shown and kept in parts of a second."""


@dataclass
class Figures:
    """What came of a month: what was sent, and whose time was up.

    `due` is how often each person had to be notified: once for each question and consent, and of what reminds them.
    """

    calls: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    reminders: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    consents: Counter[tuple[int, str]] = field(default_factory=Counter)
    due: Counter[int] = field(default_factory=Counter)
    pushes: Pushes = field(default_factory=Pushes)
    lates: list[tuple[float, float]] = field(default_factory=list)
    down: list[tuple[float, float]] = field(default_factory=list)
    falls: Counter[str] = field(default_factory=Counter)
    deeds: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        """Return what docs/design/announcing.md tells of it, and what happened besides."""
        return "\n".join(
            (
                f"pushes of mentions and DMs: {self.pushes.own.total()}, {self.due.total()} of them due",
                f"pushes of all messages: {self.pushes.every.total()} of {self.pushes.messages.total()}",
                f"{self.calls.total()} calls; {self.reminders.total()} reminders; time was up {len(self.lates)} times",
                *(f"{what}: {count}" for what, count in sorted((self.ended + self.falls + self.deeds).items())),
            )
        )


def note_questions(bot: Herald, asked: dict[int, dict[int, int]], seen: set[tuple[int, int, int]]) -> None:
    """Take note from now on of the questions that each new message is sent for, by the message and the seat.

    Those that somebody was shown anyway are `seen`: the table, the person and the number.
    """
    keep = bot.tables.published_states.store

    async def watched(
        table: TableId, published: Published, clock_change: ClockChange = no_change, channel: int | None = None
    ) -> None:
        for summons in published.summons:
            asked.setdefault(summons.message, dict(summons.called))
        for dm in published.dms:
            asked.setdefault(dm.message, {dm.seat: dm.asked})
        if published.post is not None:
            # What is asked now stands before what was.
            asked.setdefault(published.post, dict(reversed(published.called)))
        if known := bot.tables.peek(table):
            seen.update((int(table), known.people.users[seat], number) for seat, number in known.seen)
        await keep(table, published, clock_change, channel)

    bot.tables.published_states.store = watched  # type: ignore[method-assign]


@dataclass(frozen=True, slots=True)
class Habit:
    """How somebody plays: how long they take on average, in seconds, and what they have chosen.

    `until` is the day from which on they are gone without a word, `leaves` the one from which on they leave each table
    for good. `rests` are how many days they go away for when they are called, one time in ten. `night` is from which
    hour to which they sleep where they live, and want no calls.
    """

    mean: float
    until: float | None = None
    leaves: float | None = None
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
    Habit(2 * HOUR, leaves=5.0, hand="dm"),
)
NEWCOMERS = (Habit(3 * HOUR), Habit(2 * HOUR, hand="dm", night=(23, 7), zone="Europe/Kyiv"))
"""Who sits nowhere at first, and looks each day whether a seat is free."""


def asleep(habit: Habit, now: float) -> bool:
    """Tell whether it is night where somebody lives."""
    if habit.night is None:
        return False
    hour, (begin, end) = datetime.fromtimestamp(now, ZoneInfo(habit.zone)).hour, habit.night
    return hour >= begin or hour < end
