"""What can never be in For the King (and Me)."""

from __future__ import annotations

from collections import Counter

from engine.games.fortheking import cards
from engine.games.fortheking.hidden_deals import gold
from engine.games.fortheking.state import Player, State


def check(state: State) -> None:
    """Fail where what everybody knows of a player isn't true, or a King is where none can be (F9, F28, F30)."""
    for player in state.players:
        away = player.discarded + player.lost
        assert not cards.KINGLY.intersection(player.hand + away), "a King is revealed when it is received"
        assert all(proven(player)), "an unpaid bid proves that there is less gold"
        known = Counter(player.taken) <= Counter(player.hand)
        assert state.phase == "over" or known, "what is known to be in a hand is there"
        seen = Counter(player.taken + player.earlier) <= Counter(player.hand + away)
        assert seen, "what was seen taken is in the hand or left it face down"
    favored = Counter(card for player in state.players for card in player.favored)
    put = favored == Counter(state.favor + state.revealed_cards)
    assert put, "whatever is or was in the favor deck was put there by somebody"
    payment = state.payment
    if payment is not None and not state.sells_gold:
        assert state.players[payment.seat].gold >= payment.due, "who pays is able to"


def proven(player: Player) -> list[bool]:
    """Tell, for each proof, whether it may hold: all that can have left the hand since then counts at its least."""
    return [
        gold(player.hand)
        + _least(player.discarded, len(player.discarded) - proof.discarded)
        + _least(player.lost, len(player.lost) - proof.lost)
        <= proof.most
        for proof in player.proofs
    ]


def _least(pile: list[str], count: int) -> int:
    return sum(sorted(cards.GOLD[card] for card in pile)[:count])
