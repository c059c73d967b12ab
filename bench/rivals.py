"""`python -m bench.rivals`: whether people are answered as fast while ten rivals think as without.

Two bots run as processes, each on a loopback Discord of its own. At one of them ten more tables are being played by
champions alone, who care for the seats of people who are away: at each of them a champion thinks and answers, every
second anew, all along. People click at both in turn, in a steady beat, with the same dice; in many short rounds, now at
the one first, now at the other, so that the noise of the machine meets both. An answer takes from the click's event to
the received callback.

Both bots share the machine, and the champions think in both kinds of rounds: so the processors are as busy at all
answers, and what is compared is the process that answers people, with what it does for rivals besides. How much CPU
that is, is told, too. The slowest percent of all answers has waited for the disk, with rivals or without; with
`TMPDIR=/dev/shm` the databases lie in memory, and only what Herald does itself is left to wait for.
"""

from __future__ import annotations

import argparse
import asyncio
import random
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.processes import Bot, Cpu
from bench.recorder import Recorder
from bench.records import Record, compared, parser, tell
from bench.rounds import Hall, Load, Pace, Slot, undisturbed
from bench.whole import MANAGE_SERVER, choose_pictures, percentile
from bot.storage.records import NO_TABLE, Sitter, Status, TableRecord
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from bot.tables.tables import Tables
from engine.games import GAMES
from tests.loopback.records import Channel
from tests.loopback.server import Loopback

GOAL = "at most 1.2 times"
LEVEL = "champion"
EVERY_SECOND = {"RIVAL_SECONDS": "1"}
AWAY = 10**18
"""The first of the ids of people whose seats champions care for."""
WARM, SETTLING = 6.0, 0.5
"""Seconds until everybody thinks, and until the posts of a round's new tables stand."""


async def fill(path: Path, channel: Channel, guild: int, tables: int) -> None:
    """Make a database with so many tables at which champions play for people who are away."""
    storage = Store(SqliteDatabase(path))
    await storage.open()
    kept, games = Tables(storage, GAMES), list(GAMES.values())
    for number in range(tables):
        game = games[number % len(games)]
        first = AWAY + 10 * number
        sitters = tuple(
            Sitter(first + seat, f"Person {seat}", level=LEVEL)
            for seat in range(game.seats[-1])
        )
        record = TableRecord(
            NO_TABLE, game.key, guild, channel.id, first, None, Status.LOBBY, sitters
        )
        await kept.start((await kept.open(record)).record.id, first)
    await storage.close()


@asynccontextmanager
async def hall(folder: Path, tables: int) -> AsyncIterator[Hall]:
    """Start a bot on a loopback Discord of its own, with so many tables at which champions play."""
    async with Loopback() as discord, Bot("bot", discord, folder, EVERY_SECOND) as bot:
        await fill(
            bot.database, discord.open_channel("arena"), discord.world.guild_id, tables
        )
        lounge = discord.open_channel("lounge")
        await bot.start()
        await discord.until(lambda: discord.world.commands, 30)
        # Whatever the bot's children do then is thinking.
        await choose_pictures(discord.person("Olga", MANAGE_SERVER), lounge, "off")
        yield Hall(discord, bot)


async def waits(place: Hall, load: Load, seed: int) -> list[float]:
    """Let people click, and return the seconds that each answer took."""
    recorder = Recorder(place.discord)
    recorder.begin()
    slots = [
        Slot(place, recorder, number, random.Random(seed + number), seed)  # noqa: S311 - the same game each time
        for number in range(load.flight)
    ]
    await asyncio.gather(*(slot.open() for slot in slots))
    await asyncio.sleep(SETTLING)
    with undisturbed():
        recorder.measuring, pace = True, Pace(load)
        await asyncio.gather(*(slot.play(pace.turn) for slot in slots))
    tape = recorder.end()
    await asyncio.gather(
        *(game.end() for slot in slots for game in slot.games if not game.over)
    )
    return [click.seconds for click in tape.measured if click.answer is not None]


async def measure(given: argparse.Namespace) -> list[Record]:
    """Run every round and return the records."""
    load = Load(given.tables, int(given.rate * given.seconds), given.rate)
    found: dict[int, list[float]] = {0: [], given.rivals: []}
    used = {0: Cpu(0, 0), given.rivals: Cpu(0, 0)}
    async with AsyncExitStack() as stack:
        halls = {}
        for rivals in found:
            folder = Path(stack.enter_context(TemporaryDirectory()))
            halls[rivals] = await stack.enter_async_context(hall(folder, rivals))
        await asyncio.sleep(WARM)
        for number in range(given.rounds):
            for rivals in sorted(halls, reverse=number % 2 == 1):
                bot = halls[rivals].bot
                before = bot.cpu
                found[rivals] += await waits(halls[rivals], load, given.seed + number)
                used[rivals] += bot.cpu - before
    return [
        *records(found[0], found[given.rivals], given.rivals),
        *thought(used, given),
    ]


def records(
    without: Sequence[float], thinking: Sequence[float], rivals: int
) -> list[Record]:
    """Return how long answers take with rivals that think, beside those without."""
    return [
        compared(
            f"p{percent} of the answer with {rivals} rivals thinking, beside that without",
            percentile(thinking, percent),
            "ms",
            percentile(without, percent),
            GOAL if percent == 99 else None,  # noqa: PLR2004 - the one that has a goal
        )
        for percent in (50, 99)
    ]


def thought(used: Mapping[int, Cpu], given: argparse.Namespace) -> list[Record]:
    """Return how much was thought meanwhile, without which the comparison would say nothing, and what else it took."""
    more, seconds = used[given.rivals] - used[0], given.rounds * given.seconds
    return [
        Record("CPU of those who think meanwhile", more.children / seconds, "cores"),
        Record(
            "CPU that rivals take of the process that answers",
            more.main / seconds,
            "cores",
        ),
    ]


def main(words: Sequence[str] | None = None) -> None:
    """Print a table of all figures."""
    arguments = parser(__doc__ or "")
    arguments.add_argument(
        "--rivals",
        type=int,
        default=10,
        help="tables at each of which a champion thinks",
    )
    arguments.add_argument("--rate", type=float, default=20.0, help="clicks a second")
    arguments.add_argument(
        "--tables", type=int, default=8, help="tables at which people play"
    )
    arguments.add_argument(
        "--seconds", type=float, default=10.0, help="length of a round"
    )
    arguments.add_argument("--rounds", type=int, default=8)
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args(words)
    tell(asyncio.run(measure(given)), given.json)


if __name__ == "__main__":
    main()
