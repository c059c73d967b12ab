"""The end of the game (R58-R60, C12), the report, and what can never be (C13)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.game import Outcome
from engine.scene import Seat
from tests.engine.games.oriflamme import possible
from tests.engine.games.oriflamme.table import (
    LEAVE,
    REVEAL,
    Given,
    R,
    Table,
    ended,
    keys,
    placing,
    resolving,
)
from tests.engine.games.scenarios import spelled


def result(table: Table) -> Outcome:
    """Return the outcome of a table that has ended."""
    outcome = table.match.outcome
    assert outcome is not None
    return outcome


def test_the_game_ends_after_the_sixth_round() -> None:
    """R5, R59, C11: level in Influence, Red has a card in the queue."""
    table = resolving("R:queen_0", given=Given(round=6))
    told = table.do(LEAVE)
    assert keys(told)[:3] == ["leave", "leave-own", "over"]
    assert [each.event for each in told[3:]][: len(result(table).report)] == list(result(table).report)
    assert (table.match.deciding, result(table).winners) == ((), (R,))


@pytest.mark.parametrize(
    ("queue", "has", "places", "won"),
    [
        # S68, R58: nine tokens in the queue are nobody's.
        ("R:queen_9, B:felon_0", [5, 6, 4], (2, 1, 3), "won 1 P2 6"),
        # S66, R59: two stacks of three against three single cards.
        (
            "R:queen_0 / R:trap_0 / R:plot_0, R:felon^ / R:schemer_0 / R:prince_0, B:felon_0, B:queen^, B:trap_0",
            [12, 12, 11],
            (2, 1, 3),
            "won-tops 3 P2 12",
        ),
        # R54, R59: Red's Queen is Blue's second card.
        ("R:queen^[B], R:felon_0, B:felon_0", [9, 9, 1], (2, 1, 3), "won-tops 2 P2 9"),
        # S67, R60: level in everything.
        ("R:queen_0, B:felon_0 / B:trap_0", [9, 9, 1], (1, 1, 3), "won-shared 1 P1 P2 9"),
        # C12: Green is second for its card; level players share a place.
        ("G:queen_0", [9, 4, 4, 4], (1, 3, 2, 3), "won 0 P1 9"),
    ],
)
def test_influence_then_uncovered_cards_decide(queue: str, has: list[int], places: tuple[int, ...], won: str) -> None:
    """S66-S68, R54, R58-R60, C12: for the victory and for all places; tokens on cards don't count."""
    given = Given(seats=len(has), has={Seat(seat): points for seat, points in enumerate(has)})
    outcome = result(ended(queue, given=given))
    assert (outcome.places, spelled(outcome.report[0], "oriflamme")) == (places, won)


def test_the_report_tells_how_everybody_earned_and_lost() -> None:
    """R58: in order of the places, with every source."""
    table = resolving("B:trap_0, >R:cutthroat^, R:queen_2", given=Given(round=6, has={R: 4}))
    table.do(table.legal[0])
    table.do(REVEAL)
    assert [spelled(line, "oriflamme") for line in result(table).report] == [
        "won 1 P1 5",
        "score-lost from-start 4 from-tokens 2 from-queen 2 from-robbed 3 P1 5",
        "score from-start 1 from-stolen 3 P2 4",
        "score from-start 1 P3 1",
    ]


@pytest.mark.parametrize(
    ("queue", "fault"),
    [
        ("R:queen_0 / B:felon_0", "one family"),
        ("R:queen^[B] / R:felon_0", "one family"),
        ("R:plot^", "intrigue"),
        ("R:trap^ / R:felon_0", "intrigue"),
        ("R:queen^[B], G:queen^[B]", "one Bribery token"),
    ],
)
def test_what_rules_rule_out_is_noticed(queue: str, fault: str) -> None:
    """C13, R9, R32: stacks of two families, open intrigues, second or shown tokens, and Influence below 0."""
    with pytest.raises(AssertionError, match=fault):
        possible.check(placing(queue).state)
    state = placing("R:queen^").state
    state.players[R].gain("felon", -2)
    with pytest.raises(AssertionError, match="below 0"):
        possible.check(state)
    state.queue[0][0] = replace(state.queue[0][0], tokens=1)
    with pytest.raises(AssertionError, match="face-down"):
        possible.check(state)


def test_a_second_use_of_a_bribery_token_is_noticed() -> None:
    """C13: the card was used before."""
    table = resolving("R:bribery_0, B:queen^", given=Given(pile={R: "bribery"}))
    with pytest.raises(AssertionError, match="used once"):
        table.do(REVEAL)
