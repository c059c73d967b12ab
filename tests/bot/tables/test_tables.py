"""Tables, on a database of their own: what is kept, refused, lost in a race, made of secrets, and told since a move."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest

from bot.policies import Moderator
from bot.storage.port import Statement, StorageError
from bot.storage.records import NO_TABLE, Private, Published, Status, TableId, TableRecord
from bot.storage.store import Store
from bot.tables import write_retries
from bot.tables.refusals import (
    NoSuchTable,
    NotOpener,
    TableClosed,
    UnknownClick,
)
from bot.tables.table import RECENT, MoveResult, Table
from bot.tables.tables import Tables
from engine import fairness
from engine.errors import Refused
from engine.games import GAMES
from engine.match import PicksReply, Reply
from engine.scene import Seat
from tests.bot.party import FIRST
from tests.bot.server import dealing
from tests.bot.storage.samples import At, arm, failing, failing_late, full, install, resaved, writer
from tests.bot.timed import PEOPLE
from tests.engine.toy import TOY

ANN, BO, CY, _ = PEOPLE
NEW = TableRecord(NO_TABLE, "fortheking", 10, 20, ANN.user, Private.HERE, Status.LOBBY, (ANN,))


@pytest.fixture
def tables(storage: Store) -> Tables:
    """Return the tables of a database."""
    return Tables(storage, GAMES, seeds=dealing(2))


async def begun(tables: Tables) -> Table:
    """Return a table of two that has begun."""
    table = await tables.open(NEW)
    await tables.join(table.id, BO)
    return await tables.start(table.id, ANN.user)


def first(table: Table) -> int:
    """Return who must decide first."""
    return table.people.users[table.started_match.deciding[0]]


def anything(table: Table) -> tuple[str, Reply]:
    """Return the question that stands, and the first choice."""
    (seat,) = table.started_match.deciding
    return table.started_match.question_id(seat), PicksReply((0,))


async def play(tables: Tables, table: Table) -> MoveResult:
    """Let whoever must decide first choose the first choice."""
    return await tables.play(table.id, first(table), *anything(table))


async def test_few_tables_stay_in_memory(storage: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Design, Saves: the last ones, however many of the others are over meanwhile; more are read again as they are."""
    monkeypatch.setattr("bot.tables.limits.CACHED", 3)
    monkeypatch.setattr("bot.tables.limits.CACHED_CLOSED", 2)
    tables = Tables(storage, GAMES, seeds=dealing(2))
    playing = [await begun(tables) for _ in range(4)]
    ended = [await tables.cancel((await tables.open(NEW)).id, ANN.user) for _ in range(5)]
    recent = tables.cache._recent

    assert [{*recent._open}, {*recent._closed}] == [{each.id for each in some[-2:]} for some in (playing, ended)]
    for table in (*playing, *ended):
        again = await tables.get(table.id)
        assert (again.match, again.record.sitters) == (table.match, table.record.sitters)
        assert (len(recent._open), len(recent._closed)) == (3, 2)


async def test_a_table_that_has_not_begun_or_was_ended_takes_no_move(tables: Tables) -> None:
    """Each has its own sentence."""
    table = await tables.open(NEW)
    with pytest.raises(Refused, match="refused-not-started"):
        await tables.play(table.id, ANN.user, "", PicksReply((0,)))
    with pytest.raises(NotOpener):
        await tables.end(table.id, BO.user)
    await tables.end(table.id, Moderator(BO.user))
    for call in (
        tables.play(table.id, ANN.user, "", PicksReply((0,))),
        tables.start(table.id, ANN.user),
        tables.join(table.id, CY),
        tables.end(table.id, ANN.user),
    ):
        with pytest.raises(TableClosed):
            await call
    with pytest.raises(TableClosed):
        (await tables.get(table.id)).answering_frame(ANN.user)


