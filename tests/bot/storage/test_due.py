"""What is kept about time, orders and habits is what was sealed, and what is due comes no later than that says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.clocks.clock import DAY, Clock, Terms
from bot.clocks.habits import Habits, Reminders
from bot.storage.kinds import verify
from bot.storage.records import Customs, Follow, Status, Way
from bot.storage.store import Store
from tests.bot.storage.samples import ANN, BO, lobby, position, sqlite
from tests.bot.storage.test_verify import spoil


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE clocks SET clock = replace(clock, '86400', '86401')",
        "UPDATE clocks SET seal = zeroblob(32)",
        "UPDATE clocks SET due = due + 10",
        "UPDATE clocks SET due = NULL",
        "UPDATE habits SET habits = replace(habits, 'digest', 'none')",
        "UPDATE habits SET digest = digest + 1",
        "UPDATE habits SET digest = NULL",
        "UPDATE customs SET customs = replace(customs, 'week', 'hour')",
        "UPDATE follows SET way = 'channel'",
        "UPDATE follows SET game = 'other'",
        "UPDATE orders SET given = '{}'",
        "UPDATE orders SET number = number + 1",
    ],
)
async def test_what_belongs_to_time_orders_and_habits_is_what_was_sealed(path: Path, change: str) -> None:
    """When something is due follows from what is sealed; earlier is harmless, later would silence a table."""
    storage = sqlite(path)
    await storage.open()
    table = await storage.create(replace(lobby(), orders=True, clock=Clock(Terms(DAY), due=9.0)))
    await storage.save(replace(table, status=Status.PLAYING, save=position(0)), begins=True)
    await storage.keep_habits(Habits(ANN.user, Reminders.DIGEST, digest=5.0))
    await storage.keep_customs(Customs(5, "week"))
    await storage.follow(Follow(5, "toy", BO.user, Way.DM))
    await storage.set_back(8.0)
    await storage.close()
    assert list(verify(path, {})) == []
    spoil(path, change)
    assert len(list(verify(path, {}))) == 1
