"""Measurements are told rightly: records and their goals, the databases and processes behind them, and waits."""

from __future__ import annotations

import time
from itertools import cycle, islice, pairwise
from pathlib import Path
from statistics import mean

import pytest

from bench import rivals, start
from bench.beginnings import AWAKE, Person
from bench.clocks import wind
from bench.records import Record, compared, parser, read, tell, write
from bench.table import FIGURES, chosen, main, marks, put
from bench.waits import DAY, GOALS, VISITS, decisions, measured, visits, waits
from bot.clocks.table_clock import HOUR
from bot.rivals.playing import due_turns
from bot.storage import sql
from bot.storage.records import Status
from bot.tables.tables import Tables
from engine.game import AnyGame
from engine.games import GAMES
from tests.bot.storage.samples import next_due, opened
from tests.every import FOR_EVERY_GAME
from tests.loopback.records import Channel

MARKS = marks(FIGURES)
CPU = compared("CPU a move, 8 in flight", 5.0, "ms", 2.5, "at most 1.3 times")
PICTURE = Record("a picture", 5.5, "ms", goal="at most 6")
CLICKS = Record("clicks | moves", 1.25, "clicks")


@pytest.mark.parametrize(
    "value, ratio, goal, reached",
    [
        (59.9, None, "at most 60", True),
        (60.1, None, "at most 60", False),
        (30000, None, "at least 30000", True),
        (29999, None, "at least 30000", False),
        (2.6, 1.3, "at most 1.3 times", True),
        (2.7, 1.35, "at most 1.3 times", False),
        (14, 1.4, "at least 1.5 times", False),
        (4.1, None, None, None),
    ],
)
def test_a_goal_bounds_the_value_or_with_times_the_ratio(
    value: float,
    ratio: float | None,
    goal: str | None,
    reached: bool | None,  # noqa: FBT001
) -> None:
    """A goal is a bound from above or below."""
    assert Record("writer", value, "µs", ratio=ratio, goal=goal).reached is reached


@pytest.mark.parametrize(
    "goal, why",
    [
        *((goal, "at most 60") for goal in ("fast", "at most", "at most twice", "<= 60")),
        ("at most 1.3 times", "needs a ratio"),
    ],
)
def test_goal_that_nobody_can_check_is_refused(goal: str, why: str) -> None:
    """The error shows the form; a ratio goal without a floor could never fail."""
    with pytest.raises(ValueError, match=why):
        Record("writer", 1, "µs", goal=goal)


