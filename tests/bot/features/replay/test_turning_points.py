"""What turned a game: chances and turning points of a match that is over, and what a champion would have chosen."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest

from bot.features.replay import walk
from bot.features.replay.walk import replayed_match_of
from bot.interactions.services import VERDICTS
from bot.rivals import analyst
from bot.rivals.analyst import Analyst
from bot.rivals.thinking import Thinkers, ThinkingLost, estimate_piece, judge_choice
from bot.storage.records import Status, TableId
from bot.tables.chances_chart import analysis_of, chances_chart
from engine.analysis import Analysis, DecisionChances, TurningPoint
from engine.games import GAMES
from engine.match import Match
from engine.rng import Rng
from engine.scene import Seat, say
from tests.bot.features.replay.test_replay import part
from tests.bot.features.test_rematches import OLD, play_on, played
from tests.bot.sentences import assert_refused, assert_said
from tests.bot.server import Evening, Guest, verbs, words
from tests.bot.tongues import Say
from tests.contract.walks import seed

pytestmark = [pytest.mark.slow, pytest.mark.clocked(analysis=1), pytest.mark.usefixtures("thoughts")]
FOUND = Analysis(
    60,
    (DecisionChances(7, 1, 20, 55, 4), DecisionChances(9, 0, 40, None, 11)),
    (TurningPoint(7, say("told-take-back", player=1)),),
)


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> list[Callable[..., Any]]:
    """Let what champions are asked besides their moves be thought here, without a process; return what that was."""
    asked: list[Callable[..., Any]] = []

    async def think(_: Thinkers, work: Callable[..., Any], *args: Any) -> Any:
        asked.append(work)
        await asyncio.sleep(0)
        return work(*args)

    monkeypatch.setattr(Thinkers, "_wait_for_process", think)
    monkeypatch.setattr("bot.rivals.thinking.RACES", 8)
    for name, worlds in (("WORLDS", 1), ("MORE_WORLDS", 8)):
        monkeypatch.setattr(analyst, name, worlds)
    return asked


async def looked_into(court: Evening) -> Analysis:
    """Let all matches that wait be analysed, and return what was found at the first table, once it is shown."""
    async with asyncio.timeout(30):
        while True:
            record = await court.table_record()
            if (found := analysis_of(record)) and record.announced.revision == record.revision:
                assert found.looks
                return found
            await court.later(seconds=1)


async def choice(court: Evening, after: int) -> tuple[Guest, int]:
    """Return the first move after one that was a choice among several, and the guest who made it."""
    table = await court.table()
    replayed = await replayed_match_of(table, court.storage)
    moves = range(after + 1, replayed.last + 1)
    move = next(each for each in moves if len(replayed.at(each - 1).legal[replayed.log[each - 1][0]]) > 1)
    user = table.record.sitters[replayed.log[move - 1][0]].user
    return next(guest for guest in court.guests if guest.id == user), move


async def test_the_end_tells_what_turned_the_game(court: Evening, says: Say) -> None:
    """The table's message has the moments and everybody's chances, nobody is called, and the replay leads there.

    Only what belongs to the match as it ended is shown: not of a table that goes on, nor of one that was set back and
    ended otherwise.
    """
    guests = await played(court)
    pings = len(court.pings())
    found = await looked_into(court)
    board = court.board_text()
    assert (says("turning-points") in board) == bool(found.points)
    assert len(court.pings()) == pings
    look = await guests[0].press("look")
    assert says("chart-chances") in look.text

    first = found.looks[0]
    answer = await guests[0].forge(f"replay:1:{first.move}:all")
    assert f"{first.before}%" in answer.private
    options = part(answer, "chapter")["options"]
    assert [each["value"] for each in options[: len(found.points)]] == [str(each.move) for each in found.points]
    assert len({each["value"] for each in options}) == len(options)

    record = await court.table_record()
    for other in ({"status": Status.PLAYING}, {"analysis": replace(found, moves=found.moves - 1)}):
        assert analysis_of(replace(record, **other)) is None


async def test_a_stop_loses_no_analysis(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next start takes up the tables of the last day that aren't analysed yet, and those alone."""
    begun: list[int] = []
    look = Analyst._analyse

    async def stopped(_: Analyst, table: Any) -> None:
        begun.append(table.id)
        await asyncio.sleep(3600)

    monkeypatch.setattr(Analyst, "_analyse", stopped)
    await played(court)
    monkeypatch.setattr(Analyst, "_analyse", look)
    await court.restart()
    await looked_into(court)
    await court.restart()
    assert begun == [OLD]
    assert not court.bot.analyst._queue
    monkeypatch.setattr(Analyst, "_analyse", stopped)
    await court.tables.store_analysis(OLD, replace(FOUND, moves=0))
    for hours, awaits in ((1, True), (24, False)):
        await court.bot.analyst.close()
        court.clock.now += 3600 * hours
        await court.restart()
        assert court.bot.analyst.awaits(OLD) == awaits


