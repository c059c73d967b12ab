"""`python -m bench.clocks`: what clocks cost that are not due yet, beside a Herald whose tables have none.

Two databases hold the same running tables; in one of them somebody is asked at each table, and has a day or more. Both
are started in turns, as in `bench.start`: measured are the time and CPU until the first answered click, the memory
then, and what each further answer takes. Besides, what Herald asks its database about time at a start and
at each minute, and what a move costs at a table with a clock, in CPU time of this process, beside the same move of the
same game at a table without.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time, time

from bench.memory import resident
from bench.processes import START_SECONDS, Bot
from bench.records import Record, compared, parser, tell
from bench.start import CLICK, Stage, made
from bot.clocks.table_clock import DAY, TableClock, TimeControl
from bot.clocks.timeline import Standstill
from bot.storage import sql
from bot.storage.records import NO_TABLE, Sitter, Status, TableRecord
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from bot.tables.tables import Tables
from engine.frozen import replace
from engine.games import GAMES
from engine.rng import SEED_BYTES
from tests.loopback.server import Loopback

TABLES = 10_000
ASKED = 200
"""How often the database is asked what is due."""
GAMES_PLAYED, MOVES = 10, 40
"""How many games are played with and without a clock, and how many moves of each."""
ALIKE = "at most 1.1 times"
TRIES, PICTURE_SECONDS = 10, 10.0
"""How often a picture is asked for at a start, and for how long it is waited for each time."""


async def wind(path: Path) -> None:
    """Let a clock run at each table of a database, at which nothing is due for half a day."""
    storage, now = Store(SqliteDatabase(path)), time()
    await storage.open()
    tables = await storage.find()
    for start in range(0, len(tables), 500):
        clocks = (
            (each.id, running(len(each.sitters), now))
            for each in tables[start : start + 500]
        )
        await asyncio.gather(
            *(storage.store_published(number, clock=clock) for number, clock in clocks)
        )
    await storage.close()


def running(seats: int, now: float) -> TableClock:
    """Return the clocks of a table at which the first seat is asked."""
    return (
        TableClock(TimeControl(DAY))
        .begin_game(seats, now)
        .start_clocks([(0, 0)], now)
        .with_due(Standstill())
    )


@dataclass(slots=True)
class Costs:
    """What the starts of one bot cost: seconds, CPU and megabytes at the first answer, CPU and seconds of others."""

    seconds: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)


async def start(stage: Stage, clicks: int, costs: Costs) -> None:
    """Start a bot, let somebody click so often, one after the other, and stop it."""
    began = perf_counter()
    async with Bot(stage.module, stage.discord, stage.folder, stage.settings) as bot:
        await bot.start()
        await click(stage)
        costs.seconds.append(perf_counter() - began)
        costs.cpu.append(bot.cpu.total)
        costs.memory.append(resident(bot.pid))
        await drawn(stage)
        before = bot.cpu.main
        costs.waits += [await click(stage) for _ in range(clicks)]
        costs.answers.append((bot.cpu.main - before) / clicks)
    await stage.discord.gateway.left(START_SECONDS)


async def drawn(stage: Stage) -> None:
    """Let somebody ask until the picture of their hand follows the answer: from then on it is kept, and follows each.

    Quick clicks before that all wait for the one picture, and get it at the same moment. On a busy machine a click then
    is answered later than Discord waits for, and so never.
    """
    for _ in range(TRIES):
        if await followed(stage):
            return
    raise RuntimeError("no picture of a hand has followed")


async def followed(stage: Stage) -> bool:
    """Let somebody ask for their hand; tell whether its picture follows the answer in good time."""
    event = await stage.person.begin_click(stage.message, CLICK)
    answer = await stage.person.wait(event, START_SECONDS)
    with suppress(TimeoutError):
        await stage.discord.until(lambda: answer.message.attachments, PICTURE_SECONDS)
    return bool(answer.message.attachments)


async def click(stage: Stage) -> float:
    """Let somebody ask for their hand; return the seconds until the answer."""
    began = perf_counter()
    event = await stage.person.begin_click(stage.message, CLICK)
    await stage.person.wait(event, START_SECONDS)
    return perf_counter() - began


async def starts(kept: Path, rounds: int, clicks: int) -> list[Record]:
    """Start Herald on a database and on the same one with clocks, in turns; return what it cost."""
    ways: list[tuple[Stage, Costs]] = []
    async with AsyncExitStack() as stack:
        for timed in (False, True):
            folder = Path(stack.enter_context(TemporaryDirectory()))
            shutil.copy(kept, folder / "herald.db")
            if timed:
                await wind(folder / "herald.db")
            stage = Stage(
                await stack.enter_async_context(Loopback()), folder, "bot", {}
            )
            await start(stage, 1, Costs())
            ways.append((stage, Costs()))
        for number in range(rounds):
            # Whoever comes second finds a warmer machine, or a busier one.
            for stage, costs in ways[:: (-1) ** number]:
                await start(stage, clicks, costs)
    bare, timed_ = (costs for _, costs in ways)
    return [
        compared(
            "from the start to the first answered click",
            median(timed_.seconds),
            "s",
            median(bare.seconds),
            ALIKE,
        ),
        compared(
            "CPU until the first answered click",
            median(timed_.cpu),
            "s",
            median(bare.cpu),
            ALIKE,
        ),
        compared(
            "RSS at the first answered click",
            median(timed_.memory),
            "MB",
            median(bare.memory),
            ALIKE,
        ),
        compared(
            "CPU an answer",
            1e3 * median(timed_.answers),
            "ms",
            1e3 * median(bare.answers),
            ALIKE,
        ),
        compared(
            "an answer, median",
            1e3 * median(timed_.waits),
            "ms",
            1e3 * median(bare.waits),
            ALIKE,
        ),
    ]


async def asked(path: Path) -> list[Record]:
    """Return how long it takes to find out what is due next, and that nothing is due now."""
    storage, now, found = Store(SqliteDatabase(path)), time(), []
    await storage.open()
    for what, question in (
        ("what is due next", lambda: storage.select(sql.NEXT, after=0.0)),
        ("that nothing is due", lambda: storage.select(sql.DUE, now=now, most=100)),
    ):
        times = []
        for _ in range(ASKED):
            began = perf_counter()
            await question()
            times.append(perf_counter() - began)
        found.append(Record(what, 1e6 * median(times), "µs"))
    await storage.close()
    return found


async def moves(path: Path) -> Record:
    """Return what a move costs at a table with a clock, beside the same one at a table without, in their median."""
    storage, spent = (
        Store(SqliteDatabase(path)),
        dict[bool, list[float]]({False: [], True: []}),
    )
    await storage.open()
    for number in range(GAMES_PLAYED):
        for timed, costs in spent.items():
            tables = Tables(
                storage, GAMES, seeds=partial(number.to_bytes, SEED_BYTES, "big")
            )
            costs.extend(
                await played(tables, TableClock(TimeControl(DAY)) if timed else None)
            )
    await storage.close()
    bare, timed_ = (1e3 * median(spent[timed]) for timed in (False, True))
    return compared("CPU of a move at a table with a clock", timed_, "ms", bare)


async def played(tables: Tables, clock: TableClock | None) -> list[float]:
    """Return what each move of a game of four costs, in seconds of CPU; everybody plays what is offered first."""
    sitters = tuple(Sitter(user, f"Person {user}") for user in range(1, 5))
    record = TableRecord(
        NO_TABLE, "fortheking", 100, 200, sitters[0].user, None, Status.LOBBY, sitters
    )
    table = await tables.open(replace(record, clock=clock))
    table = await tables.start(table.record.id, sitters[0].user)
    spent: list[float] = []
    while table.started_match.outcome is None and len(spent) < MOVES:
        seat = table.started_match.deciding[0]
        began = process_time()
        action = table.started_match.legal[seat][0]
        table = (
            await tables.play_for_seat(
                table.record.id, seat, table.started_match.question_id(seat), [action]
            )
        ).table
        spent.append(process_time() - began)
    return spent


async def measure(kept: Path, rounds: int, clicks: int) -> list[Record]:
    """Measure all of it on copies of a database of tables without clocks."""
    found = await starts(kept, rounds, clicks)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "herald.db"
        shutil.copy(kept, path)
        await wind(path)
        return [*found, *await asked(path), await moves(path)]


def main(words: Sequence[str] | None = None) -> None:
    """Print what clocks cost that aren't due."""
    reader = parser(__doc__ or "")
    reader.add_argument(
        "--tables",
        type=int,
        default=TABLES,
        help="in each database (default: %(default)s)",
    )
    reader.add_argument(
        "--rounds",
        type=int,
        default=5,
        help="starts of each bot (default: %(default)s)",
    )
    reader.add_argument(
        "--clicks",
        type=int,
        default=ASKED,
        help="answers after each start (default: %(default)s)",
    )
    given = reader.parse_args(words)
    tell(
        asyncio.run(measure(made(given.tables), given.rounds, given.clicks)), given.json
    )


if __name__ == "__main__":
    main()
