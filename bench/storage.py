"""`python -m bench.storage`: moves that the storage keeps a second, how long each waits, and what CPU its thread takes.

Two floors are measured in the same rounds on the same disk, which `--directory` names. A bare write and fdatasync of a
position, one after the other, is what keeping it costs with nothing around it; with many tables in flight a group
commit must be faster, for one sync serves them all. And SQLite alone: the rows that the storage has written, without
seals, checks and queue, in transactions of as many moves as there are tables in flight. What each way is given to keep
is made ready beforehand, for that is the match's work.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import clock_gettime, perf_counter, pthread_getcpuclockid, thread_time, time
from typing import TypeAlias

from bench.records import Record, compared, parser, tell
from bot.storage.records import Logged, Sitter, Status, TableId, TableRecord
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.sqlite.files import connect
from bot.storage.store import Store
from engine.frozen import replace
from engine.saves import Save

GOALS = {1: None, 8: "at least 1 times", 64: "at least 1.45 times"}
"""Tables in flight, and how many times as fast as the bare write the storage should be."""
CPU_GOALS = {1: None, 8: "at most 60", 64: "at most 35"}
"""What a move may cost the storage's threads, where a commit is shared; one alone pays for a whole commit."""
STATE = '{"deck":[' + ",".join(str(card) for card in range(900)) + "]}"
TOLD = '[{"event":{"key":"card-kept","facts":{"player":{"seat":1}}},"to":null}]'
PREPARED = 2048
"""How many moves are made ready at a time."""

Played: TypeAlias = tuple[Save, Logged]
"""A move, and the match after it."""


@dataclass(slots=True)
class Run:
    """What some seconds of one way to keep moves came to: each move's waiting and the thread's CPU, in seconds."""

    waits: list[float] = field(default_factory=list)
    seconds: float = 0.0
    cpu: float = 0.0

    def __add__(self, other: Run) -> Run:
        """Return both together."""
        return Run(
            self.waits + other.waits, self.seconds + other.seconds, self.cpu + other.cpu
        )

    @property
    def rate(self) -> float:
        """Moves a second."""
        return len(self.waits) / self.seconds

    @property
    def microseconds(self) -> float:
        """CPU a move."""
        return 1e6 * self.cpu / len(self.waits)


def raw(path: Path, seconds: float) -> Run:
    """Append a position to a file and sync it, one by one."""
    document, file = (
        STATE.encode(),
        os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND),
    )
    run, began, used = Run(), perf_counter(), thread_time()
    while (at := perf_counter()) < began + seconds:
        os.write(file, document)
        os.fdatasync(file)
        run.waits.append(perf_counter() - at)
    run.seconds, run.cpu = perf_counter() - began, thread_time() - used
    os.close(file)
    return run


