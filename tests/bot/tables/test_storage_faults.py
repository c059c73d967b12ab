"""The disk fails under a click: the person reads what that means, the host one line, and the table goes on after it.

A change that is kept though nobody waits for it any more is told all the same.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from time import monotonic
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.storage.port import StorageError
from bot.storage.records import Remark, TableId
from bot.storage.sqlite.writer import SHORT_SECONDS
from bot.tables import write_retries
from engine.errors import Refused
from engine.match import PicksReply
from tests.bot.party import FIRST, Party, offered
from tests.bot.sentences import said
from tests.bot.server import Evening
from tests.bot.storage.disk import ask_file
from tests.bot.tables.test_starts import ANN, BO, opened
from tests.bot.timed import Hall
from tests.process.stalling import held

pytestmark = pytest.mark.seed(4)

DISCORD_WAITS = 3.0
"""Seconds in which Discord wants an answer."""


async def at_a_table(court: Evening) -> Party:
    """Let two people sit down and start."""
    return Party(await court.seat_first(2), 4)


async def test_a_click_into_a_locked_database_is_answered_in_time(
    court: Evening, errors: pytest.LogCaptureFixture
) -> None:
    """The person reads that it was not kept; the host one line without a traceback; the same click plays later.

    Moves that wait for each other at a table come to it one by one: none of them may wait for the other program as long
    as the first. Once it has gone, who comes waits for the next one as long as ever: a program that writes now and then
    keeps nobody out.
    """
    party = await at_a_table(court)
    guest, match, storage = party.called, await court.match(), court.storage
    view, question = await party.opened(guest), match.question_id(match.deciding[0])
    click, before = offered(view)[0]["custom_id"], match.seq
    async with held(court.database):
        begun = monotonic()
        moves = (court.tables.play(FIRST, guest.id, question, PicksReply((0,))) for _ in range(4))
        refused = await asyncio.gather(*moves, return_exceptions=True)
        assert monotonic() - begun < DISCORD_WAITS
    assert [type(error) for error in refused] == [StorageError] * 4

    await storage.store_choices(Remark("a", "now"))
    async with held(court.database):
        begun = monotonic()
        answer = await guest.click(view, click)
        assert monotonic() - begun < DISCORD_WAITS
    assert said("apology-storage", answer.private)
    assert (await court.match()).seq == before
    (line,) = [
        record for record in errors.records if record.levelno == logging.ERROR and "move:1" in record.getMessage()
    ]
    assert "another program" in line.getMessage()
    assert line.exc_info is None
    assert "Traceback" not in errors.text
    await guest.click(view, click)
    assert (await court.match()).seq > before
    await court.tables.published_states.write()
    assert await court.table_record() == await storage.load(FIRST)

    async with held(court.database):
        waiting = asyncio.create_task(storage.store_choices(Remark("a", "later")))
        await asyncio.sleep(5 * SHORT_SECONDS)
        assert not waiting.done()
    await waiting
    assert await storage.choice(Remark, "a") == Remark("a", "later")


async def test_a_line_of_a_log_that_was_damaged_says_so(court: Evening, errors: pytest.LogCaptureFixture) -> None:
    """What a disk has made of it is nobody's move."""
    party = await at_a_table(court)
    for _ in range(4):
        await party.step()
    ask_file(court.database, "UPDATE moves SET told = replace(told, 'e', 'a') WHERE seq = 2")
    await court.tables.invalidate_all()
    lines = await court.tables.log(FIRST, None)
    assert [line.seq for line in lines if [told.key for told in line.events] == ["log-damaged"]] == [2]
    shown = await court.guests[0].command("table log")
    assert said("log-damaged", shown.text)
    assert [one for one in errors.records if "Move 2 of table 1" in one.getMessage()]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every try follow at once."""
    monkeypatch.setattr(write_retries, "DELAYS", (0.0, 0.0, 0.0))


def groups_of(hall: Hall) -> Any:
    """Return what makes the groups of changes of a hall."""
    return hall.storage.database._writer._groups  # type: ignore[attr-defined]


@pytest.mark.usefixtures("impatient")
async def test_change_kept_after_its_click_was_given_up_is_told(hall: Hall) -> None:
    """Its answer was late, and the move is on the disk: who listens hears of it, and who reads meanwhile waits."""
    number, groups = await opened(hall, None), groups_of(hall)
    told: list[TableId] = []
    hall.storage.listen(told.append)
    make, written, goes_on = groups._make, asyncio.Event(), asyncio.Event()

    async def slow(group: Sequence[Any]) -> None:
        written.set()
        await goes_on.wait()
        await make(group)

    groups._make = slow
    joining = asyncio.create_task(hall.tables.join(number, BO))
    await written.wait()
    joining.cancel()
    await asyncio.wait([joining])
    await asyncio.sleep(0)
    reading = asyncio.create_task(hall.tables.get(number))
    goes_on.set()
    assert [sitter.user for sitter in (await reading).record.sitters] == [ANN.user, BO.user]
    await hall.tables.cache._unknown_writes.finish()
    assert told == [number]


@pytest.mark.usefixtures("impatient")
async def test_change_whose_outcome_is_unknown_is_settled_once_the_disk_is_back(hall: Hall) -> None:
    """It was on the disk before the error came; the next tries fail as well."""
    number, groups, kept = await opened(hall, None), groups_of(hall), [True, False]
    told: list[TableId] = []
    hall.storage.listen(told.append)
    make = groups._make

    async def failing(group: Sequence[Any]) -> None:
        fails = bool(kept)
        if not fails or kept.pop(0):
            await make(group)
        if fails:
            raise StorageError("storage-closed")

    groups._make = failing
    with pytest.raises(StorageError):
        await hall.tables.join(number, BO)
    await hall.tables.cache._unknown_writes.finish()
    assert told == [number]
    assert [sitter.user for sitter in (await hall.tables.get(number)).record.sitters] == [ANN.user, BO.user]


@pytest.mark.usefixtures("impatient")
async def test_table_that_is_gone_is_left_alone() -> None:
    """There is nothing to be told."""
    keep = AsyncMock(side_effect=Refused)
    settled = write_retries.UnknownWrites(keep)
    settled.begin(FIRST)
    settled.begin(FIRST)
    await settled.finish()
    keep.assert_awaited_once_with(1)
