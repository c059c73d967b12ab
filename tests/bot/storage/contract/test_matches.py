"""A position and its moves are kept together, once, and only where they follow on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.storage.port import LostUpdate
from bot.storage.records import Status, TableId, TableRecord
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from tests.bot.storage.samples import ANN, BO, CAT, Change, begin, line, lobby, moved, position, started


async def test_the_start_seats_everybody_in_their_final_order(storage: Store) -> None:
    """Storage: the first record has no moves."""
    created = await storage.create(lobby(ANN, BO, CAT))
    table = await storage.save(started(replace(created, sitters=(CAT, ANN, BO))), begins=True)
    assert table.revision == created.revision + 1
    assert await storage.load(table.id) == table


async def test_a_match_starts_once(storage: Store) -> None:
    """Storage: a second start, with another seed, is a lost update."""
    table = await begin(storage)
    again = replace(table, save=replace(position(0), seed=b"t" * 32))
    with pytest.raises(LostUpdate):
        await storage.save(again, begins=True)
    assert await storage.load(table.id) == table


async def test_a_match_of_another_game_does_not_start_at_a_table(storage: Store) -> None:
    """Storage: a table's game is what its lobby said."""
    table = await storage.create(lobby(game="another"))
    with pytest.raises(LostUpdate):
        await storage.save(started(table), begins=True)
    assert await storage.load(table.id) == table


async def test_who_joins_a_lobby_that_has_begun_has_come_too_late(storage: Store) -> None:
    """Storage: seat of a lobby is a lost update once the match has begun."""
    opened = await storage.create(lobby(ANN, BO))
    table = await storage.save(started(opened), begins=True)
    with pytest.raises(LostUpdate):
        await storage.save(replace(opened, sitters=(ANN, BO, CAT)))
    assert await storage.load(table.id) == table


async def test_several_moves_can_be_kept_together(storage: Store) -> None:
    """Storage: what is played together is kept together."""
    table = await storage.save(*moved(await begin(storage, moves=1), 4))
    assert await storage.load(table.id) == table
    assert [move.seq for move in await storage.log(table.id)] == [1, 2, 3, 4, 5]


async def test_of_two_answers_to_one_position_the_second_is_lost(storage: Store) -> None:
    """Storage: the second writes nothing, neither position nor log."""
    table = await begin(storage, moves=1)
    (one, first), (two, second) = moved(table), moved(table, 2)
    kept = await storage.save(one, first)
    with pytest.raises(LostUpdate):
        await storage.save(two, second)
    assert await storage.load(table.id) == kept
    assert len(await storage.log(table.id)) == 2


async def test_two_answers_in_one_group_are_told_apart(storage: Store) -> None:
    """Storage: of two records that wait together, exactly one is kept."""
    after, moves = moved(await begin(storage))
    answers = await asyncio.gather(*(storage.save(after, moves) for _ in range(2)), return_exceptions=True)
    kept = [type(answer) for answer in answers]
    assert kept in ([TableRecord, LostUpdate], [LostUpdate, TableRecord])
    if isinstance(storage.database, SqliteDatabase):
        # Its writer takes what waits in turn, where PostgreSQL promises no order.
        assert kept == [TableRecord, LostUpdate]
    assert await storage.log(after.id) == moves


@pytest.mark.parametrize("numbers", [[2], [1, 3], [1], [1, 1], [2, 1]])
async def test_moves_that_do_not_follow_on_are_refused(storage: Store, numbers: list[int]) -> None:
    """Storage: a log without gaps; the position is after two moves here."""
    table = await begin(storage)
    with pytest.raises(LostUpdate):
        await storage.save(replace(table, save=position(2)), [line(seq) for seq in numbers])
    assert await storage.log(table.id) == []
    assert await storage.load(table.id) == table


@pytest.mark.parametrize("status", [Status.OVER, Status.ENDED, Status.SUSPENDED])
async def test_nothing_is_played_at_a_table_that_is_not_live(storage: Store, status: Status) -> None:
    """Storage: a move that crosses with the end of its table is lost."""
    table = await begin(storage)
    table = await storage.save(replace(table, status=status))
    with pytest.raises(LostUpdate):
        await storage.save(*moved(table))


async def test_a_table_that_never_was_can_not_be_changed(storage: Store) -> None:
    """Storage: record and seat of an unknown number are lost updates."""
    table = replace(lobby(), id=TableId(404))
    with pytest.raises(LostUpdate):
        await storage.save(table)
    with pytest.raises(LostUpdate):
        await storage.save(started(table), begins=True)


