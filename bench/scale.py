"""`python -m bench.scale`: moves a second and how long people wait, with SQLite and in 1, 2, 4 processes on PostgreSQL.

People play both games, as in `bench.whole`, on a loopback Discord in this process, at so many tables at once, which
stand in servers of all four shards. A move's CPU is that of Herald's processes and PostgreSQL's; what the loopback
Discord took is told as well, for the load takes cores that Herald can't have. All ways run all the time and play in
turns, round by round, so that the noise of the machine meets each; each has a database of its own, a copy of the same.
Both kinds of database wait for their disk. Who isn't answered in three seconds presses once more, and is counted.
`--stored` puts so many tables that were ended into the databases first; `--full` measures longer, with 100,000 of them.

The floor is a bare asyncpg loop: the statement that a move is, its values made ready, on as many connections as Herald
opens, as fast as PostgreSQL takes it. Beside it stands what the storage comes to with the same moves.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import asyncpg

from bench.fleet import hall
from bench.postgres import Cluster, programs
from bench.records import Record, compared, parser, tell
from bench.rounds import Hall, Load, Round, herald
from bench.storage import Played, begin, moves
from bench.whole import MS, percentile
from bot.host.address import Address, Place
from bot.storage.backends import copy_database, make_store
from bot.storage.port import Change
from bot.storage.postgres.connections import MOST, durable
from bot.storage.postgres.database import PostgresDatabase
from bot.storage.postgres.merged_statements import plan_changes, postgres_dialect
from bot.storage.records import Published, Sitter, Status, TableId, TableRecord
from bot.storage.store import Store
from engine import saves
from engine.frozen import replace
from engine.games import GAMES
from engine.match import Match
from engine.rng import SEED_BYTES

PROCESSES = {1: "1 process", 2: "2 processes", 4: "4 processes"}
ON_FILE = "1 process on SQLite"
RATE_GOAL, CPU_GOAL = "at least 0.8 times", "at most 1.15 times"
AT_A_TIME, SHUFFLES = 256, 64
"""How many tables are stored at the same time, and how many different matches have begun at them."""
FULL = {"stored": 100_000, "rounds": 6}
WARM = Load(4, 100)
SETTINGS = {"max_connections": "100", "shared_buffers": "256MB"}
READY, PAIRS = 30, 3
"""How many moves are made ready for each table of the bare loop, and how often it takes turns with the storage."""


async def stored(path: Path, count: int) -> None:
    """Make a database with so many tables that were ended, each shown, and with the first position of its match."""
    kept, game = make_store(path), GAMES["fortheking"]
    await kept.open()
    begun = [
        saves.dump(Match.start(game, 3, number.to_bytes(SEED_BYTES, "big")))
        for number in range(SHUFFLES)
    ]

    async def put(number: int) -> None:
        sitters = tuple(
            Sitter(10**15 + 3 * number + seat, f"Player {seat}") for seat in range(3)
        )
        now, shown = time.time(), Published(revision=0, seq=0)
        who = (
            TableId(0),
            game.key,
            1,
            2,
            sitters[0].user,
            None,
            Status.ENDED,
            sitters,
            begun[number % SHUFFLES],
            shown,
        )
        await kept.create(TableRecord(*who, created=now, since=now))

    for first in range(0, count, AT_A_TIME):
        await asyncio.gather(
            *(put(number) for number in range(first, min(count, first + AT_A_TIME)))
        )
    await kept.close()


async def places(
    cluster: Cluster, folder: Path, given: argparse.Namespace
) -> dict[str, tuple[Place, int]]:
    """Return each way's database, all with the same tables, and the process of its server."""
    file, address = folder / "herald.db", await cluster.fresh()
    began = time.monotonic()
    await stored(file, given.stored)
    if given.processes:
        await copy_database(file, address, GAMES)
    _say(
        f"{given.stored} tables are stored and copied: {time.monotonic() - began:.0f} s"
    )
    on_servers = {
        f"{PROCESSES[count]} on PostgreSQL": await cluster.copied(address)
        for count in given.processes
    }
    return {
        ON_FILE: (file, 0),
        **{name: (copy, cluster.pid) for name, copy in on_servers.items()},
    }


async def played(
    ways: dict[str, tuple[Place, int]], folder: Path, given: argparse.Namespace
) -> dict[str, Round]:
    """Return the sum of each way's rounds, by as many processes as its name begins with."""
    load, sums = Load(given.flight, given.clicks), dict.fromkeys(ways, Round())
    async with AsyncExitStack() as stack:
        entering = [
            stack.enter_async_context(
                hall(place, int(name.split(maxsplit=1)[0]), server, folder / name)
            )
            for name, (place, server) in ways.items()
        ]
        halls: dict[str, Hall] = dict(
            zip(ways, await asyncio.gather(*entering), strict=True)
        )
        for name, each in halls.items():
            await herald(each, WARM, given.seed, leave=True)
            _say(f"{name} is warm")
        for number in range(given.rounds):
            for name, each in halls.items():
                done, _ = await herald(each, load, given.seed + number, leave=True)
                sums[name] += done
                cost = MS * done.cpu.total / done.moves
                _say(
                    f"{name}: {done.moves} moves in {done.seconds:.1f} s, {cost:.2f} ms of CPU a move"
                )
    return sums


def _say(what: str) -> None:
    sys.stderr.write(f"{what}\n")


