"""`python -m bench.start`: from the start of the process to the first answered click, beside a bare discord.py bot.

Each start is a new process, on a database of 10 or of 10,000 running tables of both games, on a loopback Discord in
this process; the click, for one's own hand, is sent as soon as the gateway has a session. The floor is `bench.bare`:
importing discord.py, logging in, connecting and giving the same answer takes at least that. The two take turns, after
one start of each that doesn't count. Every table has been announced, as after an ordinary stop, and the commands are
known, so that neither bot has anything else to do. The databases are kept in the directory for temporary files until
the code that makes them changes. `--imports` tells which packages Herald's start imports longest.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from statistics import median

from bench.processes import ROOT, START_SECONDS, Bot
from bench.recorder import Recorder
from bench.records import Record, compared, parser, tell
from bot.storage import sql
from bot.storage.records import Published, Sitter, Status, TableId, TableRecord
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from engine.games import GAMES
from engine.match import Match
from engine.rng import SEED_BYTES
from engine.saves import dump
from tests.loopback.people import Person
from tests.loopback.records import Channel, Message
from tests.loopback.server import Loopback

SIZES = (10, 10_000)
MOST = 8
"""Seats at a table, at most."""
USER, MESSAGE = 10**18, 2 * 10**18
"""The first of the ids of people and messages."""
GUILD = 1
"""The server in which the tables are. If Herald weren't in it, it would ask for all their places, minutes later."""
CLICK = "hand:1"
GOAL = "at most 2 times"
IMPORT = re.compile(r"import time:\s+(\d+) \|\s+\d+ \|\s+(\S+)")
LONGEST = 15


def record(number: int, channel: int, user: int) -> TableRecord:
    """Return a running table, of this number and not yet kept; the user has a seat at it."""
    games = list(GAMES.values())
    game = games[number % len(games)]
    seats = game.seats[0]
    sitters = tuple(
        Sitter(user + seat, f"Person {user + seat}") for seat in range(seats)
    )
    save = dump(Match.start(game, seats, number.to_bytes(SEED_BYTES, "big")))
    return TableRecord(
        TableId(0), game.key, GUILD, channel, user, None, Status.PLAYING, sitters, save
    )


async def keep(storage: Store, table: TableRecord) -> None:
    """Keep a table, and that all of it has been announced."""
    kept = await storage.create(table)
    message = MESSAGE + 2 * kept.id
    await storage.store_published(
        kept.id, Published(kept.revision, 0, message, post=message + 1)
    )


async def fill(path: Path, tables: int) -> None:
    """Make a database with so many tables; the people of the first are USER and those after.

    Raise ValueError if Herald would have to announce any of them.
    """
    storage = Store(SqliteDatabase(path))
    await storage.open()
    people = (
        record(number, 3 + number, USER + MOST * number) for number in range(tables)
    )
    while batch := list(islice(people, 500)):
        await asyncio.gather(*(keep(storage, table) for table in batch))
    behind = await storage.select(sql.UNSHOWN)
    await storage.close()
    if behind:
        raise ValueError(f"{len(behind)} tables are not announced")


def made(tables: int) -> Path:
    """Return a database with so many tables, made once for each state of the code that makes it."""
    code = hashlib.sha256(Path(__file__).read_bytes())
    for folder in ("bot/storage", "engine"):
        for path in sorted(
            each
            for each in (ROOT / folder).rglob("*")
            if each.suffix in {".py", ".sql"}
        ):
            code.update(path.read_bytes())
    home = Path(tempfile.gettempdir()) / f"herald-bench-{code.hexdigest()[:12]}"
    home.mkdir(exist_ok=True)
    kept = home / f"{tables}.db"
    if not kept.exists():
        with tempfile.TemporaryDirectory(dir=home) as folder:
            asyncio.run(fill(Path(folder) / "new.db", tables))
            (Path(folder) / "new.db").replace(kept)
    return kept


@dataclass(slots=True)
class Starts:
    """The starts of one bot: seconds to the answer, and seconds of CPU until then."""

    seconds: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)


