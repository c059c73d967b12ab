"""The course of a match that is over: how its points went (F40, C11)."""

from __future__ import annotations

import pytest

from engine.games.fortheking import FOR_THE_KING
from engine.games.fortheking.state import Sale
from engine.scene import Seat
from tests.contract.walks import walk
from tests.engine.games.fortheking.table import P1, P2, final_table


def test_the_course_ends_with_the_points_and_begins_without_what_was_bought() -> None:
    """F40: the first duty of the military changes hands at the second auction; every third one is marked."""
    table = final_table([["military-A"], ["military-H"], []])
    table.state.sales[:] = [Sale("gold-1"), Sale("military-H", P2, 3), Sale("gold-2"), Sale("gold-3")]
    (chart,) = table.scene(None).charts
    assert chart.ticks == (0, 3, 4)
    assert chart.values == ((3, 1, 1), (0, 3, 3), (0, 0, 0))


def test_what_was_bought_and_given_away_again_scores_nowhere() -> None:
    """C11: it isn't among the hands that are shown."""
    table = final_table([["military-A"], [], []])
    table.state.sales[:] = [Sale("military-H", P1, 3)]
    (chart,) = table.scene(None).charts
    assert chart.values[P1] == (3, 3)


def test_nothing_is_charted_while_the_match_goes_on_nor_without_auctions() -> None:
    """C11: until the end hands are hidden."""
    assert final_table([["military-A"], [], []]).scene(None).charts == ()
    match = next(each for each in walk(FOR_THE_KING, 3, 1)[0] if each.state.sales and each.outcome is None)
    assert not any(match.frame(viewer).scene.charts for viewer in (None, Seat(0)))


@pytest.mark.parametrize("seats", [2, 5])
def test_the_last_mark_of_a_whole_match_is_its_score(seats: int) -> None:
    """F40: for every seat, whatever was played."""
    last = walk(FOR_THE_KING, seats, 3)[0][-1]
    (chart,) = last.frame(None).scene.charts
    shown = [
        next(fact.value for fact in panel.facts if fact.label.key == "fortheking-fact-points")
        for panel in last.frame(None).scene.panels
    ]
    assert [values[-1] for values in chart.values] == shown
    assert chart.ticks[-1] == len(last.state.sales)
