"""The Resolution Phase: the pointer goes through the queue, card by card (B1.3, R10, R11, R18-R20)."""

from __future__ import annotations

from engine.games.oriflamme import abilities, cards, names, placement, plots, positions
from engine.games.oriflamme.state import State
from engine.games.oriflamme.tale import Tale
from engine.scene import Seat, Value, Who


def decider(state: State) -> Seat:
    """Return who decides: the family of the acting card, the Plot's player, or the owner of the card at the pointer."""
    if state.acting is not None:
        return positions.top(state, state.acting).family
    return positions.top(state, state.pointer).family if state.plot is None else state.plot.seat


def leave(state: State, tale: Tale) -> None:
    """Leave the card at the pointer face down, with one token more on it (R10)."""
    card = positions.top(state, state.pointer)
    card.tokens += 1
    tale.all("leave", player=Who(card.family), number=state.pointer + 1, tokens=card.tokens)
    state.pointer += 1


def reveal(state: State, tale: Tale) -> None:
    """Reveal the card at the pointer: its player takes the tokens, and it acts at once (R10)."""
    card = positions.top(state, state.pointer)
    card.revealed, state.stage = True, "working"
    how = {"trap": "-lost", "plot": "-kept"}.get(card.name, "") if card.tokens else "-bare"
    facts: dict[str, Value] = {"player": Who(card.family), "card": names.name(card.name), "number": state.pointer + 1}
    tale.all(f"reveal{how}", tokens=card.tokens, **facts)
    if card.name == "plot":
        plots.start(state, state.pointer, tale)
        return
    if card.name != "trap" and card.tokens:
        state.players[card.family].gain("tokens", card.tokens)
    card.tokens = 0
    if card.name == "trap":
        _disarm(state, tale)
    else:
        abilities.activate(state, state.pointer, tale, opening=True)


def _disarm(state: State, tale: Tale) -> None:
    """Discard an own Trap for 1 (R47)."""
    card = positions.top(state, state.pointer)
    points = cards.GAINS[card.name]
    state.players[card.family].gain(card.name, points)
    tale.all("disarm", player=Who(card.family), card=names.name(card.name), points=points)
    positions.remove(state, state.pointer, tale)
    positions.close(state)


def go_on(state: State, tale: Tale) -> bool:
    """Do what happens by itself next; return False if somebody has to decide."""
    if state.acting is not None:
        if abilities.waits(state):
            return False
        abilities.go_on(state, tale)
    elif state.plot is not None:
        if plots.waits(state):
            return False
        plots.go_on(state, tale)
    elif state.stage == "fresh":
        return _take_up(state, tale)
    else:
        state.pointer += state.stage == "working"
        state.stage = "fresh"
    return True


def _take_up(state: State, tale: Tale) -> bool:
    """Let the card at the pointer act if it is face up; a face-down one is its owner's decision (R10, R11)."""
    if state.pointer >= len(state.queue):
        placement.next_round(state, tale)
        return True
    if not positions.top(state, state.pointer).revealed:
        return False
    state.stage = "working"
    abilities.activate(state, state.pointer, tale)
    return True
