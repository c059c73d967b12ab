"""Clocks are kept with whatever makes them run or stop; what is due is found, and what people chose about time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.clocks.table_clock import DAY, HOUR, TableClock, TimeControl, TimeoutAction
from bot.clocks.user_time_settings import Reminders, TimeSettings
from bot.storage import sql
from bot.storage.records import Published, Status, TableRecord
from bot.storage.store import Store
from tests.bot.storage.samples import begin, lobby, moved, next_due

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
