"""Copies of a database: whole, consistent and on the disk, also while a Herald runs on the original.

In a folder they are dated, each is verified, and the last ones stay.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from bot.storage.kinds import verify
from bot.storage.port import StorageError
from bot.storage.sqlite.database import explain, explained, open_present, primary_code
from bot.storage.sqlite.files import copy
from bot.storage.verify import Fault
from engine.game import AnyGame

ORIGINALS_FAULT = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
"""What SQLite says of the database that is copied; whatever else goes wrong does so where the copy is written."""

STAMP = "%Y%m%dT%H%M%SZ"
DATED = r"-(\d{8}T\d{6}Z)\.db"
KEPT = 14
"""How many copies stay if nobody says otherwise: one a day for two weeks."""
UNSOUND = ".damaged"


def backup(path: Path, target: Path) -> None:
    """Copy a database to a new file, also while a Herald runs on it; raise StorageError if that can't be done."""
    with explained(path):
        db = open_present(path)
    with closing(db), explained(target):
        if target.exists():
            raise StorageError("storage-target-taken", target)
        try:
            copy(db, target)
        except sqlite3.Error as error:
            raise explain(error, path if primary_code(error) in ORIGINALS_FAULT else target) from error


def backup_into(
    folder: Path, path: Path, games: Mapping[str, AnyGame], keep: int = KEPT
) -> tuple[Path, Sequence[Fault]]:
    """Copy a database into a folder and return the copy with its faults; raise StorageError if that can't be done.

    All but the last `keep` copies are deleted, once the new one is known to be whole. One that isn't gets another name,
    so that it is never taken for a copy, and deletes none.
    """
    target = folder / f"{path.stem}-{datetime.now(UTC):{STAMP}}.db"
    backup(path, target)
    faults = verify(target, games)
    if faults:
        return target.rename(f"{target}{UNSOUND}"), faults
    for old in copies(folder, path)[:-keep]:
        old.unlink()
    return target, faults


def made_at(copy: Path) -> float:
    """Return when a copy was made, in Unix seconds: by the date in its name if it has one, else by the file's time."""
    dated = re.search(f"{DATED}$", copy.name)
    if dated is not None:
        with suppress(ValueError):
            return datetime.strptime(dated[1], STAMP).replace(tzinfo=UTC).timestamp()
    return copy.stat().st_mtime


def copies(folder: Path, path: Path) -> list[Path]:
    """Return the whole copies of a database in a folder, oldest first."""
    name = re.compile(re.escape(path.stem) + DATED)
    return sorted(found for found in folder.iterdir() if name.fullmatch(found.name))
