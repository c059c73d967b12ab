"""Clocks are kept with whatever makes them run or stop; what is due is found, and what people chose about time."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import pytest

from bot.clocks.clock import DAY, HOUR, Clock, Terms, Then
from bot.clocks.habits import Habits, Reminders
from bot.storage.clocks import OUTAGES_SEAL
from bot.storage.port import LostUpdate, Storage
from bot.storage.records import Announced, Person, Status, TableId, TableRecord
from tests.bot.storage.samples import begin, lobby, moved

NOW = 1795348800.1234567
AGREED = Clock(Terms(DAY, Then.WAITS, "Europe/Kyiv"), proposal=Terms(HOUR), agreed=(101,))
BEGUN = Clock(AGREED.terms).begun(2, NOW)
RUNNING = replace(BEGUN.called([(0, 0)], NOW), pauses=((NOW, None),), due=NOW + 1)


async def clocked(storage: Storage, due: float | None = None) -> TableRecord:
    """Keep a table whose match has begun, with clocks that are due at a time."""
    return await begin(storage, replace(lobby(), clock=replace(RUNNING, due=due)))


async def test_clocks_come_back_to_the_last_digit_whatever_they_are_kept_with(storage: Storage) -> None:
    """Storage: create, seat, record and announce keep what they cause; and so does keep_clock alone."""
    table = await storage.create(replace(lobby(), clock=AGREED))
    assert await storage.load(table.id) == table
    table = await storage.seat(replace(table, clock=replace(AGREED, agreed=(101, 102))))
    assert await storage.load(table.id) == table
    begun = replace(moved(await begin(storage), 0)[0], id=table.id, revision=table.revision, clock=BEGUN)
    table = await storage.record(begun, [])
    assert await storage.load(table.id) == table
    await storage.announce(table.id, Announced(table.revision), RUNNING)
    assert await storage.load(table.id) == replace(table, announced=Announced(table.revision), clock=RUNNING)
    await storage.keep_clock(table.id, BEGUN)
    assert await storage.load(table.id) == replace(table, announced=Announced(table.revision), clock=BEGUN)


@pytest.mark.parametrize("count", [1, 3])
async def test_moves_keep_the_clocks_with_them(storage: Storage, count: int) -> None:
    """Storage: record: one and several moves, the last of a match as well; a table without clocks gets none."""
    table, without = await begin(storage, replace(lobby(), clock=BEGUN)), await begin(storage)
    for status in (Status.PLAYING, Status.OVER):
        after, moves = moved(replace(table, status=status, clock=replace(RUNNING, acted=NOW + count)), count)
        table = await storage.record(after, moves)
        assert await storage.load(table.id) == table
    without = await storage.record(*moved(without, count))
    assert await storage.load(without.id) == without


async def test_what_is_announced_without_clocks_leaves_them_as_they_are(storage: Storage) -> None:
    """Storage: announce."""
    table = await clocked(storage)
    await storage.announce(table.id, Announced(table.revision))
    assert await storage.load(table.id) == replace(table, announced=Announced(table.revision))


async def test_moves_that_are_refused_leave_the_clocks_as_they_were(storage: Storage) -> None:
    """Storage: record: who was overtaken has started nobody's clock."""
    table = await clocked(storage)
    winner = await storage.record(*moved(table))
    for count in (1, 2):
        late, moves = moved(table, count)
        with pytest.raises(LostUpdate):
            await storage.record(replace(late, clock=BEGUN), moves)
    assert await storage.load(table.id) == winner


async def test_a_table_that_is_gone_has_no_clocks(storage: Storage) -> None:
    """Storage: keep_clock and announce refuse it."""
    with pytest.raises(LostUpdate):
        await storage.keep_clock(TableId(9), RUNNING)
    with pytest.raises(LostUpdate):
        await storage.announce(TableId(9), Announced(), RUNNING)


async def test_what_is_due_comes_longest_due_first(storage: Storage) -> None:
    """Storage: due and next_due: no more than was asked for, nothing before its time, nothing of clocks that stand."""
    assert await storage.next_due() is None
    late, early, later = [await clocked(storage, due) for due in (NOW, NOW - 5, NOW + 5)]
    await clocked(storage)
    assert await storage.due(NOW, 9) == [early.id, late.id]
    assert await storage.due(NOW, 1) == [early.id]
    assert await storage.due(NOW + 5, 9) == [early.id, late.id, later.id]
    assert await storage.next_due() == NOW - 5
    await storage.keep_clock(early.id, replace(RUNNING, due=None))
    assert await storage.next_due() == NOW


