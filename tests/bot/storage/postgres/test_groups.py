"""Changes of many tables at once: whoever has a turn makes all that wait, and each is still answered for itself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import asyncpg
import pytest

from bot.host import answer_deadline
from bot.storage.port import LostUpdate, OutcomeUnknown
from bot.storage.postgres import connections
from bot.storage.records import TableRecord
from bot.storage.store import Store
from tests.bot.storage.samples import begin, lobby, moved

TABLES = 12

Wrong = Callable[[int, Callable[[], Awaitable[object]], float], Awaitable[object]]
"""What is done in a turn, by its number, with its work, until a moment of the event loop's clock."""


@pytest.fixture
async def tables(storage: Store) -> Sequence[TableRecord]:
    """Return tables at which a match has begun."""
    return [await begin(storage, lobby(channel=number)) for number in range(TABLES)]


async def right(_: int, work: Callable[[], Awaitable[object]], __: float) -> object:
    """Do what a turn is for."""
    return await work()


def watch(monkeypatch: pytest.MonkeyPatch, wrong: Wrong = right) -> list[int]:
    """Note the turns, and do in each what goes wrong."""
    lent, turns = connections._run_on, list[int]()

    async def lend(pool: asyncpg.Pool[asyncpg.Record], work: connections.Work[object], until: float) -> object:
        turns.append(len(turns))
        return await wrong(turns[-1], lambda: lent(pool, work, until), until)

    monkeypatch.setattr(connections, "_run_on", lend)
    return turns


def lost(*, after: bool) -> Wrong:
    """Lose the connection of the first turn, before or after its work was done."""

    async def wrong(turn: int, work: Callable[[], Awaitable[object]], _: float) -> object:
        if turn:
            return await work()
        if after:
            await work()
        raise asyncpg.ConnectionDoesNotExistError

    return wrong


async def check(storage: Store, played: Sequence[TableRecord]) -> None:
    """See that each table stands where it was said to stand, with one move in its log."""
    for table in played:
        assert await storage.load(table.id) == table
        assert [line.seq for line in await storage.log(table.id)] == [1]


async def test_all_that_wait_are_made_in_one_turn(
    storage: Store, tables: Sequence[TableRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Storage: one transaction for moves at all tables."""
    turns = watch(monkeypatch)
    played = await asyncio.gather(*(storage.save(*moved(table)) for table in tables))
    assert len(turns) == 1
    monkeypatch.undo()
    await check(storage, played)


async def test_one_that_is_refused_costs_none_of_the_others_anything(
    storage: Store, tables: Sequence[TableRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Storage: LostUpdate for the one that was overtaken, and nothing made twice."""
    *others, last = tables
    stands = await storage.save(*moved(last))
    watch(monkeypatch)
    *played, refused = await asyncio.gather(*(storage.save(*moved(each)) for each in tables), return_exceptions=True)
    assert isinstance(refused, LostUpdate)
    assert len(played) == len(others)
    monkeypatch.undo()
    await check(storage, [each for each in (*played, stands) if isinstance(each, TableRecord)])
    assert not [each for each in played if not isinstance(each, TableRecord)]


@pytest.mark.parametrize("after", [False, True])
async def test_a_group_whose_answer_is_lost_is_made_once(
    storage: Store, tables: Sequence[TableRecord], monkeypatch: pytest.MonkeyPatch, *, after: bool
) -> None:
    """Storage: whether PostgreSQL had kept it or not, each change is kept, and told as kept."""
    turns = watch(monkeypatch, lost(after=after))
    played = await asyncio.gather(*(storage.save(*moved(table)) for table in tables))
    assert len(turns) == 1 + TABLES
    monkeypatch.undo()
    await check(storage, played)


async def test_whoever_stops_waiting_before_its_turn_changes_nothing(
    storage: Store, tables: Sequence[TableRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Storage: the others of its group are made."""
    free = asyncio.Event()

    async def wrong(turn: int, work: Callable[[], Awaitable[object]], _: float) -> object:
        if turn < connections.TURNS:
            await free.wait()
        return await work()

    watch(monkeypatch, wrong)
    saving = list[asyncio.Task[TableRecord]]()
    for table in tables:
        saving.append(asyncio.create_task(storage.save(*moved(table))))
        await asyncio.sleep(0.01)
    saving[-1].cancel()
    await asyncio.wait({saving[-1]})
    free.set()
    played = await asyncio.gather(*saving[:-1])
    monkeypatch.undo()
    await check(storage, played)
    assert await storage.load(tables[-1].id) == tables[-1]


async def test_who_is_cut_off_in_a_group_that_hangs_is_told_that_nobody_knows(
    storage: Store, tables: Sequence[TableRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Storage: OutcomeUnknown in time, and the answer's deadline knows that something may be kept."""
    monkeypatch.setattr(connections, "PATIENCE", 0.3)

    async def wrong(_: int, work: Callable[[], Awaitable[object]], until: float) -> object:
        await work()
        await asyncio.sleep(until - asyncio.get_running_loop().time())
        raise asyncpg.ConnectionDoesNotExistError

    async def save(table: TableRecord) -> bool:
        async with answer_deadline.limit_answer():
            try:
                await storage.save(*moved(table))
            except OutcomeUnknown:
                return answer_deadline.has_changed()
            return False

    watch(monkeypatch, wrong)
    assert all(await asyncio.gather(*(save(table) for table in tables)))
