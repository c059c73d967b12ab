"""What Discord was shown of a table, where rivals play, and clocks: kept with whatever moves them, found when due."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.clocks.table_clock import DAY, HOUR, TableClock, TimeControl, TimeoutAction
from bot.clocks.user_time_settings import Reminders, TimeSettings
from bot.storage import sql
from bot.storage.records import (
    Consent,
    ConsentCall,
    Dm,
    PingMessage,
    Published,
    Sitter,
    Status,
    TableId,
    TableRecord,
)
from bot.storage.store import Store
from tests.bot.storage.samples import ANN, BO, begin, lobby, moved, next_due

NEWS = Published(
    1,
    1,
    55,
    "auction",
    "digest",
    56,
    1,
    ((0, 1), (1, 0)),
    (Dm(0, 1, 900, 901), Dm(1, 0, 902, 903)),
    summons=(PingMessage(57, ((0, 1), (1, 0))),),
    consents=(
        ConsentCall(Consent(0, ANN.user, 77, 1, 1700000005.5), 20, 58),
        ConsentCall(Consent(1, 5, 77, 1, 9.0), 901, 59),
    ),
)


async def test_announcing_and_moving_undo_nothing_of_each_other(storage: Store) -> None:
    """Storage: each change writes its own columns, whatever its caller knew of the others; all of it comes back.

    To announce makes no revision, and tells nobody. What is announced is the revision that was looked at, not the one
    that is there.
    """
    table, told = await begin(storage), list[TableId]()
    storage.listen(told.append)
    await storage.store_published(table.id, Published(message=55))
    assert not told
    after = await storage.save(*moved(table))
    for news, behind in ((NEWS, [table.id]), (replace(NEWS, revision=after.revision), [])):
        await storage.store_published(table.id, news)
        assert await storage.load(table.id) == replace(after, announced=news)
        assert await storage.select(sql.UNSHOWN) == behind


WREN = Sitter(0, "Wren", level="champion")
AWAY = replace(ANN, level="knight")


async def test_the_tables_with_rivals_are_those_that_are_played(storage: Store) -> None:
    """Storage: rivalled: a rival on any seat, a person's as well; no lobby, nothing that is over or rests."""
    await storage.create(lobby(ANN, WREN))
    await begin(storage)
    own, cared = await begin(storage, lobby(ANN, WREN)), await begin(storage, lobby(AWAY, BO))
    over = await begin(storage, lobby(ANN, WREN))
    await storage.save(replace(over, status=Status.OVER))
    resting, running = await begin(storage, lobby(ANN, WREN)), TableClock(TimeControl(DAY)).begin_game(2, 0.0)
    await storage.store_published(resting.id, clock=running.rest())
    await storage.store_published(cared.id, clock=running)
    assert await storage.select(sql.RIVALLED) == [own.id, cared.id]
    await storage.store_published(resting.id, clock=running.rest().note_activity(0, 1.0))
    assert await storage.select(sql.RIVALLED) == [own.id, cared.id, resting.id]


NOW = 1795348800.1234567
AGREED = TableClock(TimeControl(DAY, TimeoutAction.WAITS, "Europe/Kyiv"), proposal=TimeControl(HOUR), agreed=(101,))
BEGUN = TableClock(AGREED.terms).begin_game(2, NOW)
RUNNING = replace(BEGUN.start_clocks([(0, 0)], NOW), pauses=((NOW, None),), due=NOW + 1)


async def clocked(storage: Store, due: float | None = None) -> TableRecord:
    """Keep a table whose match has begun, with clocks that are due at a time."""
    return await begin(storage, replace(lobby(), clock=replace(RUNNING, due=due)))


async def test_clocks_come_back_to_the_last_digit_with_or_without_an_announcement(storage: Store) -> None:
    """Storage: store_published keeps either alone, and both together."""
    table = await begin(storage, replace(lobby(), clock=AGREED))
    news = Published(table.revision)
    await storage.store_published(table.id, news, RUNNING)
    assert await storage.load(table.id) == replace(table, announced=news, clock=RUNNING)
    await storage.store_published(table.id, clock=BEGUN)
    await storage.store_published(table.id, replace(news, message=55))
    assert await storage.load(table.id) == replace(table, announced=replace(news, message=55), clock=BEGUN)


@pytest.mark.parametrize("count", [1, 3])
async def test_moves_keep_the_clocks_with_them(storage: Store, count: int) -> None:
    """Storage: record: one and several moves, the last of a match as well; a table without clocks gets none."""
    table, without = await begin(storage, replace(lobby(), clock=BEGUN)), await begin(storage)
    for status in (Status.PLAYING, Status.OVER):
        after, moves = moved(replace(table, status=status, clock=replace(RUNNING, acted=NOW + count)), count)
        table = await storage.save(after, moves)
        assert await storage.load(table.id) == table
    without = await storage.save(*moved(without, count))
    assert await storage.load(without.id) == without


async def test_what_is_due_comes_longest_due_first(storage: Store) -> None:
    """Storage: due and next_due: no more than was asked for, nothing before its time, nothing of clocks that stand."""
    assert await next_due(storage) is None
    late, early, later = [await clocked(storage, due) for due in (NOW, NOW - 5, NOW + 5)]
    await clocked(storage)
    assert await storage.select(sql.DUE, now=NOW, most=9) == [early.id, late.id]
    assert await storage.select(sql.DUE, now=NOW, most=1) == [early.id]
    assert await storage.select(sql.DUE, now=NOW + 5, most=9) == [early.id, late.id, later.id]
    assert await next_due(storage) == NOW - 5
    await storage.store_published(early.id, clock=replace(RUNNING, due=None))
    assert await next_due(storage) == NOW


async def test_a_digest_is_due_as_tables_are(storage: Store) -> None:
    """Storage: digests and next_due."""
    await clocked(storage, NOW)
    for user, due in ((101, NOW - 1), (102, NOW - 2), (103, NOW + 1), (104, None)):
        await storage.store_choices(TimeSettings(user, Reminders.DIGEST, digest=due))
    assert await next_due(storage) == NOW - 2
    assert [each.user for each in await storage.choices(TimeSettings, due=NOW)] == [102, 101]
    assert [each.user for each in await storage.choices(TimeSettings, due=NOW, most=1)] == [102]


async def test_a_host_whose_clock_was_set_back_looks_at_every_table(storage: Store) -> None:
    """Storage: wake: clocks that stand go on standing."""
    tables = [await clocked(storage, due) for due in (NOW - 500, NOW + 500, None)]
    await storage.change(sql.WAKE(now=NOW))
    assert sorted(await storage.select(sql.DUE, now=NOW, most=9)) == [tables[0].id, tables[1].id]
