"""What SQLite in particular is asked for: opened forward, never back or twice; plans that read little; few faults."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from bot.storage import sql
from bot.storage.port import Statement, StorageError
from bot.storage.records import Published, Status
from bot.storage.sqlite.backups import backup
from bot.storage.sqlite.database import CACHE_KIB
from bot.storage.sqlite.files import explain
from bot.storage.sqlite.migrations import expected_columns, sqlite_text
from bot.storage.store import Store
from bot.texts.fluent import DEFAULT, language
from tests.bot.storage.samples import begin, execute, faults, moved, play_on, refuses, session_of, sqlite

NO_DATABASES = b"Dear diary, " * 1000, b"x", b"\n", b"SQLite format 3\0"


def write(path: Path, content: bytes) -> Path:
    """Put something else into a file, and return its path."""
    path.write_bytes(content)
    return path


async def refused(storage: Store) -> str:
    """Return the sentence with which a database is refused."""
    with pytest.raises(StorageError) as caught:
        await storage.open()
    sentence = language(DEFAULT).say(caught.value.text)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


def run(*statements: str) -> Callable[[Path], None]:
    """Return what runs statements in a file, as another program does."""
    return lambda path: execute(path, *statements)


def damage(path: Path) -> None:
    """Write over a page of a database."""
    whole = path.read_bytes()
    path.write_bytes(whole[:100] + b"\xff" * 4000 + whole[4100:])


@pytest.mark.parametrize(
    "make, said",
    [
        (run("PRAGMA user_version = 99"), "written by a newer Herald (version 99"),
        *((run(f"PRAGMA user_version = {form}"), f"between two releases (version {form} ") for form in (1, 3, 13)),
        (run("PRAGMA application_id = 7"), "not a database of Herald"),
        (damage, "damaged"),
        *((partial(write, content=content), "not a database of Herald") for content in NO_DATABASES),
    ],
)
async def test_file_that_is_no_database_of_ours_is_refused(
    storage: Store, path: Path, make: Callable[[Path], object], said: str
) -> None:
    """Storage: open: never back, and left alone: a wrong path in the settings must not cost anybody a file.

    SQLite would begin a database in a file of a few bytes: a host has named the wrong one, or lost what was in it.
    The path can be opened once it is mended.
    """
    await begin(storage, moves=1)
    await storage.close()
    whole = path.read_bytes()  # noqa: ASYNC240 - nothing else runs
    make(path)
    before = path.read_bytes()  # noqa: ASYNC240 - as above
    assert said in await refused(storage)
    assert path.read_bytes() == before  # noqa: ASYNC240 - as above
    assert not list(path.parent.glob("*.before-*"))
    write(path, whole)
    await storage.open()


async def test_path_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    """Storage: a folder, and a file in none: open makes a file, not a directory."""
    missing = tmp_path / "nowhere" / "herald.db"
    assert await refused(sqlite(missing)) == f"The directory of {missing} doesn't exist."
    assert not missing.parent.exists()
    assert "can't be opened" in await refused(sqlite(tmp_path))


async def test_each_commit_is_on_the_disk(storage: Store) -> None:
    """Storage: synchronous is FULL (2), foreign keys hold, what is deleted is overwritten, tables are strict.

    However large the file grows, its pages take little memory: SQLite would keep two megabytes for each connection.
    """
    writing, *_ = connections = session_of(storage)._connections
    for name, value in {"synchronous": 2, "foreign_keys": 1, "secure_delete": 1}.items():
        assert [row[0] for row in await writing.execute_fetchall(f"PRAGMA {name}")] == [value]
    tables = await writing.execute_fetchall("PRAGMA table_list")
    assert all(row["strict"] for row in tables if not row["name"].startswith("sqlite_"))
    for connection in connections:
        (row,) = await connection.execute_fetchall("PRAGMA cache_size")
        assert -CACHE_KIB <= row[0] < 0


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
async def test_a_file_that_may_not_be_read_is_one_sentence(path: Path) -> None:
    """Storage: permissions."""
    write(path, b"").chmod(0)
    assert "permissions" in await refused(sqlite(path))


@pytest.mark.parametrize("code", [sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_BUSY])
def test_errors_of_sqlite_are_sentences_for_the_host(code: int, path: Path) -> None:
    """Storage: extended codes count as their primary ones."""
    error = sqlite3.OperationalError("words of SQLite")
    error.sqlite_errorcode = code
    sentence = language(DEFAULT).say(explain(error, path).text)
    assert str(path) in sentence
    assert "words of SQLite" not in sentence


async def test_a_backup_overwrites_nothing(storage: Store, path: Path) -> None:
    """Storage: backup refuses a file that exists, a directory that doesn't, and a database that isn't there."""
    await begin(storage)
    target = path.with_name("copy.db")
    target.write_text("precious")
    with refuses("storage-target-taken"):
        await asyncio.to_thread(backup, path, target)
    assert target.read_text() == "precious"
    with pytest.raises(StorageError):
        await asyncio.to_thread(backup, path, path.parent / "nowhere" / "copy.db")
    with refuses("storage-missing"):
        backup(path.with_name("none.db"), path.with_name("copy2.db"))
    assert not path.with_name("none.db").exists()


NO_TEXT = [
    "name = CAST(x'746162a06c' AS TEXT), sql = 'CREATE INDEX a ON b' WHERE name = 'tables_since'",
    "sql = CAST(replace(sql, 'opener', CAST(x'6cf6' AS TEXT)) AS TEXT) WHERE name = 'tables'",
    "sql = CAST(sql AS BLOB) WHERE name = 'choices'",
]


def renamed(part: str) -> str:
    """Return what changes one bit in the name of a column of a part."""
    name = max({name for found, name in expected_columns() if found == part} - {"table_id", "user_id"})
    other = name[:-1] + chr(ord(name[-1]) ^ 1)
    return f"sql = replace(sql, ' {name} ', ' {other} ') WHERE name = '{part}' AND sql LIKE '% {name} %'"


@pytest.mark.parametrize("damage", [*NO_TEXT, *map(renamed, sorted({part for part, _ in expected_columns()}))])
async def test_schema_that_is_damaged_is_a_sentence(storage: Store, path: Path, damage: str) -> None:
    """open, verify, backup: names that are no text, which SQLite tells, and Python can't read.

    Where the name of a column has become another no row could be read by it, and each would fail without a sentence.
    """
    await begin(storage)
    await storage.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA writable_schema = ON")
        assert db.execute(f"UPDATE sqlite_schema SET {damage}").rowcount == 1  # noqa: S608 # from this test
    looks = [storage.open(), asyncio.to_thread(faults, path)]
    if damage in NO_TEXT:
        looks += [asyncio.to_thread(backup, path, path.with_name("copy.db"))]
    for look in looks:
        with refuses("storage-damaged"):
            await look


FEW_BYTES = 3 * 4120
"""Three pages with their heads."""


ROWS = "USING INTEGER PRIMARY KEY (rowid=?)"
SHOWN = f"SEARCH announcements {ROWS} LEFT-JOIN"
BESIDE = [SHOWN, f"SEARCH clocks {ROWS} LEFT-JOIN"]
PLANS: Mapping[Statement, list[str]] = {
    sql.find((Status.LOBBY, Status.PLAYING), ("guild",), last=False): [
        "SEARCH tables USING INDEX tables_guild (guild=?)",
        *BESIDE,
    ],
    sql.find((Status.OVER,), ("channel",), last=True): ["SEARCH tables USING INDEX tables_over (channel=?)", *BESIDE],
    sql.HOMES: ["SCAN tables USING INDEX tables_guild"],
    sql.SEATS: ["SEARCH people USING INDEX people_user (user_id=?)", f"SEARCH tables {ROWS}"],
    sql.UNSHOWN: ["SCAN tables USING COVERING INDEX tables_behind", SHOWN],
    sql.STALE: ["SEARCH tables USING COVERING INDEX tables_since (status=? AND since<?)"],
}


@pytest.mark.parametrize("question", PLANS)
async def test_questions_read_indexes(storage: Store, question: Statement) -> None:
    """Finished tables pile up, and documents are large: whatever is asked often reads neither."""
    asked = Statement(f"EXPLAIN QUERY PLAN {sqlite_text(question)}")
    names = "user known channel guild table most now choices status before"
    values: dict[str, Any] = dict.fromkeys(names.split())
    assert [row["detail"] for row in await storage.database.query(asked, **values)] == PLANS[question]


async def test_a_move_is_one_commit_and_so_is_an_announcement_of_few_bytes(storage: Store) -> None:
    """Saves: what Discord has been shown is a small row of its own, however much a match at rest weighs."""
    after, moves = moved(await begin(storage))
    assert after.save is not None
    heavy, ran = replace(after, save=replace(after.save, state="x" * 500_000)), list[str]()
    await writing(storage).set_trace_callback(ran.append)
    kept = await storage.save(heavy, moves)
    assert ran.count("COMMIT") == 1
    written = grown(storage)
    await storage.store_published(
        kept.id, Published(kept.revision, 1, 55, "auction", "0" * 24, 56, 1, ((0, 1), (1, 1)))
    )
    assert ran.count("COMMIT") == 2
    assert grown(storage) - written <= FEW_BYTES < written


def grown(storage: Store) -> int:
    """Return the size of the log in which SQLite writes pages ahead, in bytes."""
    return Path(f"{session_of(storage)._path}-wal").stat().st_size


def writing(storage: Store) -> aiosqlite.Connection:
    """Return the connection that writes."""
    return session_of(storage)._connections[0]


async def test_a_move_writes_one_index_of_its_table(storage: Store) -> None:
    """Nothing is set that the indexes of live tables look at: SQLite would write them, though all stays the same."""
    names = ("id", "version", "was", "match", "guild", "channel", "head", "revision", "seq", "document", "seal")
    asked = f"EXPLAIN {sqlite_text(sql.PLAY)}"
    steps = await writing(storage).execute_fetchall(asked, dict.fromkeys(names))
    assert [step["opcode"] for step in steps].count("IdxInsert") == 1


@pytest.mark.parametrize("damage", ["replace(document, 'seats', 'seals')", "CAST(x'7b2268616e64223a80' AS TEXT)"])
async def test_one_damaged_table_hides_itself_alone(
    storage: Store, path: Path, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    """Storage: a damaged table isn't shown, and the others go on; who still knows it whole writes it whole.

    A state holds hands; one flipped bit, and be it that it is no text any more, must not bring it into a log.
    """
    damaged, sound = await begin(storage), await begin(storage)
    execute(path, f"UPDATE tables SET document = {damage} WHERE id = 1")  # noqa: S608 # from this test
    assert await storage.find() == [sound]
    assert f"Table {damaged.id} is damaged" in caplog.text
    with refuses(f"storage-table-damaged.*{damaged.id}") as caught:
        await storage.load(damaged.id)
    with refuses("storage-table-damaged"):
        await play_on(storage, replace(damaged, version=7))
    assert "hand" not in f"{caplog.text}{caught.value!r}{caught.value.__context__!r}"
    mended = await play_on(storage, damaged)
    assert await storage.load(damaged.id) == mended
