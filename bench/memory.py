"""`python -m bench.memory`: a soak: how much memory the bot has after many clicks, and whether it still grows.

People play both games on a loopback Discord, at some tables at once and one game after another, as in `bench.whole`,
but with standing orders, and with champions among them for whom another process thinks; new tables, new people's words
and new pictures all the time. After each part of the clicks what goes on is ended and
its channels are deleted, so that as many tables are there at half as at the end.

What the host pays is the proportional set size (PSS) of all processes together, in which a page that several share
is counted once; it is read every second while people play, for the peak. The process that answers is told by its
resident memory (RSS) as well, which `ps` and `docker stats` come close to.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.processes import PROC, Bot, usage
from bench.records import Record, compared, parser, tell
from bench.rounds import Load, herald
from bench.whole import hall
from bot.operations.health import background_task

CLICKS, TABLES, PARTS = 40_000, 200, 4
LEVEL = "champion"
GROWTH, SIZE, HELPER = "at most 1.05 times", "at most 160", "at most 100"
EVERY = 1.0
"""Seconds between two looks while people play."""
KIB_IN_MB = 1024


@dataclass(frozen=True, slots=True)
class Sample:
    """Megabytes after so many clicks: RSS of the process that answers, and PSS of it and of each helper, by its pid."""

    clicks: int
    resident: float
    answering: float
    helpers: dict[int, float]

    @property
    def whole(self) -> float:
        """Return the PSS of all processes together."""
        return self.answering + sum(self.helpers.values())


def resident(pid: int) -> float:
    """Return the resident memory of a process in megabytes; raise OSError if there is none."""
    return sum(_kib(PROC / str(pid) / "status", ("VmRSS:",))) / KIB_IN_MB


def proportional(pid: int) -> float:
    """Return the memory of a process and its part of what it shares, in megabytes; raise OSError if there is none."""
    return sum(_kib(PROC / str(pid) / "smaps_rollup", ("Pss:",))) / KIB_IN_MB


def _kib(path: Path, names: tuple[str, ...]) -> list[int]:
    words = [line.split() for line in path.read_text().splitlines()]
    return [int(line[1]) for line in words if line and line[0] in names]


def helpers(pid: int) -> list[int]:
    """Return the processes that a process has begun, those that these have begun and so on, which are still there."""
    parents = {}
    for entry in PROC.iterdir():
        # One that has ended in the meantime has no parent any more.
        with suppress(OSError):
            if entry.name.isdecimal():
                parents[int(entry.name)] = usage(int(entry.name)).parent
    family = [pid]
    for member in family:
        family += [child for child, parent in parents.items() if parent == member]
    return family[1:]


def sample(bot: Bot, clicks: int) -> Sample:
    """Measure the bot's processes."""
    sizes = {}
    for helper in helpers(bot.pid):
        with suppress(OSError):
            sizes[helper] = proportional(helper)
    return Sample(clicks, resident(bot.pid), proportional(bot.pid), sizes)


def figures(samples: list[Sample], seen: list[Sample]) -> list[Record]:
    """Return what was measured, of samples that lie evenly over all clicks and of those `seen` while people played.

    The first sample is that of a bot at rest.
    """
    first, *_, last = samples
    half = next(each for each in samples if 2 * each.clicks >= last.clicks)
    every = [*samples, *seen]
    most = {
        pid: max(each.helpers.get(pid, 0.0) for each in every)
        for pid in sorted(last.helpers)
    }
    return [
        Record("PSS of all processes before the first click", first.whole, "MB"),
        Record(f"PSS of all processes after {last.clicks:,} clicks", last.whole, "MB"),
        Record(
            "PSS of all processes, at the peak", max(each.whole for each in every), "MB"
        ),
        compared(
            f"RSS of the process that answers after {last.clicks:,} clicks, beside that after {half.clicks:,}",
            last.resident,
            "MB",
            half.resident,
            GROWTH,
        ),
        Record(
            "RSS of the process that answers, at the peak",
            max(each.resident for each in every),
            "MB",
            goal=SIZE,
        ),
        *(
            Record(f"PSS of helper {number}, at the peak", megabytes, "MB", goal=HELPER)
            for number, megabytes in enumerate(most.values(), 1)
        ),
    ]


async def _watch(bot: Bot, seen: list[Sample]) -> None:
    while True:
        await asyncio.sleep(EVERY)
        seen.append(await asyncio.to_thread(sample, bot, 0))


async def soak(
    clicks: int, tables: int, parts: int = PARTS
) -> tuple[list[Sample], list[Sample]]:
    """Let people click so often at so many tables at once.

    Return a sample before them and after each part, and those of each second in between.
    """
    seen: list[Sample] = []
    with TemporaryDirectory() as folder:
        async with hall("bot", Path(folder)) as place:
            place.order, place.level, place.patient = True, LEVEL, True
            samples = [sample(place.bot, 0)]
            async with background_task(_watch(place.bot, seen), "memory"):
                for part in range(1, parts + 1):
                    done = clicks * part // parts
                    await herald(
                        place, Load(tables, done - samples[-1].clicks), part, leave=True
                    )
                    samples.append(sample(place.bot, done))
                    told = ", ".join(
                        f"{megabytes:.0f}" for megabytes in samples[-1].helpers.values()
                    )
                    sys.stderr.write(
                        f"{done:,} clicks: {samples[-1].resident:.1f} MB; helpers {told} MB\n"
                    )
    return samples, seen


def main() -> None:
    """Print a table of the soak."""
    made = parser(__doc__ or "")
    made.add_argument(
        "--clicks",
        type=int,
        default=CLICKS,
        help="how many clicks in all (default: %(default)s)",
    )
    made.add_argument(
        "--tables",
        type=int,
        default=TABLES,
        help="at how many tables at once (default: %(default)s)",
    )
    arguments = made.parse_args()
    tell(
        figures(*asyncio.run(soak(arguments.clicks, arguments.tables))), arguments.json
    )


if __name__ == "__main__":
    main()
