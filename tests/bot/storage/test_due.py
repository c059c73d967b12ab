"""What is kept about time, orders and habits is what was sealed, and what is due comes no later than that says."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.clocks.table_clock import DAY, TableClock, TimeControl
from bot.clocks.user_time_settings import Reminders, TimeSettings
from bot.storage import sql
from bot.storage.backends import verify
from bot.storage.records import Delivery, Follow, Outages, Status, TableDefaults
from tests.bot.storage.samples import ANN, BO, execute, lobby, position, sqlite


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE clocks SET due = NULL",
        "UPDATE choices SET due = NULL WHERE kind = 'habits'",
    ],
)
async def test_what_belongs_to_time_orders_and_habits_is_what_was_sealed(path: Path, change: str) -> None:
    """When something is due follows from what is sealed; earlier is harmless, later would silence a table."""
    storage = sqlite(path)
    await storage.open()
    table = await storage.create(replace(lobby(), orders=True, clock=TableClock(TimeControl(DAY), due=9.0)))
    begun = replace(table, status=Status.PLAYING, save=replace(position(0), orders="limits"))
    await storage.save(begun, begins=True)
    for choice in (
        TimeSettings(ANN.user, Reminders.DIGEST, digest=5.0),
        TableDefaults(5, "week"),
        Follow(5, "toy", BO.user, Delivery.DM),
        Outages(((1.0, 2.0),)),
    ):
        await storage.store_choices(choice)
    await storage.change(sql.WAKE(now=8.0))
    await storage.close()
    assert await asyncio.to_thread(lambda: list(verify(path, {}))) == []
    execute(path, change)
    assert len(await asyncio.to_thread(lambda: list(verify(path, {})))) == 1
