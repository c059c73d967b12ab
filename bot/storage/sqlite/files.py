"""Files of a database, which hold hands and seeds: for their owner alone, and found where others may read them."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

PRIVATE = 0o600
"""The mode of whatever holds hands or seeds."""
OTHERS = 0o077
"""The bits of a mode that let anybody but the owner in."""
BESIDE = ("-wal", "-shm", "-journal")
"""How the names of those files end that are a database together with its own."""
LOCK = ".lock"
UNFINISHED = ".partial"
"""How the name of a database ends that is being written."""
PUT_ASIDE = (".before-", ".replaced-")
"""What stands in the names of those that were put aside by an update or a restore."""
ASIDE_DAYS = 30
"""Days for which these stay."""


def make(path: Path) -> None:
    """Make an empty file at `path` that its owner alone may read; one that is there already stays as it is.

    SQLite gives the files that it makes beside a database the database's own mode.
    """
    with suppress(FileExistsError):
        os.close(os.open(path.resolve(), os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))


def of(path: Path) -> Iterator[Path]:
    """Yield the files of a database that are there: itself, SQLite's, the lock, and those put aside."""
    real = path.resolve()
    yield from (file for part in ("", *BESIDE, LOCK) if (file := Path(f"{real}{part}")).is_file())
    yield from put_aside(path)


def put_aside(path: Path) -> list[Path]:
    """Return the copies that updates have made of a database and the files that restores have replaced, by name."""
    real = path.resolve()
    found = (file for mark in PUT_ASIDE for file in real.parent.glob(f"{real.name}{mark}*"))
    return sorted(file for file in found if file.is_file())


def prune(path: Path, now: float) -> Sequence[Path]:
    """Delete files put aside more than `ASIDE_DAYS` days ago, and return them; `now` is in Unix seconds.

    It goes by when a file got its name: one that was put aside may not have been written to for long.
    """
    old = [file for file in put_aside(path) if now - file.stat().st_ctime > ASIDE_DAYS * 86_400]
    for file in old:
        file.unlink(missing_ok=True)
    return old


def readable_by_others(files: Iterable[Path]) -> Iterator[Path]:
    """Yield those files that not only their owner may open; where modes mean nothing, none."""
    if os.name != "posix":
        return
    for file in files:
        with suppress(FileNotFoundError):
            if file.stat().st_mode & OTHERS:
                yield file


@contextmanager
def make_atomically(path: Path, ending: str = UNFINISHED) -> Iterator[Path]:
    """Yield where a database can be made; files left there, of it or of another time, are deleted in the end."""
    making = Path(f"{path}{ending}")
    remove(making)
    try:
        make(making)
        yield making
    finally:
        remove(making)


def remove(path: Path) -> None:
    """Delete the files that are a database together."""
    for part in ("", *BESIDE):
        Path(f"{path}{part}").unlink(missing_ok=True)


def copy(db: sqlite3.Connection, target: Path) -> None:
    """Write a copy of an open database to a file for its owner alone, which appears whole or not at all."""
    with make_atomically(target) as partial:
        db.execute("VACUUM INTO ?", (str(partial),))
        with partial.open("rb+") as file:
            os.fsync(file.fileno())
        partial.replace(target)
