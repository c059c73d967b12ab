"""Changes are as few statements as can be, all that wait in one turn, and each is still answered for itself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import asyncpg
import pytest

from bot.clocks.table_clock import TableClock, TimeControl
from bot.host import answer_deadline
from bot.host.address import Address
from bot.storage import sql
from bot.storage.port import Change, LostUpdate, OutcomeUnknown, Statement
from bot.storage.postgres import connections, database, merged_statements
from bot.storage.records import Person, Published, TableRecord
from bot.storage.store import Store
from tests.bot.storage.samples import ANN, BO, begin, lobby, moved

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


def lost(*, after: bool) -> Wrong:
    """Lose the connection of the first turn, before or after its work was done."""

    async def wrong(turn: int, work: Callable[[], Awaitable[object]], _: float) -> object:
        if turn:
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
        played = await asyncio.gather(*(storage.save(*moved(table)) for table in tables))
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
                await storage.save(*moved(table))
            except OutcomeUnknown:
                return answer_deadline.has_changed()
            return False

    watch(monkeypatch, wrong)
    assert all(await asyncio.gather(*(save(table) for table in tables)))


Made = Callable[[Store, TableRecord], Awaitable[object]]
TICKING = TableClock(TimeControl(60)).begin_game(2, 100.0)
CHANGES: dict[str, tuple[int, Made]] = {
    "a move": (1, lambda storage, table: storage.save(*moved(table))),
    "many moves": (1, lambda storage, table: storage.save(*moved(table, 20))),
    "a move with clocks": (1, lambda storage, table: storage.save(*moved(replace(table, clock=TICKING)))),
    "an order": (1, lambda storage, table: storage.save(table, shows=False)),
    "what is shown": (1, lambda storage, table: storage.store_published(table.id, Published(1), TICKING)),
    "a choice": (1, lambda storage, _: storage.store_choices(Person(ANN.user, language="uk"))),
    "a seat": (2, lambda storage, table: storage.save(replace(table, sitters=(BO, ANN), clock=TICKING))),
    "a new table": (3, lambda storage, _: storage.create(replace(lobby(), clock=TICKING), {7: 1.0, 8: 2.0})),
}
"""By its name, how many statements a change is, and how to make it."""


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return how many statements each transaction has."""
    counts, execute = list[int](), database._execute

    async def counted(connection: asyncpg.Connection[asyncpg.Record], statements: list[database.Told]) -> None:
        counts.append(len(statements))
        await execute(connection, statements)

    monkeypatch.setattr(database, "_execute", counted)
    return counts


@pytest.mark.parametrize("name", CHANGES)
async def test_a_change_is_few_statements(storage: Store, told: list[int], name: str) -> None:
    """Storage: a move is one round trip to PostgreSQL, whatever is kept with it."""
    table = await begin(storage)
    told.clear()
    expected, make = CHANGES[name]
    await make(storage, table)
    assert told == [expected]


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


@pytest.mark.parametrize(("statements", "expected"), APART)
def test_what_depends_on_another_change_comes_after_it(statements: tuple[Statement, ...], expected: int) -> None:
    """PostgreSQL shows no part of a statement what another part has done."""
    assert len(merged_statements.plan_changes(merged_statements.postgres_dialect(), *statements)) == expected


def test_a_statement_has_no_more_values_than_postgresql_counts() -> None:
    """A thousand wishes are several statements."""
    assert len(merged_statements.plan_changes(merged_statements.postgres_dialect(), *[sql.WISH] * 1000)) == -(
        -1000 // merged_statements.MOST
    )


@pytest.fixture
def notes() -> Callable[[str], Change]:
    """Return what adds a note, which has to be one row."""
    return lambda key: ADD(key=key, value="1")


async def test_a_wrong_count_takes_back_the_whole_statement(
    storage: Store, address: Address, notes: Callable[[str], Change]
) -> None:
    """Storage: change: in a statement of its own, in one with others, and in a transaction of several."""
    nothing = ALTER(key="nobody's", value="2")
    wishes = LOOK()
    for changes in ([nothing], [wishes, nothing], [notes("new"), nothing], [notes("new"), notes("new")]):
        with pytest.raises(LostUpdate):
            await storage.database.change(*changes)
    connection = await asyncpg.connect(address.reveal())
    assert await connection.fetchval("SELECT count(*) FROM notes WHERE key IN ('new', 'nobody''s')") == 0
    assert await connection.fetchval("SELECT count(*) FROM wishes") == 0
    await connection.close()
    await storage.database.change(notes("new"), ALTER(key="new", value="2"))
