"""An answer has one budget of time: all waits share it, and it says whether something may have been kept."""

from __future__ import annotations

import asyncio

import pytest

from bot.host import answer_deadline
from bot.host.answer_deadline import UNLIMITED, Overdue, limit_answer

SHORT = 0.01
LATER = answer_deadline.GRACE + 2 * SHORT


@pytest.mark.slow
@pytest.mark.parametrize("changed", [False, True])
async def test_a_wait_that_outlasts_the_budget_is_ended(*, changed: bool) -> None:
    """Whatever it is for; what was begun to be kept until then is told."""

    async def wait() -> None:
        if changed:
            answer_deadline.note_change()
        assert answer_deadline.has_changed() is changed
        await asyncio.Event().wait()

    async def answer() -> None:
        async with limit_answer(SHORT):
            await wait()

    with pytest.raises(Overdue, match="not ready in time") as caught:
        await answer()
    assert caught.value.changed is changed
    assert not answer_deadline.has_changed()


@pytest.mark.slow
async def test_an_answer_that_has_begun_is_not_cut_off() -> None:
    """It may wait for Discord as long as ever, and for fifteen minutes where it asked for more time."""
    async with limit_answer(SHORT):
        assert answer_deadline.seconds_left() <= SHORT
        answer_deadline.lift_current()
        assert answer_deadline.seconds_left() == UNLIMITED
        await asyncio.sleep(LATER)


@pytest.mark.slow
async def test_what_an_answer_has_set_going_has_no_deadline() -> None:
    """The announcement of a move, for one."""

    async def announce() -> float:
        await asyncio.sleep(LATER)
        answer_deadline.note_change()
        return answer_deadline.seconds_left()

    async with limit_answer(SHORT):
        task = asyncio.create_task(announce())
    assert await task == UNLIMITED


async def test_an_error_of_the_work_itself_is_its_own() -> None:
    """Also a TimeoutError."""

    async def fail() -> None:
        async with limit_answer():
            raise TimeoutError

    with pytest.raises(TimeoutError):
        await fail()
