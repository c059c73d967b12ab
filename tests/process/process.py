"""`python -m bot` as a subprocess that talks to the loopback Discord, alone or as one of several on one PostgreSQL."""

from __future__ import annotations

import asyncio
import random
import re
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import pytest

from bench import processes
from bot.host.address import Address, Place
from bot.host.cli import FAILED, MISUSED
from tests.loopback.people import Person
from tests.loopback.records import Channel
from tests.loopback.server import Loopback, Request
from tests.process.forking import Forked
from tests.process.playing import Party, check

FORKING = sys.platform == "linux"
HEARD = pytest.mark.skipif(signal.getsignal(signal.SIGHUP) is signal.SIG_IGN, reason="`nohup` has SIGHUP ignored")
"""The mark of what a terminal that is closed ends: nothing that was started by `nohup`, tests neither."""
STDOUT = 1
BEGINNINGS = {
    FAILED: ("Herald has stopped: ", "Herald зупинено: "),
    MISUSED: ("Herald can't start: ", "Herald не може запуститися: "),
}
"""How the line begins that a bot ends with, by its exit code."""
START_SECONDS = 20.0
QUICK = {"bot.announce.announce_state:DEBOUNCE": 0.2, "bot.announce.announce_state:PEACE": 0.2}
"""The constants of a bot that soon shows everything and notes it, for tests that wait until it has."""


def of_kind(method: str, path: str) -> Callable[[Request], bool]:
    """Return what tells whether a request has a method, and a path that fits a pattern."""
    return lambda request: request.method == method and bool(re.search(path, request.path))


@contextmanager
def striking(
    discord: Loopback, strike: Callable[[], object], fits: Callable[[Request], object], requests: int = 1
) -> Iterator[asyncio.Event]:
    """Strike once, before the bot hears of the effect of so many requests that fit; the event tells of it."""
    struck, left = asyncio.Event(), requests

    def watch(request: Request) -> None:
        nonlocal left
        left -= bool(fits(request))
        if not left and not struck.is_set():
            strike()
            struck.set()

    discord.watchers.append(watch)
    yield struck
    discord.watchers.remove(watch)


async def last_words(bot: Bot, code: int = FAILED) -> str:
    """Wait until a bot has ended by itself with a code, and return the one line that it says."""
    assert await bot.ended() == code
    (line,) = bot.log.splitlines()
    assert line.startswith(BEGINNINGS[code]), line
    assert bot.discord.token not in line
    return line


async def open_lobby(bot: Bot, **options: object) -> tuple[Channel, Person]:
    """Start a bot and let Ann open a table; return the channel of its lobby, and Ann."""
    hall, ann = bot.discord.open_channel("hall"), bot.discord.person("Ann")
    await bot.start()
    await ann.slash(hall, "newgame fortheking", **options)
    await bot.discord.until(lambda: hall.messages, START_SECONDS)
    return hall, ann


class Bot(processes.Bot):
    """The bot on one database; it can be started, killed and started again, and its standard error is kept.

    It runs in `folder`, where no .env is, with nothing in its environment but its settings. A `cold` one imports all
    that it needs, as the real one does; others are forked where that is done, with `constants` of modules. Use it as
    `async with`.
    """

    settings: dict[str, str]

    def __init__(self, discord: Loopback, folder: Path, settings: Mapping[str, str] = MappingProxyType({})) -> None:
        """Make a bot that isn't started yet."""
        super().__init__("bot", discord, folder, {"EMBLEMS": "emoji", **settings})
        self.starts = 0
        self.cold = not FORKING
        self.constants: Mapping[str, float] = {}

    async def __aexit__(self, *_: object) -> None:
        """Let no process outlive its test."""
        if self.running:
            self.kill_now()
            await self.ended()

    @property
    def files(self) -> list[Path]:
        """Return the database and what stands beside it."""
        return sorted(self.folder.glob(f"{self.database.name}*"))

    @property
    def stderr(self) -> Path:
        """Return where its standard error goes since its last start."""
        return self.folder / f"stderr{self.starts:03}"

    @property
    def log(self) -> str:
        """Return all that it has written to standard error, over all its starts."""
        return "".join(path.read_text() for path in sorted(self.folder.glob("stderr*")))

    async def launch(self) -> None:
        """Start the process without waiting for anything."""
        assert not self.running, "the bot is running already"
        self.starts += 1
        await super().launch()

    async def _made(self, stderr: int) -> asyncio.subprocess.Process | Forked:
        if self.cold:
            return await super()._made(stderr)
        return await Forked.start((), self.folder, self.environment, STDOUT, stderr, constants=self.constants)

    async def start(self) -> None:
        """Start the process and wait until it is connected to the gateway."""
        async with asyncio.timeout(START_SECONDS):
            await super().start()

    async def ended(self, seconds: float = START_SECONDS) -> int:
        """Wait until the process has ended and return its exit code, negative for a signal."""
        async with asyncio.timeout(seconds):
            return await super().ended()

    async def kill(self) -> None:
        """Kill the process at once, as a power cut would, and wait until Discord has noticed."""
        self.kill_now()
        await self.ended()
        await self.discord.gateway.left(START_SECONDS)

    def kill_now(self) -> None:
        """Send the killing signal without waiting for anything."""
        self.send(signal.SIGKILL)

    async def stop(self) -> None:
        """Press Ctrl-C, and see that it ends well, and that its log tells of no bug."""
        self.send(signal.SIGINT)
        assert await self.ended() == 0
        assert "Traceback" not in self.log, self.log

    def holds(self, sent: signal.Signals) -> bool:
        """Tell whether the process lets a signal wait."""
        words = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii").split()
        return bool(int(words[words.index("SigBlk:") + 1], 16) >> sent - 1 & 1)


