"""Opening a database: forward, never back, never somebody else's, never twice."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage.backends import verify
from bot.storage.port import StorageError
from bot.storage.sqlite.backups import backup
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.sqlite.files import APPLICATION_ID, PRESENT, explain
from bot.storage.store import Store
from bot.texts.fluent import DEFAULT, language
from tests.bot.storage.samples import begin, moved, sqlite


def pragma(path: Path, name: str) -> object:
    """Return what a pragma says of a database."""
    with closing(sqlite3.connect(path)) as db:
        return db.execute(f"PRAGMA {name}").fetchone()[0]


def content(path: Path) -> bytes:
    """Return what is in a file."""
    return path.read_bytes()


def write(path: Path, content: bytes) -> Path:
    """Put something else into a file, and return its path."""
    path.write_bytes(content)
    return path


async def refused(path: Path) -> str:
    """Return the sentence with which a database is refused."""
    storage = sqlite(path)
    with pytest.raises(StorageError) as caught:
        await storage.open()
    sentence = language(DEFAULT).say(caught.value.text)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


async def test_a_new_database_says_whose_it_is(storage: Store, path: Path) -> None:
    """Storage: application_id, user_version and write-ahead logging are set, and nothing was copied."""
    await begin(storage)
    assert pragma(path, "application_id") == APPLICATION_ID
    assert pragma(path, "user_version") == PRESENT
    assert pragma(path, "journal_mode") == "wal"
    assert not list(path.parent.glob("*.before-*"))


async def test_each_commit_is_on_the_disk(storage: Store) -> None:
    """Storage: synchronous is FULL (2), foreign keys hold, what is deleted is overwritten, tables are strict."""
    assert isinstance(storage.database, SqliteDatabase)
    writing = storage.database._connections[0]
    for name, value in {"synchronous": 2, "foreign_keys": 1, "secure_delete": 1}.items():
        assert [row[0] for row in await writing.execute_fetchall(f"PRAGMA {name}")] == [value]
    tables = await writing.execute_fetchall("PRAGMA table_list")
    assert all(row["strict"] for row in tables if not row["name"].startswith("sqlite_"))


async def test_a_newer_database_is_refused(storage: Store, path: Path) -> None:
    """Storage: never back."""
    await storage.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
    assert "written by a newer Herald (version 99" in await refused(path)
    assert pragma(path, "user_version") == 99


async def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path) -> None:
    """Storage: a wrong path in the settings must not cost anybody a file."""
    write(path, b"Dear diary, " * 1000)
    assert "not a database of Herald" in await refused(path)
    assert content(path) == b"Dear diary, " * 1000


async def test_another_programs_database_is_refused_and_left_alone(path: Path) -> None:
    """Storage: application_id."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    before = content(path)
    assert "not a database of Herald" in await refused(path)
    assert content(path) == before


async def test_a_missing_directory_is_named(tmp_path: Path) -> None:
    """Storage: open makes a file, not a directory."""
    missing = tmp_path / "nowhere" / "herald.db"
    assert await refused(missing) == f"The directory of {missing} doesn't exist."
    assert not missing.parent.exists()


async def test_a_directory_is_not_a_database(tmp_path: Path) -> None:
    """Storage: a path that can't be opened."""
    assert "can't be opened" in await refused(tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
async def test_a_file_that_may_not_be_read_is_one_sentence(path: Path) -> None:
    """Storage: permissions."""
    write(path, b"").chmod(0)
    assert "permissions" in await refused(path)


async def test_a_damaged_database_is_one_sentence(storage: Store, path: Path) -> None:
    """Storage: SQLite can't read its own pages."""
    await begin(storage, moves=1)
    await storage.close()
    whole = content(path)
    write(path, whole[:100] + b"\xff" * 4000 + whole[4100:])
    assert "damaged" in await refused(path)


async def test_a_second_herald_on_the_same_database_is_refused(storage: Store, path: Path) -> None:
    """Storage: one writer; the first goes on undisturbed, and the next may open what it has closed."""
    table = await begin(storage)
    assert await refused(path) == f"Another Herald is already running on {path}."
    await storage.save(*moved(table))
    await storage.close()
    await storage.open()


async def test_a_refused_database_is_let_go(path: Path) -> None:
    """Storage: after a refusal the path can be opened, once it is mended."""
    write(path, b"no database" * 100)
    storage = sqlite(path)
    with pytest.raises(StorageError):
        await storage.open()
    write(path, b"")
    await storage.open()
    await storage.close()


@pytest.mark.parametrize("code", [sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_BUSY])
def test_errors_of_sqlite_are_sentences_for_the_host(code: int, path: Path) -> None:
    """Storage: extended codes count as their primary ones."""
    error = sqlite3.OperationalError("words of SQLite")
    error.sqlite_errorcode = code
    sentence = language(DEFAULT).say(explain(error, path).text)
    assert str(path) in sentence
    assert "words of SQLite" not in sentence


async def test_a_backup_is_a_whole_database_while_the_game_goes_on(storage: Store, path: Path) -> None:
    """Storage: backup; the copy can be opened and is whole."""
    table = await begin(storage, moves=2)
    target = path.with_name("copy.db")
    await asyncio.to_thread(backup, path, target)
    await storage.save(*moved(table))
    copy = sqlite(target)
    await copy.open()
    assert await copy.load(table.id) == table
    await copy.close()
    assert list(verify(target, {})) == []


async def test_a_backup_overwrites_nothing(storage: Store, path: Path) -> None:
    """Storage: backup refuses a file that exists, a directory that doesn't, and a database that isn't there."""
    await begin(storage)
    target = path.with_name("copy.db")
    target.write_text("precious")
    with pytest.raises(StorageError, match="storage-target-taken"):
        await asyncio.to_thread(backup, path, target)
    assert target.read_text() == "precious"
    with pytest.raises(StorageError):
        await asyncio.to_thread(backup, path, path.parent / "nowhere" / "copy.db")
    with pytest.raises(StorageError, match="storage-missing"):
        backup(path.with_name("none.db"), path.with_name("copy2.db"))
    assert not path.with_name("none.db").exists()