def test_every_benchmark_prints_and_writes_the_same_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--json FILE` is understood by the parser that all share; what is written is read, None and Cyrillic included."""
    arguments = parser("About.").parse_args(["--json", str(tmp_path / "out.json")])
    records = [compared("CPU", 3.0, "ms", 2.0, "at most 1.3 times"), Record("кадр", 1.5, "µs")]
    tell(records, arguments.json)
    assert read(arguments.json) == records
    assert " ".join(capsys.readouterr().out.splitlines()[1].split()) == "CPU 3 ms 2 1.5 at most 1.3 times no"


def test_the_table_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    """Twice put is once there, with the rows asked for by whole names, in that order; other tables stay.

    A goal that was reached stands alone; a stroke in a name stays in its cell.
    """
    readme, figures = tmp_path / "README.md", tmp_path / "whole.json"
    (begin, end), other = MARKS, "\nkept\n".join(marks("promises"))
    readme.write_text(f"{begin}\nold\n{end}\n{other}\n")
    write(figures, [CPU, PICTURE, CLICKS])
    for _ in range(2):
        main([str(figures), "--into", str(readme), "--only", "a picture", "CPU .*", "clicks.*"])
    rows = [
        "| what | figure | beside | goal |",
        "| --- | --- | --- | --- |",
        "| a picture | 5.5 ms |  | at most 6 |",
        "| CPU a move, 8 in flight | 5 ms | 2.5 ms (2 times) | at most 1.3 times, not reached |",
        "| clicks \\| moves | 1.25 clicks |  |  |",
    ]
    assert readme.read_text().splitlines() == [begin, *rows, end, *other.splitlines()]
    with pytest.raises(ValueError, match="no record is called 'CPU'"):
        chosen([CPU], ["CPU"])


@pytest.mark.parametrize("text", ["no marks", MARKS[0], f"{MARKS[0]} {MARKS[1]} {MARKS[0]}"])
def test_a_file_without_both_marks_is_left_alone(text: str) -> None:
    """Nobody loses a README."""
    with pytest.raises(ValueError, match="once each"):
        put(text, "table")


async def test_every_table_is_running_and_announced(tmp_path: Path) -> None:
    """Of each game in turn, and the first person sits at the first table.

    Once wound, a clock runs at each for some hours, as long as any measuring takes, and none is due.
    """
    path = tmp_path / "ten.db"
    await start.fill(path, 10)
    await wind(path)
    async with opened(path) as storage:
        tables = await storage.find()
        assert await storage.select(sql.UNSHOWN) == []
        assert not await storage.select(sql.DUE, now=time.time() + HOUR, most=10)
        assert await next_due(storage) is not None
    assert {table.status for table in tables} == {Status.PLAYING}
    assert [table.game for table in tables] == list(islice(cycle(GAMES), 10))
    assert tables[0].sitters[0].user == start.USER
    assert all(table.clock is not None and table.clock.is_running for table in tables)


async def test_at_every_table_a_champion_is_asked(tmp_path: Path) -> None:
    """Of each game in turn; each cares for the seat of a person who is away."""
    channel = Channel(7, 0, "arena")
    await rivals.fill(tmp_path / "ten.db", channel, 5, 10)
    async with opened(tmp_path / "ten.db") as storage:
        tables = Tables(storage, GAMES)
        found = [await tables.get(table) for table in await storage.select(sql.RIVALLED)]
    assert len(found) == 10
    assert all(table.record.status is Status.PLAYING and table.record.channel == channel.id for table in found)
    assert {turn.sitter.level for table in found for turn in due_turns(table)} == {rivals.LEVEL}
    assert all(map(due_turns, found))


def test_last_percent_is_held_against_answers_without_rivals() -> None:
    """It alone has the goal; in milliseconds, with the ratio that the goal bounds."""
    half, last = rivals.records([0.001] * 200, [0.0011] * 200, 10)
    assert half.goal is None
    assert last.goal == rivals.GOAL
    assert last.ratio == pytest.approx(1.1)
    assert last.reached


FLAMME = GAMES["oriflamme"]


def test_every_game_that_takes_orders_has_a_goal_for_every_number_of_seats() -> None:
    """Those of the record, by which it is held."""
    assert set(GOALS) == {(game.key, seats) for game in GAMES.values() if game.ordering for seats in game.seats}


def test_everybody_looks_in_twice_a_day_at_hours_of_their_own() -> None:
    """Once in the morning and once in the evening, the same every day."""
    seen = list(islice(visits(3, 7), 12))
    assert all(early <= late for (early, _), (late, _) in pairwise(seen))
    for seat in range(3):
        own = [minute for minute, who in seen if who == seat]
        assert [minute - DAY for minute in own[2:]] == own[:2]
        assert all(begin <= minute < end for minute, (begin, end) in zip(own[:2], VISITS, strict=True))


@FOR_EVERY_GAME
def test_what_a_game_says_is_what_is_measured(game: AnyGame) -> None:
    """Whatever the number of players, by hand or by orders, in a few games.

    Waits within a fifth, for open tables tell people how long it takes by that; decisions within a quarter.
    """
    for seats in game.seats:
        for said, orders in zip(game.waits[seats], (False, True), strict=True):
            counted = mean(waits(game, seats, number, orders=orders) for number in range(4))
            assert counted == pytest.approx(said, rel=0.2), (seats, orders)
            decided = mean(decisions(game, seats, number, orders=orders) for number in range(4))
            assert decided == pytest.approx(game.decisions, rel=0.25), (seats, orders)


def test_the_records_hold_orders_against_hands() -> None:
    """Waits and days, each by hand and by orders, the goal beside the latter; decisions stand alone."""
    found = list(measured(FLAMME, 3, 1))
    assert [record.unit for record in found] == ["waits", "waits", "decisions", "days", "days"]
    assert [record.goal for record in found] == [None, "at most 28", None, None, None]
    assert [record.against for record in found] == [None, found[0].value, None, None, found[3].value]


def test_people_of_beginnings_answer_awake() -> None:
    """After a while, or asleep after getting up; looking in takes today's next visit, or else tomorrow's first."""
    owl = Person(0.0, (8 * HOUR, 20 * HOUR))
    assert owl.answers(12 * HOUR, 60) == 12 * HOUR + 60
    assert owl.answers(2 * HOUR, 60) == AWAKE[0] + 60
    assert owl.answers(23.5 * HOUR, 60) == 24 * HOUR + AWAKE[0] + 60
    assert owl.looks_in(9 * HOUR) == 20 * HOUR
    assert owl.looks_in(21 * HOUR) == 32 * HOUR
