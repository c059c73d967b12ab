"""A process that was stopped, and replaced meanwhile, spoils nothing when it wakes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from bot.clocks.table_clock import TableClock, TimeControl
from bot.host.address import Address
from bot.host.shards import deal_shards
from bot.storage.port import MISSED, WOKEN, StorageError
from bot.storage.postgres import claim
from bot.storage.postgres.claim import SILENT, TRUST, Claim, Replaced
from bot.storage.postgres.database import PostgresDatabase
from bot.storage.records import Published
from bot.storage.store import Store
from tests.bot.storage.postgres.test_claims import CUT, is_replaced, sql
from tests.bot.storage.postgres.test_shares import Ear
from tests.bot.storage.samples import begin, loaded, postgres, refuses

HOUR = 3600.0


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no claim look by itself, as in a process that has just woken."""
    monkeypatch.setattr(claim, "LOOK", HOUR)
    monkeypatch.setattr(claim, "AGAIN", 0.01)


@pytest.fixture
async def held(address: Address, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Claim, list[float]]]:
    """Return a claim that was taken at 0 seconds of a clock, and the time by that clock."""
    now = [0.0]
    monkeypatch.setattr(claim, "boot_seconds", lambda: now[0])
    taken = Claim(address)
    await taken.take()
    yield taken, now
    await taken.give_back()


async def test_a_claim_that_was_seen_just_now_is_not_asked_for(
    held: tuple[Claim, list[float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Claim: confirm: what is sent costs no round trip."""
    taken, now = held
    monkeypatch.setattr(taken, "_look", pytest.fail)
    now[0] = TRUST
    await taken.confirm()


async def test_a_gap_of_time_lets_the_claim_be_looked_at(held: tuple[Claim, list[float]], address: Address) -> None:
    """Claim: confirm: whatever the event loop has got round to by then.

    Nothing is sent on one that is gone: PostgreSQL has taken it, and nothing has told so yet.
    """
    taken, now = held
    now[0] = HOUR
    await asyncio.gather(*(taken.confirm() for _ in range(5)))
    assert taken._seen == HOUR
    await sql(address, CUT)
    now[0] = 2 * HOUR
    with refuses("storage-server-away"):
        await taken.confirm()


def claim_of(storage: Store) -> Claim:
    """Return what a storage holds its share by."""
    assert isinstance(storage.database, PostgresDatabase)
    return storage.database._claim


LATE = 6
"""After how many tries PostgreSQL misses a connection that was lost."""


async def test_claim_that_a_lost_connection_holds_is_waited_for(
    address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Storage: vanished: the way to PostgreSQL was cut for a moment; nobody has taken over, and nothing ends."""
    storage, tried, looks = postgres(address), list[Any](), iter(["TimeoutError"])
    close, look = claim._close, Claim._look
    await storage.open()

    async def missed_late(connection: Any) -> None:
        tried.append(connection)
        if connection is not tried[0]:
            await close(connection)
        if len(tried) == LATE:
            await close(tried[0])

    async def cut_once(looking: Claim) -> str | None:
        return next(looks, None) or await look(looking)

    monkeypatch.setattr(claim, "_close", missed_late)
    monkeypatch.setattr(Claim, "_look", cut_once)
    ear = Ear(storage)
    claim_of(storage)._lost.set()
    await ear.until(MISSED)
    await storage.database.confirm_claim()
    monkeypatch.undo()
    await storage.close()


async def fall_asleep(storage: Store, address: Address) -> None:
    """Let a storage look after its claim no more, and lose that."""
    keeping = claim_of(storage)._keeping
    assert keeping is not None
    keeping.cancel()
    await sql(address, CUT)


@pytest.fixture
async def succeeded(address: Address) -> AsyncIterator[tuple[Store, Store]]:
    """Return a storage whose claim was lost while it slept, and the one that has taken it over."""
    halves = deal_shards(2, 2)[:1]
    stopped, spare = postgres(address, halves), postgres(address, halves)
    await stopped.open()
    await fall_asleep(stopped, address)
    await spare.open()
    yield stopped, spare
    await stopped.close()
    await spare.close()


async def test_whoever_was_replaced_writes_nothing_about_what_was_announced(
    succeeded: tuple[Store, Store],
) -> None:
    """Storage: announce, keep_clock: fenced by the epoch, which grows with each takeover."""
    stopped, spare = succeeded
    table = await begin(spare)
    clock = TableClock(TimeControl())
    await spare.store_published(table.id, Published(revision=1, message=55), clock)
    for stale in (None, replace(clock, acted=9.0)):
        with pytest.raises(Replaced):
            await stopped.store_published(table.id, Published(revision=0, message=44), stale)
        with pytest.raises(Replaced):
            await stopped.store_published(table.id, clock=replace(clock, acted=9.0))
    kept = await loaded(spare, table.id)
    assert (kept.announced.message, kept.clock) == (55, clock)
    await is_replaced(stopped)
    await spare.store_published(table.id, Published(revision=1, message=56), replace(clock, acted=9.0))
    assert spare.database.takes_over
    assert not stopped.database.takes_over


def wake_up(storage: Store) -> None:
    """Let a storage look after its claim again."""
    claim_of(storage)._keeping = asyncio.create_task(claim_of(storage)._keep())


async def test_whoever_wakes_replaced_stops_and_tells_its_successor(
    succeeded: tuple[Store, Store],
) -> None:
    """Storage: vanished: also where the successor has ended by then; it shows once more what was in hand."""
    stopped, spare = succeeded
    ear = Ear(spare)
    with pytest.raises(StorageError):
        await stopped.database.confirm_claim()
    wake_up(stopped)
    await ear.until(WOKEN)
    await is_replaced(stopped)
    with pytest.raises(Replaced):
        await stopped.database.confirm_claim()


async def test_whoever_finds_its_share_free_again_was_replaced_all_the_same(address: Address) -> None:
    """Claim: the epoch has passed, though whoever began the next one is gone."""
    stopped, spare = postgres(address), postgres(address)
    await stopped.open()
    await fall_asleep(stopped, address)
    await spare.open()
    await spare.close()
    wake_up(stopped)
    claim_of(stopped)._lost.set()
    await is_replaced(stopped)
    await stopped.close()


async def test_postgresql_takes_the_claim_from_who_is_silent(address: Address) -> None:
    """Claim: SILENT: a stopped process keeps its connections, so that only their silence tells."""
    taken = Claim(address)
    await taken.take()
    assert taken._connection is not None
    assert await taken._connection.fetchval("SHOW idle_session_timeout") == f"{SILENT}s"
    await taken.give_back()
