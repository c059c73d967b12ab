"""Limits, preferences and payments that are ordered ahead."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.games import GAMES
from engine.games.fortheking.actions import Bid, Pass
from engine.match import Match
from engine.orders import Pick, Topic
from engine.scene import Seat
from tests.contract.walks import AnyMatch, seed, walk
from tests.engine.games.fortheking.scripted import by_ones, lasting, script
from tests.engine.ordered import Step, by_orders, check_the_same_story

GAME = GAMES["fortheking"]


def seats(*met: int) -> pytest.MarkDecorator:
    """Return how many people play: so many here, and in the soak any number."""
    every = [pytest.param(count, marks=() if count in met else pytest.mark.soak) for count in GAME.seats]
    return pytest.mark.parametrize("seats", every)


STANDING = {"never", "gold", "cards"}


@pytest.mark.slow
@seats(2, 5)
@pytest.mark.parametrize("number", [1, *(pytest.param(number, marks=pytest.mark.soak) for number in (2, 3))])
def test_limits_that_lead_to_the_same_bids_give_the_same_match(seats: int, number: int) -> None:
    """F20-F36: the same log, the same state, the same events for everybody; nobody bids by hand."""
    hand = by_ones(Match.start(GAME, seats, seed(number)))
    match, moves, ordered = by_orders(hand, number, script)
    check_the_same_story(hand, match, moves)
    bids = sum(isinstance(move.action, Bid | Pass) for _, move in hand)
    assert ordered >= bids


@pytest.mark.slow
@seats(3)
@pytest.mark.parametrize("number", [1, pytest.param(2, marks=pytest.mark.soak)])
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
@pytest.mark.parametrize("number", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_standing_limits_that_lead_to_the_same_bids_give_the_same_match(seats: int, number: int) -> None:
    """F20-F36: passes on a kind of card, so much gold, so many cards; a bluff (F23) is named for its card alone."""
    hand = by_ones(Match.start(GAME, seats, seed(number)), bluffs=True)
    match, moves, ordered = by_orders(hand, number, standing)
    check_the_same_story(hand, match, moves)
    assert any(sale.defaults for sale in match.state.sales)
    assert ordered >= sum(isinstance(move.action, Bid | Pass) for _, move in hand)
