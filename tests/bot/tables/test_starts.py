"""Starts: tables begin by themselves, with everybody's word, or at a chosen moment; never twice."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

import pytest

from bot.clocks.start_condition import GRACE, StartCondition
from bot.clocks.table_clock import TableClock, TimeControl
from bot.storage.records import NO_TABLE, Private, Sitter, Status, TableId, TableRecord
from engine.errors import Refused
from tests.bot.server import GAME
from tests.bot.timed import PEOPLE, Hall
from tests.engine.games.scenarios import scenarios

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
    """Tell whether the game has begun, which waits for nothing then."""
    record = (await hall.table(table)).record
    return record.status is Status.PLAYING and record.starting is None


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


@dataclass(frozen=True)
class Opening:
    """What people do at Ann's open table, which `waits` for so many, and whether the game has begun then.

    With "by hand" the opener alone begins it, with "typed" it waits for longer where fewer ask, with "in" it begins
    after so many seconds, without a number it is an older one. `done` are steps: somebody joins, leaves, begins or asks
    to, objects, or adds a word; so many seconds pass; the lobby is shown, its channel lost, or found. `result` is
    "waits", "begun", or why the last step is refused.
    """

    claim: str
    waits: str
    done: str
    result: str = "waits"
    game: str = GAME

    async def play(self, hall: Hall) -> str:
        """Let it be done; return what has come of it."""
        players, _, how = self.waits.partition(" ")
        starting = StartCondition(int(players), typed=how == "typed", by_hand=how == "by hand") if players else None
        if starting and how.startswith("in"):
            starting = replace(starting, at=hall.now + float(how.removeprefix("in")))
        table = await opened(hall, starting, shown=False, game=self.game)
        try:
            for step in self.done.split(", "):
                await self._do(hall, table, *step.split())
        except Refused as error:
            return str(error)
        return "begun" if await begun(hall, table) else "waits"

    async def _do(self, hall: Hall, table: TableId, who: str, does: str) -> None:
        tables, sitter = hall.tables, next((each for each in PEOPLE if each.name == who), ANN)
        match does:
            case "joins":
                await tables.join(table, sitter)
            case "leaves":
                await tables.leave(table, sitter.user)
            case "begins":
                await tables.start(table, sitter.user)
            case "objects":
                await tables.starts.object_to_begin(table, sitter.user)
            case "adds":
                await tables.add_word(table, sitter.user, bytes(32))
            case "pass":
                await hall.passes(float(who))
            case "lost":
                await tables.suspend(table)
            case "found":
                await tables.resume(table, guild=10, channel=21)
            case _:
                await show(hall, table)


@scenarios(
    Opening,
    """
a full table waits a minute after the last of those it waits for has sat down
    waits: 3
    done: lobby shown, Bo joins, Cy joins, 59 pass

whoever leaves stops that
    waits: 3
    done: lobby shown, Bo joins, Cy joins, 59 pass, Cy leaves, 300 pass

a word lets it wait anew, for others may add one, too
    waits: 3
    done: lobby shown, Bo joins, Cy joins, 59 pass, Cy leaves, 300 pass, Dana joins, 59 pass, Bo adds, 59 pass

then it begins by itself
    waits: 3
    done: lobby shown, Bo joins, Cy joins, 59 pass, Cy leaves, 300 pass, Dana joins, 59 pass, Bo adds, 59 pass, 2 pass
    result: begun

nobody objects to what nobody wants
    waits: 4
    done: lobby shown, Bo joins, Cy joins, Cy objects
    result: refused-not-wanted

two of three who want it begin nothing
    waits: 4
    done: lobby shown, Bo joins, Cy joins, Bo begins, Cy begins

an objection holds
    waits: 4
    done: lobby shown, Bo joins, Cy joins, Bo begins, Cy begins, Cy objects, 108000 pass

until the opener says so, without whom the others' word begins nothing
    waits: 4
    done: lobby shown, Bo joins, Cy joins, Bo begins, Cy begins, Cy objects, 108000 pass, Ann begins
    result: begun

who doesn't sit there asks for nothing
    waits: 4
    done: lobby shown, Bo joins, Cy begins
    result: refused-not-seated

nor does anybody where too few sit
    waits: 4
    done: lobby shown, Bo joins, Ann begins
    result: refused-too-few
    game: oriflamme

the opener or not
    waits: 4
    done: lobby shown, Bo joins, Bo begins
    result: refused-too-few
    game: oriflamme

nor where the opener keeps the beginning for themselves
    waits: 4 by hand
    done: lobby shown, Bo joins, Cy joins, Bo begins
    result: refused-not-opener

nor at an older table
    waits:
    done: lobby shown, Bo joins, Cy joins, Bo begins
    result: refused-not-opener

an unseen pledge begins nothing: who depends on it couldn't have kept it
    waits: 2
    done: Bo joins, 600 pass

until the lobby stands in its channel
    waits: 2
    done: Bo joins, 600 pass, lobby shown, 120 pass
    result: begun

a table that is led back waits anew: nobody's minute has run out meanwhile
    waits: 3 typed
    done: lobby shown, Bo joins, Cy joins, channel lost, 50000 pass, channel found

and what its opener chose holds
    waits: 3 typed
    done: lobby shown, Bo joins, Cy joins, channel lost, 50000 pass, channel found, lobby shown, 61 pass
    result: begun

a moment that was chosen begins nothing once it has passed meanwhile
    waits: 3 in 40000
    done: lobby shown, Bo joins, channel lost, 50000 pass, channel found, lobby shown, 61 pass

and holds if it is still to come
    waits: 3 in 60000
    done: lobby shown, Bo joins, channel lost, 50000 pass, channel found, lobby shown, 10001 pass
    result: begun
""",
)
async def test_table_begins_by_itself_or_by_all_who_agree(hall: Hall, scenario: Opening) -> None:
    """A minute after it is full, or as soon as everybody wants it; of its opener alone that is not asked."""
    assert await scenario.play(hall) == scenario.result


async def test_rivals_fill_where_last_person_agrees(hall: Hall) -> None:
    """Bo agreed before Ann left and the table became Bo's; then Cy, the last one, agrees as well."""
    table = await opened(hall, StartCondition(4, fill="squire"), BO, CY)
    await hall.tables.start(table, BO.user)
    await hall.tables.leave(table, ANN.user)
    rivals = await hall.name_rivals((await hall.table(table)).record, 2)
    await hall.tables.start(table, CY.user, rivals)
    assert await begun(hall, table)
    assert [each.level for each in (await hall.table(table)).record.sitters] == [None, None, "squire", "squire"]


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
