"""`python -m bench.daily`: a deal of the day that many people play, and what it costs to close that day.

People begin the deals of all games that have one, in turn, on a loopback Discord, by `/daily`, and answer by what
their private table offers until the match is over; then somebody else comes. The goal is about a thousand people
within one hour, 40 decisions each, so eleven answers a second: for so many `--seconds` people keep that pace, and
these answers are held against it. All others play as fast as they are answered, until so many `--people` are through,
which says how memory grows and how much room there is; by themselves a minute of the hour and two hundred people, from
which the whole hour is inferred: fewer people are under way at once than in it, where each may take half an hour.
`--people 1000 --seconds 3600` plays that hour. An answer takes from the click's event to the received callback, with
the moves of three knights.

Then the day is over: the bot is stopped, comes back in a zone in which it is the next day, with everything due some
seconds later, while people who are in the midst of their game answer on in the same pace. Entries are counted from the
first one that is closed to the last; the standings are posted once pars are found, for which a champion thinks.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.faults.ledger import due
from bench.memory import resident
from bench.players import Player
from bench.processes import Bot
from bench.records import Record, compared, parser, tell
from bench.rounds import Load, Pace, busy, undisturbed
from bench.tape import MESSAGE
from bench.whole import MANAGE_SERVER, MS, TMPFS, percentile
from bot.features.daily.deals import Board, Deal, Entry, can_be_dealt
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from engine.frozen import replace
from engine.games import GAMES
from tests.loopback.people import Answer
from tests.loopback.records import Channel, Message
from tests.loopback.server import Loopback

PEOPLE, SECONDS, FLIGHT, LATE = 200, 60.0, 16, 12
HOUR_PEOPLE, DECISIONS, HOUR = 1000, 40, 3600.0
RATE = HOUR_PEOPLE * DECISIONS / HOUR
FIRST = 100
"""After how many people memory is to stay what it is."""
GOAL, GROWTH = "at most 300", "at most 1.05 times"
WEST, EAST = "Pacific/Pago_Pago", "Pacific/Kiritimati"
"""Zones 25 hours apart: what is today in one is over in the other."""
LEAD, EARLY, LOOK, POSTED_WITHIN, AGAIN = 8.0, 1.0, 0.02, 300.0, 1.0
"""Seconds from the new start to the end of the day, for which people answer before it, between two looks at what is
due, within which the standings come, and until a command is typed again."""
DEALT = [key for key, game in GAMES.items() if can_be_dealt(game)]
CHOSEN = {"shown": "named", "shared": "on"}


@dataclass(slots=True)
class Waits:
    """When answers were asked for, and the seconds that each of them took."""

    answers: list[tuple[float, float]] = field(default_factory=list)

    def add(self, answer: Answer) -> None:
        """Note an answer."""
        self.answers.append((answer.interaction.sent, answer.ms / MS))

    def within(self, began: float, ended: float) -> list[float]:
        """Return the seconds that those took that were asked for in between, or waited then."""
        return [
            seconds
            for sent, seconds in self.answers
            if sent + seconds >= began and sent <= ended
        ]

    @property
    def seconds(self) -> list[float]:
        """Return what all of them took."""
        return [seconds for _, seconds in self.answers]


@dataclass(slots=True)
class Visit:
    """A person at their deal of the day; choices are drawn from a seed."""

    player: Player
    dice: random.Random
    view: Message

    @property
    def asked(self) -> bool:
        """Whether the table asks something."""
        return bool(self.player.offers(self.view))

    def finds(self, shown: Sequence[Message]) -> bool:
        """Take what asks something as the view, the DM before the answer to a command; tell whether anything does."""
        self.view = next(
            (each for each in shown if self.player.offers(each)), self.view
        )
        return self.asked

    async def answer(self) -> Answer:
        """Answer; a warning about a number above one's means becomes the view, once that is meant."""
        answer = await self.player.answer(self.view, self.dice)
        if answer.kind != MESSAGE:
            self.view = answer.message
        return answer