@dataclass(slots=True)
class Stage:
    """A loopback Discord for one bot, with a person of the first table and a message to click on."""

    discord: Loopback
    folder: Path
    module: str
    settings: Mapping[str, str]
    starts: Starts = field(default_factory=Starts)
    person: Person = field(init=False)
    channel: Channel = field(init=False)
    message: Message = field(init=False)

    def __post_init__(self) -> None:
        """Let the person be who sits at the first table."""
        self.discord.world.guild_id, self.discord.world.guilds = GUILD, [GUILD]
        self.person = self.discord.person("Ann")
        self.person.user.id = USER
        self.discord.world.users[USER] = self.person.user
        self.channel = self.discord.open_channel("hall")
        button = {"type": 2, "style": 2, "label": "My hand", "custom_id": CLICK}
        body = {
            "content": "A table",
            "components": [{"type": 1, "components": [button]}],
        }
        self.message = self.discord.world.create(self.channel, body, {})

    async def start(self, *, counts: bool = True) -> None:
        """Start the bot, click as soon as it is connected, and stop it once it has answered."""
        began = time.monotonic()
        async with Bot(self.module, self.discord, self.folder, self.settings) as bot:
            await bot.start()
            event = await self.person.begin_click(self.message, CLICK)
            answer = await self.person.wait(event, START_SECONDS)
            if counts:
                self.starts.seconds.append(event.answered_at - began)
                self.starts.cpu.append(bot.cpu.total)
        if not answer.private or not answer.message.components:
            raise ValueError(f"{self.module} did not show a hand, but: {answer.text}")
        await self.discord.gateway.left(START_SECONDS)

    async def taped(self, path: Path) -> None:
        """Start the bot once, which doesn't count, and write a tape of its answer."""
        recorder = Recorder(self.discord)
        recorder.tape.channels[self.channel.id] = 0
        recorder.begin()
        await self.start(counts=False)
        recorder.end().save(path)


async def measure(databases: Mapping[int, Path], rounds: int) -> list[Record]:
    """Start every bot so often, in turns, and return what it took."""
    async with AsyncExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        heralds: dict[int, Stage] = {}
        for size, kept in databases.items():
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            shutil.copy(kept, folder / "herald.db")
            heralds[size] = Stage(
                await stack.enter_async_context(Loopback()), folder, "bot", {}
            )
            await heralds[size].taped(home / "tape")
        settings = {"TAPE": str(home / "tape")}
        bare = Stage(
            await stack.enter_async_context(Loopback()), home, "bench.bare", settings
        )
        await bare.start(counts=False)
        for _ in range(rounds):
            for stage in (*heralds.values(), bare):
                await stage.start()
        return [
            found
            for size, stage in heralds.items()
            for found in records(size, stage.starts, bare.starts)
        ]


def records(size: int, ours: Starts, floor: Starts) -> list[Record]:
    """Return what the starts came to, in the median."""
    where = f"{size:,} tables"
    return [
        compared(
            f"from the start to the first answered click, {where}",
            median(ours.seconds),
            "s",
            median(floor.seconds),
            GOAL,
        ),
        compared(
            f"CPU until the first answered click, {where}",
            median(ours.cpu),
            "s",
            median(floor.cpu),
        ),
    ]


def imports() -> list[Record]:
    """Return how long Herald's imports take, by package, longest first; measuring makes each a little slower."""
    words = (sys.executable, "-X", "importtime", "-c", "import bot.__main__")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    told = subprocess.run(  # noqa: S603 - our own words
        words, env=environment, check=True, capture_output=True, text=True
    )
    spent: Counter[str] = Counter()
    for microseconds, module in IMPORT.findall(told.stderr):
        spent[module.partition(".")[0]] += int(microseconds)
    rows = [
        Record(f"importing {package}", taken / 1000, "ms")
        for package, taken in spent.most_common(LONGEST)
    ]
    return [Record("importing everything", sum(spent.values()) / 1000, "ms"), *rows]


def main(words: Sequence[str] | None = None) -> None:
    """Print what starts take."""
    arguments = parser(__doc__ or "")
    arguments.add_argument("--rounds", type=int, default=5, help="starts of each bot")
    arguments.add_argument(
        "--sizes", type=int, nargs="+", default=SIZES, help="tables in the databases"
    )
    arguments.add_argument(
        "--imports",
        action="store_true",
        help="tell which packages take longest to import",
    )
    given = arguments.parse_args(words)
    databases = {size: made(size) for size in given.sizes}
    found = asyncio.run(measure(databases, given.rounds))
    tell([*found, *(imports() if given.imports else [])], given.json)


if __name__ == "__main__":
    main()
