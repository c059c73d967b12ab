"""Rounds: so many clicks at so many tables at once, by Herald with a tape running, or by the bare bot from that tape.

What a round has cost is counted from its first click, after all tables have been opened, until the bot has nothing
more to do.
"""

from __future__ import annotations

import asyncio
import gc
import random
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.playback import Playback
from bench.players import Game, Turn
from bench.processes import Bot, Cpu, commits
from bench.recorder import Recorder
from bench.tape import Tape
from engine.games import GAMES
from tests.loopback import wire
from tests.loopback.people import Person
from tests.loopback.server import Loopback

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
SEATS = (3, 4, 5)
EVERY = 4
STILL, IDLE = 0.4, 0.03
"""A bot has nothing more to do when it made no call for so many seconds and used less CPU than this meanwhile."""
OPENING = 16
"""How many tables are opened at the same time, which isn't measured."""
CPUS = Path("/proc/stat")


@dataclass(frozen=True, slots=True)
class Load:
    """How much is clicked: tables in flight, clicks in all, and clicks a second; 0: as fast as it goes."""

    flight: int
    clicks: int
    rate: float = 0.0

    @property
    def name(self) -> str:
        """Say it."""
        if self.rate:
            return f"{self.rate:.0f} clicks/s over {self.flight} tables"
        return f"{self.flight} in flight"


@dataclass(slots=True)
class Round:
    """What some rounds of one bot have cost; `waits` are the seconds from each click to its answer.

    `told` counts messages sent or edited, `commits` what its SQLite database has committed, `server` the CPU seconds of
    the loopback Discord with the people in it, `others` those of everybody else on the machine.
    """

    clicks: int = 0
    moves: int = 0
    calls: int = 0
    told: int = 0
    commits: int = 0
    refused: int = 0
    stalled: int = 0
    unanswered: int = 0
    seconds: float = 0.0
    waits: list[float] = field(default_factory=list)
    cpu: Cpu = field(default_factory=lambda: Cpu(0, 0))
    server: float = 0.0
    others: float = 0.0
    watched: float = 0.0

    def __add__(self, other: Round) -> Round:
        """Return both together."""
        return Round(
            *(
                getattr(self, name) + getattr(other, name)
                for name in self.__dataclass_fields__
            )
        )

    def count(self, tape: Tape) -> None:
        """Count what is on a tape."""
        for click in tape.measured:
            self.clicks += 1
            self.moves += click.move
            self.calls += len(click.calls)
            self.told += sum(call.tells(click.answer) for call in click.calls)


class Pace:
    """Lets people click: so many clicks in all, as soon as they like or in a steady beat."""

    def __init__(self, load: Load) -> None:
        """Take how many clicks, and how many a second."""
        self._left = load.clicks
        self._beat = 1 / load.rate if load.rate else 0.0
        self._next = time.monotonic()

    async def turn(self) -> bool:
        """Wait until somebody may click; return False when all clicks are done."""
        if self._left <= 0:
            return False
        self._left -= 1
        if self._beat:
            self._next += self._beat
            await asyncio.sleep(self._next - time.monotonic())
        return True


async def at_once() -> bool:
    """Let everybody click."""
    return True


def busy() -> float:
    """Return the seconds of CPU that the whole machine has used since it started."""
    user, nice, system, _, _, irq, soft, *_ = (
        float(ticks) for ticks in CPUS.read_text().split("\n")[0].split()[1:]
    )
    return (user + nice + system + irq + soft) / 100


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let no garbage be looked for meanwhile: that stops everybody who clicks, the longer the more has been done."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@asynccontextmanager
async def clocked(bot: Bot, last: Callable[[], float]) -> AsyncIterator[Round]:
    """Measure what is done in the block, until the bot is idle; `last` tells when its last call had come."""
    measured = Round()
    with undisturbed():
        began, cpu, own, machine = (
            time.monotonic(),
            bot.cpu,
            time.process_time(),
            busy(),
        )
        written = commits(bot.database)
        yield measured
        await idle(bot, last)
    measured.seconds = last() - began
    measured.cpu = bot.cpu - cpu
    measured.commits = commits(bot.database) - written
    measured.server = time.process_time() - own
    measured.watched = time.monotonic() - began
    measured.others = busy() - machine - measured.server - measured.cpu.total


async def idle(bot: Bot, last: Callable[[], float]) -> None:
    """Wait until the bot neither calls nor works."""
    used, looked = bot.cpu, time.monotonic()
    while True:
        await asyncio.sleep(STILL)
        now = bot.cpu
        if last() < looked and (now - used).total < IDLE:
            return
        used, looked = now, time.monotonic()