@pytest.mark.clocked(analysis=0)
async def test_what_a_host_has_switched_off_is_neither_done_nor_offered(
    court: Evening, thoughts: list[Callable[..., Any]]
) -> None:
    """No process thinks, no button asks, and a forged one is refused."""
    guests = await played(court)
    answer = await guests[0].press("replay")
    assert not {"judged", "analyse"} & set(verbs(answer))
    await assert_refused("refused-unknown", guests[0], "analyse:1", "judged:1:3:all")
    assert not thoughts


@pytest.mark.parametrize("other", [{"rules": 0}, {"sound": False}])
async def test_only_matches_of_todays_rules_are_looked_into(
    court: Evening, monkeypatch: pytest.MonkeyPatch, other: dict[str, Any]
) -> None:
    """Of any other, or a damaged one, nothing would come of it: no button asks, and a forged one is refused."""
    guests, log = court.guests[:3], court.storage.log

    async def changed(*given: Any) -> list[Any]:
        *lines, last = await log(*given)
        return [*lines, replace(last, **other)]

    with patch.object(Analyst, "_due", lambda *_: False):
        await played(court)
    monkeypatch.setattr(type(court.storage), "log", lambda _, *given: changed(*given))
    monkeypatch.setattr(walk, "_known", {})
    answer = await guests[0].press("replay")
    assert "analyse" not in verbs(answer)
    await assert_refused("refused-unknown", guests[0], "analyse:1")


async def test_a_private_game_is_looked_at_where_its_person_asks(court: Evening, ann: Guest) -> None:
    """Not by itself; a queue that is full says so, else the whole table shows what was found."""
    await ann.command("alone", game="oriflamme")
    await play_on(court)
    await court.settle()
    assert (await court.table_record()).alone
    assert not court.bot.analyst._queue
    opened = await ann.forge("replay:1", ann.dms[-1])
    court.bot.analyst._queue.extend(map(TableId, range(100, 100 + analyst.MOST)))
    await assert_said("refused-analysis", ann.press("analyse", opened))
    court.bot.analyst._queue.clear()
    await assert_said("analysis-begun", ann.press("analyse", opened))
    await looked_into(court)
    assert words("button-table") in words("analysis-begun")
    assert words("chart-chances") in (await ann.press("look", opened)).text


