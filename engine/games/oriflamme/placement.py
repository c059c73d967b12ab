"""The Placement Phase: everybody in turn lays one card face down (R3, R6-R8)."""

from __future__ import annotations

from engine.games.oriflamme import cards, positions
from engine.games.oriflamme.actions import Lay, Place
from engine.games.oriflamme.decisions import decision
from engine.games.oriflamme.state import Card, State
from engine.scene import Seat
from engine.telling import Tell


def turn(state: State) -> Seat:
    """Return whose turn it is to lay a card."""
    return Seat((state.first + state.laid) % state.seats)


def choose(state: State, card: str, tell: Tell) -> None:
    """Choose a card in secret; where the queue is empty, its place is no question (R6, C10)."""
    state.chosen = card
    if not state.queue:
        lay(state, "first", tell)


def lay(state: State, place: Place, tell: Tell) -> None:
    """Lay the chosen card face down (R6)."""
    seat, card = turn(state), state.chosen
    if card is None:
        raise ValueError("no card is chosen")
    empty = not state.queue
    state.last = decision(state, seat, Lay(place))
    state.players[seat].hand.remove(card)
    index = positions.put(state, place, Card(card, seat, state.round))
    word = "only" if empty else place if isinstance(place, str) else "on"
    tell.others(seat, f"lay-{word}", player=seat, number=index + 1)
    tell.only(seat, "lay-own", card=card, number=index + 1)
    state.chosen = None
    state.laid += 1


def end(state: State, tell: Tell) -> None:
    """Begin the Resolution Phase once everybody has laid a card."""
    state.phase, state.pointer, state.stage = "resolution", 0, "fresh"
    tell.all("resolution")


def next_round(state: State, tell: Tell) -> None:
    """Pass the First Player tile to the left and begin the next round, or end the game (R3, R5, C11)."""
    state.note_course()
    state.first = Seat((state.first + 1) % state.seats)
    state.laid = 0
    if state.round == cards.ROUNDS:
        state.phase = "over"
        tell.all("over")
        return
    state.phase = "placement"
    state.round += 1
    tell_round(state, tell)


def tell_round(state: State, tell: Tell) -> None:
    """Tell everybody which round begins, and who lays a card first."""
    tell.all("round", player=state.first, round=state.round, rounds=cards.ROUNDS)