async def test_a_table_nobody_knows_is_no_table(tables: Tables, storage: Store) -> None:
    """Neither a number that was never given, nor a game that this bot doesn't have."""
    other = await storage.create(replace(NEW, game="chess"))
    for number in (TableId(77), NO_TABLE, other.id):
        with pytest.raises(NoSuchTable):
            await tables.get(number)
    assert await tables.find(user=ANN.user) == []


async def test_a_table_that_can_not_be_read_is_closed_and_the_host_is_told(
    tables: Tables, storage: Store, errors: pytest.LogCaptureFixture
) -> None:
    """Design, Saves: the others go on."""
    table = await begun(tables)
    await storage.save(resaved(table.record, rules=10_000), shows=False)
    following = Tables(storage, GAMES)
    with pytest.raises(TableClosed):
        await following.get(table.id)
    assert "can't be read" in errors.records[-1].getMessage()
    assert table.started_match.seed.hex() not in errors.text


def slow(storage: Store, monkeypatch: pytest.MonkeyPatch, name: str) -> tuple[asyncio.Event, asyncio.Event]:
    """Let a call to the storage be done and then wait; return what tells that it is done, and what lets it go on."""
    call, done, go_on = getattr(storage, name), asyncio.Event(), asyncio.Event()

    async def held(*arguments: Any, **named: Any) -> Any:
        result = await call(*arguments, **named)
        done.set()
        await go_on.wait()
        return result

    monkeypatch.setattr(storage, name, held)
    return done, go_on


RENEWED = {"toy": replace(TOY, version=3, migrations={**TOY.migrations, 2: dict})}
"""The toy after an update to rules whose states are as they were."""


async def outdated(storage: Store) -> TableId:
    """Keep a table of the toy under rules that have since been renewed."""
    toys = Tables(storage, {"toy": TOY}, seeds=lambda: bytes(32))
    table = await toys.open(replace(NEW, game="toy"))
    await toys.join(table.id, BO)
    return (await toys.start(table.id, ANN.user)).id


async def test_all_who_look_at_once_after_an_update_see_the_table(storage: Store) -> None:
    """Design, Versions: the first look carries the match over, and leaves one position to replay it from.

    Who knows only the older rules says that a newer Herald is ahead (Scale, Updates); the table isn't closed by that.
    """
    number = await outdated(storage)
    tables = [Tables(storage, RENEWED) for _ in range(2)]
    seen = await asyncio.gather(*(one.get(number) for one in tables for _ in range(3)))
    assert {table.started_match.game.version for table in seen} == {3}
    assert {table.record.revision for table in seen} == {seen[0].record.revision}
    kept = await storage.database.query(Statement("SELECT rules FROM checkpoints ORDER BY rules"))
    assert [row["rules"] for row in kept] == [2, 3]

    with pytest.raises(TableClosed, match="refused-newer"):
        await Tables(storage, {"toy": TOY}).get(number)
    assert (await Tables(storage, RENEWED).get(number)).status.open