async def test_a_champions_choice_is_told_to_whoever_made_another_one(
    court: Evening, thoughts: list[Callable[..., Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To nobody else, six times a minute, and kindly where the process was lost."""
    monkeypatch.setattr(court.bot.services.rate_limits.verdicts, "_clock", lambda: 0.0)
    # A quick machine would have analysed the match by itself before anybody asks.
    monkeypatch.setattr(Analyst, "_due", lambda *_: False)
    guests = await played(court)
    board, (owner, move) = court.board(), await choice(court, 6)

    with patch.object(Thinkers, "_wait_for_process", AsyncMock(side_effect=ThinkingLost)):
        told = await owner.forge(f"judged:1:{move}:all", board)
    assert words("refused-verdict") in told.result.followups[0].content
    assert (await court.table_record()).analysis is None

    other = next(guest for guest in guests if guest is not owner)

    answer = await owner.forge(f"replay:1:{move}:all", board)
    thoughts.clear()
    told = await owner.press("judged", answer)
    assert "champion" in told.result.followups[0].content
    assert thoughts.count(judge_choice) == 1
    assert "judged" not in verbs(await other.forge(f"replay:1:{move}:all", board))
    await assert_refused("refused-unknown", other, f"judged:1:{move}:all", place=board)

    for _ in range(VERDICTS - 1):
        await owner.forge(f"judged:1:{move}:all", answer)
        assert thoughts.count(judge_choice) <= VERDICTS - 1, "the one that was lost counts, too"
    assert thoughts.count(judge_choice) == VERDICTS - 1


async def test_a_champion_without_time_claims_nothing(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """It neither says that it would have done the same nor compares what it hasn't tried."""
    monkeypatch.setattr("bot.rivals.thinking.RACES", 0)
    await played(court)
    table, said = await court.table(), set[str]()
    replayed = await replayed_match_of(table, court.storage)
    monkeypatch.setattr(court.bot.services.rate_limits.verdicts, "take", lambda _: 0)
    move = 0
    while len(said) < 2 and move < replayed.last - 1:
        owner, move = await choice(court, move)
        told = await owner.forge(f"judged:1:{move}:all")
        said.add(told.result.followups[0].content.split("**")[0])
    assert said == {words("refused-verdict"), "A champion would have chosen the same: "}


def test_a_chart_goes_from_look_to_look_to_the_end() -> None:
    """Before a seat's first decision its chance is that of the first look, and in the end it has won or not.

    After the last look it is what the seat knew then: nobody's end shows before the end.
    """
    looks = (DecisionChances(7, 1, 20, 55, 4), DecisionChances(9, 0, 80, None, 11), DecisionChances(40, 1, 60, 70, 3))
    drawn = chances_chart(Analysis(60, looks, ()), (2, 1), 30)
    assert (drawn.ticks[0], drawn.ticks[-1], drawn.now) == (0, 60, 4.0)
    assert [values[0] for values in drawn.values] == [80, 20]
    assert [values[-2] for values in drawn.values] == [53, 47]
    assert [values[-1] for values in drawn.values] == [0, 100]
    assert [values[-1] for values in chances_chart(FOUND, (1, 1)).values] == [50, 50]


@pytest.mark.parametrize("places", [(2, 1), (1, 1, 1), (3, 1, 2, 4), (2, 5, 1, 3, 4)])
def test_chances_of_all_seats_are_a_hundred_together(places: tuple[int, ...]) -> None:
    """Each seat's share is by its own knowledge; drawn beside each other they are scaled."""
    dice = random.Random(len(places))
    some = tuple(DecisionChances(move, move % len(places), dice.randrange(101), None, 9) for move in range(3, 90))
    for looks in (some, tuple(look._replace(before=0) for look in some)):
        drawn = chances_chart(Analysis(100, looks, ()), places)
        assert {sum(values) for values in zip(*drawn.values, strict=True)} == {100}


def test_a_piece_of_an_analysis_keeps_nobody_waiting() -> None:
    """However many worlds are wanted, it ends after a tenth of a second."""
    game = GAMES["fortheking"]
    match = Match.start(game, 5, seed(3))
    chance, seconds = estimate_piece(game.key, match.view(match.deciding[0], Rng(seed(4), 0)), seed(5), 10**6)
    assert 1 <= chance.worlds < 10**4
    assert seconds < 0.2


async def test_a_rival_waits_for_one_piece_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a match is analysed in the only process, a champion's question comes in between.

    That process ends with the analyses where no rival needs it, and stays where one did.
    """
    monkeypatch.undo()
    thinkers, game = Thinkers(1), GAMES["oriflamme"]
    match = Match.start(game, 3, seed(3))
    seat = match.deciding[0]
    view, order = match.view(seat, Rng(seed(4), 0)), list[str]()

    def running() -> bool:
        return thinkers._pool is not None

    async def analyse() -> None:
        for _ in range(4):
            await thinkers.estimate(game.key, view, 10**6)
            order.append("piece")

    try:
        await thinkers.estimate(game.key, view, 1)
        thinkers.rest()
        assert not running()
        await thinkers.estimate(game.key, view, 1)
        under_way = asyncio.create_task(analyse())
        await asyncio.sleep(0.01)
        await thinkers.advice(match, Seat(seat), "champion")
        order.append("champion")
        await under_way
        thinkers.rest()
        assert running()
    finally:
        thinkers.close()
    assert order.index("champion") <= 1
