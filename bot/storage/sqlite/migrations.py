"""The numbered steps of the database's form, taken forward one by one, with a copy of the database before the first."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib.resources import files
from pathlib import Path

from bot.storage.port import StorageError
from bot.storage.sqlite import resealing, unpledged
from bot.storage.sqlite.backups import copy
from bot.storage.sqlite.database import APPLICATION_ID, version

log = logging.getLogger(__name__)

Steps = dict[int, str]

BEFORE: dict[int, Callable[[sqlite3.Connection], None]] = {3: resealing.reseal}
"""What SQL can't do of a step; it is done first, in the step's transaction."""

AFTER: dict[int, Callable[[sqlite3.Connection], None]] = {
    5: unpledged.fill,
    7: partial(resealing.with_column, column="generations"),
    10: resealing.seal_the_rest,
}
"""What SQL can't do of a step and needs the new form; it is done last, in the step's transaction."""


@cache
def steps() -> Steps:
    """Return the SQL of each step by its number, in order."""
    folder = files("bot.storage.sqlite") / "migrations"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return {int(name.split("_")[0]): (folder / name).read_text("utf-8") for name in names}


def newest() -> int:
    """Return the version that this Herald writes."""
    return max(steps())


def migrate(db: sqlite3.Connection, path: Path, *, copies: bool = True) -> int:
    """Carry a database forward to the newest version and return the one it had, 0 if it was empty.

    Raise StorageError if it is foreign, newer or breaks a step. Where `copies` are wanted, one is made of it as it was.
    """
    found, last = version(db, path, newest()), newest()
    db.execute("PRAGMA journal_mode = WAL")
    if found and copies and found < last:
        before = Path(f"{path}.before-{found + 1:04}")
        log.info("%s is carried forward from version %s to %s; a copy of it is %s", path, found, last, before)
        copy(db, before)
    for number in range(found + 1, last + 1):
        _step(db, number, path)
    return found


def _step(db: sqlite3.Connection, number: int, path: Path) -> None:
    """Take one step whole or not at all; foreign keys are checked at its end, so that tables can be built anew."""
    db.execute("PRAGMA foreign_keys = OFF")
    db.execute("BEGIN IMMEDIATE")
    try:
        if number in BEFORE:
            BEFORE[number](db)
        for statement in _statements(steps()[number]):
            db.execute(statement)
        if number in AFTER:
            AFTER[number](db)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {number}")
        if db.execute("PRAGMA foreign_key_check").fetchone():
            raise StorageError("storage-orphans", path=str(path), version=str(number))
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of a script one by one; `executescript` would commit before it begins."""
    statement = ""
    for piece in script.split(";"):
        statement += f"{piece};"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
