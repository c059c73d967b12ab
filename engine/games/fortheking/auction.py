"""The second phase, Gain Esteem: bidding for the favor cards one by one (F20-F25, F30-F36)."""

from __future__ import annotations

from engine.events import EventSink
from engine.games.fortheking import cards, scoring, share_influence
from engine.games.fortheking.state import Default, Payment, Sale, State
from engine.rng import Rng
from engine.scene import Seat

MOST = 99
"""The highest number that can be named (C3)."""


def bid(state: State, seat: Seat, amount: int, sink: EventSink) -> None:
    """Name a higher number, `amount`; the hand plays no part in it (F21, F23, F24)."""
    state.players[seat].bid = amount
    sink.all(
        "bid-cards" if state.sells_gold else "bid",
        player=seat,
        amount=amount,
        card=state.up or "",
    )
    state.bidding = _next_bidder(state, state.left_neighbour(seat))


def pass_auction(state: State, seat: Seat, sink: EventSink) -> None:
    """Pass, for good in this auction (F21)."""
    state.players[seat].passed = True
    sink.all("pass", player=seat, card=state.up or "")
    state.bidding = _next_bidder(state, state.left_neighbour(seat))


def pay(state: State, gold: int, sink: EventSink) -> None:
    """Pay one gold card face up (F26)."""
    payment = _payment(state)
    card = f"gold-{gold}"
    player = state.players[payment.seat]
    if card not in player.taken:
        sink.unveil()

    player.give_face_up(card)
    state.paid.append(card)
    due = max(0, payment.due - gold)
    state.payment = Payment(payment.seat, due, (*payment.laid, gold))


def discard(state: State, card: str, sink: EventSink) -> None:
    """Pay one card of any type face down (F27)."""
    payment = _payment(state)
    player = state.players[payment.seat]
    player.give_face_down(card, player.discarded)
    sink.only(payment.seat, "discard-own", card=card)
    state.payment = Payment(payment.seat, payment.due - 1)


def play_forced(state: State, rng: Rng, sink: EventSink) -> bool:
    """Play the next step that leaves no choice; return False if a seat has to decide."""
    if state.payment is not None:
        if state.payment.due:
            return False
        _complete(state, state.payment, sink)
    elif state.up is None:
        _next_card(state, sink)
    else:
        return _settle(state, state.up, rng, sink)

    return True


def _settle(state: State, up: str, rng: Rng, sink: EventSink) -> bool:
    staying = [seat for seat, player in enumerate(state.players) if player.is_bidding]
    if not staying:
        sink.all("unsold", card=up)
        _end_round(state, up)
    elif len(staying) == 1 and staying[0] == state.bidder:
        _win(state, up, Seat(staying[0]), rng, sink)
    else:
        return False

    return True


def _next_card(state: State, sink: EventSink) -> None:
    state.course.append(tuple(scoring.points(state)))
    if not state.favor:
        state.phase = "over"
        sink.all("over")
        return

    sink.unveil()
    state.up = state.favor.pop()
    sink.all(
        "up",
        card=state.up,
        round=len(state.revealed_cards),
        rounds=cards.turns(state.seats),
        player=state.first,
    )

    _open_bidding(state, sink)


def _open_bidding(state: State, sink: EventSink) -> None:
    """Start the bidding at 1 with each player that is not `out`; empty hands are passed at once.

    See F25, F32, F33 and C2.
    """
    for player in state.players:
        player.bid = 0
        player.passed = not player.hand
    empty = tuple(
        seat
        for seat, player in enumerate(state.players)
        if player.passed and not player.out
    )
    if empty:
        sink.all("empty-hands", players=empty, count=len(empty))

    state.bidding = _next_bidder(state, state.first)


def _next_bidder(state: State, seat: Seat) -> Seat:
    """Return the first seat clockwise from `seat` that is still in the auction; `seat` itself if there is none."""
    players = state.players
    for other in (*range(seat, len(players)), *range(seat)):
        if players[other].is_bidding:
            return Seat(other)
    return seat


def _win(state: State, up: str, seat: Seat, rng: Rng, sink: EventSink) -> None:
    amount = state.players[seat].bid
    if not cards.GOLD[up]:
        # Whoever can pay shows how much gold there is at least (F28).
        sink.unveil()

    if state.means(seat) >= amount:
        state.payment = Payment(seat, amount)
        sink.all(
            "win-gold" if cards.GOLD[up] else "win", player=seat, card=up, amount=amount
        )
    else:
        _handle_default(state, up, seat, rng, sink)


def _handle_default(
    state: State, up: str, seat: Seat, rng: Rng, sink: EventSink
) -> None:
    """Take one card unseen from a player that can't pay, exclude it and let the others bid anew (F30-F34, C1)."""
    player = state.players[seat]
    if not cards.GOLD[up]:
        player.prove_less(player.bid)

    draws = rng.for_occasion("lost", seat, len(player.lost))
    card = draws.choice(player.hand)
    neighbour = state.left_neighbour(seat)
    sink.all(
        "default",
        player=seat,
        neighbour=neighbour,
        amount=player.bid,
        card=up,
    )
    player.give_face_down(card, player.lost)
    sink.only(seat, "lost-own", card=card)

    player.out = True
    state.defaults.append(Default(seat, player.bid))
    if any(not other.out for other in state.players):
        sink.all("anew", card=up)
    _open_bidding(state, sink)


def _complete(state: State, payment: Payment, sink: EventSink) -> None:
    """Hand the card over once it is paid; a King is resolved at once (F29)."""
    up = state.up or ""
    player = state.players[payment.seat]
    if cards.GOLD[up]:
        sink.all(
            "paid-cards",
            player=payment.seat,
            count=player.bid,
            card=up,
        )
    else:
        gold = tuple(f"gold-{value}" for value in payment.laid)
        total = sum(payment.laid)
        sink.all(
            "paid-gold",
            player=payment.seat,
            cards=gold,
            total=total,
            card=up,
        )

    _end_round(state, up, payment.seat, player.bid)
    if up in cards.KINGLY:
        share_influence.reveal(state, payment.seat, up, sink)
    else:
        player.gain(up, openly=True)


def _end_round(state: State, up: str, winner: Seat | None = None, bid: int = 0) -> None:
    """Close the auction; the left neighbour of this round's first player is first in the next (F35)."""
    state.sales.append(Sale(up, winner, bid, tuple(state.defaults)))
    state.defaults.clear()
    state.up = state.payment = None
    for player in state.players:
        player.bid = 0
        player.passed = False
        player.out = False

    state.first = state.left_neighbour(state.first)


def _payment(state: State) -> Payment:
    if state.payment is None:
        raise ValueError("nobody has to pay")
    return state.payment
