"""What stands beside a table is asked of the storage once: how many tables a channel has, and where a person sits.

Tables in two processes on one database: who was overtaken looks again, and is refused only what is out of date.
"""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.clocks.table_clock import DAY, TableClock, TimeControl
from bot.host.shards import ShardSet
from bot.storage.port import StorageError
from bot.storage.records import NO_TABLE, Private, Sitter, Status, TableId, TableRecord
from bot.storage.store import Store
from bot.tables import limits
from bot.tables.limits import Limits, LiveTables
from bot.tables.refusals import TableFull
from bot.tables.tables import Tables
from engine.errors import Refused
from engine.match import PicksReply
from engine.scene import Seat
from tests.engine.ballot import BALLOT

PEOPLE = [Sitter(user, f"Person {user}") for user in range(1, 6)]
ANN, BO, CY, *_ = PEOPLE
GAMES = {BALLOT.key: BALLOT}
NEW = TableRecord(NO_TABLE, BALLOT.key, 10, 20, ANN.user, Private.HERE, Status.LOBBY, (ANN,))
STEPS = 120


async def test_a_channel_is_remembered_though_more_were_asked_about_than_are_kept(
    storage: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest makes room: else a host with many channels would wait for the storage with every answer."""
    monkeypatch.setattr(limits, "REMEMBERED", 2)
    known, tally = LiveTables(storage), AsyncMock(wraps=storage.select)
    monkeypatch.setattr(storage, "select", tally)
    for channel in (1, 2, 3, 3, 2, 1, 1):
        assert not await known.has_several(channel)
    assert [each.kwargs["channel"] for each in tally.await_args_list] == [1, 2, 3, 1]


async def step(tables: Tables, numbers: list[TableId], rng: random.Random) -> None:
    """Let something happen that may change who sits where, or which tables are live."""
    sitter, number = rng.choice(PEOPLE), rng.choice([*numbers, NO_TABLE])
    match rng.choice(["open", "join", "join", "leave", "start", "end", "exchange", "suspend", "resume"]):
        case "open":
            new = replace(NEW, channel=rng.choice((20, 21)), opener=sitter.user, sitters=(sitter,))
            numbers.append((await tables.open(new)).id)
        case "join":
            await tables.join(number, sitter)
        case "leave":
            await tables.leave(number, sitter.user)
        case "start":
            await tables.start(number, sitter.user, moderator=True)
        case "end":
            await tables.end(number, sitter.user, moderator=True)
        case "exchange":
            await tables.seats.exchange(number, Seat(0), replace(sitter, name="Another"))
        case "suspend":
            await tables.suspend(number)
        case _:
            await tables.resume(number, guild=10, channel=20)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
async def test_where_people_sit_is_known_as_the_storage_knows_it(storage: Store, seed: int) -> None:
    """Whatever happens, and though both were asked before."""
    rng, numbers = random.Random(seed), list[TableId]()
    tables = Tables(storage, GAMES, limits=Limits())
    for _ in range(STEPS):
        with suppress(Refused):
            await step(tables, numbers, rng)
        for sitter in PEOPLE:
            found = {table.id for table in await storage.find(user=sitter.user)}
            assert await tables.live_tables.tables_of(sitter.user) == found
        for channel in (20, 21):
            several = len(await storage.find(channel=channel)) > 1
            assert await tables.live_tables.has_several(channel) == several
    assert len(numbers) > STEPS // 20


@pytest.fixture
def here(storage: Store) -> Tables:
    """Return the tables of one process."""
    return Tables(storage, GAMES)


@pytest.fixture
def there(storage: Store) -> Tables:
    """Return the tables of another process on the same database."""
    return Tables(storage, GAMES)


async def test_what_another_process_changes_is_asked_anew(
    here: Tables, there: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It tells that it has changed the table, and says nothing of its people; after a gap all is asked anew.

    Of a table of another share nobody tells: where a share is looked after the storage is asked each time.
    """
    assert not await here.live_tables.tables_of(ANN.user)
    first = (await there.open(NEW)).id
    await here.invalidate_all()
    assert await here.live_tables.tables_of(ANN.user) == {first}

    assert not await here.live_tables.tables_of(BO.user)
    await there.join(first, BO)
    await here.invalidate(first)
    assert await here.live_tables.tables_of(BO.user) == {first}

    monkeypatch.setattr(Store, "share", ShardSet(2, (0,)))
    second = (await there.open(NEW)).id
    assert await here.live_tables.tables_of(ANN.user) == {first, second}


async def test_a_change_of_which_nobody_knows_whether_it_was_kept_is_looked_up(
    here: Tables, storage: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database has failed after it had kept that somebody joins."""
    save, opened = storage.save, await here.open(NEW)
    assert not await here.live_tables.tables_of(BO.user)

    async def kept(table: TableRecord, *lines: Any, **how: Any) -> TableRecord:
        await save(table, *lines, **how)
        raise StorageError("storage-outcome-unknown", path="")

    monkeypatch.setattr(storage, "save", kept)
    with pytest.raises(StorageError):
        await here.join(opened.id, BO)
    assert await here.live_tables.tables_of(BO.user) == {opened.id}


# What is decided here while something else is done elsewhere


async def test_who_decides_while_another_decides_elsewhere_is_heard_as_well(here: Tables, there: Tables) -> None:
    """Both were asked at once; the second click is on a table that has moved, but its question still stands."""
    number = (await here.open(NEW)).id
    await here.join(number, BO)
    table = await here.start(number, ANN.user)
    seats = {sitter.user: Seat(seat) for seat, sitter in enumerate(table.record.sitters)}
    questions = {user: table.started_match.question_id(seat) for user, seat in seats.items()}
    await there.play(number, ANN.user, questions[ANN.user], PicksReply((0, 1, 2)))
    played = await here.play(number, BO.user, questions[BO.user], PicksReply((2, 1, 0)))
    assert played.table.started_match.seq == 6
    assert (await there.get(number)).started_match.seq == 3
    assert played.table.status is Status.OVER


async def test_two_who_sit_down_at_once_both_sit(here: Tables, there: Tables) -> None:
    """A seat is taken elsewhere meanwhile, and the next one is free; looked at again, a table may be full."""
    number = (await here.open(NEW)).id
    await there.join(number, BO)
    table = await here.join(number, CY)
    assert table.record.sitters == (ANN, BO, CY)
    for guest in range(10, 14):
        await here.join(number, Sitter(guest, f"Guest {guest}"))
    await there.join(number, Sitter(14, "Guest 14"))
    with pytest.raises(TableFull):
        await here.join(number, Sitter(15, "Guest 15"))


async def test_clocks_are_changed_while_something_else_is_done_elsewhere(here: Tables, there: Tables) -> None:
    """A pace is proposed while somebody sits down, and a pause is wanted while somebody answers."""
    number = (await here.open(replace(NEW, clock=TableClock()))).id
    await there.join(number, BO)
    table = await here.clocks.propose(number, ANN.user, TimeControl(DAY))
    assert table.record.sitters == (ANN, BO)
    await there.clocks.agree(number, BO.user)
    table = await here.start(number, ANN.user)
    seat = table.seat_of(BO.user)
    await there.invalidate(number)
    await there.play(number, BO.user, table.started_match.question_id(seat), PicksReply((2, 1, 0)))
    table = await here.clocks.pause(number, ANN.user)
    assert table.started_match.seq == 3
    assert table.record.clock is not None
    assert table.record.clock.agreed == (ANN.user,)
