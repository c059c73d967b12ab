"""What people order so that a match of For the King, played by hand before, is played just so once more."""

from __future__ import annotations

from collections.abc import Sequence

from bench import habits
from engine.games.fortheking.actions import Bid, Discard, Pass, Pay, Take
from engine.games.fortheking.order_rules import kind, lot
from engine.games.fortheking.questions import cheapest_payments
from engine.orders import Pick, Topic
from engine.scene import Seat
from tests.contract.walks import AnyMatch, AnyMove
from tests.engine.ordered import Step

BLUFFS, TOO_MUCH = 3, 3
"""One limit in so many is a bluff, and how many more it names than there are to pay with."""


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
    least = cheapest_payments([action.gold for action in _gold(coming[at][0], seat)], state.payment.due)[0]
    return tuple(getattr(move.action, "gold", 0) for _, move in coming[at : at + len(least)]) == least


def _gold(match: AnyMatch, seat: Seat) -> list[Pay]:
    hand = match.state.players[seat].hand
    return [action for action in match.legal[seat] for _ in range(hand.count(f"gold-{action.gold}"))]


def by_ones(match: AnyMatch) -> list[Step]:
    """Play a match by hand in which everybody bids by the least raise, and now and then more than they can pay."""
    steps: list[Step] = []
    while match.deciding:
        seat = match.deciding[0]
        for move in _bluffed(match, seat) or habits.by_hand(match, seat)[1]:
            steps.append((match, move))
            match, _ = match.play_without_orders(move.seat, [move.action])
    return steps


def _bluffed(match: AnyMatch, seat: Seat) -> Sequence[AnyMove]:
    """Return the bid of somebody who bluffs about the card that is up, by the least raise; nothing of anybody else."""
    state, player = match.state, match.state.players[seat]
    bid = state.bid + 1
    held = len(player.hand) if state.sells_gold else player.gold
    about = habits.drawn(match, "bluff", seat, len(state.sales), len(state.defaults))
    if Bid(bid) not in match.legal[seat] or about.below(BLUFFS) or bid > held + TOO_MUCH:
        return ()
    return match.play(seat, [Bid(bid)])[1]


def lasting(match: AnyMatch, seat: Seat, topic: Topic, coming: Sequence[Step]) -> tuple[Pick, ...]:
    """Return the lasting orders that come to the limit of the next card, as long as that is no bluff (F28).

    The first seat has none; where it does not bid all others could be through with a card before they think of one.
    """
    now = lot(match.state) if match.state.up else ""
    at = next((at for at, (before, _) in enumerate(coming) if before.state.up and lot(before.state) != now), None)
    if at is None or not coming[at][0].state.players[0].is_bidding:
        return ("off",)
    before, state = coming[at][0], coming[at][0].state
    most, player = _limit(before, seat, coming[at:]), state.players[seat]
    held = len(player.hand) if state.sells_gold else player.gold
    if topic.name == "never":
        return (kind(state.up),) if most == 0 else ("off",)
    fits = topic.name == ("cards" if state.sells_gold else "gold") and isinstance(most, int) and 0 < most <= held
    return (most,) if fits else ("off",)
