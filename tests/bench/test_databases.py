"""The databases that starts, clocks and answers beside rivals are measured on."""

from __future__ import annotations

import time
from itertools import cycle, islice
from pathlib import Path

import pytest

from bench import rivals, start
from bench.clocks import moves, wind
from bot.clocks.table_clock import HOUR
from bot.rivals.playing import due_turns
from bot.storage import sql
from bot.storage.records import Status
from bot.tables.tables import Tables
from engine.games import GAMES
from tests.bot.storage.samples import next_due, opened, sqlite
from tests.loopback.records import Channel


async def test_every_table_is_running_and_announced(tmp_path: Path) -> None:
    """Of each game in turn, and the first person sits at the first table.

    Once wound, a clock runs at each for some hours, as long as any measuring takes, and none is due.
    """
    path = tmp_path / "ten.db"
    await start.fill(path, 10)
    await wind(path)
    async with opened(sqlite(path)) as storage:
        tables = await storage.find()
        assert await storage.select(sql.UNSHOWN) == []
        assert not await storage.select(sql.DUE, now=time.time() + HOUR, most=10)
        assert await next_due(storage) is not None
    assert {table.status for table in tables} == {Status.PLAYING}
    assert [table.game for table in tables] == list(islice(cycle(GAMES), 10))
    assert tables[0].sitters[0].user == start.USER
    assert all(table.clock is not None and table.clock.is_running for table in tables)


async def test_moves_are_compared_with_unclocked_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the same game: both are made, so neither costs nothing."""
    monkeypatch.setattr("bench.clocks.GAMES_PLAYED", 1)
    record = await moves(tmp_path / "herald.db")
    assert record.value > 0
    assert record.against


async def test_at_every_table_a_champion_is_asked(tmp_path: Path) -> None:
    """Of each game in turn; each cares for the seat of a person who is away."""
    channel = Channel(7, 0, "arena")
    await rivals.fill(tmp_path / "ten.db", channel, 5, 10)
    async with opened(sqlite(tmp_path / "ten.db")) as storage:
        tables = Tables(storage, GAMES)
        found = [await tables.get(table) for table in await storage.select(sql.RIVALLED)]
    assert len(found) == 10
    assert all(table.record.status is Status.PLAYING and table.record.channel == channel.id for table in found)
    assert {turn.sitter.level for table in found for turn in due_turns(table)} == {rivals.LEVEL}
    assert all(map(due_turns, found))


def test_last_percent_is_held_against_answers_without_rivals() -> None:
    """It alone has the goal; in milliseconds, with the ratio that the goal bounds."""
    half, last = rivals.records([0.001] * 200, [0.0011] * 200, 10)
    assert half.goal is None
    assert last.goal == rivals.GOAL
    assert last.ratio == pytest.approx(1.1)
    assert last.reached