@dataclass(slots=True)
class Taken:
    """What an hour took: answers in its pace, those after it, beginnings, and megabytes after so many people.

    `late` are beginnings that weren't ready in time, `cpu` the seconds of CPU of all the bot's processes.
    """

    paced: Waits = field(default_factory=Waits)
    free: Waits = field(default_factory=Waits)
    begun: Waits = field(default_factory=Waits)
    sizes: dict[int, float] = field(default_factory=dict)
    late: int = 0
    cpu: float = 0.0
    refused: int = 0

    def records(self) -> Iterator[Record]:
        """Yield the figures of it."""
        pace = f"the deal of the day, {RATE:.1f} answers/s"
        yield Record(
            f"p50 of the answer, {pace}", percentile(self.paced.seconds, 50), "ms"
        )
        yield Record(
            f"p99 of the answer, {pace}",
            percentile(self.paced.seconds, 99),
            "ms",
            goal=GOAL,
        )
        if self.free.answers:
            rest = "p99 of the answer, the deal of the day, as fast as it goes"
            yield Record(rest, percentile(self.free.seconds, 99), "ms")
        yield Record(
            "p99 until a deal of the day stands",
            percentile(self.begun.seconds, 99),
            "ms",
        )
        yield Record("beginnings that were not ready in time", self.late, "people")
        answers = len(self.paced.answers) + len(self.free.answers)
        yield Record(
            "CPU an answer, the deal of the day, with all that begins and draws",
            MS * self.cpu / answers,
            "ms",
        )
        if FIRST in self.sizes and (last := max(self.sizes)) > FIRST:
            what = f"RSS after {last:,} people have played the deal of the day, beside that after {FIRST}"
            yield compared(what, self.sizes[last], "MB", self.sizes[FIRST], GROWTH)


@dataclass(slots=True)
class Day:
    """A bot, the people who play its deals, and what that took."""

    discord: Loopback
    bot: Bot
    yard: Channel
    board: Channel
    people: int = 0
    done: int = 0
    taken: Taken = field(default_factory=Taken)

    async def begin(self) -> Visit:
        """Let the next person begin a deal."""
        self.people += 1
        game = DEALT[self.people % len(DEALT)]
        person = self.discord.person(f"Person {self.people}")
        asked = await person.slash(self.yard, "daily", game=game)
        told = await person.submit(asked, CHOSEN)
        self.taken.begun.add(told)
        visit = Visit(Player(person), random.Random(self.people), told.message)  # noqa: S311 - the same game each time
        while not visit.finds([*person.dms, told.message]):
            # It wasn't ready in time: whoever is told so asks once more.
            self.taken.late += 1
            await asyncio.sleep(AGAIN)
            told = await person.slash(self.yard, "daily", game=game)
        return visit

    async def answered(self, visit: Visit, waits: Waits) -> None:
        """Let somebody answer, and note how long that took."""
        answer = await visit.answer()
        waits.add(answer)
        self.taken.refused += answer.kind == MESSAGE

    async def play(self, people: int, pace: Pace) -> None:
        """Let one person after another play, in a pace and then without one, until so many are through."""
        while self.people < people:
            await pace.turn()
            visit = await self.begin()
            while visit.asked:
                await self.answered(
                    visit, self.taken.paced if await pace.turn() else self.taken.free
                )
            self.done += 1
            if self.done in {FIRST, people}:
                self.taken.sizes[self.done] = resident(self.bot.pid)
            self._forget(visit)

    def _forget(self, visit: Visit) -> None:
        """Let the loopback Discord forget what somebody did who has finished: it needs its memory for others."""
        world, user = self.discord.world, visit.player.person.user
        for number, each in list(world.interactions.items()):
            if each.user is user:
                del world.interactions[number], world.tokens[each.token]
        self.discord.requests.clear()
        for session in self.discord.gateway.live:
            session.events[:] = [{}] * len(session.events)


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Day]:
    """Start a bot on a loopback Discord of its own, whose server wants the standings in a channel."""
    async with (
        Loopback() as discord,
        Bot("bot", discord, folder, {"DAILY_ZONE": WEST, "EMBLEMS": "emoji"}) as bot,
    ):
        day = Day(
            discord, bot, discord.open_channel("yard"), discord.open_channel("board")
        )
        await bot.start()
        await discord.until(lambda: discord.world.commands, 30)
        owner = discord.person("Olga", MANAGE_SERVER)
        page = await owner.slash(day.yard, "settings server")
        dialog = await owner.click(page.message, "server:here")
        await owner.submit(dialog, {"board": [str(day.board.id)]})
        yield day


