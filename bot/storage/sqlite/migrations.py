"""Form and contents of a database file: a new one gets the present form, an earlier one is carried over."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, closing, suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from bot.host.shards import WHOLE, ShardSet
from bot.storage import legacy, sql
from bot.storage.port import Contents, Dialect, Row, Statement, StorageError
from bot.storage.sqlite.files import (
    APPLICATION_ID,
    PRESENT,
    connect,
    copy_open_database,
    explain_errors,
    hold_lock,
    make_atomically,
    open_reading,
    read_version,
)

log = logging.getLogger(__name__)

T = TypeVar("T")

COLUMNS = """
SELECT found.name AS part, columns.name FROM sqlite_schema AS found, pragma_table_info(found.name) AS columns
WHERE found.type = 'table' AND found.name NOT LIKE 'sqlite%' ORDER BY found.name <> 'tables', found.name, columns.cid
"""
"""Leaves out what SQLite keeps of earlier forms for itself."""
WORDS = Dialect(
    ours="1",
    of_ours="1",
    first="1 = 1",
    fence="1",
    number="INTEGER",
    real="REAL",
    blob="BLOB",
    form="STRICT",
    columns=COLUMNS,
    complaints="SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
    by_revision="INDEXED BY tables_behind",
)


@cache
def sqlite_text(statement: Statement) -> str:
    """Return `statement` in SQLite's words."""
    return WORDS.translate(statement.text)


