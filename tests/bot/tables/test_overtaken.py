"""Tables in two processes on one database: who was overtaken looks again, and is refused only what is out of date."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.clocks.table_clock import DAY, TableClock, TimeControl
from bot.storage.records import NO_TABLE, Private, Sitter, Status, TableRecord
from bot.storage.store import Store
from bot.tables.refusals import TableFull
from bot.tables.table import Table
from bot.tables.tables import Tables
from engine.match import PicksReply
from engine.scene import Seat
from tests.engine.ballot import BALLOT

GAMES = {BALLOT.key: BALLOT}
ANN, BO, CY = Sitter(1, "Ann"), Sitter(2, "Bo"), Sitter(3, "Cy")
NEW = TableRecord(NO_TABLE, BALLOT.key, 10, 20, ANN.user, Private.HERE, Status.LOBBY, (ANN,))


@pytest.fixture
def here(storage: Store) -> Tables:
    """Return the tables of one process."""
    return Tables(storage, GAMES)


@pytest.fixture
def there(storage: Store) -> Tables:
    """Return the tables of another process on the same database."""
    return Tables(storage, GAMES)


async def begun(tables: Tables) -> Table:
    """Return a table at which Ann and Bo are asked at the same time."""
    table = await tables.open(NEW)
    await tables.join(table.id, BO)
    return await tables.start(table.id, ANN.user)


async def test_who_decides_while_another_decides_elsewhere_is_heard_as_well(here: Tables, there: Tables) -> None:
    """Both were asked at once; the second click is on a table that has moved, but its question still stands."""
    table = await begun(here)
    number = table.id
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
    assert [sitter.name for sitter in table.record.sitters] == ["Ann", "Bo", "Cy"]
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
    assert [sitter.name for sitter in table.record.sitters] == ["Ann", "Bo"]
    await there.clocks.agree(number, BO.user)
    table = await here.start(number, ANN.user)
    seat = table.seat_of(BO.user)
    await there.invalidate(number)
    await there.play(number, BO.user, table.started_match.question_id(seat), PicksReply((2, 1, 0)))
    table = await here.clocks.pause(number, ANN.user)
    assert table.started_match.seq == 3
    assert table.record.clock is not None
    assert table.record.clock.agreed == (ANN.user,)
