"""A position and its moves are kept together, once, and only where they follow on."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from bot.storage.port import LostUpdate, Status, StorageError, TableId, TableRecord
from bot.storage.sqlite.database import Lock
from bot.storage.sqlite.storage import SqliteStorage
from tests.bot.storage.samples import ANN, BO, CAT, begin, line, lobby, moved, position, started


async def test_the_start_seats_everybody_in_their_final_order(storage: SqliteStorage) -> None:
    """Storage: the first record has no moves."""
    created = await storage.create(lobby(ANN, BO, CAT))
    table = await storage.record(started(replace(created, sitters=(CAT, ANN, BO))), [])
    assert table.revision == created.revision + 1
    assert await storage.load(table.id) == table


async def test_a_match_starts_once(storage: SqliteStorage) -> None:
    """Storage: a second start, with another seed, is a lost update."""
    table = await begin(storage)
    again = replace(table, save=replace(position(0), seed=b"t" * 32))
    with pytest.raises(LostUpdate):
        await storage.record(again, [])
    assert await storage.load(table.id) == table


async def test_a_match_of_another_game_does_not_start_at_a_table(storage: SqliteStorage) -> None:
    """Storage: a table's game is what its lobby said."""
    table = await storage.create(lobby(game="another"))
    with pytest.raises(LostUpdate):
        await storage.record(started(table), [])
    assert await storage.load(table.id) == table


async def test_who_joins_a_lobby_that_has_begun_has_come_too_late(storage: SqliteStorage) -> None:
    """Storage: seat of a lobby is a lost update once the match has begun."""
    opened = await storage.create(lobby(ANN, BO))
    table = await storage.record(started(opened), [])
    with pytest.raises(LostUpdate):
        await storage.seat(replace(opened, sitters=(ANN, BO, CAT)))
    assert await storage.load(table.id) == table


async def test_several_moves_can_be_kept_together(storage: SqliteStorage) -> None:
    """Storage: what is played together is kept together."""
    table = await storage.record(*moved(await begin(storage, moves=1), 4))
    assert await storage.load(table.id) == table
    assert [move.seq for move in await storage.log(table.id)] == [1, 2, 3, 4, 5]


async def test_of_two_answers_to_one_position_the_second_is_lost(storage: SqliteStorage) -> None:
    """Storage: the second writes nothing, neither position nor log."""
    table = await begin(storage, moves=1)
    (one, first), (two, second) = moved(table), moved(table, 2)
    kept = await storage.record(one, first)
    with pytest.raises(LostUpdate):
        await storage.record(two, second)
    assert await storage.load(table.id) == kept
    assert len(await storage.log(table.id)) == 2


async def test_two_answers_in_one_group_are_told_apart(storage: SqliteStorage) -> None:
    """Storage: of two records that wait together, exactly one is kept."""
    after, moves = moved(await begin(storage))
    answers = await asyncio.gather(*(storage.record(after, moves) for _ in range(2)), return_exceptions=True)
    assert [type(answer) for answer in answers] == [TableRecord, LostUpdate]
    assert await storage.log(after.id) == moves


async def test_of_two_heralds_on_one_database_the_second_answer_is_lost(
    storage: SqliteStorage, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Storage: even where the lock fails, positions can't be overwritten."""
    after, moves = moved(await begin(storage))
    monkeypatch.setattr(Lock, "take", lambda _: None)
    other = SqliteStorage(path)
    await other.open()
    await other.record(after, moves)
    with pytest.raises(LostUpdate):
        await storage.record(after, moves)
    assert await storage.log(after.id) == moves
    await other.close()


@pytest.mark.parametrize("numbers", [[2], [1, 3], [1], [1, 1], [2, 1]])
async def test_moves_that_do_not_follow_on_are_refused(storage: SqliteStorage, numbers: list[int]) -> None:
    """Storage: a log without gaps; the position is after two moves here."""
    table = await begin(storage)
    with pytest.raises(LostUpdate):
        await storage.record(replace(table, save=position(2)), [line(seq) for seq in numbers])
    assert await storage.log(table.id) == []
    assert await storage.load(table.id) == table


@pytest.mark.parametrize("status", [Status.OVER, Status.ENDED, Status.SUSPENDED])
async def test_nothing_is_played_at_a_table_that_is_not_live(storage: SqliteStorage, status: Status) -> None:
    """Storage: a move that crosses with the end of its table is lost."""
    table = await begin(storage)
    table = await storage.seat(replace(table, status=status))
    with pytest.raises(LostUpdate):
        await storage.record(*moved(table))


async def test_a_table_that_never_was_can_not_be_changed(storage: SqliteStorage) -> None:
    """Storage: record and seat of an unknown number are lost updates."""
    table = replace(lobby(), id=TableId(404))
    with pytest.raises(LostUpdate):
        await storage.seat(table)
    with pytest.raises(LostUpdate):
        await storage.record(started(table), [])


async def test_a_match_carried_over_to_new_rules_leaves_a_checkpoint(storage: SqliteStorage) -> None:
    """Storage: the position at the start, and after each migration of the rules."""
    table = await begin(storage, moves=2)
    table = await storage.record(replace(table, save=position(2, rules=2)), [])
    await storage.record(*moved(table))
    kept = await storage._read(lambda db: db.execute("SELECT seq, rules FROM checkpoints ORDER BY seq").fetchall())
    assert [tuple(row) for row in kept] == [(0, 1), (2, 2)]


@pytest.mark.parametrize("part", ["moves", "checkpoints"])
@pytest.mark.parametrize("order", ["UPDATE {} SET rules = 9", "DELETE FROM {}"])
async def test_log_and_checkpoints_are_append_only(storage: SqliteStorage, path: Path, part: str, order: str) -> None:
    """Storage: triggers refuse UPDATE and DELETE, whoever asks."""
    await begin(storage, moves=1)
    with sqlite3.connect(path) as db, pytest.raises(sqlite3.IntegrityError, match="append only"):
        db.execute(order.format(part))
    db.close()


async def test_a_log_that_lost_its_end_takes_no_more_moves(storage: SqliteStorage) -> None:
    """Storage: a chain is never continued over a gap."""
    table = await begin(storage, moves=2)
    await storage._write(lambda db: db.execute("DROP TRIGGER moves_last"))
    await storage._write(lambda db: db.execute("DELETE FROM moves WHERE seq = 2"))
    with pytest.raises(StorageError, match="damaged"):
        await storage.record(*moved(table))
