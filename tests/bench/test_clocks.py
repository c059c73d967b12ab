"""The databases that clocks are measured on: one has a clock at each table, of which none is due."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from bench.clocks import moves, wind
from bench.start import fill
from bot.clocks.table_clock import HOUR
from bot.storage import sql
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from tests.bot.storage.samples import next_due


async def test_a_clock_runs_at_every_table_and_none_is_due(tmp_path: Path) -> None:
    """For some hours, as long as any measuring takes."""
    path = tmp_path / "ten.db"
    await fill(path, 10)
    await wind(path)
    storage = Store(SqliteDatabase(path))
    await storage.open()
    tables = await storage.find()
    due, soonest = await storage.select(sql.DUE, now=time.time() + HOUR, most=10), await next_due(storage)
    await storage.close()
    assert len(tables) == 10
    assert all(table.clock is not None and table.clock.is_running for table in tables)
    assert not due
    assert soonest is not None


async def test_moves_are_compared_with_those_of_the_same_game_without_a_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both are made, so neither costs nothing."""
    monkeypatch.setattr("bench.clocks.GAMES_PLAYED", 1)
    record = await moves(tmp_path / "herald.db")
    assert record.value > 0
    assert record.against
