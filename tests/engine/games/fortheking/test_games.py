"""Whole games of For the King: their course and turning points, by orders, and the titles of duties."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.games.fortheking import cards, scoring
from engine.games.fortheking.actions import Bid, Pass
from engine.games.fortheking.final_report import highlights
from engine.games.fortheking.state import Sale
from engine.match import Match
from engine.orders import Pick, Topic
from engine.rng import Rng
from engine.scene import Seat, Value, Who
from tests.contract.walks import AnyMatch, seed, walk
from tests.engine.games.fortheking.scenarios import GAME, P1, P2, Table, played
from tests.engine.games.fortheking.scripted import by_ones, lasting, script
from tests.engine.games.sentences import source
from tests.engine.ordered import Step, by_orders, check_the_same_story
from tests.every import soak

STANDING = {"never", "gold", "cards"}


def test_what_was_given_away_scored_until_then() -> None:
    """F27, F40: P1 pays with the only military card, which held the duty before."""
    (chart,) = played("military-A | gold-1", "gold-3", "bid 1, pass, discard military-A").scene(None).charts
    assert (chart.ticks, chart.values) == ((0, 1), ((3, 0), (0, 0)))


def test_nothing_is_charted_while_the_match_goes_on_nor_without_auctions() -> None:
    """C11: until the end hands are hidden."""
    assert played("military-A | |").scene(None).charts == ()
    match = next(each for each in walk(GAME, 3, 1)[0] if each.state.sales and each.outcome is None)
    assert not any(match.frame(viewer).scene.charts for viewer in (None, Seat(0)))


def test_no_imagined_world_holds_what_the_real_hands_would_have_scored() -> None:
    """C11: an agent decides in such a world; points of hands would show them. At the end everybody reads them."""
    for match in walk(GAME, 3, 1)[0]:
        course = match.state.course
        world = GAME.rules.imagine(match.state, P1, Rng(b"w", 1))
        assert world.course == (course if match.outcome else [(0, 0, 0)] * len(course))


@pytest.mark.parametrize("seats", [2, 5])
def test_every_mark_is_what_the_hands_of_that_moment_would_have_scored(seats: int) -> None:
    """F40: for every seat, whatever was played; the last mark is the score, each third auction has one."""
    matches = walk(GAME, seats, 3)[0]
    meant: dict[Value, list[int]] = {}
    for each in matches:
        if each.state.phase in {"auction", "over"} and each.state.crown is None and each.state.payment is None:
            meant.setdefault(len(each.state.sales), scoring.points(each.state))
    (chart,) = matches[-1].frame(None).scene.charts
    shown = {tick: list(points) for tick, points in zip(chart.ticks, zip(*chart.values, strict=True), strict=True)}
    # An auction that nobody can take part in is over before anybody sees a state between it and the next.
    seen = shown.keys() & meant
    assert len(seen) >= 5
    assert {tick: shown[tick] for tick in seen} == {tick: meant[tick] for tick in seen}
    assert len({*map(tuple, shown.values())}) > 1
    sales = len(matches[-1].state.sales)
    assert chart.ticks == tuple(sorted({*range(0, sales, 3), sales}))


def test_a_match_that_began_under_rules_2_charts_what_it_has_kept_since() -> None:
    """What went before isn't made up."""
    last = walk(GAME, 2, 3)[0][-1]
    state = last.state.copy()
    del state.course[:-4]
    (chart,) = replace(last, state=state).frame(None).scene.charts
    assert chart.ticks == (18, 20)
    state.course.clear()
    assert replace(last, state=state).frame(None).scene.charts == ()


def told(table: Table, key: str) -> dict[str, Any] | None:
    """Return the facts of the highlight of that key; None if there is none."""
    texts = [each.told for each in highlights(table.state)]
    return next((dict(text.facts) for text in texts if text.key == f"fortheking-highlight-{key}"), None)


