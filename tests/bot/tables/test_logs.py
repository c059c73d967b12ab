"""What was told at a table since somebody's last move: from memory, or else by one read."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import AsyncMock

import pytest

from bot.storage.store import Store
from bot.tables.table import RECENT, Table
from bot.tables.tables import Tables
from engine.games import GAMES
from engine.scene import Seat
from tests.bot.party import FIRST
from tests.bot.server import dealing
from tests.bot.tables.test_tables import ANN, BO, CY, NEW, play


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
