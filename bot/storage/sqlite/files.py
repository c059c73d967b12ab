"""The files of a database, which hold hands and seeds: for their owner alone, and found where others may read them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

PRIVATE = 0o600
"""The mode of whatever holds hands or seeds."""
OTHERS = 0o077
"""The bits of a mode that let anybody but the owner in."""
BESIDE = ("-wal", "-shm", "-journal", ".lock")


def make(path: Path) -> None:
    """Make an empty file that its owner alone may read; one that is there already stays as it is.

    SQLite gives what it makes beside a database the database's own mode.
    """
    with suppress(FileExistsError):
        os.close(os.open(path.resolve(), os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))


def of(path: Path) -> Iterator[Path]:
    """Yield the files of a database that are there: itself, SQLite's, the lock, and the copies made before steps."""
    real = path.resolve()
    every = [real, *(Path(f"{real}{ending}") for ending in BESIDE), *real.parent.glob(f"{real.name}.before-*")]
    yield from (file for file in every if file.is_file())


def readable_by_others(files: Iterable[Path]) -> Iterator[Path]:
    """Yield those files that not only their owner may open; where modes mean nothing, none."""
    if os.name != "posix":
        return
    for file in files:
        with suppress(FileNotFoundError):
            if file.stat().st_mode & OTHERS:
                yield file
