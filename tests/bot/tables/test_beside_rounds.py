"""What the timekeeper does beside its rounds: no clock waits for a feature's work, however long that takes."""

from __future__ import annotations

import asyncio

import pytest

from bot.clocks.table_clock import DAY, HOUR
from bot.clocks.user_time_settings import Reminders, TimeSettings
from bot.storage.port import Change, Statement
from tests.bot.clock import NOON
from tests.bot.timed import Hall


async def test_no_clock_waits_for_what_takes_long(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A feature's work goes on beside the rounds, once at a time; a stop ends it, the next start does it."""
    begun, ended, last = list[float](), list[float](), asyncio.Event()

    async def works(now: float) -> None:
        begun.append(now)
        try:
            await last.wait()
        finally:
            ended.append(now)

    monkeypatch.setattr(hall, "call_followers", works)
    hall.awake()
    table = await hall.seat()
    hall.now += 4 * DAY
    hall.keeper._lived = hall.now
    for _ in range(2):
        await hall.keeper.run_round()
        await asyncio.sleep(0)
    assert (await hall.table(table)).started_match.seq > 0
    assert len(begun) == 1

    await hall.keeper.close()
    assert ended == begun
    hall.awake()
    last.set()
    await hall.lives()
    assert len(ended) == len(begun) == 2


@pytest.mark.parametrize("fails", [False, True])
async def test_what_follows_on_long_work_is_done_in_time(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, errors: pytest.LogCaptureFixture, *, fails: bool
) -> None:
    """What it has left to be done later is known then; where it failed it is tried again a minute later."""
    work = asyncio.Event()

    async def works(_: float) -> None:
        await work.wait()
        if fails:
            raise RuntimeError("no")
        await hall.storage.store_choices(TimeSettings(1, Reminders.DIGEST, digest=NOON + 5))

    monkeypatch.setattr(hall, "call_followers", works)
    hall.awake()
    await hall.keeper.record_downtime()
    await hall.keeper.run_round()
    work.set()
    await asyncio.gather(*hall.keeper._besides.values())
    assert hall.keeper._next == NOON + (60 if fails else 5)
    assert ("what was due could not be done" in errors.text) is fails


async def test_what_fails_keeps_nothing_else_waiting(hall: Hall) -> None:
    """What is due some seconds later is done then, and not when the other one is tried again."""
    for user, due in ((1, NOON), (2, NOON + 20)):
        await hall.storage.store_choices(TimeSettings(user, Reminders.DIGEST, digest=due))
    damage = "UPDATE choices SET document = '' WHERE kind = 'habits' AND user_id = 1"
    await hall.storage.database.change(Change(Statement(damage), {}))
    await hall.keeper.record_downtime()
    await hall.keeper.run_round()
    assert hall.keeper._next == NOON + 20


async def test_what_other_processes_keep_is_done_in_time(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals of the day belong to no server: one process alone looks at them, and may not be the one that drew them.

    The host's clock that jumps ahead delays nothing: a machine that slept goes by another time than its timers.
    """
    monkeypatch.setattr("bot.tables.timekeeper.BEATS", 0.01)
    await hall.keeper.start()
    await hall.storage.store_choices(
        *(TimeSettings(user, Reminders.DIGEST, digest=due) for user, due in ((1, NOON - 5), (2, NOON + HOUR)))
    )
    for digests in ([1], [1, 2]):
        async with asyncio.timeout(60):
            while hall.digests != digests:  # noqa: ASYNC110 - nothing tells of a digest
                await asyncio.sleep(0.01)
        hall.now += 2 * HOUR
    await hall.keeper.close()
