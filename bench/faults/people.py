"""People at several tables of one Herald, who play on whatever happens to it, and every click that they make."""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.faults import ledger
from bench.faults.secrets import Listener
from bench.players import Game, Stuck
from bench.processes import Bot, ForkedBot
from engine.games import GAMES
from tests.loopback import wire
from tests.loopback.people import ANSWER_SECONDS, Person
from tests.loopback.records import Interaction
from tests.loopback.server import Loopback, Request

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
SEATS = (2, 3, 4, 5)
"""How many people sit at the tables, in turn."""
RIVALS = (0, 0, 1, 2)
"""How many rivals join people at a table, where there is room."""
LEVEL, RIVAL_SECONDS = "knight", "1"
THINKING = 0.02, 0.2
"""Seconds that somebody thinks before a click."""
AGAIN = 0.2
TOLD_WITHIN = 180.0
"""Seconds after which an announcement is given up by whoever waits for it."""


@dataclass(slots=True)
class Circle:
    """The same people at one table after another, each in a channel of its own."""

    discord: Loopback
    people: list[Person]
    dice: random.Random
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    games: int = 0
    game: Game | None = None

    async def play(self) -> None:
        """Play for ever; where nothing goes on, look at everything anew, and if that is of no use, open a new table."""
        while True:
            try:
                if self.game is None:
                    self.game = await self._opened()
                self.game.anew()
                await self.game.play(self._turn)
                self.game = None
            except Stuck:
                self.game = None
            except AssertionError:
                # Nobody answered, or what was to be clicked is gone; the click itself is counted by its interaction.
                await asyncio.sleep(AGAIN)

    async def _opened(self) -> Game:
        self.games += 1
        channel = self.discord.open_channel(f"hall-{self.people[0].id}-{self.games}")
        await self.discord.gateway.dispatch("CHANNEL_CREATE", wire.channel(channel))
        key = self.dice.choice(
            [key for key, game in GAMES.items() if len(self.people) in game.seats]
        )
        room = GAMES[key].seats[-1] - len(self.people)
        rivals = [LEVEL] * min(self.dice.choice(RIVALS), room)
        # At every other table the log tells what people were asked, and how often they had to be called.
        game = Game(channel, self.people, self.dice, self.changed)
        await game.open(key, rivals, orders=bool(self.games % 2))
        return game

    async def _turn(self) -> bool:
        await asyncio.sleep(self.dice.uniform(*THINKING))
        return True


@dataclass(slots=True)
class Window:
    """From when to when a fault lasted, by the monotonic clock."""

    begin: float
    end: float = float("inf")


@dataclass(slots=True)
class Evening:
    """A Herald, people at its tables, and the windows in which it was at fault that somebody got no answer."""

    discord: Loopback
    bot: Bot
    dice: random.Random
    listener: Listener
    circles: list[Circle] = field(default_factory=list)
    windows: list[Window] = field(default_factory=list)
    _playing: list[asyncio.Task[None]] = field(default_factory=list)

    def play(self) -> None:
        """Let everybody play from now on."""
        self._playing = [asyncio.create_task(circle.play()) for circle in self.circles]

    async def halt(self) -> None:
        """Let nobody click any more; raise what ended anybody's game by mistake."""
        for task in self._playing:
            task.cancel()
        done = await asyncio.gather(*self._playing, return_exceptions=True)
        self._playing.clear()
        for error in done:
            if isinstance(error, Exception):
                raise error

    async def settled(self) -> None:
        """Wait until every click has been answered, or nobody waits for it any more."""
        with suppress(TimeoutError):
            await self.discord.until(
                lambda: all(event.answered.is_set() for event in self.recent()),
                ANSWER_SECONDS,
            )

    def recent(self) -> list[Interaction]:
        """Return the clicks that still may be answered."""
        now = time.monotonic()
        return [
            event
            for event in self.discord.world.interactions.values()
            if event.sent > now - ANSWER_SECONDS
        ]

    @asynccontextmanager
    async def fault(self) -> AsyncIterator[None]:
        """Excuse every click that waits for its answer while the block runs."""
        self.windows.append(Window(time.monotonic()))
        yield
        self.windows[-1].end = time.monotonic()

    async def left_to_people(self) -> None:
        """Wait until no rival is about to play: the tables change by people's clicks alone then."""
        await self.discord.until(
            lambda: not ledger.rivals_at_it(self.bot.database), TOLD_WITHIN
        )

    async def restart(self) -> None:
        """Start a Herald that has ended, and let Discord forget the sessions of the dead."""
        await self.discord.gateway.left(ANSWER_SECONDS)
        self.discord.gateway.sessions.clear()
        await self.bot.start()

    async def announced(self, since: float) -> float:
        """Wait until Discord has been shown everything, TOLD_WITHIN at most; return the seconds since `since`."""
        with suppress(TimeoutError):
            await self.discord.until(
                lambda: not ledger.behind(self.bot.database), TOLD_WITHIN
            )
        return time.monotonic() - since

    async def begun(self) -> None:
        """Let everybody play, and wait until each table has had a move."""
        self.play()
        await self.discord.until(
            lambda: all(circle.game is not None for circle in self.circles), TOLD_WITHIN
        )

    def _watch(self, request: Request) -> None:
        self.listener.listen(request)
        for circle in self.circles:
            circle.changed.set()


@asynccontextmanager
async def evening(
    seed: int, tables: int, database: Path | None = None
) -> AsyncIterator[Evening]:
    """Start a Herald on a loopback Discord, with people who are ready to play at so many tables.

    Its database is a new one, which can be put elsewhere than where its log is.
    """
    with TemporaryDirectory() as folder:
        settings = {
            "RIVAL_SECONDS": RIVAL_SECONDS,
            **({"DATABASE": str(database)} if database else {}),
        }
        async with (
            Loopback() as discord,
            ForkedBot("bot", discord, Path(folder), settings) as bot,
        ):
            dice = random.Random(seed)  # noqa: S311 - the same evening each time
            now = Evening(discord, bot, dice, Listener(discord))
            for number in range(tables):
                people = [
                    discord.person(f"{name}{number}")
                    for name in NAMES[: SEATS[number % len(SEATS)]]
                ]
                now.circles.append(
                    Circle(discord, people, random.Random(dice.random()))  # noqa: S311
                )
            discord.watchers.append(now._watch)  # noqa: SLF001
            await bot.start()
            await discord.until(lambda: discord.world.commands, TOLD_WITHIN)
            try:
                yield now
            finally:
                with suppress(Exception):
                    await now.halt()


def say(line: str) -> None:
    """Tell whoever waits how far it is."""
    sys.stderr.write(f"{line}\n")
