"""Copies of a database: whole, consistent and on the disk, also while a Herald runs on the original."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.storage.port import StorageError
from bot.storage.sqlite import files
from bot.storage.sqlite.database import explain, open_present, primary_code

ORIGINALS_FAULT = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
"""What SQLite says of the database that is copied; whatever else goes wrong does so where the copy is written."""

UNFINISHED = ".partial"
"""How the name of a copy ends that is being written."""


def copy(db: sqlite3.Connection, target: Path) -> None:
    """Write a copy of an open database to a file for its owner alone, which appears whole or not at all."""
    partial = Path(f"{target}{UNFINISHED}")
    partial.unlink(missing_ok=True)
    try:
        files.make(partial)
        db.execute("VACUUM INTO ?", (str(partial),))
        with partial.open("rb+") as file:
            os.fsync(file.fileno())
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def backup(path: Path, target: Path) -> None:
    """Copy a database to a new file, also while a Herald runs on it; raise StorageError if that can't be done."""
    try:
        db = open_present(path)
    except sqlite3.Error as error:
        raise explain(error, path) from error
    with closing(db):
        if target.exists():
            raise StorageError("storage-target-taken", path=str(target))
        try:
            copy(db, target)
        except OSError as error:
            raise explain(error, target) from error
        except sqlite3.Error as error:
            raise explain(error, path if primary_code(error) in ORIGINALS_FAULT else target) from error
