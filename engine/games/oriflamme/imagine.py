"""A table that a viewer can't tell from the real one: the hidden cards of every other colour are dealt anew.

Nothing here reads a hidden card except to learn which cards of a colour are hidden, all together: everybody knows that.
"""

from __future__ import annotations

from engine.games.oriflamme import cards, placement
from engine.games.oriflamme.state import State
from engine.rng import Rng
from engine.scene import Seat, Viewer


def imagine(state: State, viewer: Viewer, rng: Rng) -> State:
    """Return another state with the same frame for this viewer; it depends on the viewer's knowledge and the draws."""
    other = state.copy()
    if other.phase == "over":
        return other
    for seat in range(other.seats):
        if seat != viewer:
            _deal(other, Seat(seat), rng)
    if other.chosen is not None and placement.turn(other) != viewer:
        other.chosen = rng.choice(other.players[placement.turn(other)].hand)
    return other


def _deal(state: State, seat: Seat, rng: Rng) -> None:
    """Deal the hidden cards of a colour into its hand, the queue and the set-aside cards.

    A card that an Impersonation lacked can't be set aside (R36).
    """
    player = state.players[seat]
    absent = state.absentees(seat)
    free = [name for name in state.hidden(seat) if name not in absent]
    rng.shuffle(free)
    size = len(player.aside)
    player.aside = sorted(free[:size], key=cards.order)
    rest = sorted([*free[size:], *absent], key=cards.order)
    rng.shuffle(rest)
    for card in state.cards:
        if card.colour == seat and not card.revealed:
            card.name = rest.pop()
    player.hand = sorted(rest, key=cards.order)
