"""Whether everything is still what was written: seals, chains, and logs that lead to their positions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

from bot.storage import checks, clocks
from bot.storage.checks import Rows
from bot.storage.faults import Fault
from bot.storage.sqlite import migrations, questions, shape
from bot.storage.sqlite.database import explain, open_present, open_reading, open_unwritten
from engine.game import AnyGame
from engine.scene import say

SEATS = "SELECT seat, name FROM seats WHERE table_id = ? ORDER BY seat"
MOVES = "SELECT * FROM moves WHERE table_id = ? ORDER BY seq"
BASES = "SELECT * FROM checkpoints WHERE table_id = ? ORDER BY seq, rules"


def verify(path: Path, games: Mapping[str, AnyGame], *, unwritten: bool = False) -> Iterator[Fault]:
    """Yield every fault of a database, table by table, also while a Herald runs on it.

    With `unwritten` no file is made even for a moment, so that a copy stays what it is. What isn't any table's is told
    of table 0. Raise StorageError if the file can't be read as a database at all.
    """
    try:
        with closing(open_reading(path, migrations.newest(), open_unwritten if unwritten else open_present)) as db:
            db.text_factory = lambda text: text.decode(errors="surrogateescape")
            db.execute("BEGIN")
            shape.check(db, path)
            yield from _storage(db)
            yield from _lost(db)
            yield from _choices(db)
            yield from checks.outages(db.execute(clocks.OUTAGES).fetchall())
            for (table,) in db.execute("SELECT id FROM tables ORDER BY id").fetchall():
                yield from checks.table(_rows(db, table), games)
    except sqlite3.Error as error:
        raise explain(error, path) from error


def _storage(db: sqlite3.Connection) -> Iterator[Fault]:
    """Yield what SQLite itself finds."""
    for (found,) in db.execute("PRAGMA integrity_check"):
        if found != "ok":
            yield Fault(checks.NOWHERE, 0, say("fault-sqlite", found=str(found)))


def _lost(db: sqlite3.Connection) -> Iterator[Fault]:
    """Yield the rows that belong to no table."""
    for part, lost in checks.LOST.items():
        for table, seq in db.execute(lost):
            yield checks.lost(part, table, seq)


def _choices(db: sqlite3.Connection) -> Iterator[Fault]:
    """Yield what people and servers have chosen and isn't what was sealed."""
    for part in checks.CHOICES:
        yield from checks.choices(part, db.execute(f"SELECT * FROM {part}").fetchall())  # noqa: S608 # constants of `checks`


def _rows(db: sqlite3.Connection, table: int) -> Rows:
    row = db.execute(f"{questions.SELECT} WHERE id = ?", (table,)).fetchone()
    seats = [(seat, name) for seat, name in db.execute(SEATS, (table,)).fetchall()]
    return Rows(row, seats, db.execute(MOVES, (table,)).fetchall(), db.execute(BASES, (table,)).fetchall())
