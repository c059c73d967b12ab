"""The course of the game: setup, who decides, what is legal, and what an action does."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.oriflamme import abilities, cards, placement, plots, positions, resolution
from engine.games.oriflamme.actions import (
    Action,
    Activate,
    Back,
    Choose,
    Gain,
    Lay,
    Leave,
    PutTwin,
    Reveal,
    Target,
)
from engine.games.oriflamme.state import Decision, Player, State
from engine.games.oriflamme.tale import Tale
from engine.rng import Rng
from engine.scene import Seat


def setup(seats: int, rng: Rng) -> State:
    """Return the table with everybody's cards dealt and a random first player (R2, R3)."""
    players = [_dealt(rng) for _ in range(seats)]
    state = State(players, Seat(rng.below(seats)))
    state.note_course()
    return state


def _dealt(rng: Rng) -> Player:
    deck = list(cards.SHUFFLED)
    rng.shuffle(deck)
    aside, hand = deck[: cards.ASIDE], deck[cards.ASIDE :]
    return Player(sorted(hand, key=cards.order), sorted(aside, key=cards.order))


def decider(state: State) -> Seat | None:
    """Return the one seat that must decide now, None when the match is over."""
    if state.phase == "over":
        return None
    return placement.turn(state) if state.phase == "placement" else resolution.decider(state)


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """Return every legal action of a seat, in a stable order; none if it is not asked."""
    if seat != decider(state):
        return ()
    if state.phase == "placement":
        return _placing(state, seat)
    if state.acting is not None:
        if positions.top(state, state.acting).name == "prince":
            return [PutTwin(place) for place in positions.places(state, seat, twin=True)]
        return [Target(index + 1) for index in abilities.targets(state)]
    if state.plot is not None:
        again: list[Action] = [Activate(index + 1) for index in plots.candidates(state)]
        return again if state.plot.due else [*again, Gain()]
    return (Leave(), Reveal())


def _placing(state: State, seat: Seat) -> Sequence[Action]:
    if state.chosen is None:
        return [Choose(card) for card in state.players[seat].hand]
    return [*(Lay(place) for place in positions.places(state, seat)), Back()]


def apply(state: State, seat: Seat, action: Action, tale: Tale) -> None:
    """Play a legal action and everything that follows from it by itself."""
    if not isinstance(action, Choose | Back | Lay):
        state.last = Decision(seat, action)
    _do(state, action, tale)
    go_on(state, tale)
    positions.check(state)


def _do(state: State, action: Action, tale: Tale) -> None:
    match action:
        case Choose(card):
            placement.choose(state, card, tale)
        case Back():
            state.chosen = None
        case Lay(place):
            placement.lay(state, place, tale)
        case Leave():
            resolution.leave(state, tale)
        case Reveal():
            resolution.reveal(state, tale)
        case Target(position):
            abilities.use(state, position - 1, tale)
        case PutTwin(place):
            abilities.put_twin(state, place, tale)
        case Activate(position):
            plots.activate(state, position - 1, tale)
        case Gain():
            plots.gain(state, 1, tale)


def go_on(state: State, tale: Tale) -> None:
    """Let the game run by itself until somebody has a choice (C10)."""
    while _step(state, tale):
        pass


def _step(state: State, tale: Tale) -> bool:
    if state.phase == "placement":
        if state.laid < state.seats:
            return False
        placement.end(state, tale)
        return True
    return state.phase == "resolution" and resolution.go_on(state, tale)
