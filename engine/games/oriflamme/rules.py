"""The rules of Oriflamme: setup, the seats that decide, legal actions and their effects, and the places."""

from __future__ import annotations

from functools import cache

from engine.analysis import rank
from engine.events import EventSink
from engine.games.oriflamme import (
    abilities,
    cards,
    queue_positions,
    resolution,
    scoring,
)
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
from engine.games.oriflamme.imagine import imagine
from engine.games.oriflamme.queue_positions import decision
from engine.games.oriflamme.state import Player, State
from engine.rng import Rng
from engine.scene import Seat

__all__ = ["apply", "deciding", "imagine", "legal", "places", "setup"]


PLACING = (Choose, Back, Lay)
"""What is decided in the Placement Phase, out of which only a card that is laid is seen."""

CHOOSE = {name: Choose(name) for name in cards.NAMES}
BACK, LEAVE, REVEAL, GAIN = Back(), Leave(), Reveal(), Gain()


_lay, _put_twin = cache(Lay), cache(PutTwin)
_target, _activate = cache(Target), cache(Activate)
"""Make actions, each once: a search asks for them all the time."""


def setup(seats: int, rng: Rng) -> State:
    """Return the table of so many `seats` with all cards dealt and a random first player (R2, R3)."""
    players = [_deal_player(rng) for _ in range(seats)]
    state = State(players, Seat(rng.below(seats)))
    state.course.append((cards.START,) * seats)
    return state


def _deal_player(rng: Rng) -> Player:
    deck = list(cards.SHUFFLED)
    rng.shuffle(deck)
    aside = deck[: cards.ASIDE]
    hand = deck[cards.ASIDE :]
    return Player(sorted(hand, key=cards.order), sorted(aside, key=cards.order))


def deciding(state: State) -> tuple[Seat, ...]:
    """Return the seat that must decide now; none when the match is over."""
    if state.phase == "over":
        return ()
    return (
        state.laying_seat if state.phase == "placement" else resolution.decider(state),
    )


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return every legal action of `seat`, in a stable order; none if it is not asked."""
    if seat not in deciding(state):
        return ()

    if state.phase == "placement":
        return _placement_actions(state, seat)

    if state.acting is not None:
        if state.top(state.acting).name == "prince":
            free = queue_positions.places(state, seat, twin=True)
            return tuple(map(_put_twin, free))
        possible = abilities.targets(state, state.acting)
        return tuple([_target(index + 1) for index in possible])

    if state.plot is not None:
        possible = state.shown_characters(state.plot.seat)
        again = tuple([_activate(index + 1) for index in possible])
        return again if state.plot.due else (*again, GAIN)

    return (LEAVE, REVEAL)


def _placement_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    if state.chosen is None:
        return tuple([CHOOSE[card] for card in state.players[seat].hand])
    return (*map(_lay, queue_positions.places(state, seat)), BACK)


def apply(state: State, seat: Seat, action: Action, _rng: Rng, sink: EventSink) -> None:
    """Play a legal `action` and all its forced consequences; nothing here is left to chance."""
    if not isinstance(action, PLACING):
        state.last = decision(state, seat, action)
    _do(state, action, sink)
    play_forced(state, sink)


def _do(state: State, action: Action, sink: EventSink) -> None:
    match action:
        case Choose(card):
            queue_positions.choose(state, card, sink)
        case Back():
            state.chosen = None
        case Lay(place):
            queue_positions.lay(state, place, sink)
        case Leave():
            resolution.stay_hidden(state, sink)
        case Reveal():
            resolution.reveal(state, sink)
        case Target(position):
            abilities.use(state, position - 1, sink)
        case PutTwin(place):
            abilities.put_twin(state, place, sink)
        case Activate(position):
            resolution.activate_by_plot(state, position - 1, sink)
        case Gain():
            resolution.take_plot_tokens(state, 1, sink)


def play_forced(state: State, sink: EventSink) -> None:
    """Play on until a seat has a choice (C10)."""
    while _step(state, sink):
        pass


def _step(state: State, sink: EventSink) -> bool:
    if state.phase == "placement":
        if state.laid < state.seats:
            return False
        queue_positions.begin_resolution(state, sink)
        return True
    return state.phase == "resolution" and resolution.play_forced(state, sink)


def places(state: State) -> tuple[int, ...] | None:
    """Return each seat's place; None while the match goes on (R5, R58-R60, C12)."""
    if state.phase == "over":
        return rank(scoring.scores(state))
    return None
