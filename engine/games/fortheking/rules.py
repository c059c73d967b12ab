"""The course of the game: setup, who decides, what is legal, and what an action does."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.fortheking import auction, cards, kings, share
from engine.games.fortheking.actions import Action, Bid, Discard, Lower, Pass, Pay, Place, Raise, Take
from engine.games.fortheking.state import Player, State
from engine.games.fortheking.tale import Tale
from engine.rng import Rng
from engine.scene import Seat

BIDS: tuple[Action, ...] = tuple(Bid(amount) for amount in range(1, auction.MOST + 1))
PASS = Pass()


def setup(seats: int, rng: Rng) -> State:
    """Return the table with the first Adviser's first card drawn (F1-F4)."""
    deck = cards.pool(seats)
    rng.shuffle(deck)
    removed = cards.RANDOM_REMOVED[seats]
    box, deck = deck[:removed], deck[removed:]
    board = dict.fromkeys(cards.offices(seats), cards.PRIMARY_START)
    players, adviser = [Player() for _ in range(seats)], Seat(rng.below(seats))
    state = State(players, adviser, adviser, adviser, adviser, deck, box, board, share.room(seats))
    tale = Tale()
    share.start_turn(state, adviser, tale)
    go_on(state, rng, tale)
    return state


def decider(state: State) -> Seat | None:
    """Return the one seat that must decide now, None when the match is over."""
    if state.phase == "over":
        return None
    if state.crown is not None:
        return state.crown.seat
    if state.phase == "share":
        return state.picker if state.drawn is None else state.adviser
    return state.bidding if state.payment is None else state.payment.seat


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """Return every legal action of a seat, in a stable order; none if it is not asked."""
    if seat != decider(state):
        return ()
    if state.crown is not None:
        return kings.targets(state)
    if state.phase == "share":
        if state.drawn is not None:
            return [Place(zone) for zone in share.open_zones(state)]
        return [Take(card) for card in share.choices(state)]
    if state.payment is None:
        return (*BIDS[state.bid :], PASS)
    return payments(state, seat)


def payments(state: State, seat: Seat) -> Sequence[Action]:
    """Return the single cards that can be paid next: ascending gold, or any card for gold (F26, F27).

    Paying ends as soon as enough is paid: every set that is legal by F26 can be paid in ascending order, and no other.
    """
    hand = dict.fromkeys(state.players[seat].hand)
    if state.up is not None and cards.GOLD[state.up]:
        return [Discard(card) for card in hand]
    return [Pay(cards.GOLD[card]) for card in hand if cards.GOLD[card]]


def apply(state: State, seat: Seat, action: Action, rng: Rng, tale: Tale) -> None:
    """Play a legal action and everything that follows from it by itself."""
    match action:
        case Place(zone):
            share.place(state, zone, tale)
        case Take(card):
            share.take(state, card, tale)
        case Raise() | Lower():
            kings.change(state, action, tale)
        case Bid(amount):
            auction.bid(state, seat, amount, tale)
        case Pass():
            auction.leave(state, seat, tale)
        case Pay(gold):
            auction.pay(state, gold)
        case Discard(card):
            auction.discard(state, card, tale)
    go_on(state, rng, tale)


def go_on(state: State, rng: Rng, tale: Tale) -> None:
    """Let the game run by itself until somebody has a choice (C2, C5, C7)."""
    while _step(state, rng, tale):
        pass


def _step(state: State, rng: Rng, tale: Tale) -> bool:
    if state.crown is not None:
        if len(kings.targets(state)) > 1:
            return False
        kings.go_on(state, tale)
        return True
    if state.phase == "share":
        return share.go_on(state, rng, tale)
    return state.phase == "auction" and auction.go_on(state, rng, tale)
