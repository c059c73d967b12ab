"""Several Heralds share a database: each looks after its own tables, and hears what others change of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.host.address import Address
from bot.host.shards import WHOLE, Share, shares
from bot.storage.notices import MISSED, About, Notice
from bot.storage.port import LostUpdate, StorageError
from bot.storage.postgres import claim
from bot.storage.postgres.storage import PostgresStorage
from bot.storage.records import Person, TableRecord
from tests.bot.storage.postgres.test_claims import CUT, sql
from tests.bot.storage.samples import begin, lobby, moved

HALVES = shares(4, 2)


@pytest.fixture
async def both(address: Address) -> AsyncIterator[tuple[PostgresStorage, PostgresStorage]]:
    """Return two storages that each took the first share that was free."""
    first, second = PostgresStorage(address, HALVES), PostgresStorage(address, HALVES)
    await first.open()
    await second.open()
    yield first, second
    await first.close()
    await second.close()


class Ear(list[Notice]):
    """Writes down what a storage hears."""

    def __init__(self, storage: PostgresStorage) -> None:
        super().__init__()
        self._told = asyncio.Event()
        storage.hear(self._hear)

    def _hear(self, notice: Notice) -> None:
        self.append(notice)
        self._told.set()

    async def until(self, expected: Notice) -> None:
        """Wait until something is heard."""
        async with asyncio.timeout(10):
            while expected not in self:
                self._told.clear()
                await self._told.wait()


async def of(storage: PostgresStorage, shard: int) -> TableRecord:
    """Begin a match in a server of a shard."""
    return await begin(storage, replace(lobby(), guild=shard << 22))


async def test_each_takes_a_share_that_is_free(both: tuple[PostgresStorage, PostgresStorage]) -> None:
    """And gives it back."""
    assert tuple(each.share for each in both) == HALVES


async def test_who_finds_no_share_free_waits_and_then_ends(
    address: Address, both: tuple[PostgresStorage, PostgresStorage], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes as one goes takes its place."""
    monkeypatch.setattr(claim, "AGAIN", 0.05)
    third = PostgresStorage(address, HALVES)
    opening = asyncio.create_task(third.open())
    await asyncio.sleep(0.1)
    await both[0].close()
    await opening
    assert third.share == HALVES[0]
    monkeypatch.setattr(claim, "TRIES", 2)
    with pytest.raises(StorageError, match="storage-shares"):
        await PostgresStorage(address, HALVES).open()
    await third.close()


@pytest.mark.parametrize(("others", "why"), [((WHOLE,), "running"), (shares(8, 8)[4:], "shards-differ")])
async def test_who_would_look_after_the_same_servers_is_refused(
    address: Address,
    both: tuple[PostgresStorage, PostgresStorage],
    monkeypatch: pytest.MonkeyPatch,
    others: tuple[Share, ...],
    why: str,
) -> None:
    """All of them, or those of another number of shards."""
    monkeypatch.setattr(claim, "AGAIN", 0.0)
    assert both
    with pytest.raises(StorageError, match=f"storage-{why}"):
        await PostgresStorage(address, others).open()


async def test_what_is_asked_for_all_tables_is_answered_for_those_of_the_share(
    both: tuple[PostgresStorage, PostgresStorage],
) -> None:
    """Storage: behind, homes; a table itself can be read by all."""
    first, second = both
    tables = [await of(first, shard) for shard in range(4)]
    assert [table.id for table in tables[:2]] == list(await first.behind())
    assert [table.id for table in tables[2:]] == list(await second.behind())
    assert sorted(await second.homes()) == [2 << 22, 3 << 22]
    assert await second.load(tables[0].id) == tables[0]
    assert [second.ours(table) for table in tables] == [False, False, True, True]


async def test_who_looks_after_a_table_hears_of_a_change_elsewhere(
    both: tuple[PostgresStorage, PostgresStorage],
) -> None:
    """And only then: what it changes itself it knows."""
    first, second = both
    at_first, at_second = Ear(first), Ear(second)
    table = await of(first, 3)
    await first.hand_on(table)
    await at_second.until(Notice(About.ANSWERED, table.id, table.guild))
    assert at_second[0] == Notice(About.CHANGED, table.id, table.guild)
    at_second.clear()
    table = await second.record(*moved(table))
    await first.hand_on(table)
    await at_second.until(Notice(About.ANSWERED, table.id, table.guild))
    assert at_second == [Notice(About.ANSWERED, table.id, table.guild)]
    assert at_first == []


async def test_a_change_that_is_refused_is_not_told(both: tuple[PostgresStorage, PostgresStorage]) -> None:
    """The notice belongs to its transaction."""
    first, second = both
    at_second = Ear(second)
    table = await of(first, 3)
    answered = Notice(About.ANSWERED, table.id, table.guild)
    await first.hand_on(table)
    await at_second.until(answered)
    at_second.clear()
    with pytest.raises(LostUpdate):
        await first.record(*moved(replace(table, revision=table.revision - 1)))
    await first.hand_on(table)
    await at_second.until(answered)
    assert at_second == [answered]


async def test_what_somebody_chooses_is_told_to_all(both: tuple[PostgresStorage, PostgresStorage]) -> None:
    """Any process may remember it."""
    first, second = both
    at_second = Ear(second)
    await first.keep_person(Person(7, dm_closed=True))
    await at_second.until(Notice(About.PERSON, 7))


async def test_who_was_cut_off_is_told_that_something_may_be_missed(
    address: Address, both: tuple[PostgresStorage, PostgresStorage], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Notices are lost with their connection; the share is kept."""
    monkeypatch.setattr(claim, "AGAIN", 0.01)
    notices = [Ear(each) for each in both]
    await sql(address, CUT)
    for each in notices:
        await each.until(MISSED)
    assert tuple(each.share for each in both) == HALVES
