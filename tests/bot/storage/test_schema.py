"""A schema that a disk has damaged: whoever opens its database reads a sentence."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage.backends import verify
from bot.storage.port import StorageError
from bot.storage.sqlite.backups import backup
from bot.storage.sqlite.files import connect
from bot.storage.sqlite.migrations import expected_columns
from bot.storage.store import Store
from tests.bot.storage.samples import begin


def verified(path: Path) -> None:
    """Verify a database."""
    list(verify(path, {}))


def opened(path: Path) -> None:
    """Open a database to be written."""
    connect(path, "rwc").close()


def copied(path: Path) -> None:
    """Copy a database."""
    backup(path, path.with_name("copy.db"))


@pytest.mark.parametrize("look", [verified, opened, copied], ids=lambda look: look.__name__)
@pytest.mark.parametrize(
    "damage",
    [
        "name = CAST(x'746162a06c' AS TEXT), sql = 'CREATE INDEX a ON b' WHERE name = 'tables_since'",
        "sql = CAST(replace(sql, 'opener', CAST(x'6cf6' AS TEXT)) AS TEXT) WHERE name = 'tables'",
        "sql = CAST(sql AS BLOB) WHERE name = 'choices'",
    ],
    ids=["an index", "a column", "a table"],
)
async def test_a_schema_whose_names_are_no_text_is_a_sentence(
    storage: Store, path: Path, damage: str, look: Callable[[Path], None]
) -> None:
    """verify, open, backup: SQLite tells such names, and Python can't read them."""
    await begin(storage)
    await storage.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA writable_schema = ON")
        assert db.execute(f"UPDATE sqlite_schema SET {damage}").rowcount == 1  # noqa: S608 # from this test
    with pytest.raises(StorageError) as caught:
        look(path)
    assert caught.value.text.key == "storage-damaged"


@pytest.mark.parametrize("part", sorted({part for part, _ in expected_columns()}))
async def test_a_column_whose_name_has_become_another_is_noticed_at_the_start_and_by_verify(
    storage: Store, path: Path, part: str
) -> None:
    """One bit of the schema: no row could be read by its name, and each would fail without a sentence."""
    await begin(storage)
    await storage.close()
    name = max({name for found, name in expected_columns() if found == part} - {"table_id", "user_id"})
    other = name[:-1] + chr(ord(name[-1]) ^ 1)
    changed = f"sql = replace(sql, ' {name} ', ' {other} ') WHERE type = 'table' AND name = '{part}'"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute(f"UPDATE sqlite_schema SET {changed}")  # noqa: S608 # from this test
        (written,) = db.execute("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", (part,)).fetchone()
    assert f" {other} " in written
    for look in (storage.open(), asyncio.to_thread(verified, path)):
        with pytest.raises(StorageError) as caught:
            await look
        assert caught.value.text.key == "storage-damaged"
