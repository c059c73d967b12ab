"""What the open database needs beside its changes: to be where it was, and to stand in one file again before long.

Changes go to the write-ahead log first (`-wal`), and into the database itself when SQLite makes a *checkpoint*: by
itself only once the log has a thousand pages, in the midst of somebody's commit, and at the end. `Upkeep` makes one
while nothing happens, and every ten minutes while much does, in a thread of its own, so that a copy of the file alone,
or a log that a disk has lost, costs minutes.

A file that somebody deletes or replaces goes on under SQLite's hands, without a name: whatever is written to it is lost
at the end. `presence` notices that, at each commit and every few seconds.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from enum import StrEnum
from pathlib import Path
from time import monotonic, time
from typing import NoReturn

from bot.storage.port import StorageError
from bot.storage.sqlite.batches import Writer
from bot.storage.sqlite.database import SMALLEST_BYTES, connect, explained
from bot.storage.sqlite.files import ASIDE_DAYS, LOCK, PUT_ASIDE, prune

log = logging.getLogger(__name__)

LOOK_SECONDS = 8.0
"""How often the files are looked at: what is gone must be missed within ten seconds."""
IDLE_SECONDS = 60.0
"""How long nothing must have been written before everything is brought into the database."""
PRUNE_SECONDS = 3600.0
"""How often it is looked for what was put aside long ago."""
LOADED_SECONDS = 600.0
"""How long that may wait while there is always something to write."""
BUSY_MILLISECONDS = 100
"""How long a checkpoint waits for readers; another one comes soon."""
TRACES = (LOCK, *(f"{mark}*" for mark in PUT_ASIDE))
"""What stands beside a database after a Herald has run on it."""


class Checkpoints(StrEnum):
    """How far a checkpoint goes: the log is emptied, or left to a program that copies it, such as Litestream."""

    TRUNCATE = "truncate"
    PASSIVE = "passive"


class Vanished(StorageError):
    """The database was removed, replaced or emptied while it was open; nothing is kept from here on."""

    def __init__(self, path: Path) -> None:
        super().__init__("storage-vanished", path)


def presence(path: Path) -> Callable[[], None]:
    """Return what raises Vanished unless a database and its log are still the files that a connection has open now."""
    names = (str(path), f"{path.resolve()}-wal")
    known = [*map(_identity, names)]

    def check() -> None:
        if [*map(_identity, names)] != known:
            raise Vanished(path)

    return check


def _identity(name: str) -> tuple[int, int, bool] | None:
    """Return which file has a name, and whether there is anything in it if it is a database; None if there is none."""
    try:
        found = os.stat(name)  # noqa: PTH116 # a Path would cost each commit as much again
    except OSError:
        return None
    return found.st_dev, found.st_ino, name.endswith("-wal") or found.st_size >= SMALLEST_BYTES


def traces(path: Path) -> list[str]:
    """Return the names of what tells that a Herald has run on a database before, which itself may be among it."""
    beside = [found.name for trace in TRACES for found in sorted(path.parent.glob(f"{path.name}{trace}"))]
    return [*([path.name] if path.exists() else []), *beside]


def announce_new(path: Path, found: list[str]) -> None:
    """Tell the host that a database was begun anew: aloud if there has been one before."""
    if found:
        log.warning(
            "%s held no tables, so a new, empty database was made there, although a Herald has been here before (%s). "
            "If tables are missing, stop this one and put a backup in its place: python -m bot restore FILE",
            path,
            ", ".join(found),
        )
    else:
        log.info("a new, empty database was made at %s", path)


class Upkeep:
    """Looks after an open database, in a task of its own."""

    def __init__(self, path: Path, check: Callable[[], None], writer: Writer, kind: Checkpoints) -> None:
        """Take where the database is, what checks that it is there, what writes to it, and how far checkpoints go."""
        self._path = path
        self._check = check
        self._writer = writer
        self._kind = kind
        self._brought = writer.written
        self._at = monotonic()
        self._pruned = -PRUNE_SECONDS

    async def run(self) -> NoReturn:
        """Look after the database for ever; raise Vanished once it isn't there any more."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            await self.look(monotonic())

    async def look(self, now: float) -> None:
        """See whether the database is still there, and make a checkpoint if it is time for one.

        What updates and restores have put aside goes when its time has come.
        """
        await asyncio.to_thread(self._check)
        if now - self._pruned >= PRUNE_SECONDS:
            self._pruned = now
            await asyncio.to_thread(self._prune)
        written = self._writer.written
        if written == self._brought:
            return
        if now - self._writer.last >= IDLE_SECONDS:
            if await asyncio.to_thread(self._checkpoint, self._kind):
                self._brought, self._at = written, now
        elif now - self._at >= LOADED_SECONDS:
            await asyncio.to_thread(self._checkpoint, Checkpoints.PASSIVE)
            self._at = now

    def _prune(self) -> None:
        try:
            with explained(self._path):
                gone = prune(self._path, time())
        except StorageError as error:
            log.warning("what was put aside could not be deleted: %s", error)
            return
        for file in gone:
            log.info("%s was put aside more than %s days ago, and is deleted", file, ASIDE_DAYS)

    def _checkpoint(self, kind: Checkpoints) -> bool:
        """Make a checkpoint; tell whether everything stands in the database now."""
        try:
            with explained(self._path), closing(connect(self._path)) as db:
                db.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
                return checkpoint(db, kind)
        except StorageError as error:
            # What is written stays in the log, and the next look tries again.
            log.warning("what was written could not be brought into the database yet: %s", error)
            return False


def checkpoint(db: sqlite3.Connection, kind: Checkpoints) -> bool:
    """Bring the log into the database; tell whether all of it is there."""
    busy, frames, brought = db.execute(f"PRAGMA wal_checkpoint({kind})").fetchone()
    return not busy and frames == brought