class FileContents(Contents):
    """Contents of a database file, as an open connection sees them; nothing here waits."""

    def __init__(self, db: sqlite3.Connection) -> None:
        """Take the connection."""
        self._db = db

    async def query(self, question: Statement, /, **values: Any) -> Sequence[Row]:
        """Return the rows of an answer."""
        return self._db.execute(sqlite_text(question), values).fetchall()

    async def add(self, part: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Write `rows` into `part` as they are."""
        for row in rows[:1]:
            written = (
                f"INSERT INTO {part} ({', '.join(row)}) VALUES (:{', :'.join(row)})"  # noqa: S608 # names of our own schema
            )
            self._db.executemany(written, rows)


def run_at_once(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of `work` on a connection's contents, for which it never waits."""
    try:
        work.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    raise AssertionError


OWNED = "SELECT type, name FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%' ORDER BY type = 'table'"
"""The parts, after what goes with them."""
FORMER = "SELECT name FROM sqlite_schema WHERE name LIKE 'old\\_%' ESCAPE '\\' AND type = 'table'"
LAST = "UPDATE numbers SET last = (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'old_tables')"
FIRST = 2
EARLIER = {FIRST, 14}
"""The forms that were released before the present one; the first is made what the other was, by some SQL."""
FROM_FIRST = files("bot.storage.sqlite") / "form2.sql"


def database_columns(db: sqlite3.Connection) -> set[tuple[str, str]]:
    """Return each part of a database with each of its columns."""
    return {(part, column) for part, column in db.execute(COLUMNS)}


@cache
def expected_columns() -> set[tuple[str, str]]:
    """Return those of a database of the present form."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(WORDS.schema("sqlite"))
        return database_columns(db)


def check_columns(db: sqlite3.Connection, path: Path) -> None:
    """Raise `StorageError` if a column of the present form isn't there: names are on the disk, too."""
    if expected_columns() - database_columns(db):
        raise StorageError("storage-damaged", path)


STRAYED = f"""
SELECT table_id FROM announcements EXCEPT SELECT id FROM tables INDEXED BY tables_behind UNION SELECT * FROM (
    {WORDS.translate(sql.BEHIND)} EXCEPT {sql.BEHIND.format(by_revision="NOT INDEXED")}
    AND tables.id IN ({WORDS.translate(sql.BEHIND)})
)
"""  # noqa: S608 # constants of our own
"""Finds tables that the index `tables_behind` lacks, or wrongly has as behind; reads the rows of the latter alone."""


def migrate(db: sqlite3.Connection, path: Path, *, copies: bool = True) -> int:
    """Carry a database forward to the present form and return the version it had, 0 if it was empty.

    Raise `StorageError` if it is foreign, newer or can't be carried over. Where `copies` are wanted, one is made of it
    as it was. All of it is done in one transaction: a process that is killed leaves the form of before, or the present
    one. The index that says what Discord is behind with is made anew where it doesn't fit its tables: nothing seals it.
    """
    found = read_version(db, path)
    db.execute("PRAGMA journal_mode = WAL")
    if found not in {0, *EARLIER, PRESENT}:
        raise StorageError("storage-unreleased", path, found=str(found))
    if found in EARLIER and copies:
        before = Path(f"{path}.before-{PRESENT:04}")
        log.info(
            "%s is carried forward from version %s to %s; a copy of it is %s",
            path,
            found,
            PRESENT,
            before,
        )
        copy_open_database(db, before)
    if found != PRESENT:
        _make(db, found)
    check_columns(db, path)
    with suppress(sqlite3.DatabaseError):
        if db.execute(STRAYED).fetchone():
            log.error(
                "An index was damaged, and is made anew; `python -m bot verify` says what else is"
            )
            db.execute("REINDEX tables_behind")

    return found


def _make(db: sqlite3.Connection, found: int) -> None:
    """Make the parts of the present form, and fill them from those of an earlier one if these are there.

    The former parts are called `old_` and their names meanwhile.
    """
    text = db.text_factory
    db.text_factory = lambda raw: raw.decode(errors="surrogateescape")
    db.execute("PRAGMA foreign_keys = OFF")
    contents = FileContents(db)
    away = [
        f"ALTER TABLE {name} RENAME TO old_{name}"
        if kind == "table"
        else f"DROP {kind} {name}"
        for kind, name in db.execute(OWNED)
    ]

    try:
        # Would commit what was begun before it.
        db.executescript(";".join(("BEGIN IMMEDIATE", *away, WORDS.schema("sqlite"))))
        if found == FIRST:
            run_at_once(legacy.seal_anew(contents))
            for step in FROM_FIRST.read_text("utf-8").split(";"):
                db.execute(step)
        if found:
            run_at_once(legacy.carry_over(contents))
            db.execute(LAST)
            for (part,) in db.execute(FORMER).fetchall():
                db.execute(f"DROP TABLE {part}")
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {PRESENT}")
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
        db.text_factory = text


# Seen from outside the running bot: to be verified, told about, or copied whole


@asynccontextmanager
async def open_contents(
    path: Path, share: ShardSet = WHOLE, *, unwritten: bool = False
) -> AsyncIterator[FileContents]:
    """Open one state of the contents of a database, also while a Herald runs on it, in which it has every share.

    Raise `StorageError` if it can't be read. With `unwritten` no file is made beside it, either.
    """
    del share
    with explain_errors(path), closing(open_reading(path, unwritten=unwritten)) as db:
        db.execute("BEGIN")
        check_columns(db, path)
        yield FileContents(db)


@asynccontextmanager
async def exclusive_access(path: Path) -> AsyncIterator[None]:
    """Keep every Herald off a database; raise `StorageError` if one runs there."""
    if not path.is_file():  # noqa: ASYNC240 # nothing here waits
        raise StorageError("storage-missing", path)
    with hold_lock(path):
        yield


@asynccontextmanager
async def create_database(path: Path) -> AsyncIterator[FileContents]:
    """Make a database that appears whole when the block ends, or not at all; raise `StorageError` if there is one."""
    with explain_errors(path):
        if path.exists():  # noqa: ASYNC240 # nothing here waits
            raise StorageError("storage-target-taken", path)
        with make_atomically(path) as making:
            with closing(connect(making, "rwc")) as db:
                migrate(db, making)
                db.execute("BEGIN IMMEDIATE")
                yield FileContents(db)
                db.execute("COMMIT")
            making.replace(path)
