"""Pauses: what a wish for one changes, and that a table which ends meanwhile has none."""

from __future__ import annotations

import asyncio

import pytest

from bot.tables.refusals import TableClosed
from tests.bot.timed import Hall


async def test_a_wish_for_a_pause_changes_nothing_about_when_people_sat_down(hall: Hall) -> None:
    """`TableRecord.since` is when people or status changed last; the beginning is asked by it."""
    table = await hall.seat()
    began = (await hall.table(table)).record.since
    hall.now += 60
    await hall.tables.clocks.pause(table, 1)
    assert (await hall.table(table)).record.since == began
    assert (await hall.table(table)).asked_at() == began


async def test_nobody_pauses_a_table_that_ends_at_the_same_time(hall: Hall) -> None:
    """Whether it goes on is looked at once it is known how it ended."""
    table = await hall.seat()
    ending = asyncio.create_task(hall.tables.end(table, 1))
    await asyncio.sleep(0)
    with pytest.raises(TableClosed):
        await hall.tables.clocks.pause(table, 1)
    await ending
    assert not (await hall.clock(table)).agreed
