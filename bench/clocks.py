"""`python -m bench.clocks`: what clocks cost that are not due yet, on a database of many tables.

Measured is what Herald asks its database about time at a start and at each minute, and what keeping a move costs at a
table with a clock and at one without, in turns on the same database.
"""

from __future__ import annotations

import argparse
import asyncio
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, time

from bench.records import Record, compared, tell
from bench.storage import STATE, TOLD
from bot.clocks.clock import DAY, Clock, Terms
from bot.clocks.timeline import Standstill
from bot.storage.records import Logged, Sitter, Status, TableId, TableRecord
from bot.storage.sqlite.storage import SqliteStorage
from engine.saves import Save

PEOPLE = tuple(Sitter(1000 + number, f"Player {number}") for number in range(4))
ROUNDS = 200


def table(number: int, clock: Clock | None) -> TableRecord:
    """Return a table of four that is being played."""
    save = Save("fortheking", 1, len(PEOPLE), b"s" * 32, 0, (0,) * len(PEOPLE), STATE)
    place = TableId(0), "fortheking", 5, number
    return TableRecord(*place, PEOPLE[0].user, None, Status.PLAYING, PEOPLE, save, clock=clock)


async def filled(storage: SqliteStorage, count: int, now: float) -> None:
    """Keep tables at each of which somebody is asked, and has a day or more."""
    clock = Clock(Terms(DAY)).begun(len(PEOPLE), now).called([(0, 0)], now)
    for start in range(0, count, 500):
        new = (table(start + number, clock.dated(Standstill())) for number in range(min(500, count - start)))
        await asyncio.gather(*(storage.create(each) for each in new))


async def moves(storage: SqliteStorage, clock: Clock | None) -> list[float]:
    """Return how long each of some moves takes to be kept, in seconds."""
    now, record, taken = time(), await storage.create(table(0, clock)), []
    for seq in range(1, ROUNDS + 1):
        save = record.save and replace(record.save, seq=seq, asked=(seq,) * len(PEOPLE))
        began = perf_counter()
        record = await storage.record(replace(record, save=save), [Logged(seq, 1, 0, '{"kind": "bid"}', TOLD, now)])
        taken.append(perf_counter() - began)
    return taken


async def asked(storage: SqliteStorage, now: float) -> tuple[float, float]:
    """Return how long it takes to find out what is due next, and that nothing is due now, in seconds."""
    ways = []
    for question in (storage.next_due, lambda: storage.due(now, 100)):
        times = []
        for _ in range(ROUNDS):
            began = perf_counter()
            await question()
            times.append(perf_counter() - began)
        ways.append(median(times))
    return ways[0], ways[1]


async def measure(path: Path, count: int) -> None:
    """Measure a database of so many tables, and tell what came of it."""
    storage, now = SqliteStorage(path), time()
    await storage.open()
    await filled(storage, count, now)
    soonest, due = await asked(storage, now)
    clock = Clock(Terms(DAY)).begun(len(PEOPLE), now).called([(0, 0)], now).dated(Standstill())
    bare, timed = await moves(storage, None), await moves(storage, clock)
    await storage.close()
    known, many = f"with {count:,} clocks that aren't due", 1e6
    tell(
        [
            Record(f"what is due next, {known}", many * soonest, "µs"),
            Record(f"that nothing is due, {known}", many * due, "µs"),
            compared("a move kept at a table with a clock", 1e3 * median(timed), "ms", 1e3 * median(bare)),
        ]
    )


def main() -> None:
    """Read how many tables there are to be, and measure."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--tables", type=int, default=10_000)
    with TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder) / "herald.db", reader.parse_args().tables))


if __name__ == "__main__":
    main()
