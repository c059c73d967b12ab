"""What was decided last, kept by the names that everybody knows once it is done."""

from __future__ import annotations

from engine.games.oriflamme import positions
from engine.games.oriflamme.actions import Action, Activate, Lay, Place, PutTwin, Reveal, Target
from engine.games.oriflamme.state import Aim, Card, Decision, State
from engine.scene import Seat


def decision(state: State, seat: Seat, action: Action) -> Decision:
    """Return what is about to be done; a card that is revealed or eliminated has its name from then on (R10, R13)."""
    match action:
        case Reveal():
            return Decision(seat, action, positions.top(state, state.pointer).name)
        case Target(position):
            acting = positions.top(state, state.acting or 0)
            alone = position - 1 == state.acting
            return Decision(seat, action, acting.name, _aim(positions.top(state, position - 1), known=True), alone)
        case Activate(position):
            return Decision(seat, action, "plot", _aim(positions.top(state, position - 1), known=True))
        case PutTwin(place) | Lay(place):
            return Decision(seat, action, aim=_covered(state, place))
        case _:
            return Decision(seat, action)


def _covered(state: State, place: Place) -> Aim | None:
    """Return the card that another one is laid on; it keeps its face (R6, R9)."""
    if isinstance(place, str):
        return None
    card = positions.top(state, place - 1)
    return _aim(card, known=card.revealed)


def _aim(card: Card, *, known: bool) -> Aim:
    return Aim(card.family, card.colour, card.name if known else "")
