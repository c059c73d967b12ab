"""How often a table waits: what counts as one wait, and that orders lead to what was played by hand."""

from __future__ import annotations

from itertools import islice, pairwise
from statistics import mean

import pytest

from bench.beginnings import AWAKE, HOUR, Person
from bench.waits import DAY, GOALS, VISITS, days, decisions, measured, visits, waits
from engine.game import AnyGame
from engine.games import GAMES
from tests.every import FOR_EVERY_GAME

KING, FLAMME = GAMES["fortheking"], GAMES["oriflamme"]


def test_every_game_that_takes_orders_has_a_goal_for_every_number_of_seats() -> None:
    """Those of the record, by which it is held."""
    assert set(GOALS) == {(game.key, seats) for game in GAMES.values() if game.ordering for seats in game.seats}


@pytest.mark.parametrize(("game", "seats"), [(KING, 4), (FLAMME, 3)], ids=["fortheking", "oriflamme"])
def test_orders_save_waits_and_days(game: AnyGame, seats: int) -> None:
    """In one game; how many on average is what the benchmark tells."""
    assert waits(game, seats, 0, orders=True) < waits(game, seats, 0, orders=False)
    assert days(game, seats, 0, orders=True) < days(game, seats, 0, orders=False)


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
