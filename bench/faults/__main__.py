"""`python -m bench.faults`: what Herald promises under faults, each ordered on purpose while people play.

`python -m bench.faults kills sigterm` orders these alone, `--list` names all. The real process plays on a loopback
Discord in this process. By default all together take some minutes; `--full` orders as much as the
table of docs/performance.md tells of, which takes up to three hours. What went wrong is told on
standard error, line by line.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from bench.faults.clicks import clicks
from bench.faults.damage import bits, wal
from bench.faults.disk import full, locks
from bench.faults.kills import kills, sigterm
from bench.faults.storms import gateway, hiccups, storms
from bench.faults.trials import Trial
from bench.faults.waking import waking
from bench.records import Record, parser, tell


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of fault: who orders it, how much of it by default and at full size, and of what."""

    order: Callable[[Trial], Coroutine[Any, Any, list[Record]]]
    size: int
    full: int
    unit: str


KINDS = {
    "bits": Kind(bits, 100, 1000, "bits"),
    "wal": Kind(wal, 100, 1000, "WALs"),
    "clicks": Kind(clicks, 3000, 100_000, "clicks"),
    "kills": Kind(kills, 40, 1000, "kills"),
    "hiccups": Kind(hiccups, 3, 30, "times"),
    "waking": Kind(waking, 200, 2000, "tables"),
    "storms": Kind(storms, 60, 600, "seconds"),
    "gateway": Kind(gateway, 10, 100, "drops"),
    "full": Kind(full, 6, 60, "times"),
    "locks": Kind(locks, 6, 60, "times"),
    "sigterm": Kind(sigterm, 10, 100, "stops"),
}


SUMMED = (
    *(
        "moves acknowledged",
        "acknowledged moves lost",
        "questions answered twice",
        "posts or pings doubled",
    ),
    *("clicks made", "clicks unanswered outside the fault", "secrets out"),
)
LONGEST = "seconds until everything was announced, at most"


def altogether(records: Sequence[Record]) -> list[Record]:
    """Return what every fault promises, over all of them: the sums, and the longest wait."""
    made: list[Record] = []
    for promise in (*SUMMED, LONGEST):
        found = [record for record in records if record.what.endswith(f": {promise}")]
        over = max if promise == LONGEST else sum
        if found:
            value = over(record.value for record in found)
            made.append(
                Record(
                    f"altogether: {promise}", value, found[0].unit, goal=found[0].goal
                )
            )
    return made


def words() -> argparse.ArgumentParser:
    """Return what can be asked for."""
    arguments = parser(__doc__ or "")
    arguments.add_argument(
        "names", nargs="*", metavar="NAME", help="which faults; all, if none is named"
    )
    arguments.add_argument(
        "--list",
        action="store_true",
        help="name the faults and how much of them is ordered",
    )
    arguments.add_argument(
        "--full",
        action="store_true",
        help="order as much as the table of docs/performance.md tells of",
    )
    arguments.add_argument("--size", type=int, help="order so much of each instead")
    arguments.add_argument(
        "--tables", type=int, default=6, help="at how many tables people play"
    )
    arguments.add_argument("--seed", type=int, default=1)
    return arguments


def main(given: Sequence[str] | None = None) -> None:
    """Order the faults one after the other and print a table of what was promised and what was kept."""
    asked = words()
    wanted = asked.parse_args(given)
    if unknown := sorted({*wanted.names} - KINDS.keys()):
        asked.error(
            f"no fault is called {', '.join(unknown)}; there are {', '.join(KINDS)}"
        )
    if wanted.list:
        for name, kind in KINDS.items():
            sys.stdout.write(
                f"{name:10} {kind.size:>7,} {kind.unit} by default, {kind.full:,} at full size\n"
            )
        return
    records: list[Record] = []
    for name in wanted.names or KINDS:
        kind = KINDS[name]
        size = wanted.size or (kind.full if wanted.full else kind.size)
        records += asyncio.run(kind.order(Trial(size, wanted.seed, wanted.tables)))
    tell([*records, *altogether(records)], wanted.json)


if __name__ == "__main__":
    main()
