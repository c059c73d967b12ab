"""Starts: tables begin by themselves, with everybody's word, or at a chosen moment; never twice."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.clocks.start_condition import GRACE, UNOPPOSED, StartCondition
from bot.clocks.table_clock import TableClock, TimeControl
from bot.storage.records import NO_TABLE, Private, Sitter, Status, TableId, TableRecord
from bot.tables.refusals import NotOpener
from engine.errors import NotSeated, Refused
from tests.bot.server import GAME
from tests.bot.timed import PEOPLE, Hall

ANN, BO, CY, DANA = PEOPLE
SHOWN = 555
"""The number of the lobby's first message."""


async def opened(
    hall: Hall, starting: StartCondition | None, *others: Sitter, shown: bool = True, game: str = GAME
) -> TableId:
    """Open a table of Ann's whose lobby Discord was shown, at which others sit down then."""
    new = TableRecord(NO_TABLE, game, 10, 20, ANN.user, Private.HERE, Status.LOBBY, (ANN,))
    table = await hall.tables.open(replace(new, clock=TableClock(TimeControl(86_400), starting=starting)))
    if shown:
        await show(hall, table.id)
    await join(hall, table.id, *others)
    return table.id


async def show(hall: Hall, table: TableId) -> None:
    """Keep that Discord was shown the lobby, and with it the pledge."""
    record = (await hall.tables.get(table)).record
    await hall.tables.published_states.store_locked(
        await hall.tables.get(table), replace(record.announced, message=SHOWN, revision=record.revision)
    )


async def join(hall: Hall, table: TableId, *sitters: Sitter) -> None:
    """Let people sit down."""
    for sitter in sitters:
        await hall.tables.join(table, sitter)


async def begun(hall: Hall, table: TableId) -> bool:
    """Tell whether the game has begun."""
    return (await hall.table(table)).status is Status.PLAYING


async def test_shown_pledge_wakes_all_that_wait(hall: Hall) -> None:
    """Whoever has pressed twice, for instance, waits for it twice."""
    table = await opened(hall, None, shown=False)
    waiting = [asyncio.create_task(hall.tables.wait_for_pledge(table)) for _ in range(2)]
    await asyncio.sleep(0)
    await show(hall, table)
    async with asyncio.timeout(10):
        await asyncio.gather(*waiting)


async def test_pledge_shown_by_another_process_wakes_who_waits(hall: Hall) -> None:
    """A change of another table ends no waiting."""
    table = await opened(hall, None, shown=False)
    waiting = asyncio.create_task(hall.tables.wait_for_pledge(table))
    await asyncio.sleep(0)
    await hall.tables.cache.invalidate(TableId(table + 1))
    record = (await hall.table(table)).record
    assert record.pledged
    await hall.storage.save(replace(record, pledged=replace(record.pledged, message=SHOWN)))
    assert not waiting.done()
    await hall.tables.cache.invalidate(table)
    async with asyncio.timeout(10):
        await waiting


async def test_full_table_begins_by_itself(hall: Hall) -> None:
    """A minute after the last of those it waits for has sat down, or has added a word, for others may add one, too.

    Whoever leaves stops the minute.
    """
    table = await opened(hall, StartCondition(3), BO, CY)
    await hall.passes(GRACE - 1)
    await hall.tables.leave(table, CY.user)
    await hall.passes(GRACE * 5)
    assert not await begun(hall, table)
    await join(hall, table, DANA)
    await hall.passes(GRACE - 1)
    await hall.tables.add_word(table, BO.user, bytes(32))
    await hall.passes(GRACE - 1)
    assert not await begun(hall, table)
    await hall.passes(2)
    assert await begun(hall, table)
    assert (await hall.table(table)).record.starting is None


async def test_objection_holds(hall: Hall) -> None:
    """Until who objected agrees, or the opener says so, without whom the others' word begins nothing."""
    table = await opened(hall, StartCondition(4), BO, CY)
    with pytest.raises(Refused, match="refused-not-wanted"):
        await hall.tables.starts.object_to_begin(table, CY.user)
    for sitter in (BO, CY):
        await hall.tables.start(table, sitter.user)
        assert not await begun(hall, table)
    await hall.tables.starts.object_to_begin(table, CY.user)
    await hall.passes(UNOPPOSED * 30)
    assert not await begun(hall, table)
    await hall.tables.start(table, ANN.user)
    assert await begun(hall, table)


async def test_who_may_ask(hall: Hall) -> None:
    """Somebody who sits there, where enough do, unless the opener keeps the beginning for themselves."""
    table = await opened(hall, StartCondition(4), BO)
    with pytest.raises(NotSeated):
        await hall.tables.start(table, CY.user)
    few = await opened(hall, StartCondition(4), BO, game="oriflamme")
    for sitter in (ANN, BO):
        with pytest.raises(Refused, match="refused-too-few"):
            await hall.tables.start(few, sitter.user)
    mine = await opened(hall, StartCondition(4, by_hand=True), BO, CY)
    with pytest.raises(NotOpener):
        await hall.tables.start(mine, BO.user)
    old = await opened(hall, None, BO, CY)
    with pytest.raises(NotOpener):
        await hall.tables.start(old, BO.user)


async def test_rivals_fill_where_last_person_agrees(hall: Hall) -> None:
    """Bo agreed before Ann left and the table became Bo's; then Cy, the last one, agrees as well."""
    table = await opened(hall, StartCondition(4, fill="squire"), BO, CY)
    await hall.tables.start(table, BO.user)
    await hall.tables.leave(table, ANN.user)
    rivals = await hall.name_rivals((await hall.table(table)).record, 2)
    await hall.tables.start(table, CY.user, rivals)
    assert await begun(hall, table)
    assert [each.level for each in (await hall.table(table)).record.sitters] == [None, None, "squire", "squire"]


async def test_unseen_pledge_begins_nothing(hall: Hall) -> None:
    """Who depends on it couldn't have kept it: it begins once the lobby stands in its channel."""
    table = await opened(hall, StartCondition(2), BO, shown=False)
    await hall.passes(GRACE * 10)
    assert not await begun(hall, table)
    await show(hall, table)
    await hall.passes(GRACE * 2)
    assert await begun(hall, table)


@pytest.mark.parametrize("cancels", [True, False])
async def test_one_of_two_at_the_same_time(hall: Hall, *, cancels: bool) -> None:
    """A game that begins by itself as its opener starts or cancels it begins once, or not at all."""
    table = await opened(hall, StartCondition(2), BO)
    hall.now += GRACE + 1
    done = await asyncio.gather(
        hall.keeper.check_due(table),
        hall.tables.starts.begin_due(table),
        hall.tables.cancel(table, ANN.user) if cancels else hall.tables.start(table, ANN.user),
        return_exceptions=True,
    )
    assert not [each for each in done if isinstance(each, Exception) and not isinstance(each, Refused)]
    record = (await hall.tables.get(table)).record
    assert record.status in {Status.PLAYING, Status.ENDED}
    assert len(await hall.storage.log(table)) == 0


async def test_table_led_back_waits_anew(hall: Hall) -> None:
    """What its opener chose holds; nobody's minute has run out meanwhile."""
    table = await opened(hall, StartCondition(3, typed=True), BO, CY)
    await hall.tables.suspend(table)
    await hall.passes(50_000)
    await hall.tables.resume(table, guild=10, channel=21)
    assert not await begun(hall, table)
    await show(hall, table)
    await hall.passes(GRACE + 1)
    assert await begun(hall, table)