SHARDS = 4
CONNECTED_SECONDS = START_SECONDS + 6.0 * SHARDS
"""Within which all shards are connected, also where one is introduced in five seconds."""


@dataclass
class Fleet:
    """The processes, and a channel in a server of each shard."""

    discord: Loopback
    address: Address
    bots: list[Bot]
    halls: list[Channel]

    async def launch(self, *bots: Bot) -> None:
        """Start some processes, or all, and wait until every shard is connected."""
        for bot in bots or self.bots:
            await bot.launch()
        await self.connected()

    async def connected(self) -> None:
        """Wait until every shard is connected; fail with the words of a process that ended instead."""
        async with asyncio.timeout(CONNECTED_SECONDS):
            while len(self.discord.gateway.shards) < SHARDS:
                await asyncio.sleep(0.05)
                ended = [bot.log for bot in self.bots if bot.starts and not bot.running]
                assert not ended, ended

    async def seat(self, seed: int, place: Place | None = None, people: int = 2, *, orders: bool = False) -> Party:
        """Begin a game in a server of the last shard, with DMs, of a place that is the address unless it is another."""
        guests = [self.discord.person(name) for name in ("Ann", "Bo", "Cy")[:people]]
        hall, dice = self.halls[SHARDS - 1], random.Random(seed)
        party = Party(self.discord, hall, guests, dice, place or self.address, orders=orders)
        await party.sit_down("fortheking", "dm")
        return party

    async def bring_down(
        self, party: Party, bot: Bot, after: int = 1, fits: Callable[[Request], bool] = lambda _: True
    ) -> bool:
        """Kill a process before it hears of a request's effect, so many that fit from now, and start it again.

        Return False if the game was over before.
        """
        with striking(self.discord, bot.kill_now, fits, after) as struck:
            going_on = await party.play_until(struck)
        if going_on:
            await bot.ended()
            await self.launch(bot)
        return going_on

    async def finish(self, party: Party) -> None:
        """Play to the end, check the finished game, and see that all processes end well."""
        await party.play_on()
        await self.discord.quiet()
        check(party, self.address)
        assert party.mixed
        await self.stop()

    async def stop(self) -> None:
        """Stop all processes, and see that each ends well."""
        for bot in self.bots:
            await bot.stop()

    def of(self, shard: int) -> Bot:
        """Return the process that looks after a shard, as it said when it started."""
        return next(bot for bot in self.bots if bot.running and shard in held(bot))


def held(bot: Bot) -> set[int]:
    """Return the shards that a process looks after, by its log since its last start."""
    last = bot.stderr.read_text()
    said = [line for line in last.splitlines() if "are looked after here" in line]
    numbers = said[-1].partition("shards ")[2].partition(" of ")[0] if said else ""
    return {int(number) for number in numbers.split(", ") if number}


@asynccontextmanager
async def fleet(
    folder: Path, address: Address, processes: int, settings: Mapping[str, str] | None = None, *, spares: int = 0
) -> AsyncIterator[Fleet]:
    """Make a Discord of four shards and so many equal processes and spares, which aren't started yet."""
    own = {
        "DATABASE": address.reveal(),
        "LOG_LEVEL": "INFO",
        "SHARDS": str(SHARDS),
        "PROCESSES": str(processes),
        "REQUESTS_PER_SECOND": "0",
        **(settings or {}),
    }
    async with Loopback() as discord, AsyncExitStack() as stack:
        discord.world.shards = SHARDS
        halls = [discord.open_channel(f"hall {shard}", discord.world.add_server(shard)) for shard in range(SHARDS)]
        bots = []
        for number in range(processes + spares):
            room = folder / f"process{number}"
            room.mkdir()
            bots.append(await stack.enter_async_context(Bot(discord, room, dict(own))))
        yield Fleet(discord, address, bots, halls)
