"""`python -m bench.whole`: the whole bot as a process, beside a bare discord.py bot that makes the same calls.

People play both games on a loopback Discord in this process, at 1, 8 and 32 tables at once: each clicks, waits for the
answer and until the next question stands, and clicks again; the choices are drawn from a seed. A tape notes every
click and every call to Discord that Herald made for it. Then the bare bot (`bench.bare`) gets the same clicks and makes
the same calls with the same payloads and files, on a loopback Discord of its own that does the same work. That is the
floor: whoever speaks to Discord through discord.py pays at least this, for parsing events, building views, writing
them as JSON, rate limits and HTTP. The two take turns, round by round, so that the noise of the machine meets both.

A click is anything pressed, picked or sent; a move is a click that answered a question of the game and was taken.
CPU is user and system, of the process and of its children. An answer takes from the click's event to the received
callback. `--rate` clicks in a steady beat instead, over `--tables` tables.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

from bench.processes import Bot
from bench.records import Record, compared, parser, tell
from bench.rounds import Hall, Load, Round, bare, herald
from bot.client.emblems import drawings
from tests.loopback.server import Loopback

FLIGHTS = (1, 8, 32)
CLICKS = {1: 200, 8: 400, 32: 640}
"""Clicks in a round, by tables in flight."""
MANAGE_SERVER = 1 << 5
WARM = Load(4, 200)
ALONE, MANY = "at most 1.5 times", "at most 1.3 times"
MS = 1000
EMBLEM_SECONDS = 180.0
"""How long drawing and uploading all emblems may take."""


@asynccontextmanager
async def hall(module: str, folder: Path, pictures: str = "") -> AsyncIterator[Hall]:
    """Start a bot on a loopback Discord of its own; `pictures` is what its server chooses: on, off, or nothing."""
    async with Loopback() as discord, Bot(module, discord, folder) as bot:
        lounge = discord.open_channel("lounge")
        await bot.start()
        made = Hall(discord, bot)
        if pictures:
            await discord.until(lambda: discord.world.commands, 30)
            owner = discord.person("Olga", MANAGE_SERVER)
            await owner.slash(lounge, "settings server", pictures=pictures)
        yield made


async def settled(place: Hall) -> None:
    """Wait until the emblems are Discord's emoji: that comes once in the life of an application, and with no move."""
    emojis = place.discord.world.emojis
    await place.discord.until(lambda: len(emojis) >= len(drawings()), EMBLEM_SECONDS)


def percentile(waits: Sequence[float], percent: int) -> float:
    """Return a percentile of some seconds, in milliseconds."""
    return MS * quantiles(waits, n=100)[percent - 1]


class Comparison:
    """Herald with and without pictures, each beside the bare bot on its tapes, over loads and rounds."""

    def __init__(self, heralds: dict[str, Hall], floor: Hall) -> None:
        """Take the halls; Herald's by what its server chose."""
        self._heralds = heralds
        self._floor = floor
        self.sums: dict[tuple[str, str, str], Round] = {}

    async def round(self, load: Load, seed: int, *, counts: bool = True) -> None:
        """Let each play one round."""
        for pictures, place in self._heralds.items():
            played, tape = await herald(place, load, seed)
            again = await bare(self._floor, load, tape)
            if counts:
                for who, result in (("herald", played), ("bare", again)):
                    key = load.name, pictures, who
                    self.sums[key] = self.sums.get(key, Round()) + result
            sys.stderr.write(f"{load.name}, pictures {pictures}: {_brief(played)}; bare {_brief(again)}\n")

    def records(self, load: Load) -> list[Record]:
        """Return what was measured of one load."""
        made: list[Record] = []
        for pictures in self._heralds:
            ours, floor = (self.sums[load.name, pictures, who] for who in ("herald", "bare"))
            made += figures(f"{load.name}, pictures {pictures}", ours, floor, _goal(load, pictures))
        if {"on", "off"} <= self._heralds.keys():
            drawn, plain = (self.sums[load.name, pictures, "herald"].waits for pictures in ("on", "off"))
            what = f"p99 of the answer with pictures beside that without, {load.name}"
            made.append(compared(what, percentile(drawn, 99), "ms", percentile(plain, 99), MANY))
        return made


def _goal(load: Load, pictures: str) -> str | None:
    if pictures == "on":
        return None
    return ALONE if load.flight == 1 else MANY