@dataclass(slots=True)
class Hall:
    """A bot on a loopback Discord of its own, and the people of each slot, who may be `patient` and give `order`s.

    A rival of a `level` joins them in every fourth slot, where there is room.
    """

    discord: Loopback
    bot: Bot
    patient: bool = False
    order: bool = False
    level: str | None = None
    people: dict[int, list[Person]] = field(default_factory=dict)
    _played: frozenset[int] = frozenset()

    def rivals(self, slot: int, game: str) -> list[str]:
        """Return the levels of the rivals that play a game in a slot."""
        room = len(self.group(slot)) < GAMES[game].seats[-1]
        return [self.level] if self.level and room and slot % EVERY == 0 else []

    def guild(self, slot: int) -> int:
        """Return the server in which a slot plays: each in turn."""
        return self.discord.world.guilds[slot % len(self.discord.world.guilds)]

    def group(self, slot: int) -> list[Person]:
        """Return the people who play in a slot, three to five."""
        if slot not in self.people:
            names = NAMES[: SEATS[slot % len(SEATS)]]
            self.people[slot] = [self.discord.person(f"{name}{slot}") for name in names]
        return self.people[slot]

    def tidy(self) -> None:
        """Forget what has been done: the next round plays at new tables.

        The channels go a round later: the last news of a table may wait for more, and is shown when this has ended.
        """
        world = self.discord.world
        self.discord.requests.clear()
        for memory in (world.interactions, world.tokens, world.posts, world.reserved):
            memory.clear()
        for number in self._played & world.channels.keys():
            del world.channels[number]
        self._played = frozenset(world.channels)
        for session in self.discord.gateway.live:
            # Nobody resumes here; what was sent is only counted.
            session.events[:] = [{}] * len(session.events)


async def herald(
    hall: Hall, load: Load, seed: int, *, leave: bool = False
) -> tuple[Round, Tape]:
    """Let people play at Herald's tables; return what it cost, and the tape.

    If they `leave`, what goes on is ended afterwards and every channel is deleted, so that no table is left.
    """
    recorder = Recorder(hall.discord)
    recorder.begin()
    slots = [
        Slot(hall, recorder, number, random.Random(seed * 1000 + number), seed)  # noqa: S311 - the same game each time
        for number in range(load.flight)
    ]
    for first in range(0, len(slots), OPENING):
        await asyncio.gather(*(slot.open() for slot in slots[first : first + OPENING]))
    await idle(hall.bot, lambda: recorder.last)
    recorder.measuring, pace = True, Pace(load)
    async with clocked(hall.bot, lambda: recorder.last) as measured:
        await asyncio.gather(*(slot.play(pace.turn) for slot in slots))
    tape = recorder.end()
    measured.count(tape)
    measured.waits = [
        click.seconds for click in tape.measured if click.answer is not None
    ]
    games = [game for slot in slots for game in slot.games]
    measured.refused, measured.stalled = (
        sum(game.refused for game in games),
        sum(game.stalled for game in games),
    )
    measured.unanswered = sum(game.unanswered for game in games)
    if leave:
        await left(hall, games)
    hall.tidy()
    return measured, tape


async def left(hall: Hall, games: Sequence[Game]) -> None:
    """End what goes on, and delete the channels once that is announced."""

    def heard() -> float:
        return max((request.at for request in hall.discord.requests), default=0.0)

    ends = [game.end() for game in games if not game.over]
    await asyncio.gather(*ends, return_exceptions=hall.patient)
    await idle(hall.bot, heard)
    for game in games:
        await hall.discord.close_channel(game.channel)


async def bare(hall: Hall, load: Load, tape: Tape) -> Round:
    """Let the bare bot do the same; raise ValueError if it didn't."""
    playback = Playback(hall.discord, tape)
    await playback.load(hall.bot.folder / "tape")
    await playback.play(at_once, measured=False)
    await idle(hall.bot, lambda: playback.last)
    pace = Pace(load)
    async with clocked(hall.bot, lambda: playback.last) as measured:
        await playback.play(pace.turn, measured=True)
    if playback.faults:
        raise ValueError(
            f"{len(playback.faults)} calls of the bare bot were not Herald's: {playback.faults[:5]}"
        )
    measured.count(tape)
    measured.waits = playback.seconds
    hall.tidy()
    return measured


@dataclass(slots=True)
class Slot:
    """The same people at one table after another; which game is first goes by the slot and the round."""

    hall: Hall
    recorder: Recorder
    number: int
    dice: random.Random
    first: int
    games: list[Game] = field(default_factory=list)

    async def open(self) -> None:
        """Begin the next game, in a new channel."""
        discord = self.hall.discord
        channel = discord.open_channel(
            f"hall-{self.number}-{len(self.games)}", self.hall.guild(self.number)
        )
        self.recorder.tape.channels[channel.id] = self.number
        await discord.gateway.dispatch("CHANNEL_CREATE", wire.channel(channel))
        changed = self.recorder.changed.setdefault(self.number, asyncio.Event())
        keys = list(GAMES)
        key = keys[(self.number + self.first + len(self.games)) % len(keys)]
        self.games.append(
            Game(
                channel,
                self.hall.group(self.number),
                self.dice,
                changed,
                self.hall.patient,
            )
        )
        await self.games[-1].open(
            key, self.hall.rivals(self.number, key), orders=self.hall.order
        )

    async def play(self, turn: Turn) -> None:
        """Play until there is no further turn."""
        while await self.games[-1].play(turn):
            await self.open()