async def test_each_change_makes_the_next_revision(storage: Store) -> None:
    """Storage: create, seat and record return what is there from now on."""
    table = await storage.create(lobby(ANN))
    changes: Sequence[Change] = (
        lambda table: storage.save(replace(table, sitters=(ANN, BO))),
        lambda table: storage.save(started(table), begins=True),
        lambda table: storage.save(*moved(table)),
        lambda table: storage.save(replace(table, status=Status.SUSPENDED)),
    )
    for number, change in enumerate(changes, 1):
        table = await change(table)
        assert table.revision == number
        assert await storage.load(table.id) == table


async def test_a_match_under_newer_rules_is_no_change_to_people(storage: Store) -> None:
    """Storage: carry_over keeps the revision and tells nobody; only what was read can be carried over."""
    table = await begin(storage, moves=1)
    told: list[TableId] = []
    storage.listen(told.append)
    carried = await storage.save(replace(table, save=position(1, rules=2)), shows=False)
    assert (carried.revision, told) == (table.revision, [])
    assert await storage.load(table.id) == carried
    for late in (storage.save(replace(carried, save=position(2, rules=3)), shows=False), storage.save(*moved(table))):
        with pytest.raises(LostUpdate):
            await late
    assert await storage.load(table.id) == carried


async def test_whoever_changes_what_others_have_changed_is_refused(storage: Store) -> None:
    """Storage: seat and record ask for the revision that was read, though all else would fit."""
    table = await storage.create(lobby(ANN, BO))
    joined = await storage.save(replace(table, sitters=(ANN, BO, CAT)))
    for late in (storage.save(replace(table, sitters=(BO,))), storage.save(started(table), begins=True)):
        with pytest.raises(LostUpdate):
            await late
    assert await storage.load(table.id) == joined
    begun = await storage.save(started(joined), begins=True)
    ended = await storage.save(replace(begun, status=Status.ENDED))
    for late in (storage.save(begun), storage.save(*moved(begun))):
        with pytest.raises(LostUpdate):
            await late
    assert await storage.load(table.id) == ended


@pytest.mark.parametrize("lie", [{"game": "chess"}, {"guild": 6}, {"channel": 8}])
async def test_a_table_does_not_move(storage: Store, lie: dict[str, object]) -> None:
    """Storage: what is decided when a table is opened isn't changed by a move."""
    table = await begin(storage, moves=1)
    after, moves = moved(table)
    with pytest.raises(LostUpdate):
        await storage.save(replace(after, **lie), moves)  # type: ignore[arg-type]
    assert await storage.load(table.id) == table


@pytest.mark.parametrize("lie", [{"seed": b"t" * 32}, {"game": "chess"}, {"rules": 2}, {"seats": 3}])
async def test_moves_stay_with_their_match(storage: Store, lie: dict[str, object]) -> None:
    """Storage: the same game, rules, seats and seed; rules change between moves."""
    after, moves = moved(await begin(storage, moves=1))
    assert after.save is not None
    with pytest.raises(LostUpdate):
        await storage.save(replace(after, save=replace(after.save, **lie)), moves)  # type: ignore[arg-type]
    assert len(await storage.log(after.id)) == 1


@pytest.mark.slow
async def test_moves_of_many_tables_at_once_are_all_kept(storage: Store) -> None:
    """Storage: each table goes on by itself, whatever waits beside it."""

    async def play(number: int) -> TableRecord:
        table = await begin(storage, lobby(channel=number))
        for _ in range(5):
            table = await storage.save(*moved(table))
        return table

    tables = await asyncio.gather(*(play(number) for number in range(16)))
    assert await storage.find() == sorted(tables, key=lambda table: table.id)
    assert all([len(await storage.log(table.id)) == 5 for table in tables])


async def test_a_table_opens_with_a_log_behind_it(storage: Store) -> None:
    """Storage: position, log and where that begins are kept at once, however long it is; and it goes on from there."""
    count = 600
    played, lines = moved(started(lobby()), count)
    table = await storage.create(played, lines=lines, base=position(0))
    assert await storage.load(table.id) == table
    assert [move.seq for move in await storage.log(table.id) if move.sound] == [*range(1, count + 1)]
    after = await storage.save(*moved(table))
    assert await storage.load(table.id) == after
    assert [move.seq for move in await storage.log(table.id) if move.sound] == [*range(1, count + 2)]