def _brief(played: Round) -> str:
    per_move = MS * played.cpu.total / max(played.moves, 1)
    return f"{played.moves} moves in {played.seconds:.1f} s, {per_move:.2f} ms of CPU a move"


def figures(where: str, ours: Round, floor: Round, goal: str | None) -> list[Record]:
    """Return what Herald's rounds and those of the bare bot come to."""
    cpu, least = MS * ours.cpu.total / ours.moves, MS * floor.cpu.total / floor.moves
    made = [
        compared(f"CPU a move, {where}", cpu, "ms", least, goal),
        Record(f"CPU a move in the answering process, {where}", MS * ours.cpu.main / ours.moves, "ms"),
        Record(f"CPU a move in its children, {where}", MS * ours.cpu.children / ours.moves, "ms"),
        compared(f"CPU a click, {where}", MS * ours.cpu.total / ours.clicks, "ms", MS * floor.cpu.total / floor.clicks),
        compared(f"moves a second, {where}", ours.moves / ours.seconds, "1/s", floor.moves / floor.seconds),
    ]
    for percent in (50, 99):
        found, base = (percentile(each.waits, percent) for each in (ours, floor))
        made.append(compared(f"p{percent} of the answer, {where}", found, "ms", base))
    return [*made, *counts(where, ours, floor)]


def counts(where: str, ours: Round, floor: Round) -> list[Record]:
    """Return what was called and told, and how busy the loopback Discord and the rest of the machine were."""
    return [
        Record(f"REST calls a click, {where}", ours.calls / ours.clicks, "calls", goal="at most 1.6"),
        Record(f"messages sent or edited a move, {where}", ours.told / ours.moves, "messages", goal="at most 3"),
        Record(f"clicks a move, {where}", ours.clicks / ours.moves, "clicks"),
        Record(f"clicks refused, {where}", 100 * ours.refused / ours.clicks, "%"),
        Record(f"times that nobody found anything to press, {where}", ours.stalled, "times"),
        compared(
            f"CPU of the loopback Discord a click, {where}",
            MS * ours.server / ours.clicks,
            "ms",
            MS * floor.server / floor.clicks,
        ),
        Record(f"CPU used by others meanwhile, {where}", _others(ours, floor), "cores"),
    ]


def _others(ours: Round, floor: Round) -> float:
    both = ours + floor
    return max(both.others, 0.0) / both.watched


async def measure(arguments: argparse.Namespace) -> list[Record]:
    """Run every round and return the records."""
    loads = [Load(flight, CLICKS.get(flight, 25 * flight)) for flight in arguments.flights]
    if arguments.rate:
        loads = [Load(arguments.tables, int(arguments.rate * arguments.seconds), arguments.rate)]
    async with AsyncExitStack() as stack:
        folders = {name: Path(stack.enter_context(TemporaryDirectory())) for name in ("bare", *arguments.pictures)}
        floor = await stack.enter_async_context(hall("bench.bare", folders["bare"]))
        halls = {
            chosen: await stack.enter_async_context(hall("bot", folders[chosen], chosen))
            for chosen in arguments.pictures
        }
        await asyncio.gather(*map(settled, halls.values()))
        compare = Comparison(halls, floor)
        await compare.round(WARM, arguments.seed, counts=False)
        for number in range(arguments.rounds):
            for load in loads:
                await compare.round(load, arguments.seed + number)
        return [record for load in loads for record in compare.records(load)]


def main(words: Sequence[str] | None = None) -> None:
    """Print a table of all figures."""
    arguments = parser(__doc__ or "")
    arguments.add_argument("--flights", type=int, nargs="+", default=FLIGHTS, help="tables at once")
    arguments.add_argument("--rounds", type=int, default=2, help="rounds of each load; even, for both games")
    arguments.add_argument("--pictures", nargs="+", choices=("off", "on"), default=("off", "on"))
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--rate", type=float, default=0.0, help="clicks a second, instead of as fast as it goes")
    arguments.add_argument("--tables", type=int, default=50, help="tables for --rate")
    arguments.add_argument("--seconds", type=float, default=30.0, help="length of a round with --rate")
    given = arguments.parse_args(words)
    tell(asyncio.run(measure(given)), given.json)


if __name__ == "__main__":
    main()
