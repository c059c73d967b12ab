"""The numbered steps of the database's form, taken forward one by one, each with a copy of the database before it."""

from __future__ import annotations

import sqlite3
from functools import cache
from importlib.resources import files
from pathlib import Path

from bot.storage.port import StorageError
from bot.storage.sqlite.backups import copy
from bot.storage.sqlite.database import APPLICATION_ID, version

Steps = dict[int, str]


@cache
def steps() -> Steps:
    """Return the SQL of each step by its number, in order."""
    folder = files("bot.storage.sqlite") / "migrations"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return {int(name.split("_")[0]): (folder / name).read_text("utf-8") for name in names}


def newest() -> int:
    """Return the version that this Herald writes."""
    return max(steps())


def migrate(db: sqlite3.Connection, path: Path) -> None:
    """Carry a database forward to the newest version; raise StorageError if it is foreign, newer or breaks a step."""
    found = version(db, path, newest())
    db.execute("PRAGMA journal_mode = WAL")
    for number in range(found + 1, newest() + 1):
        if found:
            copy(db, Path(f"{path}.before-{number:04}"))
        _step(db, number, path)


def _step(db: sqlite3.Connection, number: int, path: Path) -> None:
    """Take one step whole or not at all; foreign keys are checked at its end, so that tables can be built anew."""
    db.execute("PRAGMA foreign_keys = OFF")
    try:
        db.executescript(
            f"BEGIN IMMEDIATE;\n{steps()[number]}\n"
            f"PRAGMA application_id = {APPLICATION_ID};\nPRAGMA user_version = {number};"
        )
        if db.execute("PRAGMA foreign_key_check").fetchone():
            raise StorageError("storage-orphans", path=str(path), version=str(number))
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
