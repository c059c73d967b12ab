"""The databases that starts are measured on leave Herald nothing to announce, and are made once."""

from __future__ import annotations

import os
from itertools import cycle, islice
from pathlib import Path

import pytest

from bench.start import IMPORT, USER, fill, made
from bot.storage import sql
from bot.storage.records import Status
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from engine.games import GAMES


async def test_every_table_is_running_and_announced(tmp_path: Path) -> None:
    """Of each game in turn, and the first person sits at the first table."""
    await fill(tmp_path / "ten.db", 10)
    storage = Store(SqliteDatabase(tmp_path / "ten.db"))
    await storage.open()
    tables = await storage.find()
    behind = await storage.select(sql.UNSHOWN)
    await storage.close()
    assert behind == []
    assert {table.status for table in tables} == {Status.PLAYING}
    assert [table.game for table in tables] == list(islice(cycle(GAMES), 10))
    assert tables[0].sitters[0].user == USER


def test_a_database_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as the code that makes it stays as it is."""
    monkeypatch.setattr("tempfile.tempdir", os.fspath(tmp_path))
    first = made(2)
    written = first.stat().st_mtime_ns
    assert made(2) == first
    assert first.stat().st_mtime_ns == written


def test_imports_are_read_as_python_tells_them() -> None:
    """Microseconds of its own, and the module."""
    assert IMPORT.findall("import time:       123 |       4567 |     discord.ext.commands\n") == [
        ("123", "discord.ext.commands")
    ]
