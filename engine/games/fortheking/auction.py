"""The second phase, Gain Esteem: bidding for the favor cards one by one (F20-F25, F30-F36)."""

from __future__ import annotations

from dataclasses import replace

from engine.game import Told
from engine.games.fortheking import cards, kings, names, report
from engine.games.fortheking.state import Default, Payment, Player, Sale, State
from engine.games.fortheking.tale import Tale
from engine.rng import Rng
from engine.scene import Seat, Text, Who, say

MOST = 99
"""The highest number that can be named (C3)."""


def bid(state: State, seat: Seat, amount: int, tale: Tale) -> None:
    """Name a higher number; the hand plays no part in it (F21, F23, F24)."""
    state.players[seat].bid = amount
    tale.all(by_kind(state, "bid"), player=Who(seat), amount=amount, card=up(state))
    state.bidding = _next_bidder(state, state.left(seat))


def sells_gold(state: State) -> bool:
    """Tell whether gold is up for auction, so that bids count cards (F27)."""
    return state.up is not None and cards.GOLD[state.up] > 0


def by_kind(state: State, key: str) -> str:
    """Return the key of a text about bids, which count gold, or cards when gold is up for auction."""
    return f"{key}-cards" if sells_gold(state) else key


def up(state: State) -> Text:
    """Return the name of the card that is up for auction."""
    return names.name(state.up) if state.up else say("fortheking-none")


def leave(state: State, seat: Seat, tale: Tale) -> None:
    """Pass, for good in this auction (F21)."""
    state.players[seat].passed = True
    tale.all("pass", player=Who(seat), card=up(state))
    state.bidding = _next_bidder(state, state.left(seat))


def pay(state: State, gold: int) -> None:
    """Pay one gold card face up (F26)."""
    payment = _payment(state)
    card = f"gold-{gold}"
    state.players[payment.seat].show(card)
    state.paid.append(card)
    state.payment = replace(payment, due=max(0, payment.due - gold), laid=(*payment.laid, gold))


def discard(state: State, card: str, tale: Tale) -> None:
    """Pay one card of any type face down (F27)."""
    payment = _payment(state)
    player = state.players[payment.seat]
    player.hide(card, player.discarded)
    tale.only(payment.seat, "discard-own", card=names.name(card))
    state.payment = replace(payment, due=payment.due - 1)


def able(player: Player, card: str, amount: int) -> bool:
    """Return whether a player can pay a bid for a card: in cards for gold, in gold for all else (F28)."""
    return (len(player.hand) if cards.GOLD[card] else player.gold) >= amount


def go_on(state: State, rng: Rng, tale: Tale) -> bool:
    """Do what happens by itself next; return False if somebody has to decide."""
    if state.payment is not None:
        if state.payment.due:
            return False
        _complete(state, state.payment, tale)
    elif state.up is None:
        _next_card(state, tale)
    else:
        return _settle(state, state.up, rng, tale)
    return True


def _settle(state: State, up: str, rng: Rng, tale: Tale) -> bool:
    staying = [Seat(seat) for seat, player in enumerate(state.players) if player.bids]
    if not staying:
        tale.all("unsold", card=names.name(up))
        _end_round(state, Sale(up))
    elif staying == [state.bidder]:
        _win(state, up, staying[0], rng, tale)
    else:
        return False
    return True


def _next_card(state: State, tale: Tale) -> None:
    if not state.favor:
        state.phase = "over"
        tale.all("over")
        tale.told += map(Told, report.summary(state))
        return
    state.up = state.favor.pop()
    tale.all(
        "up",
        card=names.name(state.up),
        round=len(state.revealed),
        rounds=cards.turns(state.seats),
        player=Who(state.first),
    )
    _open_bidding(state, tale)


def _open_bidding(state: State, tale: Tale) -> None:
    """Start the bidding at 1 with everybody who is not out; empty hands are passed at once (F25, F32, F33, C2)."""
    for player in state.players:
        player.bid, player.passed = 0, not player.hand
    empty = tuple(Who(Seat(seat)) for seat, player in enumerate(state.players) if player.passed and not player.out)
    if empty:
        tale.all("empty-hands", players=empty, count=len(empty))
    state.bidding = _next_bidder(state, state.first)


def _next_bidder(state: State, seat: Seat) -> Seat:
    """Return the first seat clockwise from this one that is still in the auction; the seat itself if there is none."""
    for ahead in range(state.seats):
        other = Seat((seat + ahead) % state.seats)
        if state.players[other].bids:
            return other
    return seat


def _win(state: State, up: str, seat: Seat, rng: Rng, tale: Tale) -> None:
    amount = state.players[seat].bid
    if able(state.players[seat], up, amount):
        state.payment = Payment(seat, amount)
        tale.all("win-gold" if cards.GOLD[up] else "win", player=Who(seat), card=names.name(up), amount=amount)
    else:
        _default(state, up, seat, rng, tale)


def _default(state: State, up: str, seat: Seat, rng: Rng, tale: Tale) -> None:
    """Take one card unseen from who can't pay, exclude that player and let the others bid anew (F30-F34, C1)."""
    player = state.players[seat]
    card = rng.choice(player.hand)
    tale.all("default", player=Who(seat), neighbour=Who(state.left(seat)), amount=player.bid, card=names.name(up))
    player.hide(card, player.lost)
    tale.only(seat, "lost-own", card=names.name(card))
    player.out = True
    state.defaults.append(Default(seat, player.bid))
    if any(not other.out for other in state.players):
        tale.all("anew", card=names.name(up))
    _open_bidding(state, tale)


def _complete(state: State, payment: Payment, tale: Tale) -> None:
    """Hand the card over once it is paid; a King is resolved at once (F29)."""
    up, player = state.up, state.players[payment.seat]
    if up is None:
        raise ValueError("no card is up for auction")
    if cards.GOLD[up]:
        tale.all("paid-cards", player=Who(payment.seat), count=player.bid, card=names.name(up))
    else:
        gold = tuple(names.name(f"gold-{value}") for value in payment.laid)
        tale.all("paid-gold", player=Who(payment.seat), cards=gold, total=sum(payment.laid), card=names.name(up))
    _end_round(state, Sale(up, payment.seat, player.bid))
    if up in cards.KINGLY:
        kings.reveal(state, payment.seat, up, tale)
    else:
        player.gain(up, openly=True)


def _end_round(state: State, sale: Sale) -> None:
    """Close the auction; the left neighbour of this round's first player is first in the next (F35)."""
    state.sales.append(replace(sale, defaults=tuple(state.defaults)))
    state.defaults.clear()
    state.up = state.payment = None
    for player in state.players:
        player.bid, player.passed, player.out = 0, False, False
    state.first = state.left(state.first)


def _payment(state: State) -> Payment:
    if state.payment is None:
        raise ValueError("nobody has to pay")
    return state.payment
