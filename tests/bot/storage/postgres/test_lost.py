"""Connections that are lost: what was acknowledged is there, once, and what wasn't is said to be so."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import count
from time import monotonic

import asyncpg
import pytest

from bench.postgres import Cluster
from bot.host.address import Address
from bot.storage import sql
from bot.storage.port import LostUpdate, StorageError
from bot.storage.postgres import connections
from bot.storage.postgres.connections import PATIENCE
from bot.storage.records import FORGOTTEN, Person, Published, Status, TableRecord
from bot.storage.store import Store
from tests.bot.storage.samples import ANN, BO, begin, lobby, moved, position, postgres, started
from tests.conftest import start_cluster

Change = Callable[[Store, TableRecord], Awaitable[object]]
ENDED = {"status": Status.ENDED, "since": 5.0}

CHANGES: dict[str, tuple[bool, Change]] = {
    "create": (False, lambda storage, _: storage.create(lobby(channel=99))),
    "seat": (False, lambda storage, table: storage.save(replace(table, sitters=(BO, ANN)))),
    "begin": (False, lambda storage, table: storage.save(started(table), begins=True)),
    "record": (True, lambda storage, table: storage.save(*moved(table, 3))),
    "move": (True, lambda storage, table: storage.save(replace(table, channel=9), left=table)),
    "carry over": (True, lambda storage, table: storage.save(replace(table, save=position(0, rules=2)), shows=False)),
    "announce": (True, lambda storage, table: storage.announce(table.id, Published(revision=1, message=55))),
    "retire": (True, lambda storage, table: storage.save(replace(table, status=Status.ENDED), published=Published(2))),
    "wish": (True, lambda storage, table: storage.change(sql.WISH(user=ANN.user, id=table.id, at=1.0))),
    "keep_person": (True, lambda storage, _: storage.store_choices(Person(101, language="uk"))),
}
"""By its name, whether a match must have begun, and a change."""

CUT = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'herald' AND query LIKE '%INTO moves%'
"""


def losing(monkeypatch: pytest.MonkeyPatch, *, after: bool, first: int = 0) -> list[str]:
    """Let a piece of work lose its connection, after it was done or before; return what has happened.

    `first` come others, which don't lose theirs.
    """
    lent, told, done = connections._run_on, list[str](), count()

    async def lend(pool: asyncpg.Pool[asyncpg.Record], work: connections.Work[object], until: float) -> object:
        if told or next(done) < first:
            return await lent(pool, work, until)
        told.append("lost")
        if after:
            await lent(pool, work, until)
        raise asyncpg.ConnectionDoesNotExistError

    monkeypatch.setattr(connections, "_run_on", lend)
    return told


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("name", CHANGES)
async def test_a_change_whose_answer_is_lost_is_made_once(
    storage: Store, monkeypatch: pytest.MonkeyPatch, name: str, *, after: bool
) -> None:
    """Storage: whether PostgreSQL had kept it or not, it is kept, and told as kept."""
    playing, change = CHANGES[name]
    table = await begin(storage) if playing else await storage.create(lobby(ANN, BO))
    # A new table gets its number first.
    told = losing(monkeypatch, after=after, first=int(name == "create"))
    done = await change(storage, table)
    assert told == ["lost"]
    if isinstance(done, TableRecord):
        assert await storage.load(done.id) == done
    assert len(await storage.find()) == {"create": 2, "retire": 0}.get(name, 1)
    assert len(await storage.log(table.id)) == (3 if name == "record" else 0)


@pytest.mark.parametrize("after", [False, True])
async def test_a_deletion_whose_answer_is_lost_is_made_once(
    storage: Store, monkeypatch: pytest.MonkeyPatch, *, after: bool
) -> None:
    """Storage: delete: that the table is gone is what was wanted."""
    table = await storage.save(replace(await begin(storage, moves=1), **ENDED))  # type: ignore[arg-type]
    losing(monkeypatch, after=after)
    await storage.delete(table)
    assert await storage.load(table.id) is None


@pytest.mark.parametrize("after", [False, True])
async def test_a_person_is_forgotten_once_where_the_answer_is_lost(
    storage: Store, monkeypatch: pytest.MonkeyPatch, *, after: bool
) -> None:
    """Storage: forget: the table was read before."""
    table = await storage.save(replace(await begin(storage, moves=1), **ENDED))  # type: ignore[arg-type]
    told = losing(monkeypatch, after=after, first=1)
    await storage.forget(ANN.user, table.id)
    assert told == ["lost"]
    kept = await storage.load(table.id)
    assert kept is not None
    assert [sitter.user for sitter in kept.sitters] == [FORGOTTEN, BO.user]


async def test_what_others_have_changed_meanwhile_is_not_taken_for_ones_own(
    storage: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Storage: a change that never came through, and was overtaken, is lost as ever."""
    table = await begin(storage)
    await storage.save(*moved(table, 2))
    losing(monkeypatch, after=False)
    with pytest.raises(LostUpdate):
        await storage.save(*moved(table))


async def test_moves_are_kept_once_each_while_connections_are_cut(
    storage: Store, address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Storage: whoever is cut off in the midst of a move is neither told that it was lost nor plays it twice."""
    # A busy machine may take longer to connect than it takes to be cut off again.
    monkeypatch.setattr(connections, "PATIENCE", 60.0)
    cutter, cuts = await asyncpg.connect(address.reveal()), 0
    tables = [await begin(storage, lobby(channel=number)) for number in range(4)]
    done = asyncio.Event()

    async def cut() -> None:
        nonlocal cuts
        while not done.is_set():
            cuts += len(await cutter.fetch(CUT))
            await asyncio.sleep(0.05)

    async def play(table: TableRecord) -> TableRecord:
        # On a busy machine the cutter may come too late for the first forty.
        while table.save is None or table.save.seq < 40 or not cuts:
            table = await storage.save(*moved(table))
        return table

    cutting = asyncio.create_task(cut())
    async with asyncio.timeout(120):
        played = await asyncio.gather(*(play(table) for table in tables))
    done.set()
    await cutting
    await cutter.close()
    for table in played:
        assert await storage.load(table.id) == table
        assert table.save is not None
        assert [move.seq for move in await storage.log(table.id)] == [*range(1, table.save.seq + 1)]


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
