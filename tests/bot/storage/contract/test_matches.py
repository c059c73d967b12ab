"""A position, its moves and what was ordered are kept together, once, and only where they follow on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.clocks.table_clock import TableClock, TimeControl
from bot.storage import sql
from bot.storage.port import LostUpdate, Statement
from bot.storage.records import Published, Status, TableId, TableRecord
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from tests.bot.storage.samples import (
    ANN,
    BO,
    CAT,
    GIVEN,
    OTHERS,
    Change,
    begin,
    line,
    loaded,
    lobby,
    moved,
    position,
    resaved,
    started,
)


async def test_change_makes_a_revision_that_is_told(storage: Store) -> None:
    """Storage: save, listen, behind: lobbies, people, starts, moves, rests and ends; whoever is told finds the change.

    Discord is behind it until it is announced; a suspended table has nowhere to be shown.
    """
    told, seen = list[TableId](), list[asyncio.Task[TableRecord | None]]()
    storage.listen(told.append)
    storage.listen(lambda number: seen.append(asyncio.create_task(storage.load(number))))
    changes: Sequence[Change] = (
        lambda table: storage.save(replace(table, sitters=(ANN, BO))),
        lambda table: storage.save(started(replace(table, sitters=(BO, ANN))), begins=True),
        lambda table: storage.save(*moved(table, 2)),
        lambda table: storage.save(replace(table, status=Status.SUSPENDED)),
        lambda table: storage.save(replace(table, status=Status.PLAYING)),
        lambda table: storage.save(replace(table, status=Status.ENDED)),
    )
    table = await storage.create(lobby(ANN))
    for number, change in enumerate(changes, 1):
        shown = table.status is not Status.SUSPENDED
        assert await storage.select(sql.UNSHOWN) == [table.id] * shown
        if shown:
            await storage.store_published(table.id, published := Published(revision=table.revision))
            table = replace(table, announced=published)
        assert await storage.select(sql.UNSHOWN) == []
        table = await change(table)
        assert table.revision == number
        assert await storage.load(table.id) == await seen[-1] == table
    assert told == [table.id] * (1 + len(changes))


async def test_change_of_an_earlier_version_is_refused(storage: Store) -> None:
    """Storage: save asks for the version that was read, though all else would fit.

    Of what is refused nobody is told, and it isn't timed. So a match starts once, who joins it then is too late, and of
    two answers to one position the second is lost.
    """
    opened, told, times = await storage.create(lobby()), list[TableId](), list[float]()
    storage.listen(told.append)
    storage.time(times.append)
    joined = await storage.save(replace(opened, sitters=(ANN, BO, CAT)))
    await _check_refused(
        storage, joined, storage.save(replace(opened, sitters=(BO,))), storage.save(started(opened), begins=True)
    )
    begun = await storage.save(started(joined), begins=True)
    again = storage.save(resaved(begun, seed=b"t" * 32), begins=True)
    await _check_refused(storage, begun, again, storage.save(replace(joined, sitters=(ANN, BO))))
    played = await storage.save(*moved(begun))
    ending = storage.save(replace(begun, status=Status.ENDED))
    await _check_refused(storage, played, ending, storage.save(*moved(begun, 2)), storage.save(begun))
    ended = await storage.save(replace(played, status=Status.ENDED))
    await _check_refused(storage, ended, storage.save(played), storage.save(*moved(played)))
    assert await storage.log(ended.id) == [line(1)]
    assert told == [opened.id] * 4
    assert [0 < seconds < 5 for seconds in times] == [True] * 4


async def _check_refused(storage: Store, stands: TableRecord, *changes: Awaitable[object]) -> None:
    for change in changes:
        with pytest.raises(LostUpdate):
            await change
    assert await storage.load(stands.id) == stands


async def test_two_answers_in_one_group_are_told_apart(storage: Store) -> None:
    """Storage: of two records that wait together, exactly one is kept; it costs none of the others anything."""
    after, moves = moved(await begin(storage))
    others = [storage.save(*moved(await begin(storage))) for _ in range(5)]
    saving = storage.save(after, moves), storage.save(after, moves), *others
    first, second, *rest = await asyncio.gather(*saving, return_exceptions=True)
    kept = [type(first), type(second)]
    assert kept in ([TableRecord, LostUpdate], [LostUpdate, TableRecord])
    if isinstance(storage.database, SqliteDatabase):
        # Its writer takes what waits in turn, where PostgreSQL promises no order.
        assert kept == [TableRecord, LostUpdate]
    assert await storage.log(after.id) == moves
    for other in rest:
        assert isinstance(other, TableRecord)
        assert await storage.load(other.id) == other
        assert await storage.log(other.id) == moves


FITS: Mapping[str, object] = {}


@pytest.mark.parametrize(
    ("numbers", "table_parts", "match_parts"),
    [
        *((numbers, FITS, FITS) for numbers in ([3], [2, 4], [2], [2, 2], [3, 2])),
        *(([2, 3], lie, FITS) for lie in ({"game": "chess"}, {"guild": 6}, {"channel": 8})),
        *(([2, 3], FITS, lie) for lie in ({"seed": b"t" * 32}, {"game": "chess"}, {"rules": 2}, {"seats": 3})),
    ],
)
async def test_moves_that_do_not_follow_on_are_refused(
    storage: Store, numbers: Sequence[int], table_parts: Mapping[str, Any], match_parts: Mapping[str, Any]
) -> None:
    """Storage: a log without gaps, here to the third move; of the same table, in its place, and of the same match."""
    table = await begin(storage, moves=1)
    after = resaved(replace(table, save=position(3), **table_parts), **match_parts)
    await _check_refused(storage, table, storage.save(after, [line(seq) for seq in numbers]))
    assert await storage.log(table.id) == [line(1)]


async def test_table_that_is_not_live_is_not_played(storage: Store) -> None:
    """Storage: a move that crosses with the end of its table is lost; nor does a match start of another game."""
    for status in (Status.OVER, Status.ENDED, Status.SUSPENDED):
        table = await storage.save(replace(await begin(storage), status=status))
        await _check_refused(storage, table, storage.save(*moved(table)))
    lobbied = await storage.create(lobby(game="another"))
    await _check_refused(storage, lobbied, storage.save(started(lobbied), begins=True))


async def test_table_that_never_was_is_none(storage: Store) -> None:
    """Storage: load; every change of it is a lost update."""
    table, clock = replace(lobby(), id=TableId(404)), TableClock(TimeControl())
    assert await storage.load(table.id) is None
    for change in (
        storage.save(table),
        storage.save(started(table), begins=True),
        storage.store_published(table.id, Published()),
        storage.store_published(table.id, clock=clock),
        storage.store_published(table.id, Published(), clock),
    ):
        with pytest.raises(LostUpdate):
            await change


async def test_match_is_carried_over_in_silence(storage: Store) -> None:
    """Storage: save: to newer rules, with its orders, from what was read alone; the revision stays, nobody is told.

    It can be replayed from there, as from its start, and from no order: each would be a copy of the match.
    """
    table, told = await begin(storage, replace(lobby(), orders=True), moves=1), list[TableId]()
    storage.listen(told.append)
    carried = await storage.save(resaved(table, rules=2, orders="limits"), shows=False)
    assert (carried.revision, told) == (table.revision, [])
    later = storage.save(replace(carried, save=position(2, rules=3)), shows=False)
    await _check_refused(storage, carried, later, storage.save(*moved(table)))
    ordered = await storage.save(resaved(carried, orders="others"), shows=False)
    assert await storage.load(table.id) == ordered
    played = await storage.save(*moved(ordered))
    await storage.save(resaved(played, orders="limits"), shows=False)
    kept = await storage.database.query(Statement("SELECT seq, rules FROM checkpoints ORDER BY seq"))
    assert [(row["seq"], row["rules"]) for row in kept] == [(0, 1), (1, 2)]


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


async def ordered(storage: Store) -> TableRecord:
    """Keep a table that has begun, at which something is ordered."""
    table = await begin(storage, replace(lobby(), orders=True))
    return await storage.save(resaved(table, orders=GIVEN))


async def test_an_order_that_shows_is_news_and_one_that_does_not_is_none(storage: Store) -> None:
    """Storage: only what others can see makes a revision, and tells the listeners."""
    told: list[TableId] = []
    table = await ordered(storage)
    storage.listen(told.append)
    quiet = await storage.save(resaved(table, orders=OTHERS), shows=False)
    assert (quiet.revision, told) == (table.revision, [])
    assert await storage.load(table.id) == quiet
    shown = await storage.save(resaved(quiet, orders=GIVEN))
    assert (shown.revision, told) == (table.revision + 1, [table.id])
    assert await storage.load(table.id) == shown


async def test_whoever_orders_what_others_have_changed_is_refused(storage: Store) -> None:
    """Storage: an order after an order, a move after an order, and an order after a move; nothing is kept of it."""
    read = await ordered(storage)
    now = await storage.save(resaved(read, orders=OTHERS), shows=False)
    orders = [storage.save(resaved(read, orders=""), shows=shows) for shows in (True, False)]
    late = storage.save(*moved(read)), storage.save(replace(read, sitters=(CAT, BO)))
    await _check_refused(storage, now, *orders, *late)
    assert await storage.log(now.id) == []
    played = await storage.save(*moved(now))
    await _check_refused(
        storage, played, *(storage.save(resaved(now, orders=""), shows=shows) for shows in (True, False))
    )


async def test_orders_end_with_their_table(storage: Store) -> None:
    """Storage: save: one that was ended remembers none, one that takes no orders keeps none."""
    for table in (await begin(storage), replace(await ordered(storage), status=Status.ENDED)):
        kept = await storage.save(resaved(table, orders=GIVEN))
        assert await storage.load(table.id) == resaved(kept, orders="") == kept


async def test_people_are_seated_with_the_moves_that_follow_from_it(storage: Store) -> None:
    """Storage: record writes both or neither; without `seated` it leaves people alone."""
    table = await ordered(storage)
    after, moves = moved(table)
    taken = replace(after, sitters=(CAT, BO), opener=CAT.user, since=9.0)
    await storage.save(taken, moves, seated=True)
    found = await loaded(storage, table.id)
    assert (found.sitters, found.opener, found.since, found.save) == ((CAT, BO), CAT.user, 9.0, taken.save)
    with pytest.raises(LostUpdate):
        await storage.save(replace(taken, sitters=(ANN, BO)), moves, seated=True)
    assert await storage.load(table.id) == found
