"""A bot as a process on the loopback Discord, and what it and its children have used, from /proc and its database."""

from __future__ import annotations

import asyncio
import os
import signal
import struct
import sys
from asyncio.subprocess import Process
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from tests.loopback.server import Loopback
from tests.process.forking import Forked

ROOT = Path(__file__).parents[1]
START_SECONDS = 60.0
UNLIMITED = dict.fromkeys(
    (
        *(
            "LOBBIES_PER_PERSON",
            "TABLES_PER_PERSON",
            "TABLES_PER_CHANNEL",
            "TABLES_PER_SERVER",
        ),
        *("NEWGAME_SECONDS", "CLICKS_PER_MINUTE", "REQUESTS_PER_SECOND"),
    ),
    "0",
)
"""The settings of a bot that limits nobody: people of a benchmark click faster than any person could."""
LAST_WORDS = 4000
TICKS = os.sysconf("SC_CLK_TCK")
NANO = 1e-9
PROC = Path("/proc")
TRANSACTIONS = struct.Struct("=8xI")
"""How the index of SQLite's write-ahead log begins: how many transactions were written stands in its ninth byte."""


@dataclass(frozen=True, slots=True)
class Cpu:
    """Seconds of CPU, user and system: of a process, and of all its children, living and ended."""

    main: float
    children: float

    @property
    def total(self) -> float:
        """All of it."""
        return self.main + self.children

    def __sub__(self, earlier: Cpu) -> Cpu:
        """Return what was used since."""
        return Cpu(self.main - earlier.main, self.children - earlier.children)

    def __add__(self, other: Cpu) -> Cpu:
        """Return the sum."""
        return Cpu(self.main + other.main, self.children + other.children)


@dataclass(frozen=True, slots=True)
class Usage:
    """What /proc tells of one process: its parent, its own seconds of CPU, and those of its ended children."""

    parent: int
    own: float
    ended: float


def usage(pid: int) -> Usage:
    """Return what a process has used; raise OSError if there is none."""
    # The name of the program, in brackets, may hold anything.
    fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    user, system, ended_user, ended_system = (
        int(ticks) / TICKS for ticks in fields[11:15]
    )
    return Usage(int(fields[1]), user + system, ended_user + ended_system)


def cpu(pid: int) -> Cpu:
    """Return what a process and its children have used until now; raise OSError if there is none."""
    main = usage(pid)
    return Cpu(
        main.own,
        main.ended + sum(each.own + each.ended for each in _descendants(pid).values()),
    )


def _descendants(pid: int) -> dict[int, Usage]:
    known: dict[int, Usage] = {}
    for entry in PROC.iterdir():
        if entry.name.isdecimal():
            with suppress(OSError):
                known[int(entry.name)] = usage(int(entry.name))
    family, grown = {pid}, 0
    while len(family) != grown:
        grown = len(family)
        family |= {number for number, each in known.items() if each.parent in family}
    return {number: known[number] for number in family - {pid}}


def describe_processes(pid: int) -> list[str]:
    """Return a process and each of its children in words: the command, its threads, and the seconds of CPU of each."""
    return [
        line
        for number in (pid, *sorted(_descendants(pid)))
        for line in _describe(number)
    ]


def _describe(pid: int) -> Iterator[str]:
    with suppress(OSError):
        program, *words = (
            (PROC / str(pid) / "cmdline").read_text().rstrip("\0").split("\0")
        )
        tasks = sorted(
            (PROC / str(pid) / "task").iterdir(), key=lambda task: int(task.name)
        )
        used = [
            (task / "comm", NANO * int((task / "schedstat").read_text().split()[0]))
            for task in tasks
        ]
        listed = ", ".join(
            f"{name.read_text().strip()} {seconds:.2f} s" for name, seconds in used
        )
        yield f"{' '.join((Path(program).name, *words))}: {len(used)} threads: {listed}"


def commits(database: Path) -> int:
    """Return how many transactions an SQLite database that is in use has written; 0 if it is none."""
    try:
        return int(TRANSACTIONS.unpack_from(Path(f"{database}-shm").read_bytes())[0])
    except OSError:
        return 0


@dataclass(slots=True)
class Bot:
    """`python -m MODULE` with nothing in its environment but its settings; use it as `async with`, then `start`.

    `root` is the checkout whose code runs.
    """

    module: str
    discord: Loopback
    folder: Path
    settings: Mapping[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    root: Path = ROOT
    _process: Process | Forked | None = None

    async def __aenter__(self) -> Self:
        """Return the bot, not yet started."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop it, as a service manager does, and repeat what it complained of."""
        if self._process is not None and self._process.returncode is None:
            self.send(signal.SIGTERM)
            await self._process.wait()
        if self.stderr.is_file():
            sys.stderr.write(self.stderr.read_text()[-LAST_WORDS:])

    @property
    def stderr(self) -> Path:
        """Where its standard error goes."""
        return self.folder / f"{self.module}.stderr"

    @property
    def database(self) -> Path:
        """Where it keeps its tables."""
        return Path(self.settings.get("DATABASE", self.folder / "herald.db"))

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None  # noqa: S101 - it is asked of a bot that was started
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether its process lives."""
        return self._process is not None and self._process.returncode is None

    @property
    def cpu(self) -> Cpu:
        """What it has used until now."""
        return cpu(self.pid)

    @property
    def environment(self) -> dict[str, str]:
        """All that its process finds in its environment."""
        inherited = {
            name: os.environ[name]
            for name in ("PATH", "SYSTEMROOT")
            if name in os.environ
        }
        own = {
            "DISCORD_TOKEN": self.discord.token,
            "DISCORD_API_URL": self.discord.url,
            "DATABASE": str(self.database),
            "LOG_LEVEL": "WARNING",
            "PYTHONPATH": str(self.root),
            **UNLIMITED,
        }
        return {**inherited, **own, **self.settings}

    async def launch(self) -> None:
        """Start the process without waiting for anything."""
        with self.stderr.open("ab") as stderr:
            self._process = await self._made(stderr.fileno())

    async def _made(self, stderr: int) -> Process | Forked:
        words = (sys.executable, *self.options, "-m", self.module)
        return await asyncio.create_subprocess_exec(
            *words, cwd=self.folder, env=self.environment, stderr=stderr
        )

    async def start(self) -> None:
        """Start the process and wait until it is connected; raise RuntimeError with its last words if it ends."""
        await self.launch()
        connecting = asyncio.create_task(self.discord.gateway.connected(START_SECONDS))
        ending = asyncio.create_task(self.ended())
        await asyncio.wait({connecting, ending}, return_when=asyncio.FIRST_COMPLETED)
        ending.cancel()
        if not connecting.done():
            connecting.cancel()
            raise RuntimeError(
                f"python -m {self.module} ended instead of starting:\n{self.stderr.read_text()}"
            )
        await connecting

    def send(self, sent: int) -> None:
        """Send a signal to the process, if it still lives."""
        if self.running and self._process is not None:
            self._process.send_signal(sent)

    async def ended(self) -> int:
        """Wait until it has ended and return its exit code."""
        assert self._process is not None  # noqa: S101 - only a process that was started ends
        return await self._process.wait()


class ForkedBot(Bot):
    """A bot that runs from its first line on in a fork of a process that has done its imports: hundreds of starts."""

    async def _made(self, stderr: int) -> Process | Forked:
        return await Forked.start((), self.folder, self.environment, stderr, stderr)