@pytest.mark.parametrize("call", ["load", "save"])
async def test_who_looks_for_long_puts_nothing_older_back(
    storage: Store, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """Design, Saves: memory says what the disk says, of the match and of what Discord shows.

    A move or an announcement waits until the table that is read, or carried over to new rules, is there.
    """
    number, news = await outdated(storage), Published(message=55)
    tables = Tables(storage, RENEWED)
    with monkeypatch.context() as patch:
        done, go_on = slow(storage, patch, call)
        looking = asyncio.create_task(tables.get(number))
        await done.wait()
    question = (await Tables(storage, RENEWED).get(number)).started_match.question_id(Seat(0))
    announcing = asyncio.create_task(tables.published_states.store(number, news))
    playing = asyncio.create_task(tables.play(number, ANN.user, question, PicksReply((0,))))
    await asyncio.sleep(0.05)
    go_on.set()
    _, _, played = await asyncio.gather(looking, announcing, playing)
    table = await tables.get(number)
    assert table.started_match is played.table.started_match
    assert table.record.announced == news


async def test_nobody_can_foresee_a_secret(storage: Store) -> None:
    """A test says what the secrets are; else each is another one, as long as it must be."""
    pledged = [(await begun(Tables(storage, GAMES))).record.pledged for _ in range(2)]
    assert len({*pledged}) == 2
    assert {each and len(each.secret) for each in pledged} == {fairness.SECRET_BYTES}


@pytest.mark.parametrize("fault", [failing, failing_late])
@pytest.mark.parametrize("number", range(1, 7))
async def test_memory_is_what_the_disk_says_after_a_fault_at_any_statement(
    storage: Store, monkeypatch: pytest.MonkeyPatch, number: int, fault: Callable[[int], At]
) -> None:
    """Design, Saves: a commit that failed, or only seemed to, leaves nothing in memory that isn't on the disk."""
    monkeypatch.setattr(write_retries, "DELAYS", (0.0, 0.0, 0.0))
    await storage.close()
    install(monkeypatch)
    await storage.open()
    tables = Tables(storage, GAMES)
    table = await begun(tables)
    await arm(storage, number, fault(sqlite3.SQLITE_IOERR))
    with suppress(StorageError):
        await play(tables, table)
    await writer(storage, lambda db: db.disarm())
    # A table whose outcome is unknown is kept once more: between the two reads below that would be a new revision.
    await tables.cache._unknown_writes.finish()
    known, kept = await tables.get(table.id), await Tables(storage, GAMES).get(table.id)
    assert known.record == kept.record
    assert known.started_match == kept.started_match
    if known.started_match.outcome is None:
        await play(tables, known)


def told(table: Table) -> tuple[str, int | None, list[bytes | None]]:
    """Return the pledge of a table, the message that counts, and the words by seat."""
    assert table.record.pledged is not None
    return table.record.pledged.pledge, table.record.pledged.message, [one.word for one in table.record.sitters]


async def test_the_pledge_stands_from_the_beginning_and_secret_and_words_make_the_seed(
    tables: Tables, storage: Store
) -> None:
    """The seed isn't drawn: whoever knows the secret and what was added can make it; the secret stands in no `repr`.

    The first message that showed the pledge counts, and no later one: else Herald could post anew until it likes the
    shuffle. It counts in the write that says that it stands, and after a restart; where it can't be kept, once it can.
    """
    table = await tables.open(NEW)
    number, (pledge, *_), secret = table.id, told(table), table.record.pledged
    assert secret is not None
    assert not [each for each in (repr(secret.secret), secret.secret.hex()) if each in repr(table)]

    with patch.object(storage, "save", full), pytest.raises(StorageError):
        await tables.published_states.store(number, Published(message=55))
    assert (await tables.get(number)).record.announced.message == 55
    await tables.published_states.write()
    again = Tables(storage, GAMES)
    assert (await again.get(number)).record.announced.message == 55
    await again.published_states.store(number, Published(message=56))
    await again.join(number, BO)
    await again.add_word(number, BO.user, b"w" * 32)

    anew = Tables(storage, GAMES)
    assert (await anew.get(number)).record.announced.message == 56
    for table in (await anew.get(number), await anew.start(number, ANN.user)):
        assert told(table) == (pledge, 55, [None, b"w" * 32])
    assert table.started_match.seed == fairness.seed(secret.secret, [None, b"w" * 32], 55)


async def test_table_without_a_secret_takes_no_word(storage: Store) -> None:
    """An open table of an older Herald: it is given a secret with its next change; before that nobody adds a word.

    One that begins at once is dealt by a secret as well; nothing could be added to it, and the proof says so.
    """
    old = await storage.create(replace(NEW, sitters=(ANN, BO), announced=Published(message=55)))
    tables = Tables(storage, GAMES)
    with pytest.raises(UnknownClick):
        await tables.add_word(old.id, ANN.user, b"w" * 32)
    assert (await tables.get(old.id)).record.pledged is None

    begun = await tables.start(old.id, ANN.user)
    assert begun.record.pledged is not None
    assert begun.started_match.seed == fairness.seed(begun.record.pledged.secret, [None, None], None)
    assert told(await Tables(storage, GAMES).get(old.id)) == told(begun)


# What was told since a move


async def played(storage: Store, moves: int) -> Tables:
    """Return tables of which the first one has three people and so many moves."""
    tables = Tables(storage, GAMES, seeds=dealing(2))
    table = await tables.open(replace(NEW, sitters=(ANN, BO, CY)))
    table = await tables.start(table.id, ANN.user)
    while table.started_match.seq < moves:
        table = (await play(tables, table)).table
    return tables


async def news_of(tables: Tables, table: Table, seat: Seat) -> tuple[list[int], bool]:
    """Return the moves that are news to a seat, and whether it has moved itself."""
    found = await tables.logs.news(table, seat)
    return [line.seq for line in found.lines], found.moved


async def by_the_log(tables: Tables, table: Table, seat: Seat) -> tuple[list[int], bool]:
    """Return the moves after a seat's last one, and whether there was one, by the whole log."""
    every = await tables.log(table.id, seat)
    own = max((line.seq for line in every if line.seat == seat and line.seq), default=0)
    return [line.seq for line in every if line.seq > own], own > 0


@pytest.mark.slow
@pytest.mark.parametrize("moves", [0, 1, 2, 20, RECENT, 90])
async def test_what_is_new_to_each_seat_is_what_the_log_has_after_its_last_move(
    storage: Store, monkeypatch: pytest.MonkeyPatch, moves: int
) -> None:
    """In memory, so many moves at most, while Herald runs; after a start it is read once, and then stays in memory.

    It is known who has not moved yet: their news are of the whole match so far.
    """
    tables, read = await played(storage, moves), AsyncMock(wraps=storage.log)
    monkeypatch.setattr(storage, "log", read)
    table = await tables.get(FIRST)
    assert len(table.recent) == min(table.started_match.seq, RECENT)
    seats = [Seat(seat) for seat in range(3)]
    told = {seat: await news_of(tables, table, seat) for seat in seats}
    assert moves > RECENT or not read.await_count
    assert told == {seat: await by_the_log(tables, table, seat) for seat in seats}
    fresh = Tables(storage, GAMES)
    read.reset_mock()
    for _ in range(2):
        table = await fresh.get(FIRST)
        assert told == {seat: await news_of(fresh, table, seat) for seat in seats}
    assert read.await_count <= 1


async def test_what_happens_after_a_look_at_a_table_is_not_told_with_it(storage: Store) -> None:
    """A view is of one state: what is new in it and what is asked belong together."""
    tables = await played(storage, 20)
    before = await tables.get(FIRST)
    fresh = Tables(storage, GAMES)
    seat = next(Seat(seat) for seat in range(3) if seat not in before.started_match.deciding)
    known = await fresh.logs.lines_since_own(await fresh.get(FIRST), seat)
    await play(tables, before)
    assert await Tables(storage, GAMES).logs.lines_since_own(before, seat) == known


async def test_a_table_was_asked_when_everybody_was_told_of_something_last(storage: Store) -> None:
    """The same in memory and after a start; at the beginning it is when the match began."""
    tables = await played(storage, 0)
    table = await tables.get(FIRST)
    assert table.asked_at() == table.asked_at(table.started_match.deciding[0]) == table.record.since
    tables = await played(storage, 30)
    table = (await tables.find())[-1]
    public = [line.at for line in await tables.log(table.id, None) if line.events]
    assert table.asked_at() == public[-1]
    fresh = Tables(storage, GAMES)
    assert (await fresh.get(table.id)).asked_at() is None
    assert (await fresh.logs.with_recent(await fresh.get(table.id))).asked_at() == public[-1]
