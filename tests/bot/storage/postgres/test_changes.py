"""Changes are few statements, made in one turn with all that wait; each is answered for itself, or said to be lost."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from time import monotonic

import asyncpg
import pytest

from bench.postgres import Cluster
from bot.host import answer_deadline
from bot.host.address import Address, Place
from bot.storage import backends, sql
from bot.storage.port import LostUpdate, OutcomeUnknown, Statement, StorageError
from bot.storage.postgres import connections, database, merged_statements
from bot.storage.postgres.connections import PATIENCE
from bot.storage.records import TableRecord
from bot.storage.store import Store
from tests.bot.storage.samples import begin, fill, lobby, opened, play_on, postgres, refuses
from tests.bot.storage.test_faults import CHANGES, tried
from tests.bot.storage.test_faults import Change as Made
from tests.conftest import start_cluster

TABLES = 12

Wrong = Callable[[int, Callable[[], Awaitable[object]], float], Awaitable[object]]
"""What is done in a turn, by its number, with its work, until a moment of the event loop's clock."""


@pytest.fixture
async def tables(storage: Store) -> Sequence[TableRecord]:
    """Return tables at which a match has begun."""
    return [await begin(storage, lobby(channel=number)) for number in range(TABLES)]


def watch(monkeypatch: pytest.MonkeyPatch, wrong: Wrong) -> list[int]:
    """Note the turns, and do in each what goes wrong."""
    lent, turns = connections._run_on, list[int]()

    async def lend(pool: asyncpg.Pool[asyncpg.Record], work: connections.Work[object], until: float) -> object:
        turns.append(len(turns))
        return await wrong(turns[-1], lambda: lent(pool, work, until), until)

    monkeypatch.setattr(connections, "_run_on", lend)
    return turns


def lost(*, after: bool, each: bool = False) -> Wrong:
    """Lose the connection of the first turn, or of each other one, before or after its work was done."""

    async def wrong(turn: int, work: Callable[[], Awaitable[object]], _: float) -> object:
        if turn % 2 if each else turn:
            return await work()
        if after:
            await work()
        raise asyncpg.ConnectionDoesNotExistError

    return wrong


@pytest.mark.parametrize("after", [False, True])
async def test_a_group_whose_answer_is_lost_is_made_once(
    storage: Store, tables: Sequence[TableRecord], monkeypatch: pytest.MonkeyPatch, *, after: bool
) -> None:
    """Storage: all that wait are made in one turn; whether that was kept or not, each change is, and told as kept."""
    with monkeypatch.context() as patch:
        turns = watch(patch, lost(after=after))
        played = await asyncio.gather(*(play_on(storage, table) for table in tables))
    assert len(turns) == 1 + TABLES
    for table in played:
        assert await storage.load(table.id) == table
        assert [line.seq for line in await storage.log(table.id)] == [1]


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
                await play_on(storage, table)
            except OutcomeUnknown:
                return answer_deadline.has_changed()
            return False

    watch(monkeypatch, wrong)
    assert all(await asyncio.gather(*(save(table) for table in tables)))


SMALL = "record, order in secret, announce, clock, choices, unfollow, forget servers, told, marks"
STATEMENTS = {"create": 3, "delete": 9, **dict.fromkeys(SMALL.split(", "), 1)}
"""Of how many statements a change consists, if not of two."""