async def test_a_digest_is_due_as_tables_are(storage: Storage) -> None:
    """Storage: digests and next_due."""
    await clocked(storage, NOW)
    for user, due in ((101, NOW - 1), (102, NOW - 2), (103, NOW + 1), (104, None)):
        await storage.keep_habits(Habits(user, Reminders.DIGEST, digest=due))
    assert await storage.next_due() == NOW - 2
    assert await storage.digests(NOW, 9) == [102, 101]
    assert await storage.digests(NOW, 1) == [102]


async def test_a_host_whose_clock_was_set_back_looks_at_every_table(storage: Storage) -> None:
    """Storage: set_back: what has not been yet is forgotten, and clocks that stand still do."""
    tables = [await clocked(storage, due) for due in (NOW - 500, NOW + 500, None)]
    await storage.keep_outage(NOW - 90, NOW - 80, 0.0)
    await storage.keep_outage(NOW + 80, NOW + 90, 0.0)
    await storage.set_back(NOW)
    assert sorted(await storage.due(NOW, 9)) == [tables[0].id, tables[1].id]
    assert await storage.outages() == [(NOW - 90, NOW - 80)]


async def test_outages_come_oldest_first_and_old_ones_are_forgotten(storage: Storage) -> None:
    """Storage: outages and keep_outage: one that goes on is one, however often it is told; the longest counts."""
    assert await storage.outages() == []
    for begin_, until in ((50.0, 60.0), (10.0, 20.0), (50.0, 70.5), (50.0, 65.0)):
        await storage.keep_outage(begin_, until, 0.0)
    assert await storage.outages() == [(10.0, 20.0), (50.0, 70.5)]
    await storage.keep_outage(80.0, 90.0, 20.0)
    assert await storage.outages() == [(50.0, 70.5), (80.0, 90.0)]


async def test_outages_that_are_not_what_was_written_are_no_longer_told(storage: Storage) -> None:
    """Storage: outages: what comes later doesn't make damage sound; only what is kept instead of all of it does."""
    await storage.keep_outage(50.0, 60.0, 0.0)
    sealed = await storage.note(OUTAGES_SEAL)
    assert sealed is not None
    await storage.keep_note(OUTAGES_SEAL, sealed.translate(str.maketrans("01", "10")) + "0")
    assert await storage.outages() is None
    await storage.keep_outage(80.0, 90.0, 20.0)
    await storage.set_back(100.0)
    assert await storage.outages() is None
    await storage.keep_outage(0.0, 100.0, inf)
    assert await storage.outages() == [(0.0, 100.0)]


async def test_a_host_whose_clock_was_set_back_past_all_outages_has_none(storage: Storage) -> None:
    """Storage: set_back: no outage at all is sealed as well."""
    await storage.keep_outage(50.0, 60.0, 0.0)
    await storage.set_back(40.0)
    assert await storage.outages() == []


async def test_what_a_person_chose_about_time_is_kept_changed_and_forgotten(storage: Storage) -> None:
    """Storage: habits, keep_habits, forget_choices."""
    assert await storage.habits(101) == Habits(101)
    await storage.keep_person(Person(101, language="uk"))
    for habits in (
        Habits(101, Reminders.DIGEST, "Europe/Kyiv", (1320, 480), NOW),
        Habits(101, Reminders.NONE, quiet=(0, 60)),
        Habits(102, Reminders.DM),
    ):
        await storage.keep_habits(habits)
        assert await storage.habits(habits.user) == habits
    await storage.forget_choices(101)
    assert await storage.habits(101) == Habits(101)
    assert await storage.person(101) == Person(101)
    assert await storage.habits(102) == Habits(102, Reminders.DM)


async def test_a_deleted_table_leaves_nothing_due(storage: Storage) -> None:
    """Storage: delete."""
    table = await storage.seat(replace(await clocked(storage, NOW), status=Status.OVER))
    await storage.delete(table)
    assert await storage.due(NOW, 9) == []
