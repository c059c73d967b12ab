"""`python -m bench.memory`: a soak: how much memory the bot has after many clicks, and whether it still grows.

People play both games on a loopback Discord, at some tables at once and one game after another, as in `bench.whole`,
but with standing orders, and with champions among them for whom another process thinks; new tables, new people's words
and new pictures all the time. After each part of the clicks what goes on is ended and
its channels are deleted, so that as many tables are there at half as at the end, and the resident memory (RSS) of the
process that answers is read from /proc. What each helper process adds is what it shares with nobody (USS):
its pages that are there because of it alone.
"""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.processes import PROC, Bot, usage
from bench.records import Record, compared, parser, tell
from bench.rounds import Load, herald
from bench.whole import hall

CLICKS, TABLES, PARTS = 60_000, 12, 20
LEVEL = "champion"
GROWTH, SIZE = "at most 1.05 times", "at most 160"
KIB_IN_MB = 1024
PRIVATE = ("Private_Clean:", "Private_Dirty:", "Private_Hugetlb:")


@dataclass(frozen=True, slots=True)
class Sample:
    """Megabytes after so many clicks: resident in the process that answers, and of each helper alone, by its pid."""

    clicks: int
    resident: float
    helpers: dict[int, float]


def resident(pid: int) -> float:
    """Return the resident memory of a process in megabytes; raise OSError if there is none."""
    return sum(_kib(PROC / str(pid) / "status", ("VmRSS:",))) / KIB_IN_MB


def alone(pid: int) -> float:
    """Return the memory that a process shares with no other, in megabytes; raise OSError if there is none."""
    return sum(_kib(PROC / str(pid) / "smaps_rollup", PRIVATE)) / KIB_IN_MB


def _kib(path: Path, names: tuple[str, ...]) -> list[int]:
    words = [line.split() for line in path.read_text().splitlines()]
    return [int(line[1]) for line in words if line and line[0] in names]


def helpers(pid: int) -> list[int]:
    """Return the processes that a process has begun and that are still there."""
    found = []
    for entry in PROC.iterdir():
        if entry.name.isdecimal():
            try:
                parent = usage(int(entry.name)).parent
            except OSError:
                # It has ended in the meantime.
                continue
            if parent == pid:
                found.append(int(entry.name))
    return found


def sample(bot: Bot, clicks: int) -> Sample:
    """Measure the bot's processes."""
    return Sample(clicks, resident(bot.pid), {helper: alone(helper) for helper in helpers(bot.pid)})


def figures(samples: list[Sample]) -> list[Record]:
    """Return what was measured, of samples that lie evenly over all clicks; the first is that of a bot at rest."""
    first, *_, last = samples
    half = next(each for each in samples if 2 * each.clicks >= last.clicks)
    added = [
        Record(f"what helper {number} adds", megabytes, "MB")
        for number, (_, megabytes) in enumerate(sorted(last.helpers.items()), 1)
    ]
    return [
        Record("RSS before the first click", first.resident, "MB"),
        compared(
            f"RSS after {last.clicks:,} clicks, beside that after {half.clicks:,}",
            last.resident,
            "MB",
            half.resident,
            GROWTH,
        ),
        Record("RSS of the process that answers, at most", max(each.resident for each in samples), "MB", goal=SIZE),
        *added,
    ]


async def soak(clicks: int, tables: int, parts: int = PARTS) -> list[Sample]:
    """Let people click so often at so many tables at once; return a sample before them and after each part."""
    with TemporaryDirectory() as folder:
        async with hall("bot", Path(folder)) as place:
            place.order, place.level, place.patient = True, LEVEL, True
            samples = [sample(place.bot, 0)]
            for part in range(1, parts + 1):
                done = clicks * part // parts
                await herald(place, Load(tables, done - samples[-1].clicks), part, leave=True)
                samples.append(sample(place.bot, done))
                told = ", ".join(f"{megabytes:.0f}" for megabytes in samples[-1].helpers.values())
                sys.stderr.write(f"{done:,} clicks: {samples[-1].resident:.1f} MB; helpers {told} MB\n")
    return samples


def main() -> None:
    """Print a table of the soak."""
    made = parser(__doc__ or "")
    made.add_argument("--clicks", type=int, default=CLICKS, help="how many clicks in all (default: %(default)s)")
    made.add_argument("--tables", type=int, default=TABLES, help="at how many tables at once (default: %(default)s)")
    arguments = made.parse_args()
    tell(figures(asyncio.run(soak(arguments.clicks, arguments.tables))), arguments.json)


if __name__ == "__main__":
    main()
