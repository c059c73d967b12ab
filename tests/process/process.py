"""`python -m bot` as a subprocess that talks to the loopback Discord."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

from bench import processes
from bot.host.cli import FAILED, MISUSED
from tests.loopback.people import Person
from tests.loopback.records import Channel
from tests.loopback.server import Loopback, Request
from tests.process.forking import Forked

FORKING = sys.platform == "linux"
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
