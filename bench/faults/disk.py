"""A disk that is full, and a database that another program has locked, while people play.

The disk is a small tmpfs that a ballast fills up, where the one who measures may mount one. Where not, the process is
forbidden to make any file longer than its longest is: SQLite then hears of a failed write instead of a full disk.
"""

from __future__ import annotations

import asyncio
import resource
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.faults import ledger
from bench.faults.people import Evening, evening, say
from bench.faults.promises import tally, told
from bench.faults.trials import Trial
from bench.records import Record

MEGABYTES = 64
FULL = 2.0, 8.0
"""Between which seconds the disk stays full."""
LOCKED = 0.5, 12.0
"""Between which seconds another program keeps the database: Herald's own patience is two."""
ROOM = 0.5, 1.5
UNLIMITED = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
PAGE = 4096


@contextmanager
def mounted(folder: Path) -> Iterator[bool]:
    """Put a small file system there, if that is allowed; tell whether it is."""
    mount, umount = shutil.which("mount"), shutil.which("umount")
    words = [
        mount or "false",
        "-t",
        "tmpfs",
        "-o",
        f"size={MEGABYTES}m",
        "tmpfs",
        str(folder),
    ]
    made = subprocess.run(words, check=False, capture_output=True).returncode == 0  # noqa: S603 - our own words
    try:
        yield made
    finally:
        if made:
            subprocess.run([umount or "umount", "-l", str(folder)], check=True)  # noqa: S603


@contextmanager
def ballast(folder: Path) -> Iterator[None]:
    """Fill a file system up to its last byte."""
    path = folder / "ballast"
    with path.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(PAGE))
    yield
    path.unlink()


@contextmanager
def limited(now: Evening) -> Iterator[None]:
    """Forbid a process to make any file longer than its longest is."""
    longest = max(path.stat().st_size for path in now.bot.database.parent.iterdir())
    resource.prlimit(
        now.bot.pid, resource.RLIMIT_FSIZE, (longest, resource.RLIM_INFINITY)
    )
    yield
    resource.prlimit(now.bot.pid, resource.RLIMIT_FSIZE, UNLIMITED)


async def full(trial: Trial) -> list[Record]:
    """Fill the disk for some seconds, again and again."""
    with TemporaryDirectory() as name, mounted(Path(name)) as real:
        async with evening(trial.seed, trial.tables, Path(name) / "herald.db") as now:
            fill = (lambda: ballast(Path(name))) if real else (lambda: limited(now))
            seconds = await _repeated(now, trial, "full", fill, FULL)
            found = tally(now)
    what = trial.called(f"times a full disk ({'tmpfs' if real else 'RLIMIT_FSIZE'})")
    return [*found.records(what), *told(what, seconds), *trial.noted(found)]


async def locks(trial: Trial) -> list[Record]:
    """Lock the database for some seconds, again and again."""
    async with evening(trial.seed, trial.tables) as now:
        seconds = await _repeated(
            now, trial, "locks", lambda: ledger.locked(now.bot.database), LOCKED
        )
        found = tally(now)
    what = trial.called("times a locked database")
    return [*found.records(what), *told(what, seconds), *trial.noted(found)]


async def _repeated(
    now: Evening,
    trial: Trial,
    name: str,
    fault: Callable[[], AbstractContextManager[None]],
    lasts: tuple[float, float],
) -> list[float]:
    """Order a fault so often while people play; return the seconds after each until everything was announced."""
    seconds = []
    await now.begun()
    for number in range(1, trial.size + 1):
        await asyncio.sleep(now.dice.uniform(*ROOM))
        async with now.fault():
            with fault():
                await asyncio.sleep(now.dice.uniform(*lasts))
        await now.halt()
        await now.settled()
        seconds.append(await now.announced(now.windows[-1].end))
        say(
            f"{name}: {number} of {trial.size}, all announced after {seconds[-1]:.1f} s"
        )
        now.play()
    await asyncio.sleep(ROOM[1])
    await now.halt()
    await now.settled()
    await now.announced(time.monotonic())
    return seconds
