"""What the seat that decides is asked, and how its choices are offered.

Where a card lies hidden, an open question names its number and family only; what is laid is asked in private.
"""

from __future__ import annotations

from engine.game import Option, Question
from engine.games.oriflamme import names, positions
from engine.games.oriflamme.actions import (
    Action,
    Activate,
    Back,
    Choose,
    Gain,
    Lay,
    Leave,
    Place,
    PutTwin,
    Reveal,
    Target,
)
from engine.games.oriflamme.state import Plot, State
from engine.scene import Seat, Who, say


def question(state: State, seat: Seat) -> Question[Action]:
    """Return what the seat that decides has to decide; whatever shows no hidden card is open."""
    if state.phase == "placement":
        return _placing(state, seat)
    if state.acting is not None:
        return _acting(state, seat, state.acting)
    return _face_down(state, seat) if state.plot is None else _plot(seat, state.plot)


def _placing(state: State, seat: Seat) -> Question[Action]:
    # The same words for both steps: whoever waits can't tell how far the player is.
    waiting = say("oriflamme-wait-lay", player=Who(seat))
    if state.chosen is None:
        return Question(say("oriflamme-ask-card"), waiting)
    return Question(say("oriflamme-ask-place", card=names.name(state.chosen)), waiting)


def _face_down(state: State, seat: Seat) -> Question[Action]:
    facts = {"number": state.pointer + 1, "tokens": positions.top(state, state.pointer).tokens}
    waiting = say("oriflamme-wait-reveal", player=Who(seat), **facts)
    return Question(say("oriflamme-ask-reveal", **facts), waiting, open=True)


def _acting(state: State, seat: Seat, index: int) -> Question[Action]:
    card = positions.top(state, index).name
    waiting = say(f"oriflamme-wait-{card}", player=Who(seat), number=index + 1)
    return Question(say(f"oriflamme-ask-{card}", number=index + 1), waiting, open=True)


def _plot(seat: Seat, plot: Plot) -> Question[Action]:
    word = "plot" if plot.due else "token"
    waiting = say(f"oriflamme-wait-{word}", player=Who(seat), tokens=plot.tokens)
    return Question(say(f"oriflamme-ask-{word}", tokens=plot.tokens), waiting, open=True)


def option(state: State, _seat: Seat, action: Action) -> Option:
    """Return how a legal action is offered to the seat asked."""
    match action:
        case Choose(card):
            return Option(names.name(card), names.CARDS[card].emblem)
        case Lay(place) | PutTwin(place):
            return _place(state, place, openly=isinstance(action, PutTwin))
        case Target(position) | Activate(position):
            return _position(state, position, openly=True)
        case Leave() | Reveal() | Gain() | Back():
            return Option(say(f"oriflamme-option-{action.kind}"))


def _place(state: State, place: Place, *, openly: bool) -> Option:
    if isinstance(place, str):
        return Option(say(f"oriflamme-option-{place}"))
    return _position(state, place, openly=openly)


def _position(state: State, number: int, *, openly: bool) -> Option:
    """Return a position by its uncovered card; a hidden one is named to its owner alone."""
    card = positions.top(state, number - 1)
    player, name = Who(card.family), names.name(card.name)
    emblem = names.emblem(card.family)
    if card.revealed:
        return Option(say("oriflamme-option-shown", number=number, player=player, card=name), emblem)
    if openly:
        return Option(say("oriflamme-option-hidden", number=number, player=player), emblem)
    return Option(say("oriflamme-option-own", number=number, card=name), emblem)
