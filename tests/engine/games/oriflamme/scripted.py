"""What people order so that a match of Oriflamme, played by hand before, is played just so once more."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.oriflamme.actions import Activate, Back, Gain, Leave, PutTwin, Reveal, Target
from engine.games.oriflamme.order_rules import mark
from engine.games.oriflamme.state import State
from engine.orders import Pick, Topic
from engine.rng import Rng
from engine.scene import Seat
from tests.contract.walks import AnyMatch, seed
from tests.engine.ordered import Step


def by_chance(match: AnyMatch, number: int) -> list[Step]:
    """Play a match by hand at random; nobody takes a card back that was chosen."""
    steps: list[Step] = []
    while match.deciding:
        seat = match.deciding[0]
        legal = [action for action in match.legal[seat] if not isinstance(action, Back)]
        after, (move,) = match.play(seat, [Rng(seed(number), match.seq).choice(legal)])
        steps.append((match, move))
        match = after
    return steps


def script(match: AnyMatch, seat: Seat, topic: Topic, coming: Sequence[Step]) -> tuple[Pick, ...] | None:
    """Return what a seat orders so that it does what it did by hand; now and then to be asked."""
    about, _, own = topic.name.partition(" ")
    card = own.partition("-")[2]
    mine = [step for step in coming if step[0].state.round == match.state.round and step[1].seat == seat]
    picks = _turn(mine, card) if about == "turn" else _aim(mine, card) if about == "aim" else _token(mine)
    if about == "turn":
        return picks or ("ask",)
    return picks if picks and picks[0] in topic.picks else None


def _turn(mine: Sequence[Step], card: str) -> tuple[Pick, ...] | None:
    for before, move in mine:
        asked = isinstance(move.action, Leave | Reveal)
        if asked and before.state.top(before.state.pointer).name == card:
            return (move.action.kind,)
    return None


def _aim(mine: Sequence[Step], card: str) -> tuple[Pick, ...] | None:
    for before, move in mine:
        if isinstance(move.action, Target | PutTwin | Activate) and _acting(before.state) == card:
            return (_named(before.state, move.action),)
    return None


def _acting(state: State) -> str:
    """Return what is used: the card that waits for a target, or the Plot for its first activation."""
    if state.acting is not None:
        return state.top(state.acting).name
    return "plot" if state.plot and state.plot.due else ""


def _token(mine: Sequence[Step]) -> tuple[Pick, ...] | None:
    """Return what was done with each token of a Plot, if that was always the same."""
    done = {
        "gain" if isinstance(move.action, Gain) else _named(before.state, move.action)
        for before, move in mine
        if before.state.plot and not before.state.plot.due and isinstance(move.action, Gain | Activate)
    }
    return tuple(done) if len(done) == 1 else None


def _named(state: State, action: Target | PutTwin | Activate) -> str:
    if isinstance(action, PutTwin):
        return action.place if isinstance(action.place, str) else mark(state.top(action.place - 1))
    return mark(state.top(action.position - 1))