async def played(
    day: Day, people: int, seconds: float, flight: int = FLIGHT
) -> list[Record]:
    """Let so many people play, so many at once, in the pace of the hour for so many seconds; return what that took."""
    pace = Pace(Load(flight, int(RATE * seconds), RATE))
    began, machine, own, cpu = (
        time.monotonic(),
        busy(),
        time.process_time(),
        day.bot.cpu.total,
    )
    with undisturbed():
        await asyncio.gather(*(day.play(people, pace) for _ in range(flight)))
    took = time.monotonic() - began
    taken = day.taken
    taken.cpu = day.bot.cpu.total - cpu
    others = busy() - machine - time.process_time() + own - taken.cpu
    sys.stderr.write(
        f"{people} people in {took:.0f} s, {taken.refused} answers were refusals; "
    )
    sys.stderr.write(
        f"cores that the bot used: {taken.cpu / took:.2f}, others: {others / took:.2f}\n"
    )
    return list(day.taken.records())


async def closed(day: Day, late: int = LATE) -> list[Record]:
    """Let the day end while so many people are in the midst of their game; return what that took."""
    visits = [await day.begin() for _ in range(late)]
    entries, soon = await midnight(day)
    clicks = Waits()
    await asyncio.sleep(soon - EARLY - time.time())
    going = asyncio.create_task(_go_on(day, visits, clicks))
    try:
        began, ended = await _counted(day, entries, soon)
        await day.discord.until(lambda: day.board.messages, POSTED_WITHIN)
        posted = time.monotonic()
    finally:
        going.cancel()
        await asyncio.wait({going})
    if not going.cancelled():
        going.result()
    counting, meanwhile = clicks.within(began, ended), clicks.within(began, posted)
    sys.stderr.write(
        f"{len(counting)} answers while entries were counted, {len(meanwhile)} until the post\n"
    )
    return [
        Record(
            "entries of the deal of the day counted a second",
            entries / (ended - began),
            "1/s",
        ),
        Record("from the end of the day to its standings", posted - began, "s"),
        Record(
            "the slowest answer while entries are counted",
            MS * max(counting, default=0.0),
            "ms",
        ),
        Record(
            "the slowest answer until the standings are posted",
            MS * max(meanwhile, default=0.0),
            "ms",
        ),
    ]


async def midnight(day: Day) -> tuple[int, float]:
    """Start the bot anew where it is the next day, with all that was to be done then due soon.

    Return how many entries there are, and when they are due.
    """
    day.bot.send(signal.SIGTERM)
    await day.bot.ended()
    while day.discord.gateway.live:
        day.discord.gateway.changed.clear()
        await day.discord.gateway.changed.wait()
    storage = Store(SqliteDatabase(day.bot.database))
    await storage.open()
    entries, soon = await storage.choices(Entry), time.time() + LEAD
    kept: list[Any] = [
        *entries,
        *await storage.choices(Deal),
        *await storage.choices(Board),
    ]
    await storage.store_choices(*(replace(each, due=soon) for each in kept))
    await storage.close()
    day.bot.settings = {**day.bot.settings, "DAILY_ZONE": EAST}
    await day.bot.start()
    return len(entries), soon


async def _counted(day: Day, entries: int, soon: float) -> tuple[float, float]:
    """Return when the first entry was closed, and when the last."""
    began = 0.0
    while left := await asyncio.to_thread(due, day.bot.database, "daily-entry", soon):
        began = began or (time.monotonic() if left < entries else 0.0)
        await asyncio.sleep(LOOK)
    return began or time.monotonic() - LOOK, time.monotonic()


async def _go_on(day: Day, visits: list[Visit], waits: Waits) -> None:
    """Let people answer in turn, in the pace of the hour, as long as anybody is asked."""
    pace = Pace(Load(len(visits), sys.maxsize, RATE))
    while asked := [visit for visit in visits if visit.asked]:
        for visit in asked:
            await pace.turn()
            await day.answered(visit, waits)


async def measure(given: argparse.Namespace) -> list[Record]:
    """Play, close the day, and return the records."""
    with TemporaryDirectory(dir=given.directory or TMPFS) as folder:
        async with opened(Path(folder)) as day:
            return [
                *await played(day, given.people, given.seconds, given.flight),
                *await closed(day),
            ]


def main() -> None:
    """Print a table of all figures."""
    made = parser(__doc__ or "")
    made.add_argument(
        "--people",
        type=int,
        default=PEOPLE,
        help="how many play (default: %(default)s)",
    )
    made.add_argument(
        "--seconds",
        type=float,
        default=SECONDS,
        help="in the pace of the hour (default: %(default)s)",
    )
    made.add_argument(
        "--flight",
        type=int,
        default=FLIGHT,
        help="how many play at once (default: %(default)s)",
    )
    made.add_argument(
        "--directory", type=Path, help="where to write; it says which disk is measured"
    )
    given = made.parse_args()
    tell(asyncio.run(measure(given)), given.json)


if __name__ == "__main__":
    main()
