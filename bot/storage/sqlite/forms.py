"""The form of a database file: a new one gets the present one, an earlier one is carried over, a copy beside it."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from bot.storage import legacy, seals
from bot.storage.port import BATCH, Statement, StorageError, Words
from bot.storage.seals import Row
from bot.storage.sqlite.database import APPLICATION_ID, PRESENT, version
from bot.storage.sqlite.files import copy

log = logging.getLogger(__name__)

T = TypeVar("T")

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
def text(statement: Statement) -> str:
    """Return a statement in SQLite's words."""
    return statement.text.format(**WORDS._asdict())


class FileContents:
    """What an open connection sees; nothing here waits."""

    def __init__(self, db: sqlite3.Connection) -> None:
        """Take the connection."""
        self._db = db

    async def rows(self, question: Statement, /, **values: Any) -> Sequence[Row]:
        """Return the rows of an answer."""
        return self._db.execute(text(question), values).fetchall()

    async def complaints(self) -> Sequence[str]:
        """Return what SQLite itself finds."""
        return [str(found) for (found,) in self._db.execute("PRAGMA integrity_check") if found != "ok"]

    async def parts(self) -> Mapping[str, Sequence[str]]:
        """Return the columns of each part, `tables` first."""
        return columns(self._db)

    async def each(self, part: str, columns: Sequence[str]) -> AsyncIterator[Sequence[Sequence[Any]]]:
        """Yield all rows of a part, `BATCH` at a time."""
        found = self._db.execute(f"SELECT {', '.join(columns)} FROM {part}")  # noqa: S608 # names of our own schema
        while rows := found.fetchmany(BATCH):
            yield [tuple(row) for row in rows]

    async def add(self, part: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """Write rows as they are."""
        names, marks = ", ".join(columns), ", ".join("?" * len(columns))
        self._db.executemany(f"INSERT INTO {part} ({names}) VALUES ({marks})", rows)  # noqa: S608 # as above


def done(work: Coroutine[Any, Any, T]) -> T:
    """Do some work on what a connection sees, for which it never waits, and return what comes of it."""
    try:
        work.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    raise AssertionError


COLUMNS = """
SELECT found.name AS part, columns.name FROM sqlite_schema AS found, pragma_table_info(found.name) AS columns
WHERE found.type = 'table' ORDER BY found.name <> 'tables', found.name, columns.cid
"""


@cache
def schema() -> tuple[str, ...]:
    """Return the statements that make the present form."""
    folder = files("bot.storage")
    shared = (folder / "schema.sql").read_text("utf-8").format(**WORDS._asdict())
    return tuple(_statements(shared + (folder / "sqlite" / "own.sql").read_text("utf-8")))


def columns(db: sqlite3.Connection) -> dict[str, list[str]]:
    """Return the columns of each table of a database."""
    found: dict[str, list[str]] = {}
    for part, column in db.execute(COLUMNS):
        found.setdefault(part, []).append(column)
    return found


@cache
def expected() -> dict[str, list[str]]:
    """Return the columns of each table of a database of the present form."""
    with closing(sqlite3.connect(":memory:")) as db:
        for statement in schema():
            db.execute(statement)
        return columns(db)


def check(db: sqlite3.Connection, path: Path) -> None:
    """Raise StorageError if a column of the present form isn't there: names are on the disk, too."""
    found = columns(db)
    if any(not {*names} <= {*found.get(part, ())} for part, names in expected().items()):
        raise StorageError("storage-damaged", path=str(path))


def prepare(db: sqlite3.Connection, path: Path, *, copies: bool = True) -> int:
    """Carry a database forward to the present form and return the version it had, 0 if it was empty.

    Raise StorageError if it is foreign, newer or can't be carried over. Where `copies` are wanted, one is made of it as
    it was. All of it is done in one transaction: whoever is killed leaves the form of before, or the present one.
    """
    found = version(db, path)
    db.execute("PRAGMA journal_mode = WAL")
    if found not in {0, *EARLIER, PRESENT}:
        raise StorageError("storage-unreleased", path=str(path), found=str(found))
    if found in EARLIER and copies:
        before = Path(f"{path}.before-{PRESENT:04}")
        log.info("%s is carried forward from version %s to %s; a copy of it is %s", path, found, PRESENT, before)
        copy(db, before)
    if found != PRESENT:
        _make(db, found)
    check(db, path)
    return found


def _make(db: sqlite3.Connection, found: int) -> None:
    """Make the parts of the present form, and fill them from those of an earlier one if these are there."""
    text = db.text_factory
    db.text_factory = lambda raw: raw.decode(errors="surrogateescape")
    for pragma in ("foreign_keys = OFF", "legacy_alter_table = ON"):
        db.execute(f"PRAGMA {pragma}")
    db.execute("BEGIN IMMEDIATE")
    try:
        parts = _put_aside(db) if found else ()
        for statement in schema():
            if not (found and statement.lstrip().startswith(STAYS)):
                db.execute(statement)
        if found:
            EARLIER[found](db)
            _clear_away(db, parts)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {PRESENT}")
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
        db.execute("PRAGMA legacy_alter_table = OFF")
        db.text_factory = text


STAYS = ("CREATE TABLE moves", "CREATE TABLE checkpoints", "CREATE TRIGGER moves", "CREATE TRIGGER checkpoints")
"""What is not made anew, and what is made once its seals are those of today: a table may have a hundred moves."""
LOG = ("moves", "checkpoints", "sqlite_sequence")
PARTS = "SELECT name FROM sqlite_schema WHERE type = 'table'"
OWNED = "SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'index') AND sql IS NOT NULL"
DEFERRABLE = """
UPDATE sqlite_schema SET sql = replace(sql, 'tables (id)', 'tables (id) DEFERRABLE INITIALLY DEFERRED')
WHERE type = 'table' AND name IN ('moves', 'checkpoints')
"""
MOVES = "SELECT * FROM moves WHERE table_id = ? ORDER BY seq"
BASES = "SELECT rowid, * FROM checkpoints WHERE table_id = ?"
LAST = "UPDATE numbers SET last = (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'old_tables')"


def _put_aside(db: sqlite3.Connection) -> list[str]:
    """Call all parts but the log `old_` and their names, and return these."""
    for kind, name in db.execute(OWNED).fetchall():
        db.execute(f"DROP {kind} {name}")
    parts = [name for (name,) in db.execute(PARTS).fetchall() if name not in LOG]
    for part in parts:
        db.execute(f"ALTER TABLE {part} RENAME TO old_{part}")
    return parts


def _clear_away(db: sqlite3.Connection, parts: Iterable[str]) -> None:
    db.execute(LAST)
    for part in parts:
        db.execute(f"DROP TABLE old_{part}")
    for statement in schema():
        if statement.lstrip().startswith(STAYS[2:]):
            db.execute(statement)
    db.execute("PRAGMA writable_schema = ON")
    db.execute(DEFERRABLE)
    db.execute("PRAGMA writable_schema = RESET")


def _from_14(db: sqlite3.Connection) -> None:
    done(legacy.carry_over(FileContents(db)))


def _from_2(db: sqlite3.Connection) -> None:
    def read(row: legacy.Row, beside: legacy.Beside) -> legacy.Rows:
        return legacy.released(row, beside, *_sealed_anew(db, row["id"]))

    done(legacy.carry_over(FileContents(db), read))


EARLIER: Mapping[int, Callable[[sqlite3.Connection], None]] = {2: _from_2, 14: _from_14}
"""What carries over each form that was released."""


def _sealed_anew(db: sqlite3.Connection, table: int) -> tuple[bytes | None, float | None]:
    """Give the log of a table of form 2 its seals of today; return the last one, and when the last move was made."""
    moves = [dict(move) for move in db.execute(MOVES, (table,)).fetchall()]
    new = [(seal, table, seq) for seq, seal in legacy.chained(moves)]
    db.executemany("UPDATE moves SET seal = ? WHERE table_id = ? AND seq = ?", new)
    for row in db.execute(BASES, (table,)).fetchall():
        base = dict(row)
        number = base.pop("rowid")
        if legacy.was_whole(base):
            seal = seals.of_row(seals.CHECKPOINT, base)
            db.execute("UPDATE checkpoints SET seal = ? WHERE rowid = ?", (seal, number))
    return (new[-1][0], moves[-1]["at"]) if new else (None, None)


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of a script one by one; `executescript` would commit before it begins."""
    statement = ""
    for piece in script.split(";"):
        statement += f"{piece};"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
