"""Limits, preferences and payments that are ordered ahead."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bench import habits
from engine.games import GAMES
from engine.games.fortheking.actions import Bid, Discard, Pass, Pay, Take
from engine.games.fortheking.ordering import lot
from engine.games.fortheking.questions import cheapest
from engine.match import Match
from engine.orders import Pick, Topic
from engine.scene import Seat
from tests.contract.walks import AnyMatch, seed, walk
from tests.engine.ordered import Step, by_orders, check_the_same_story

GAME = GAMES["fortheking"]
SEATS = pytest.mark.parametrize("seats", GAME.seats)


def script(match: AnyMatch, seat: Seat, topic: Topic, coming: Sequence[Step]) -> tuple[Pick, ...] | None:
    """Return what a seat orders so that it does what it did by hand."""
    match topic.name:
        case "limit":
            return (_limit(match, seat, coming),)
        case "discards":
            sold = len(match.state.sales)
            coming = [(before, move) for before, move in coming if len(before.state.sales) == sold]
            named = [move.action.card for _, move in coming if move.seat == seat and isinstance(move.action, Discard)]
            return tuple(named) or None
        case "pick":
            return _preferred(match, seat, coming)
        case "paying":
            return ("least",) if _pays_least(seat, coming) else ("ask",)
        case _:
            return None


def _limit(match: AnyMatch, seat: Seat, coming: Sequence[Step]) -> Pick:
    """Return the limit that bids as was bid by hand, or to be asked where that wasn't by the least raise."""
    most: int = match.state.players[seat].bid
    for before, move in coming:
        if lot(before.state) != lot(match.state) or not isinstance(move.action, Bid | Pass):
            break
        if move.seat == seat and isinstance(move.action, Bid):
            if move.action.amount != before.state.bid + 1:
                return "step"
            most = move.action.amount
    return most


def _preferred(match: AnyMatch, seat: Seat, coming: Sequence[Step]) -> tuple[Pick, ...]:
    """Return the card that was taken behind one that somebody takes first, or to be asked, by turns."""
    taken = [move for before, move in coming if before.state.turn == match.state.turn and isinstance(move.action, Take)]
    own = next((move.action.card for move in taken if move.seat == seat), None)
    if own is None or match.state.turn % 3 == 0:
        return ("ask",)
    first = taken[0].action.card
    return (first, own, "ask") if taken[0].seat != seat and match.state.middle.count(first) == 1 else (own,)


def _pays_least(seat: Seat, coming: Sequence[Step]) -> bool:
    """Tell whether the next payment of a seat is the smallest, begun from nothing (C9)."""
    at = next((at for at, (_, move) in enumerate(coming) if move.seat == seat and isinstance(move.action, Pay)), None)
    if at is None or coming[at][0].state.payment.laid:
        return False
    state = coming[at][0].state
    least = cheapest([action.gold for action in _gold(coming[at][0], seat)], state.payment.due)[0]
    return tuple(getattr(move.action, "gold", 0) for _, move in coming[at : at + len(least)]) == least


def _gold(match: AnyMatch, seat: Seat) -> list[Pay]:
    hand = match.state.players[seat].hand
    return [action for action in match.legal[seat] for _ in range(hand.count(f"gold-{action.gold}"))]


def by_ones(seats: int, number: int) -> list[Step]:
    """Play a match by hand in which everybody bids by the least raise."""
    match, steps = Match.start(GAME, seats, seed(number)), []
    while match.deciding:
        after, moves = habits.by_hand(match, match.deciding[0])
        for move in moves:
            steps.append((match, move))
            match, _ = match.moved(move.seat, [move.action])
        assert match.state == after.state
    return steps


@SEATS
@pytest.mark.parametrize(
    "number", [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.soak)]
)
def test_limits_that_lead_to_the_same_bids_give_the_same_match(seats: int, number: int) -> None:
    """F20-F36: the same log, the same state, the same events for everybody; nobody bids by hand."""
    hand = by_ones(seats, number)
    match, moves, ordered = by_orders(hand, number, script)
    check_the_same_story(hand, match, moves)
    bids = sum(isinstance(move.action, Bid | Pass) for _, move in hand)
    assert ordered >= bids


@SEATS
@pytest.mark.parametrize("number", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_who_leaps_bids_step_by_step_beside_limits_and_the_match_is_the_same(seats: int, number: int) -> None:
    """Any random match, with defaults (F30) and bluffs (F23): orders where they can lead to it, hands where not."""
    positions, moves = walk(GAME, seats, number)
    hand = list(zip(positions, moves, strict=False))
    match, played, ordered = by_orders(hand, number, script)
    check_the_same_story(hand, match, played)
    assert ordered
