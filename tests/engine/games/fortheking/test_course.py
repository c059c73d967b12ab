"""The course of a match that is over: how its points went (F40, C11)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games.fortheking import FOR_THE_KING, scoring
from engine.games.fortheking.actions import Bid, Discard
from engine.games.fortheking.state import Sale
from engine.rng import Rng
from engine.scene import Seat, Value
from tests.contract.walks import walk
from tests.engine.games.fortheking.table import P1, P2, PASS, auction_table, final_table


def test_the_course_marks_the_beginning_each_third_auction_and_the_last() -> None:
    """F40: four auctions, five times at which it might have ended."""
    table = final_table([["military-A"], ["military-H"], []])
    table.state.sales[:] = [Sale("gold-1"), Sale("military-H", P2, 3), Sale("gold-2"), Sale("gold-3")]
    table.state.course[:] = [(3, 0, 0), (3, 0, 0), (1, 3, 0), (1, 3, 0), (1, 3, 0)]
    (chart,) = table.scene(None).charts
    assert chart.ticks == (0, 3, 4)
    assert chart.values == ((3, 1, 1), (0, 3, 3), (0, 0, 0))


def test_what_was_given_away_scored_until_then() -> None:
    """F27, F40: P1 pays with the only military card, which held the duty before."""
    table = auction_table([["military-A"], ["gold-1"]], ["gold-3"], board=[3] * 5)
    table.do(P1, Bid(1))
    table.do(P2, PASS)
    if table.state.phase != "over":
        table.do(P1, Discard("military-A"))
    (chart,) = table.scene(None).charts
    assert (chart.ticks, chart.values) == ((0, 1), ((3, 0), (0, 0)))


def test_nothing_is_charted_while_the_match_goes_on_nor_without_auctions() -> None:
    """C11: until the end hands are hidden."""
    assert final_table([["military-A"], [], []]).scene(None).charts == ()
    match = next(each for each in walk(FOR_THE_KING, 3, 1)[0] if each.state.sales and each.outcome is None)
    assert not any(match.frame(viewer).scene.charts for viewer in (None, Seat(0)))


def test_no_imagined_world_holds_what_the_real_hands_would_have_scored() -> None:
    """C11: an agent decides in such a world; points of hands would show them. At the end everybody reads them."""
    for match in walk(FOR_THE_KING, 3, 1)[0]:
        course = match.state.course
        world = FOR_THE_KING.rules.imagine(match.state, P1, Rng(b"w", 1))
        assert world.course == (course if match.outcome else [(0, 0, 0)] * len(course))


@pytest.mark.parametrize("seats", [2, 5])
def test_every_mark_is_what_the_hands_of_that_moment_would_have_scored(seats: int) -> None:
    """F40: for every seat, whatever was played; the last mark is the score."""
    matches = walk(FOR_THE_KING, seats, 3)[0]
    meant: dict[Value, list[int]] = {}
    for each in matches:
        if each.state.phase in {"auction", "over"} and each.state.crown is None and each.state.payment is None:
            meant.setdefault(len(each.state.sales), scoring.points(each.state, scoring.awarded_duties(each.state)))
    (chart,) = matches[-1].frame(None).scene.charts
    shown = {tick: list(points) for tick, points in zip(chart.ticks, zip(*chart.values, strict=True), strict=True)}
    # An auction that nobody can take part in is over before anybody sees a state between it and the next.
    seen = shown.keys() & meant
    assert len(seen) >= 5
    assert {tick: shown[tick] for tick in seen} == {tick: meant[tick] for tick in seen}
    assert len({*map(tuple, shown.values())}) > 1
    assert chart.ticks[-1] == len(matches[-1].state.sales)


def test_a_match_that_began_under_rules_2_charts_what_it_has_kept_since() -> None:
    """What went before isn't made up."""
    last = walk(FOR_THE_KING, 2, 3)[0][-1]
    state = last.state.copy()
    del state.course[:-4]
    (chart,) = replace(last, state=state).frame(None).scene.charts
    assert chart.ticks == (18, 20)
    state.course.clear()
    assert replace(last, state=state).frame(None).scene.charts == ()
