"""The end of the game (R58-R60, C12), the report, and what can never be (C13)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.game import Outcome
from engine.games.oriflamme.state import State
from engine.scene import Seat, Text, Who
from tests.engine.games.oriflamme import possible
from tests.engine.games.oriflamme.table import (
    LEAVE,
    REVEAL,
    B,
    G,
    Given,
    R,
    Table,
    ended,
    keys,
    placing,
    resolving,
)


def result(table: Table) -> Outcome:
    """Return the outcome of a table that has ended."""
    outcome = table.match.outcome
    assert outcome is not None
    return outcome


def entries(line: Text, key: str) -> dict[str, int]:
    """Return the sources that a line of the report lists."""
    listed = dict(line.facts).get(key, ())
    assert isinstance(listed, tuple)
    return {
        one.key.removeprefix("oriflamme-from-"): int(str(dict(one.facts)["points"]))
        for one in listed
        if isinstance(one, Text)
    }


def test_the_game_ends_after_the_sixth_round() -> None:
    """R5, R59, C11: level in Influence, Red has a card in the queue."""
    table = resolving("R:queen_0", given=Given(round=6))
    told = table.do(LEAVE)
    assert keys(told)[:3] == ["leave", "leave-own", "over"]
    assert [each.event for each in told[3:]][: len(result(table).report)] == list(result(table).report)
    assert (table.match.deciding, result(table).winners) == ((), (R,))


def test_the_most_influence_wins_and_tokens_on_cards_do_not_count() -> None:
    """S68, R58: nine tokens in the queue are nobody's."""
    outcome = result(ended("R:queen_9", "B:felon_0", given=Given(has={R: 5, B: 6, G: 4})))
    assert outcome.places == (2, 1, 3)
    assert outcome.report[0].key == "oriflamme-won"


def test_the_most_uncovered_cards_break_a_tie() -> None:
    """S66, R59: two stacks of three against three single cards."""
    queue = ("R:queen_0 / R:trap_0 / R:plot_0", "R:felon^ / R:schemer_0 / R:prince_0", "B:felon_0", "B:queen^")
    outcome = result(ended(*queue, "B:trap_0", given=Given(has={R: 12, B: 12, G: 20 - 9})))
    assert (outcome.places, outcome.report[0].key) == ((2, 1, 3), "oriflamme-won-tops")


def test_a_bribed_card_counts_for_the_briber() -> None:
    """R59, R54: Red's Queen is Blue's second card."""
    outcome = result(ended("R:queen^[B]", "R:felon_0", "B:felon_0", given=Given(has={R: 9, B: 9})))
    assert outcome.places == (2, 1, 3)


def test_who_is_level_in_everything_shares_the_victory() -> None:
    """S67, R60."""
    outcome = result(ended("R:queen_0", "B:felon_0 / B:trap_0", given=Given(has={R: 9, B: 9})))
    assert (outcome.places, outcome.winners) == ((1, 1, 3), (R, B))
    assert outcome.report[0].key == "oriflamme-won-shared"
    assert dict(outcome.report[0].facts)["players"] == (Who(R), Who(B))


def test_lower_places_are_ordered_in_the_same_way() -> None:
    """C12: Green is second for its card; level players share a place."""
    outcome = result(ended("G:queen_0", given=Given(seats=4, has={R: 9, B: 4, G: 4, Seat(3): 4})))
    assert outcome.places == (1, 3, 2, 3)


def test_the_report_tells_how_everybody_earned_and_lost() -> None:
    """R58: in order of the places, with every source."""
    table = resolving("B:trap_0", "R:cutthroat^", "R:queen_2", at=2, given=Given(round=6, has={R: 4}))
    table.do(table.legal[0])
    table.do(REVEAL)
    lines = result(table).report
    assert [line.key for line in lines] == [
        "oriflamme-won",
        "oriflamme-score-lost",
        "oriflamme-score",
        "oriflamme-score",
    ]
    assert entries(lines[1], "earned") == {"start": 4, "tokens": 2, "queen": 2}
    assert entries(lines[1], "lost") == {"robbed": 3}
    assert entries(lines[2], "earned") == {"start": 1, "stolen": 3}


def broken(queue: str) -> State:
    """Return a state with a queue that the rules rule out, at rest."""
    return placing(queue).state


@pytest.mark.parametrize(
    ("queue", "fault"),
    [
        ("R:queen_0 / B:felon_0", "one family"),
        ("R:queen^[B] / R:felon_0", "one family"),
        ("R:plot^", "intrigue"),
        ("R:trap^ / R:felon_0", "intrigue"),
    ],
)
def test_what_the_rules_rule_out_is_noticed(queue: str, fault: str) -> None:
    """C13: stacks of two families, and intrigues that lie face up."""
    with pytest.raises(AssertionError, match=fault):
        possible.check(broken(queue))


def test_tokens_on_a_face_up_card_and_a_second_bribery_token_are_noticed() -> None:
    """C13, R9."""
    state = broken("R:queen^")
    state.queue[0][0] = replace(state.queue[0][0], tokens=1)
    with pytest.raises(AssertionError, match="face-down"):
        possible.check(state)
    state = placing("R:queen^[B]", "G:queen^[B]").state
    with pytest.raises(AssertionError, match="one Bribery token"):
        possible.check(state)


def test_influence_below_0_is_noticed() -> None:
    """R32, C13."""
    state = broken("R:queen^")
    state.players[R].gain("felon", -2)
    with pytest.raises(AssertionError, match="below 0"):
        possible.check(state)


def test_a_second_use_of_a_bribery_token_is_noticed() -> None:
    """C13: the card was used before."""
    table = resolving("R:bribery_0", "B:queen^", given=Given(pile={R: "bribery"}))
    with pytest.raises(AssertionError, match="used once"):
        table.do(REVEAL)
