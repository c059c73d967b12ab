"""The tables beside which answers are measured are played by champions alone, all of them at once."""

from __future__ import annotations

from pathlib import Path

from bench.rivals import GOAL, LEVEL, fill, records
from bot.rivals.playing import due_turns
from bot.storage import sql
from bot.storage.records import Status
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from bot.tables.tables import Tables
from engine.games import GAMES
from tests.loopback.records import Channel


async def test_at_every_table_a_champion_is_asked(tmp_path: Path) -> None:
    """Of each game in turn; each cares for the seat of a person who is away."""
    channel = Channel(7, 0, "arena")
    await fill(tmp_path / "ten.db", channel, 5, 10)
    storage = Store(SqliteDatabase(tmp_path / "ten.db"))
    await storage.open()
    tables = Tables(storage, GAMES)
    found = [await tables.get(table) for table in await storage.select(sql.RIVALLED)]
    await storage.close()
    assert len(found) == 10
    assert all(table.record.status is Status.PLAYING and table.record.channel == channel.id for table in found)
    assert {turn.sitter.level for table in found for turn in due_turns(table)} == {LEVEL}
    assert all(map(due_turns, found))


def test_the_last_percent_has_the_goal_and_is_held_against_answers_without_rivals() -> None:
    """In milliseconds, with the ratio that the goal bounds."""
    half, last = records([0.001] * 200, [0.0011] * 200, 10)
    assert half.goal is None
    assert last.goal == GOAL
    assert last.ratio is not None
    assert round(last.ratio, 3) == 1.1
    assert last.reached