def test_lead_change_names_auction() -> None:
    """F40: P1 was ahead until the third of four auctions; P2 has led since."""
    table = played("military-A | military-H |")
    table.state.sales[:] = [Sale("gold-1"), Sale("gold-2"), Sale("military-H", P2, 3), Sale("gold-3")]
    table.state.course[:] = [(3, 0, 0)] * 3 + [(1, 3, 0)] * 2
    ahead = {"player": Who(P2), "number": 3, "count": 4}
    assert told(table, "lead") == {**ahead, "rival": Who(P1)}
    del table.state.course[:2]
    assert told(table, "lead") == {**ahead, "rival": Who(P1)}, "carried over"
    del table.state.course[:1]
    assert told(table, "ahead") == ahead, "what went before isn't made up"


def test_closest_duty_by_letter() -> None:
    """F37: equal sums are the closest; both duties of one office count, each against who came next, if anybody did."""
    table = played("military-A | military-B |")
    facts = told(table, "tied") or told(table, "close") or {}
    assert {facts["player"], facts["rival"]} == {Who(P1), Who(P2)}
    table = played(" | | military-A")
    assert told(table, "tied") is told(table, "close") is None


def test_dearest_card_is_not_gold() -> None:
    """F27: bids for gold count cards, so they don't compare."""
    table = played("military-A | |")
    table.state.sales[:] = [Sale("gold-1", P1, 9), Sale("military-H", P2, 5), Sale("military-B", P1, 4)]
    facts = told(table, "dear") or {}
    assert (facts["player"], facts["bid"]) == (Who(P2), 5)
    table.state.sales[:] = [Sale("gold-1", P1, 9), Sale("military-H")]
    assert told(table, "dear") is None


def seats(*met: int) -> pytest.MarkDecorator:
    """Return how many people play: so many here, and in the soak any number."""
    every = [pytest.param(count, marks=() if count in met else pytest.mark.soak) for count in GAME.seats]
    return pytest.mark.parametrize("seats", every)


@pytest.mark.slow
@seats(3, 5)
@pytest.mark.parametrize("number", [1, soak(2)])
def test_who_leaps_bids_step_by_step_beside_limits_and_the_match_is_the_same(seats: int, number: int) -> None:
    """Any random match, with defaults (F30) and bluffs (F23): orders where they can lead to it, hands where not."""
    positions, moves = walk(GAME, seats, number)
    hand = list(zip(positions, moves, strict=False))
    match, played, ordered = by_orders(hand, number, script)
    check_the_same_story(hand, match, played)
    assert ordered


def standing(match: AnyMatch, seat: Seat, topic: Topic, coming: Sequence[Step]) -> tuple[Pick, ...] | None:
    """Return what a seat orders that goes by standing limits alone, but for a bluff and for who sits first."""
    if topic.name in STANDING and seat:
        waits = match.is_shut and seat in match.deciding and seat not in match.presumed_seats
        return None if waits else lasting(match, seat, topic, coming)
    return script(match, seat, topic, coming)


@seats(2, 4)
@pytest.mark.parametrize("number", [1, soak(2)])
def test_standing_limits_that_lead_to_the_same_bids_give_the_same_match(seats: int, number: int) -> None:
    """F20-F36: passes on a kind of card, so much gold, so many cards; a bluff (F23) is named for its card alone."""
    hand = by_ones(Match.start(GAME, seats, seed(number)))
    match, moves, ordered = by_orders(hand, number, standing)
    check_the_same_story(hand, match, moves)
    assert any(sale.defaults for sale in match.state.sales)
    assert ordered >= sum(isinstance(move.action, Bid | Pass) for _, move in hand)


def test_every_duty_has_a_title_of_its_own() -> None:
    """A1.2: six an office, from 1 point to 6."""
    titles = re.findall(r"^fortheking-duty-([a-z]+)-([1-6]) = (.+)$", source(GAME.key), re.MULTILINE)
    held = {(office, int(value)) for office, value, _ in titles}
    assert held == set(itertools.product(cards.offices(5), range(1, 7)))
    assert len({title for _, _, title in titles}) == len(held) == 36