async def kept(path: Path, tables: int, seconds: float) -> Run:
    """Let the storage record moves at tables at once, one after another at each."""
    before = set(threading.enumerate())
    storage = Store(SqliteDatabase(path))
    await storage.open()
    begun = await asyncio.gather(*(begin(storage) for _ in range(tables)))
    # Threads are told by when they came: what the storage calls its own is its own affair.
    own = [thread for thread in threading.enumerate() if thread not in before]
    run = Run()
    while run.seconds < seconds:
        ready = [list(islice(moves(table), PREPARED // tables)) for table in begun]
        began, used = perf_counter(), _cpu(own)
        begun = await asyncio.gather(
            *(
                _play(storage, table, moves, run.waits)
                for table, moves in zip(begun, ready, strict=True)
            )
        )
        run.seconds += perf_counter() - began
        run.cpu += _cpu(own) - used
    await storage.close()
    return run


def _cpu(threads: Sequence[threading.Thread]) -> float:
    """Return the seconds of CPU that threads have used."""
    return sum(
        clock_gettime(pthread_getcpuclockid(thread.ident))
        for thread in threads
        if thread.ident
    )


async def begin(storage: Store) -> TableRecord:
    """Keep a table at which a match has begun, and return it."""
    sitters = tuple(Sitter(10**18 + seat, f"Player {seat}") for seat in range(3))
    table = await storage.create(
        TableRecord(TableId(0), "fortheking", 1, 2, 3, None, Status.LOBBY, sitters)
    )
    table = replace(
        table,
        status=Status.PLAYING,
        save=Save("fortheking", 1, 3, bytes(32), 0, (0, 0, 0), STATE),
    )
    return await storage.save(table)


def moves(table: TableRecord) -> Iterator[Played]:
    """Yield one move of a table after another, each with the match after it, as they are handed to the storage."""
    save = table.save
    while save:
        save = replace(save, seq=save.seq + 1)
        yield (
            save,
            Logged(
                save.seq, 1, save.seq % 3, '{"kind":"bid","amount":3}', TOLD, time()
            ),
        )


async def _play(
    storage: Store, table: TableRecord, moves: Iterable[Played], waits: list[float]
) -> TableRecord:
    """Record moves of a table one after another, note each one's waiting, and return the table after them."""
    for after, move in moves:
        began = perf_counter()
        table = await storage.save(replace(table, save=after), [move])
        waits.append(perf_counter() - began)
    return table


def bare(path: Path, tables: int, seconds: float) -> Run:
    """Write the rows that the storage left at `path` again and again, in groups, with nothing but SQLite."""
    with closing(connect(path, "rwc")) as db:
        groups = Rows(db, tables).groups()
        run = Run()
        while run.seconds < seconds:
            ready = [next(groups) for _ in range(PREPARED // tables)]
            began, used = perf_counter(), thread_time()
            for group in ready:
                at = perf_counter()
                group.commit(db)
                run.waits += [perf_counter() - at] * tables
            run.seconds += perf_counter() - began
            run.cpu += thread_time() - used
    return run


@dataclass(frozen=True, slots=True)
class Group:
    """One transaction: rows of moves, rows of tables, and their statements."""

    insert: str
    update: str
    moves: Sequence[Sequence[object]]
    tables: Sequence[Sequence[object]]

    def commit(self, db: sqlite3.Connection) -> None:
        """Write it."""
        db.execute("BEGIN IMMEDIATE")
        db.executemany(self.insert, self.moves)
        db.executemany(self.update, self.tables)
        db.execute("COMMIT")


class Rows:
    """The last rows of every table and its move, whatever columns they have, and those that would follow."""

    def __init__(self, db: sqlite3.Connection, tables: int) -> None:
        """Read them."""
        last = "SELECT * FROM moves WHERE table_id = ? ORDER BY seq DESC LIMIT 1"
        self._tables = [
            dict(row)
            for row in db.execute("SELECT * FROM tables ORDER BY id LIMIT ?", (tables,))
        ]
        self._moves = [
            dict(db.execute(last, (row["id"],)).fetchone()) for row in self._tables
        ]

    def groups(self) -> Iterator[Group]:
        """Yield one group after another: at each table the next move, and the table after it."""
        values = ", ".join("?" * len(self._moves[0]))
        insert = f"INSERT INTO moves VALUES ({values})"  # noqa: S608 - nothing but question marks
        columns = [column for column in self._tables[0] if column != "id"]
        changed = ", ".join(f"{column} = ?" for column in columns)
        update = f"UPDATE tables SET {changed} WHERE id = ?"  # noqa: S608 - columns of the database itself
        while True:
            for table, move in zip(self._tables, self._moves, strict=True):
                table["seq"] = move["seq"] = move["seq"] + 1
                table["version"] += 1
                table["revision"] += 1
            moves = [tuple(move.values()) for move in self._moves]
            rows = [
                (*(row[column] for column in columns), row["id"])
                for row in self._tables
            ]
            yield Group(insert, update, moves, rows)


@dataclass(slots=True)
class Figures:
    """What all rounds came to, by tables in flight."""

    raw: Run = field(default_factory=Run)
    kept: dict[int, Run] = field(default_factory=dict)
    bare: dict[int, Run] = field(default_factory=dict)

    def round(self, folder: Path, number: int, seconds: float) -> None:
        """Measure everything once more."""
        for tables in GOALS:
            path = folder / f"{number}-{tables}.db"
            self.raw += raw(folder / "raw", seconds / len(GOALS))
            self.kept[tables] = self.kept.get(tables, Run()) + asyncio.run(
                kept(path, tables, seconds)
            )
            self.bare[tables] = self.bare.get(tables, Run()) + bare(
                path, tables, seconds
            )

    def records(self) -> Iterator[Record]:
        """Yield what was measured."""
        yield Record("bare write + fdatasync", self.raw.rate, "1/s")
        yield Record(
            "bare write + fdatasync, median",
            1000 * quantiles(self.raw.waits, n=100)[49],
            "ms",
        )
        for tables, goal in GOALS.items():
            ours, floor, where = (
                self.kept[tables],
                self.bare[tables],
                f"{tables} in flight",
            )
            cuts = quantiles(ours.waits, n=100)
            yield compared(
                f"moves kept a second, {where}", ours.rate, "1/s", self.raw.rate, goal
            )
            yield compared(
                f"moves kept a second by SQLite alone, {where}",
                floor.rate,
                "1/s",
                self.raw.rate,
            )
            what = f"CPU a move in the storage's threads, {where}"
            yield compared(
                what, ours.microseconds, "µs", floor.microseconds, CPU_GOALS[tables]
            )
            yield Record(
                f"waiting for a move to be kept, median, {where}", 1000 * cuts[49], "ms"
            )
            yield Record(
                f"waiting for a move to be kept, p99, {where}", 1000 * cuts[98], "ms"
            )


def main() -> None:
    """Print what keeping moves takes."""
    arguments = parser(__doc__ or "")
    arguments.add_argument(
        "--directory", type=Path, help="where to write; it says which disk is measured"
    )
    arguments.add_argument("--rounds", type=int, default=2)
    arguments.add_argument(
        "--seconds",
        type=float,
        default=1.5,
        help="how long each way is measured in each round",
    )
    given = arguments.parse_args()
    figures = Figures()
    with TemporaryDirectory(dir=given.directory) as folder:
        for number in range(given.rounds):
            figures.round(Path(folder), number, given.seconds)
    tell(list(figures.records()), given.json)


if __name__ == "__main__":
    main()
