"""Connections that are lost: what was acknowledged is there, once, and what wasn't is said to be so."""

from __future__ import annotations

import asyncio
import signal
from itertools import count
from pathlib import Path
from time import monotonic

import asyncpg
import pytest

from bench.postgres import Cluster
from bot.host.address import Address, Place
from bot.storage import backends, sql
from bot.storage.port import LostUpdate, OutcomeUnknown, Statement, StorageError
from bot.storage.postgres import connections
from bot.storage.postgres.connections import PATIENCE
from bot.storage.store import Store
from tests.bot.storage.disk import fill
from tests.bot.storage.samples import begin, moved, opened, postgres, sqlite
from tests.bot.storage.test_faults import CHANGES, Change, tried
from tests.conftest import start_cluster

PARTS = {"tables", *sql.PARTS, "choices"}


def lose_connections(monkeypatch: pytest.MonkeyPatch, *, after: bool) -> count[int]:
    """Let each piece of work lose its first connection, after it was done or before; return what counts all tries."""
    lent, tries = connections._run_on, count()

    async def lend(pool: asyncpg.Pool[asyncpg.Record], work: connections.Work[object], until: float) -> object:
        first = next(tries) % 2 == 0
        if first and not after:
            raise asyncpg.ConnectionDoesNotExistError
        done = await lent(pool, work, until)
        if first:
            raise asyncpg.ConnectionDoesNotExistError
        return done

    monkeypatch.setattr(connections, "_run_on", lend)
    return tries


async def content(place: Place) -> dict[str, list[list[tuple[str, object]]]]:
    """Return all rows of a database, but for the last number: one that no table got is given to none."""
    async with backends.backend_module(place).open_contents(place) as contents:
        rows = {part: await contents.query(Statement(f"SELECT * FROM {part}")) for part in PARTS}  # noqa: S608 # constants
    return {part: sorted((sorted(dict(row).items()) for row in found), key=repr) for part, found in rows.items()}


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
async def test_change_whose_answer_is_lost_is_made_once(
    storage: Store, address: Address, path: Path, monkeypatch: pytest.MonkeyPatch, change: Change, *, after: bool
) -> None:
    """Storage: whether PostgreSQL had kept it or not, it is kept, told as kept, and the same as in SQLite."""
    async with opened(sqlite(path)) as undisturbed:
        await fill(undisturbed)
        assert await tried(undisturbed, change)
    await fill(storage)
    with monkeypatch.context() as lost:
        tries = lose_connections(lost, after=after)
        assert await tried(storage, change)
    assert next(tries) >= 6
    assert await content(address) == await content(path)


async def test_what_others_have_changed_meanwhile_is_not_taken_for_ones_own(
    storage: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Storage: a change that never came through, and was overtaken, is lost as ever."""
    table = await begin(storage)
    await storage.save(*moved(table, 2))
    lose_connections(monkeypatch, after=False)
    with pytest.raises(LostUpdate):
        await storage.save(*moved(table))


own = pytest.fixture(start_cluster)
"""A server that a test may stop."""


@pytest.mark.slow
async def test_a_server_that_falls_is_missed_politely_and_comes_back(own: Cluster) -> None:
    """Storage: a click is answered in time, with an error for the host; afterwards all goes on by itself."""
    storage = postgres(await own.fresh())
    await storage.open()
    table = await begin(storage, moves=2)
    await asyncio.to_thread(own.stop, signal.SIGQUIT)
    asked = monotonic()
    # A change that was sent before the fall was seen may be kept or not.
    with pytest.raises(StorageError, match=r"storage-(server-away|outcome-unknown)"):
        await storage.save(*moved(table))
    with pytest.raises(StorageError, match="storage-server-away"):
        await storage.load(table.id)
    assert monotonic() - asked < 2 * (PATIENCE + 0.5)
    waiting = asyncio.create_task(storage.save(*moved(table)))
    await asyncio.to_thread(own.start)
    table = await waiting
    assert await storage.load(table.id) == table
    assert len(await storage.log(table.id)) == 3
    await storage.close()


async def test_a_statement_that_takes_too_long_for_its_server_is_known_not_to_be_kept(address: Address) -> None:
    """Storage: `statement_timeout` of a host: it is said at once, and the table goes on as soon as it can."""
    other = await asyncpg.connect(address.reveal())
    async with opened(postgres(Address(f"{address.reveal()}&statement_timeout=200"))) as storage:
        table = await begin(storage)
        async with other.transaction():
            await other.execute("LOCK TABLE tables IN ACCESS EXCLUSIVE MODE")
            with pytest.raises(StorageError) as caught:
                await storage.save(*moved(table))
        assert not isinstance(caught.value, OutcomeUnknown)
        assert await storage.load(table.id) == table
        table = await storage.save(*moved(table))
        assert await storage.load(table.id) == table
        assert len(await storage.log(table.id)) == 1
    await other.close()
