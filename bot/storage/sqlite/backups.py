"""Copies of a database: whole, consistent and on the disk, also while a Herald runs on the original."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.storage.port import StorageError
from bot.storage.sqlite.database import connect, explain


def copy(db: sqlite3.Connection, target: Path) -> None:
    """Write a copy of an open database to a file, which appears whole or not at all."""
    partial = Path(f"{target}.partial")
    partial.unlink(missing_ok=True)
    try:
        db.execute("VACUUM INTO ?", (str(partial),))
        with partial.open("rb+") as file:
            os.fsync(file.fileno())
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def backup(path: Path, target: Path) -> None:
    """Copy a database to a new file, also while a Herald runs on it; raise StorageError if that can't be done."""
    if not path.is_file():
        raise StorageError("storage-missing", path=str(path))
    if target.exists():
        raise StorageError("storage-target-taken", path=str(target))
    try:
        with closing(connect(path)) as db:
            copy(db, target)
    except (sqlite3.Error, OSError) as error:
        raise explain(error, target) from error
