"""The form of a database file: a new one gets the present one, an earlier one is carried over, a copy beside it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

from bot.storage.session import Words
from bot.storage.sqlite.database import APPLICATION_ID, version

PRESENT = 15
"""The version that this Herald writes."""
WORDS = Words(
    ours="1",
    fence="1",
    number="INTEGER",
    real="REAL",
    blob="BLOB",
    form="STRICT",
    by_revision="INDEXED BY tables_behind",
)


@cache
def schema() -> tuple[str, ...]:
    """Return the statements that make the present form."""
    folder = files("bot.storage")
    shared = (folder / "schema.sql").read_text("utf-8").format(**WORDS._asdict())
    return tuple(_statements(shared + (folder / "sqlite" / "own.sql").read_text("utf-8")))


def prepare(db: sqlite3.Connection, path: Path) -> int:
    """Carry a database forward to the present form and return the version it had, 0 if it was empty.

    Raise StorageError if it is foreign, newer or can't be carried over.
    """
    found = version(db, path, PRESENT)
    db.execute("PRAGMA journal_mode = WAL")
    if not found:
        db.execute("BEGIN IMMEDIATE")
        try:
            for statement in schema():
                db.execute(statement)
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            db.execute(f"PRAGMA user_version = {PRESENT}")
            db.execute("COMMIT")
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")
    return found


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of a script one by one; `executescript` would commit before it begins."""
    statement = ""
    for piece in script.split(";"):
        statement += f"{piece};"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