async def bare(address: Address, tables: int) -> float:
    """Return how many moves a second asyncpg gets kept with nothing around it."""
    kept = Store(PostgresDatabase(address))
    await kept.open()
    begun = [await begin(kept) for _ in range(tables)]
    await kept.close()
    told = [await statements(table) for table in begun]
    async with asyncpg.create_pool(
        address.reveal(), min_size=MOST, max_size=MOST, init=durable
    ) as pool:

        async def play(statements: Sequence[tuple[str, Sequence[object]]]) -> None:
            for text, values in statements:
                async with pool.acquire() as connection:
                    await connection.execute(text, *values)

        began = time.perf_counter()
        await asyncio.gather(*(play(each) for each in told))
        return tables * READY / (time.perf_counter() - began)


class Unkept(PostgresDatabase):
    """Notes what PostgreSQL would be told, and says that it was kept."""

    def __init__(self) -> None:
        """Begin with nothing."""
        super().__init__(Address("postgresql://127.0.0.1/nowhere"))
        self.told: list[tuple[str, Sequence[object]]] = []

    async def change(self, *changes: Change, **_: object) -> None:
        """Note changes."""
        values, shape = (
            [change.values for change in changes],
            [change.statement for change in changes],
        )
        self.told += [
            (plan.text, plan.values(*values))
            for plan in plan_changes(postgres_dialect(), *shape)
        ]


async def statements(table: TableRecord) -> Sequence[tuple[str, Sequence[object]]]:
    """Return what PostgreSQL is told of moves at a table, with the values."""
    unkept = Unkept()
    await _play(Store(unkept), table, islice(moves(table), READY))
    return unkept.told


async def _play(storage: Store, table: TableRecord, each: Iterable[Played]) -> None:
    for save, line in each:
        table = await storage.save(replace(table, save=save), [line])


async def kept(address: Address, tables: int) -> float:
    """Return how many moves a second the storage keeps."""
    opened = Store(PostgresDatabase(address))
    await opened.open()
    begun = [await begin(opened) for _ in range(tables)]
    ready = [(table, list(islice(moves(table), READY))) for table in begun]
    began = time.perf_counter()
    await asyncio.gather(*(_play(opened, table, each) for table, each in ready))
    rate = tables * READY / (time.perf_counter() - began)
    await opened.close()
    return rate


def figures(
    name: str, done: Round, first: Round, rate_goal: str | None, cpu_goal: str | None
) -> list[Record]:
    """Return what the rounds of one way came to, beside those that it is held against."""
    cost, base = (MS * each.cpu.total / each.moves for each in (done, first))
    return [
        compared(
            f"moves a second, {name}",
            done.moves / done.seconds,
            "1/s",
            first.moves / first.seconds,
            rate_goal,
        ),
        compared(f"CPU a move, {name}", cost, "ms", base, cpu_goal),
        Record(f"p50 of the answer, {name}", percentile(done.waits, 50), "ms"),
        Record(f"p99 of the answer, {name}", percentile(done.waits, 99), "ms"),
        Record(
            f"CPU of the loopback Discord a move, {name}",
            MS * done.server / done.moves,
            "ms",
        ),
        Record(
            f"CPU used by others meanwhile, {name}",
            max(done.others, 0.0) / done.watched,
            "cores",
        ),
        Record(
            f"not answered in three seconds, {name}",
            100 * done.unanswered / done.clicks,
            "% of clicks",
        ),
    ]


async def measure(given: argparse.Namespace) -> list[Record]:
    """Run every round and return the records."""
    found = programs()
    if found is None:
        raise SystemExit("no PostgreSQL is installed: apt-get install postgresql")
    with (
        TemporaryDirectory(dir=given.directory) as directory,
        Cluster(found, **SETTINGS) as cluster,
    ):
        sums = await played(
            await places(cluster, Path(directory), given), Path(directory), given
        )
        # In turn, as above; the first pair warms the server up.
        pairs = [
            [await way(await cluster.fresh(), given.flight) for way in (bare, kept)]
            for _ in range(PAIRS + 1)
        ]
        floor, ours = map(median, zip(*pairs[1:], strict=True))
    file_sum, *rest = sums.items()
    made = figures(*file_sum, file_sum[1], None, None)
    for number, (name, done) in enumerate(rest):
        alone = rest[0][1]
        goals = (
            (RATE_GOAL, None)
            if number == 0
            else (None, CPU_GOAL if name.startswith("2") else None)
        )
        made += figures(name, done, file_sum[1] if number == 0 else alone, *goals)
    beside = compared(
        "moves kept a second by the storage beside bare asyncpg", ours, "1/s", floor
    )
    return [
        *made,
        beside,
        Record("cores of this machine", len(os.sched_getaffinity(0)), "cores"),
    ]


def main(words: Sequence[str] | None = None) -> None:
    """Print a table of all figures."""
    arguments = parser(__doc__ or "")
    arguments.add_argument(
        "--processes", type=int, nargs="+", choices=PROCESSES, default=tuple(PROCESSES)
    )
    arguments.add_argument("--flight", type=int, default=64, help="tables at once")
    arguments.add_argument("--clicks", type=int, default=1280, help="clicks in a round")
    arguments.add_argument(
        "--rounds", type=int, default=2, help="rounds of each way; even, for both games"
    )
    arguments.add_argument(
        "--stored",
        type=int,
        default=0,
        help="tables that were ended and are stored already",
    )
    arguments.add_argument("--full", action="store_true", help=f"as {FULL}")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument(
        "--directory", type=Path, help="where the file of SQLite is written"
    )
    given = arguments.parse_args(words)
    vars(given).update(FULL if given.full else {})
    tell(asyncio.run(measure(given)), given.json)


if __name__ == "__main__":
    main()
