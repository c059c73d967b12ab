"""A schema that a disk has damaged: whoever opens its database reads a sentence."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage.port import StorageError
from bot.storage.sqlite.backups import backup
from bot.storage.sqlite.database import open_writing
from bot.storage.sqlite.storage import SqliteStorage
from bot.storage.sqlite.verify import verify
from tests.bot.storage.samples import begin


def verified(path: Path) -> None:
    """Verify a database."""
    list(verify(path, {}))


def opened(path: Path) -> None:
    """Open a database to be written."""
    open_writing(path).close()


def copied(path: Path) -> None:
    """Copy a database."""
    backup(path, path.with_name("copy.db"))


@pytest.mark.parametrize("look", [verified, opened, copied], ids=lambda look: look.__name__)
@pytest.mark.parametrize(
    "damage",
    [
        "name = CAST(x'746162a06c' AS TEXT), sql = 'CREATE INDEX a ON b' WHERE name = 'tables_since'",
        "sql = CAST(replace(sql, 'locale', CAST(x'6cf6' AS TEXT)) AS TEXT) WHERE name = 'users'",
    ],
    ids=["an index", "a column"],
)
async def test_a_schema_whose_names_are_no_text_is_a_sentence(
    storage: SqliteStorage, path: Path, damage: str, look: Callable[[Path], None]
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
