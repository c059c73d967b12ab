"""King cards: revealed at once when received, resolved tile by tile (F9, F13-F19)."""

from __future__ import annotations

from engine.games.fortheking import cards
from engine.games.fortheking.actions import Change, Lower, Raise
from engine.games.fortheking.state import Crown, State
from engine.scene import Seat
from engine.telling import Tell

RAISE = {office.key: Raise(office.key) for office in cards.OFFICES}
LOWER = {office.key: Lower(office.key) for office in cards.OFFICES}


def reveal(state: State, seat: Seat, card: str, tell: Tell) -> None:
    """Reveal a King that a player received; it leaves the game and waits for its steps (F9)."""
    state.used.append(card)
    state.crown = Crown(seat, card, cards.FACES[card].steps)
    tell.all("king", player=seat, card=card)


def targets(state: State) -> tuple[Change, ...]:
    """Return the changes that the present step of the King allows: raises first, offices in their order (F14-F17)."""
    crown = state.crown
    if crown is None:
        return ()
    free = [(key, value) for key, value in state.board.items() if key not in crown.touched]
    raises = [RAISE[key] for key, value in free if value < cards.PRIMARY_MAX] if "+" in crown.steps[0] else []
    lowers = [LOWER[key] for key, value in free if value > cards.PRIMARY_MIN] if "-" in crown.steps[0] else []
    return (*raises, *lowers)


def change(state: State, action: Change, tell: Tell) -> None:
    """Change one tile, at once and for good (C6)."""
    crown = _crown(state)
    state.board[action.office] += 1 if isinstance(action, Raise) else -1
    value = state.board[action.office]
    key = "raised" if isinstance(action, Raise) else "lowered"
    second = cards.second(value, state.seats)
    tell.all(
        key if state.seats > min(cards.RANDOM_REMOVED) else f"{key}-alone",
        player=crown.seat,
        office=action.office,
        value=value,
        second=second,
    )
    _next_step(state, (*crown.touched, action.office))


def go_on(state: State, tell: Tell) -> None:
    """Do the step of a King that leaves no choice: its only change, or none if no tile allows it (F16, F17, C7)."""
    crown, possible = _crown(state), targets(state)
    if possible:
        tell.all("only-office", player=crown.seat)
        change(state, possible[0], tell)
    else:
        tell.all("no-raise" if crown.steps[0] == "+" else "no-lower", card=crown.card)
        _next_step(state, crown.touched)


def _crown(state: State) -> Crown:
    if state.crown is None:
        raise ValueError("no King is being resolved")
    return state.crown


def _next_step(state: State, touched: tuple[str, ...]) -> None:
    crown = _crown(state)
    steps = crown.steps[1:]
    state.crown = Crown(crown.seat, crown.card, steps, touched) if steps else None
