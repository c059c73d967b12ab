"""The Resolution Phase: the pointer goes through the queue, card by card (B1.3, R10, R11, R18-R20)."""

from __future__ import annotations

from engine.games.oriflamme import abilities, cards, plots, positions
from engine.games.oriflamme.state import State
from engine.scene import Seat
from engine.telling import Plain, Tell


def decider(state: State) -> Seat:
    """Return who decides: the family of the acting card, the Plot's player, or the owner of the card at the pointer."""
    if state.acting is not None:
        return positions.top(state, state.acting).family
    return positions.top(state, state.pointer).family if state.plot is None else state.plot.seat


def leave(state: State, tell: Tell) -> None:
    """Leave the card at the pointer face down, with one token more on it (R10)."""
    card = positions.top(state, state.pointer).left()
    state.queue[state.pointer][-1] = card
    facts: dict[str, Plain] = {"number": state.pointer + 1, "tokens": card.tokens}
    tell.others(card.family, "leave", player=card.family, **facts)
    tell.only(card.family, "leave-own", card=card.name, **facts)
    state.pointer += 1


def reveal(state: State, tell: Tell) -> None:
    """Reveal the card at the pointer: its player takes the tokens, and it acts at once (R10)."""
    card = positions.top(state, state.pointer)
    tell.unveil()
    state.queue[state.pointer][-1] = card.turned(card.tokens if card.name == "plot" else 0)
    state.stage = "working"
    how = {"trap": "-lost", "plot": "-kept"}.get(card.name, "") if card.tokens else "-bare"
    facts: dict[str, Plain] = {"player": card.family, "card": card.name, "number": state.pointer + 1}
    tell.all(f"reveal{how}", tokens=card.tokens, **facts)
    if card.name == "plot":
        plots.start(state, state.pointer, tell)
        return
    if card.name != "trap" and card.tokens:
        state.players[card.family].gain("tokens", card.tokens)
    if card.name == "trap":
        _disarm(state, tell)
    else:
        abilities.activate(state, state.pointer, tell, opening=True)


def _disarm(state: State, tell: Tell) -> None:
    """Discard an own Trap for 1 (R47)."""
    card = positions.top(state, state.pointer)
    points = cards.GAINS[card.name]
    state.players[card.family].gain(card.name, points)
    tell.all("disarm", player=card.family, card=card.name, points=points)
    positions.remove(state, state.pointer, tell)
    positions.close(state)


def go_on(state: State, tell: Tell) -> bool:
    """Do what happens by itself next; return False if somebody has to decide."""
    if state.acting is not None:
        if abilities.waits(state):
            return False
        abilities.go_on(state, tell)
    elif state.plot is not None:
        if plots.waits(state):
            return False
        plots.go_on(state, tell)
    elif state.stage == "fresh":
        return _take_up(state, tell)
    else:
        state.pointer += state.stage == "working"
        state.stage = "fresh"
    return True


def _take_up(state: State, tell: Tell) -> bool:
    """Let the card at the pointer act if it is face up; a face-down one is its owner's decision (R10, R11)."""
    if state.pointer >= len(state.queue):
        positions.next_round(state, tell)
        return True
    if not positions.top(state, state.pointer).revealed:
        return False
    state.stage = "working"
    abilities.activate(state, state.pointer, tell)
    return True
