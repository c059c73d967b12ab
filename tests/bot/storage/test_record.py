"""What guards a match in SQLite besides the promises of the port: keys, triggers, checkpoints and chains."""

from __future__ import annotations

import sqlite3
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from bot.storage.port import LostUpdate, StorageError
from bot.storage.sqlite import database
from bot.storage.store import Store
from tests.bot.storage.samples import begin, execute, moved, position, query, sqlite


async def test_of_two_heralds_on_one_database_the_second_answer_is_lost(
    storage: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Storage: even where the lock fails, positions can't be overwritten."""
    after, moves = moved(await begin(storage))
    monkeypatch.setattr(database, "hold_lock", lambda _: nullcontext())
    other = sqlite(path)
    await other.open()
    await other.save(after, moves)
    with pytest.raises(LostUpdate):
        await storage.save(after, moves)
    assert await storage.log(after.id) == moves
    await other.close()


async def test_a_match_carried_over_to_new_rules_leaves_a_checkpoint(storage: Store, path: Path) -> None:
    """Storage: the position at the start, and after each migration of the rules."""
    table = await begin(storage, moves=2)
    table = await storage.save(replace(table, save=position(2, rules=2)), shows=False)
    await storage.save(*moved(table))
    assert query(path, "SELECT seq, rules FROM checkpoints ORDER BY seq") == [(0, 1), (2, 2)]


@pytest.mark.parametrize("part", ["moves", "checkpoints"])
@pytest.mark.parametrize("order", ["UPDATE {} SET rules = 9", "DELETE FROM {}"])
async def test_log_and_checkpoints_are_append_only(storage: Store, path: Path, part: str, order: str) -> None:
    """Storage: triggers refuse UPDATE and DELETE, whoever asks."""
    await begin(storage, moves=1)
    with sqlite3.connect(path) as db, pytest.raises(sqlite3.IntegrityError, match="append only"):
        db.execute(order.format(part))
    db.close()


async def test_a_log_that_lost_its_end_takes_no_more_moves(storage: Store, path: Path) -> None:
    """Storage: a chain is never continued over a gap."""
    table = await begin(storage, moves=2)
    execute(path, "DROP TRIGGER moves_last", "DELETE FROM moves WHERE seq = 2")
    with pytest.raises(StorageError, match="damaged"):
        await storage.save(*moved(table))
