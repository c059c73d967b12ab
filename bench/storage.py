"""How many moves a second the storage keeps, and how long each waits, against a raw write and fdatasync a move.

Run it with `python -m bench.storage [directory]`; the directory says which disk is measured.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import quantiles
from time import perf_counter, time

from bot.storage.port import Logged, Sitter, Status, TableId, TableRecord
from bot.storage.sqlite.storage import SqliteStorage
from engine.saves import Save

IN_FLIGHT = (1, 8, 64)
SECONDS = 3.0
STATE = '{"deck":[' + ",".join(str(card) for card in range(900)) + "]}"
TOLD = '[{"event":{"key":"card-kept","facts":{"player":{"seat":1}}},"to":null}]'


def measure(play: Callable[[float], list[float]]) -> tuple[float, float, float]:
    """Return moves a second, and the median and the 99th percentile of their waiting, in ms."""
    begun = perf_counter()
    waits = play(begun + SECONDS)
    rate = len(waits) / (perf_counter() - begun)
    cuts = quantiles(waits, n=100)
    return rate, cuts[49] * 1000, cuts[98] * 1000


def raw(directory: Path, until: float) -> list[float]:
    """Append a position to a file and sync it, one by one; return what each took, in seconds."""
    waits, document = [], STATE.encode()
    file = os.open(directory / "raw", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    while (begun := perf_counter()) < until:
        os.write(file, document)
        os.fdatasync(file)
        waits.append(perf_counter() - begun)
    os.close(file)
    return waits


def kept(directory: Path, tables: int, until: float) -> list[float]:
    """Record moves at tables at once, one after another at each; return what each took, in seconds."""
    return asyncio.run(_kept(directory / f"herald-{tables}.db", tables, until))


async def _kept(path: Path, tables: int, until: float) -> list[float]:
    storage = SqliteStorage(path)
    await storage.open()
    begun = await asyncio.gather(*(_begin(storage) for _ in range(tables)))
    waits = await asyncio.gather(*(_play(storage, table, until) for table in begun))
    await storage.close()
    return [wait for each in waits for wait in each]


async def _begin(storage: SqliteStorage) -> TableRecord:
    sitters = tuple(Sitter(10**18 + seat, f"Player {seat}") for seat in range(3))
    table = await storage.create(TableRecord(TableId(0), "fortheking", 1, 2, 3, None, Status.LOBBY, sitters))
    table = replace(table, status=Status.PLAYING, save=Save("fortheking", 1, 3, bytes(32), 0, (0, 0, 0), STATE))
    await storage.record(table, [])
    return table


async def _play(storage: SqliteStorage, table: TableRecord, until: float) -> list[float]:
    waits: list[float] = []
    while (begun := perf_counter()) < until and table.save:
        seq = table.save.seq + 1
        table = replace(table, save=replace(table.save, seq=seq))
        await storage.record(table, [Logged(seq, 1, seq % 3, '{"kind":"bid","amount":3}', TOLD, time())])
        waits.append(perf_counter() - begun)
    return waits


def main() -> None:
    """Print a short table."""
    above = sys.argv[1] if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory(dir=above) as name:
        directory = Path(name)
        base = measure(lambda until: raw(directory, until))
        rows = [("write + fdatasync", base)]
        for tables in IN_FLIGHT:
            figures = measure(lambda until, tables=tables: kept(directory, tables, until))  # type: ignore[misc]
            rows.append((f"{tables} in flight", figures))
    sys.stdout.write(f"{'':18}{'moves/s':>9}{'of raw':>8}{'median ms':>11}{'p99 ms':>9}\n")
    for label, (rate, median, slow) in rows:
        sys.stdout.write(f"{label:18}{rate:9.0f}{rate / base[0]:8.2f}{median:11.2f}{slow:9.2f}\n")


if __name__ == "__main__":
    main()
