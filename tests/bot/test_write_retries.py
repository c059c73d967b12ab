"""A change that is kept though nobody waits for it any more is told all the same."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from bot.storage.port import StorageError
from bot.storage.records import TableId
from bot.tables import write_retries
from engine.errors import Refused
from tests.bot.test_starts import ANN, BO, opened
from tests.bot.timed import Hall

Make = Callable[[Sequence[Any]], Awaitable[None]]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every try follow at once."""
    monkeypatch.setattr(write_retries, "DELAYS", (0.0, 0.0, 0.0))


def held(hall: Hall, make: Callable[[Make], Make]) -> None:
    """Let the disk of a hall make each group of changes in another way."""
    groups: Any = hall.storage.database._writer._groups  # type: ignore[attr-defined]
    groups._make = make(groups._make)


async def test_change_kept_after_its_click_was_given_up_is_told(hall: Hall) -> None:
    """Its answer was late, and the move is on the disk: who listens hears of it, and who reads meanwhile waits."""
    number = await opened(hall, None)
    told: list[TableId] = []
    hall.storage.listen(told.append)
    written, goes_on = asyncio.Event(), asyncio.Event()

    def slow(make: Make) -> Make:
        async def made(group: Sequence[Any]) -> None:
            written.set()
            await goes_on.wait()
            await make(group)

        return made

    held(hall, slow)
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


async def test_change_whose_outcome_is_unknown_is_settled_once_the_disk_is_back(hall: Hall) -> None:
    """It was on the disk before the error came; the next tries fail as well."""
    number, failures = await opened(hall, None), 2
    told: list[TableId] = []
    hall.storage.listen(told.append)

    def failing(make: Make) -> Make:
        async def made(group: Sequence[Any]) -> None:
            nonlocal failures
            if not failures:
                await make(group)
                return
            failures -= 1
            if failures:
                await make(group)
            raise StorageError("storage-closed")

        return made

    held(hall, failing)
    with pytest.raises(StorageError):
        await hall.tables.join(number, BO)
    await hall.tables.cache._unknown_writes.finish()
    assert told == [number]
    assert [sitter.user for sitter in (await hall.tables.get(number)).record.sitters] == [ANN.user, BO.user]


async def test_table_that_is_gone_is_left_alone() -> None:
    """There is nothing to be told."""
    tries = []

    async def keep(table: TableId) -> None:
        tries.append(table)
        raise Refused

    settled = write_retries.UnknownWrites(keep)
    settled.begin(TableId(1))
    settled.begin(TableId(1))
    await settled.finish()
    assert tries == [1]