@pytest.mark.parametrize("name", CHANGES)
async def test_a_change_is_few_statements(storage: Store, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Storage: a move is one round trip to PostgreSQL, whatever is kept with it."""
    await fill(storage)
    counts, execute = list[int](), database._execute

    async def counted(connection: asyncpg.Connection[asyncpg.Record], statements: list[database.Told]) -> None:
        counts.append(len(statements))
        await execute(connection, statements)

    monkeypatch.setattr(database, "_execute", counted)
    assert await tried(storage, CHANGES[name])
    assert counts == [STATEMENTS.get(name, 2)]


ADD = Statement("INSERT INTO notes (key, value) VALUES (:key, :value)", 1)
ALTER = Statement("UPDATE notes SET value = :value WHERE key = :key", 1)
TAKE = Statement("DELETE FROM wishes WHERE user_id = 1")
LOOK = Statement("INSERT INTO wishes (user_id, table_id, at) SELECT 1, length(value), 1.0 FROM notes")
APART = [
    ((ADD, ADD), 1),
    ((ADD, ALTER), 2),
    ((ADD, LOOK), 2),
    ((ALTER, LOOK), 1),
    ((sql.EMPTY, TAKE), 2),
    ((TAKE, ADD), 1),
]


@pytest.mark.parametrize("statements, expected", APART)
def test_what_depends_on_another_change_comes_after_it(statements: tuple[Statement, ...], expected: int) -> None:
    """PostgreSQL shows no part of a statement what another part has done."""
    assert len(merged_statements.plan_changes(merged_statements.postgres_dialect(), *statements)) == expected


def test_a_statement_has_no_more_values_than_postgresql_counts() -> None:
    """A thousand wishes are several statements."""
    assert len(merged_statements.plan_changes(merged_statements.postgres_dialect(), *[sql.WISH] * 1000)) == -(
        -1000 // merged_statements.MOST
    )


async def test_a_wrong_count_takes_back_the_whole_statement(storage: Store, address: Address) -> None:
    """Storage: change: in a statement of its own, in one with others, and in a transaction of several."""
    new, nothing = ADD(key="new", value="1"), ALTER(key="nobody's", value="2")
    for changes in ([nothing], [LOOK(), nothing], [new, nothing], [new, new]):
        with pytest.raises(LostUpdate):
            await storage.database.change(*changes)
    connection = await asyncpg.connect(address.reveal())
    assert await connection.fetchval("SELECT count(*) FROM notes WHERE key IN ('new', 'nobody''s')") == 0
    assert await connection.fetchval("SELECT count(*) FROM wishes") == 0
    await connection.close()
    await storage.database.change(new, ALTER(key="new", value="2"))


PARTS = {"tables", *sql.PARTS, "choices"}


async def content(place: Place) -> dict[str, list[list[tuple[str, object]]]]:
    """Return all rows of a database, but for the last number: one that no table got is given to none."""
    async with backends.backend_module(place).open_contents(place) as contents:
        rows = {part: await contents.query(Statement(f"SELECT * FROM {part}")) for part in PARTS}  # noqa: S608 # constants
    return {part: sorted((sorted(dict(row).items()) for row in found), key=repr) for part, found in rows.items()}


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
async def test_change_whose_answer_is_lost_is_made_once(
    storage: Store, address: Address, path: Path, monkeypatch: pytest.MonkeyPatch, change: Made, *, after: bool
) -> None:
    """Storage: whether PostgreSQL had kept it or not, it is kept, told as kept, and the same as in SQLite."""
    async with opened(path) as undisturbed:
        await fill(undisturbed)
        assert await tried(undisturbed, change)
    await fill(storage)
    with monkeypatch.context() as patch:
        turns = watch(patch, lost(after=after, each=True))
        assert await tried(storage, change)
    assert len(turns) >= 6
    assert await content(address) == await content(path)


async def test_what_others_have_changed_meanwhile_is_not_taken_for_ones_own(
    storage: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Storage: a change that never came through, and was overtaken, is lost as ever."""
    table = await begin(storage)
    await play_on(storage, table, 2)
    watch(monkeypatch, lost(after=False, each=True))
    with pytest.raises(LostUpdate):
        await play_on(storage, table)


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
    with refuses(r"storage-(server-away|outcome-unknown)"):
        await play_on(storage, table)
    with refuses("storage-server-away"):
        await storage.load(table.id)
    assert monotonic() - asked < 2 * (PATIENCE + 0.5)
    waiting = asyncio.create_task(play_on(storage, table))
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
                await play_on(storage, table)
        assert not isinstance(caught.value, OutcomeUnknown)
        assert await storage.load(table.id) == table
        table = await play_on(storage, table)
        assert await storage.load(table.id) == table
        assert len(await storage.log(table.id)) == 1
    await other.close()
