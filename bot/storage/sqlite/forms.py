"""The form of a database file: a new one gets the present one, an earlier one is carried over, a copy beside it."""

from __future__ import annotations

import logging
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from bot.storage import legacy
from bot.storage.session import Words
from bot.storage.sqlite import migrations
from bot.storage.sqlite.backups import copy
from bot.storage.sqlite.database import APPLICATION_ID, version

log = logging.getLogger(__name__)

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


def prepare(db: sqlite3.Connection, path: Path, *, copies: bool = True) -> int:
    """Carry a database forward to the present form and return the version it had, 0 if it was empty.

    Raise StorageError if it is foreign, newer or can't be carried over. Where `copies` are wanted, one is made of it as
    it was. All of it is done in one transaction: whoever is killed leaves the form of before, or the present one.
    """
    found = version(db, path, PRESENT)
    db.execute("PRAGMA journal_mode = WAL")
    if found == PRESENT:
        return found
    if found:
        found = migrations.migrate(db, path, copies=copies)
        if copies and migrations.newest() == found:
            before = Path(f"{path}.before-{PRESENT:04}")
            log.info("%s is carried forward to version %s; a copy of it is %s", path, PRESENT, before)
            copy(db, before)
    for pragma in ("foreign_keys = OFF", "legacy_alter_table = ON"):
        db.execute(f"PRAGMA {pragma}")
    db.execute("BEGIN IMMEDIATE")
    try:
        _make(db, carried=bool(found))
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {PRESENT}")
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
        db.execute("PRAGMA legacy_alter_table = OFF")
    return found


def _make(db: sqlite3.Connection, *, carried: bool) -> None:
    """Make the parts of the present form, and fill them from those of form 14 if these are there."""
    if carried:
        _put_aside(db)
    for statement in schema():
        if not (carried and statement.lstrip().startswith(STAYS)):
            db.execute(statement)
    if carried:
        _fill(db)
        for part in GONE:
            db.execute(f"DROP TABLE {part}")
        db.execute("PRAGMA writable_schema = ON")
        db.execute(DEFERRABLE)
        db.execute("PRAGMA writable_schema = RESET")


STAYS = ("CREATE TABLE moves", "CREATE TABLE checkpoints")
"""What is not made anew: there may be a hundred moves for each table."""
RENAMED = ("tables", "announcements", "clocks", "wishes", "tidings")
GONE = (
    *(f"old_{part}" for part in RENAMED),
    *(
        "seats",
        "incidents",
        "shuffles",
        "orders",
        "users",
        "servers",
        "habits",
        "customs",
        "follows",
        "outages",
        "notes",
    ),
)
OWNED = "SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'index') AND sql IS NOT NULL"
DEFERRABLE = """
UPDATE sqlite_schema SET sql = replace(sql, 'REFERENCES tables (id)', 'REFERENCES tables (id) DEFERRABLE INITIALLY DEFERRED')
WHERE type = 'table' AND name IN ('moves', 'checkpoints')
"""
SEATS = "SELECT seat, user, name, level FROM seats WHERE table_id = ? ORDER BY seat"
HAPPENED = "SELECT number, after, kind, seat, user, name, level, at FROM incidents WHERE table_id = ? ORDER BY number"
LAST = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name IN ('tables', 'old_tables')"
BATCH = 500
"""How many tables are held in memory at the same time."""


def _put_aside(db: sqlite3.Connection) -> None:
    for kind, name in db.execute(OWNED).fetchall():
        db.execute(f"DROP {kind} {name}")
    for part in RENAMED:
        db.execute(f"ALTER TABLE {part} RENAME TO old_{part}")


def _fill(db: sqlite3.Connection) -> None:
    """Write everything that the parts of form 14 hold into those of today."""
    whole = legacy.WHOLE.format(**{part: f"old_{part}" if part in RENAMED else part for part in legacy.READ})
    found, kept = db.execute(whole), defaultdict[str, list[dict[str, Any]]](list)
    while rows := found.fetchmany(BATCH):
        for row in rows:
            seats, happened = (db.execute(asked, (row["id"],)).fetchall() for asked in (SEATS, HAPPENED))
            for part, new in legacy.table(dict(row), seats, happened).items():
                kept[part] += new
        _write(db, kept)
    notes = dict(db.execute("SELECT key, value FROM notes").fetchall())
    outages = db.execute("SELECT begin, until FROM outages ORDER BY begin").fetchall()
    kept["choices"] = [*legacy.outages(outages, notes), *legacy.remarks(notes)]
    for part, read in legacy.CHOICES.items():
        for row in db.execute(f"SELECT * FROM {part}"):  # noqa: S608 # constants
            kept["choices"] += read(dict(row))
    _write(db, kept)
    db.execute("INSERT INTO wishes SELECT user, table_id, at FROM old_wishes")
    db.execute("INSERT INTO tidings SELECT table_id, user, due FROM old_tidings")
    db.execute("UPDATE numbers SET last = ?", db.execute(LAST).fetchone())


def _write(db: sqlite3.Connection, kept: dict[str, list[dict[str, Any]]]) -> None:
    for part, rows in kept.items():
        if rows:
            columns = list(rows[0])
            marks = ", ".join(f":{name}" for name in columns)
            db.executemany(f"INSERT INTO {part} ({', '.join(columns)}) VALUES ({marks})", rows)  # noqa: S608 # our own schema
    kept.clear()


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of a script one by one; `executescript` would commit before it begins."""
    statement = ""
    for piece in script.split(";"):
        statement += f"{piece};"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
