"""All that stands in a database file, to be copied into another kind of database, or out of one."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

from bot.storage.faults import Fault
from bot.storage.port import StorageError
from bot.storage.sqlite import files, migrations
from bot.storage.sqlite.backups import UNFINISHED
from bot.storage.sqlite.database import Lock, explain, open_reading, open_writing
from bot.storage.sqlite.verify import verify
from engine.game import AnyGame

BATCH = 500
"""How many rows are held in memory at the same time."""
PARTS = (
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name <> 'tables', name"
)
LAST = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'tables'"


class FileContents:
    """The rows of an open database."""

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        """Take the connection, and the file that it has open."""
        self._db = db
        self._path = path

    async def parts(self) -> dict[str, tuple[str, ...]]:
        """Return the columns of each part; tables come first, since all others belong to them."""
        names = [name for (name,) in self._db.execute(PARTS).fetchall()]
        return {name: tuple(row["name"] for row in self._db.execute(f"PRAGMA table_info({name})")) for name in names}

    async def rows(self, part: str, columns: Sequence[str]) -> AsyncIterator[Sequence[Sequence[Any]]]:
        """Yield all rows of a part, some at a time."""
        found = self._db.execute(f"SELECT {', '.join(columns)} FROM {part}")  # noqa: S608 # names of our own schema
        while rows := found.fetchmany(BATCH):
            yield [tuple(row) for row in rows]

    async def add(self, part: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """Write rows as they are."""
        names, marks = ", ".join(columns), ", ".join("?" * len(columns))
        self._db.executemany(f"INSERT INTO {part} ({names}) VALUES ({marks})", rows)  # noqa: S608 # as above

    async def last(self) -> int:
        """Return the last number that was given to a table; 0 if none was."""
        return int(self._db.execute(LAST).fetchone()[0])

    async def go_on_after(self, last: int) -> None:
        """See to it that no table gets a number up to this one."""
        self._db.execute("DELETE FROM sqlite_sequence WHERE name = 'tables'")
        self._db.execute("INSERT INTO sqlite_sequence VALUES ('tables', ?)", (last,))
        self._db.execute("COMMIT")

    async def faults(self, games: Mapping[str, AnyGame]) -> Sequence[Fault]:
        """Return everything that isn't what was once written."""
        return list(verify(self._path, games))


@asynccontextmanager
async def reading(path: Path) -> AsyncIterator[FileContents]:
    """Open the contents of a database on which no Herald runs; raise StorageError if that can't be done."""
    with _alone(path) as contents:
        yield contents


@asynccontextmanager
async def writing(path: Path) -> AsyncIterator[FileContents]:
    """Make a database that appears whole when the block ends, or not at all; raise StorageError if there is one."""
    with _anew(path) as contents:
        yield contents


@contextmanager
def _alone(path: Path) -> Iterator[FileContents]:
    if not path.is_file():
        raise StorageError("storage-missing", path=str(path))
    lock = Lock(path)
    lock.take()
    try:
        with _explained(path), closing(open_reading(path, migrations.newest())) as db:
            yield FileContents(db, path)
    finally:
        lock.release()


@contextmanager
def _anew(path: Path) -> Iterator[FileContents]:
    unfinished = Path(f"{path}{UNFINISHED}")
    if path.exists():
        raise StorageError("storage-target-taken", path=str(path))
    if not path.parent.is_dir():
        raise StorageError("storage-no-directory", path=str(path))
    with _explained(path):
        try:
            unfinished.unlink(missing_ok=True)
            files.make(unfinished)
            with closing(open_writing(unfinished)) as db:
                migrations.migrate(db, unfinished)
                db.execute("PRAGMA foreign_keys = ON")
                db.execute("BEGIN IMMEDIATE")
                yield FileContents(db, unfinished)
            unfinished.replace(path)
        finally:
            for part in ("", "-wal", "-shm"):
                Path(f"{unfinished}{part}").unlink(missing_ok=True)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise explain(error, path) from None
