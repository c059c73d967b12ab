"""The rules of For the King: setup, the seats that decide, legal actions and their effects, and the places."""

from __future__ import annotations

from functools import cache

from engine.events import SILENT, EventSink
from engine.games.fortheking import auction, cards, scoring, share_influence
from engine.games.fortheking.actions import (
    ZONES,
    Action,
    Bid,
    Discard,
    Lower,
    Pass,
    Pay,
    Place,
    Raise,
    Take,
)
from engine.games.fortheking.imagine import imagine
from engine.games.fortheking.state import Player, State
from engine.rng import Rng
from engine.scene import Seat

__all__ = ["apply", "deciding", "imagine", "legal", "places", "setup"]

PASS = Pass()
PLACE = {zone: Place(zone) for zone in ZONES}
TAKE = {card: Take(card) for card in cards.FACES}
PAY = {card: Pay(gold) for card, gold in cards.GOLD.items() if gold}
DISCARD = {card: Discard(card) for card in cards.FACES}


class BidRange(tuple[Action, ...]):
    """Every number above a standing bid, and passing: a hundred actions that are found without looking at each."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Return all of it; it is hashed for the id of a question, again and again."""
        return _calls_repr(len(self))

    def __contains__(self, action: object) -> bool:
        """Tell whether `action` is a bid that is high enough, or a pass."""
        if isinstance(action, Bid):
            return auction.MOST + 1 - len(self) < action.amount <= auction.MOST
        return action == PASS


@cache
def _calls_repr(calls: int) -> str:
    return tuple.__repr__(CALLS[auction.MOST + 1 - calls])


CALLS = tuple(
    BidRange((*map(Bid, range(bid + 1, auction.MOST + 1)), PASS))
    for bid in range(auction.MOST + 1)
)
"""What can be called, by the standing bid."""


def setup(seats: int, rng: Rng) -> State:
    """Return the table of so many `seats` with the first Adviser's first card drawn (F1-F4)."""
    deck = [*cards.pool(seats)]
    rng.shuffle(deck)
    removed = cards.RANDOM_REMOVED[seats]
    box = deck[:removed]
    deck = deck[removed:]

    board = dict.fromkeys(cards.offices(seats), cards.PRIMARY_START)
    players = [Player() for _ in range(seats)]
    adviser = Seat(rng.below(seats))
    room = share_influence.room(seats)
    state = State(
        players,
        adviser,
        adviser,
        adviser,
        adviser,
        deck,
        box,
        board,
        room,
    )

    share_influence.start_turn(state, adviser, SILENT)
    play_forced(state, rng, SILENT)
    return state


def deciding(state: State) -> tuple[Seat, ...]:
    """Return the seat that must decide now; none when the match is over."""
    if state.phase == "over":
        return ()
    return (_decider(state),)


def _decider(state: State) -> Seat:
    if state.crown is not None:
        return state.crown.seat
    if state.phase == "share":
        return state.picker if state.drawn is None else state.adviser
    return state.bidding if state.payment is None else state.payment.seat


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return every legal action of `seat`, in a stable order; none if it is not asked."""
    if seat not in deciding(state):
        return ()

    if state.crown is not None:
        return share_influence.targets(state)

    if state.phase == "share":
        if state.drawn is not None:
            return tuple([PLACE[zone] for zone in share_influence.open_zones(state)])
        return tuple([TAKE[card] for card in share_influence.choices(state)])

    if state.payment is None:
        return CALLS[state.bid]
    return payments(state, seat)


def payments(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return the single cards that `seat` can pay next: ascending gold, or any card for gold (F26, F27).

    Paying ends as soon as enough is paid: every set that is legal by F26 can be paid in ascending order, and no other.
    """
    hand = dict.fromkeys(state.players[seat].hand)
    if state.sells_gold:
        return tuple([DISCARD[card] for card in hand])
    return tuple([PAY[card] for card in hand if card in PAY])


def apply(state: State, seat: Seat, action: Action, rng: Rng, sink: EventSink) -> None:
    """Play a legal `action` and all its forced consequences."""
    match action:
        case Bid(amount):
            auction.bid(state, seat, amount, sink)
        case Pass():
            auction.pass_auction(state, seat, sink)
        case Place(zone):
            share_influence.place(state, zone, sink)
        case Take(card):
            share_influence.take(state, card, sink)
        case Raise() | Lower():
            share_influence.change(state, action, sink)
        case Pay(gold):
            auction.pay(state, gold, sink)
        case Discard(card):
            auction.discard(state, card, sink)
    play_forced(state, rng, sink)


def play_forced(state: State, rng: Rng, sink: EventSink) -> None:
    """Play on until a seat has a choice (C2, C5, C7)."""
    while _step(state, rng, sink):
        pass


def _step(state: State, rng: Rng, sink: EventSink) -> bool:
    if state.crown is not None:
        return share_influence.play_forced_king(state, sink)
    if state.phase == "share":
        return share_influence.play_forced(state, rng, sink)
    return state.phase == "auction" and auction.play_forced(state, rng, sink)


def places(state: State) -> tuple[int, ...] | None:
    """Return each seat's place; None while the match goes on (F36, F41, C11)."""
    if state.phase != "over":
        return None
    totals = scoring.points(state)
    return scoring.places(totals, scoring.victory(state, totals).seats)
