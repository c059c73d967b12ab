"""Clocks are kept with whatever makes them run or stop; what is due is found, and what people chose about time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.clocks.table_clock import DAY, HOUR, TableClock, TimeControl, TimeoutAction
from bot.clocks.user_time_settings import Reminders, TimeSettings
from bot.storage import sql
from bot.storage.port import LostUpdate
from bot.storage.records import Person, Published, Status, TableId, TableRecord
from bot.storage.store import Store
from tests.bot.storage.samples import begin, lobby, moved, next_due

NOW = 1795348800.1234567
AGREED = TableClock(TimeControl(DAY, TimeoutAction.WAITS, "Europe/Kyiv"), proposal=TimeControl(HOUR), agreed=(101,))
BEGUN = TableClock(AGREED.terms).begin_game(2, NOW)
RUNNING = replace(BEGUN.start_clocks([(0, 0)], NOW), pauses=((NOW, None),), due=NOW + 1)


async def clocked(storage: Store, due: float | None = None) -> TableRecord:
    """Keep a table whose match has begun, with clocks that are due at a time."""
    return await begin(storage, replace(lobby(), clock=replace(RUNNING, due=due)))


async def test_clocks_come_back_to_the_last_digit_whatever_they_are_kept_with(storage: Store) -> None:
    """Storage: create, seat, record and announce keep what they cause; and so does keep_clock alone."""
    table = await storage.create(replace(lobby(), clock=AGREED))
    assert await storage.load(table.id) == table
    table = await storage.save(replace(table, clock=replace(AGREED, agreed=(101, 102))))
    assert await storage.load(table.id) == table
    begun = replace(
        moved(await begin(storage), 0)[0], id=table.id, revision=table.revision, version=table.version, clock=BEGUN
    )
    table = await storage.save(begun, begins=True)
    assert await storage.load(table.id) == table
    await storage.announce(table.id, Published(table.revision), RUNNING)
    assert await storage.load(table.id) == replace(table, announced=Published(table.revision), clock=RUNNING)
    await storage.announce(table.id, clock=BEGUN)
    assert await storage.load(table.id) == replace(table, announced=Published(table.revision), clock=BEGUN)


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


async def test_what_is_announced_without_clocks_leaves_them_as_they_are(storage: Store) -> None:
    """Storage: announce."""
    table = await clocked(storage)
    await storage.announce(table.id, Published(table.revision))
    assert await storage.load(table.id) == replace(table, announced=Published(table.revision))


async def test_moves_that_are_refused_leave_the_clocks_as_they_were(storage: Store) -> None:
    """Storage: record: who was overtaken has started nobody's clock."""
    table = await clocked(storage)
    winner = await storage.save(*moved(table))
    for count in (1, 2):
        late, moves = moved(table, count)
        with pytest.raises(LostUpdate):
            await storage.save(replace(late, clock=BEGUN), moves)
    assert await storage.load(table.id) == winner


async def test_a_table_that_is_gone_has_no_clocks(storage: Store) -> None:
    """Storage: keep_clock and announce refuse it."""
    with pytest.raises(LostUpdate):
        await storage.announce(TableId(9), clock=RUNNING)
    with pytest.raises(LostUpdate):
        await storage.announce(TableId(9), Published(), RUNNING)


async def test_what_is_due_comes_longest_due_first(storage: Store) -> None:
    """Storage: due and next_due: no more than was asked for, nothing before its time, nothing of clocks that stand."""
    assert await next_due(storage) is None
    late, early, later = [await clocked(storage, due) for due in (NOW, NOW - 5, NOW + 5)]
    await clocked(storage)
    assert await storage.select(sql.DUE, now=NOW, most=9) == [early.id, late.id]
    assert await storage.select(sql.DUE, now=NOW, most=1) == [early.id]
    assert await storage.select(sql.DUE, now=NOW + 5, most=9) == [early.id, late.id, later.id]
    assert await next_due(storage) == NOW - 5
    await storage.announce(early.id, clock=replace(RUNNING, due=None))
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


async def test_what_a_person_chose_about_time_is_kept_changed_and_forgotten(storage: Store) -> None:
    """Storage: habits, keep_habits, forget_choices."""
    assert await storage.choice(TimeSettings, 101) == TimeSettings(101)
    await storage.store_choices(Person(101, language="uk"))
    for habits in (
        TimeSettings(101, Reminders.DIGEST, "Europe/Kyiv", (1320, 480), NOW),
        TimeSettings(101, Reminders.NONE, quiet=(0, 60)),
        TimeSettings(102, Reminders.DM),
    ):
        await storage.store_choices(habits)
        assert await storage.choice(TimeSettings, habits.user) == habits
    await storage.forget_choices(user=101)
    assert await storage.choice(TimeSettings, 101) == TimeSettings(101)
    assert await storage.choice(Person, 101) == Person(101)
    assert await storage.choice(TimeSettings, 102) == TimeSettings(102, Reminders.DM)


async def test_a_deleted_table_leaves_nothing_due(storage: Store) -> None:
    """Storage: delete."""
    table = await storage.save(replace(await clocked(storage, NOW), status=Status.OVER))
    await storage.delete(table)
    assert await storage.select(sql.DUE, now=NOW, most=9) == []
