"""The questions of the rules to a seat, and their options.

The card to lay, and whether a face-down card is revealed, is asked in private: nobody should answer that from memory.
Leaving a card is the same answer for any card, and can be pressed in public; the answer names the card in private.
Where a card lies hidden, an open question names its number and family only, and its owner's own words its name, too.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.frozen import replace
from engine.game import Offer, Opening, Option, Question
from engine.games.oriflamme import names
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
from engine.games.oriflamme.scene import aside, hand, short_queue
from engine.games.oriflamme.state import Plot, State
from engine.scene import Row, Seat, Text, Who, say

End: TypeAlias = Literal["first", "last"]


def question(state: State, seat: Seat) -> Question[Action]:
    """Return the question to `seat`; one that shows no hidden card is open."""
    return replace(_question(state, seat), stakes=stakes(state, seat))


def stakes(state: State, seat: Seat) -> tuple[Row, ...]:
    """Return the rows that a decision is about: the queue, the hand, and for the Impersonation the cards set aside."""
    queue, acting = short_queue(state, seat), state.acting
    if state.phase == "placement":
        return queue, hand(state, seat)
    if acting is not None and state.top(acting).name == "impersonation":
        return queue, aside(state, seat)
    return (queue,)


def _question(state: State, seat: Seat) -> Question[Action]:
    if state.phase == "placement":
        return _placement_question(state, seat)
    if state.acting is not None:
        return _target_question(state, seat, state.acting)
    if state.plot is None:
        return _reveal_question(state, seat)
    return _plot_question(seat, state.plot)


def _placement_question(state: State, seat: Seat) -> Question[Action]:
    # The same words for both steps: whoever waits can't tell how far the player is.
    waiting = say("oriflamme-wait-lay", player=Who(seat))
    chosen = state.chosen
    ends = _end_openings(state, seat)

    if chosen is None:
        return Question(say("oriflamme-ask-card"), waiting, openings=ends)

    others = tuple(
        _offer(card, Back(), Choose(card))
        for card in state.players[seat].hand
        if card != chosen
    )
    prompt = say("oriflamme-ask-place", card=names.name(chosen))
    listed = say("oriflamme-ask-instead") if others else None
    return Question(
        prompt,
        waiting,
        offers=others,
        listed=listed,
        openings=ends,
    )


def _end_openings(state: State, seat: Seat) -> tuple[Opening[Action], ...]:
    """Return the ends of the queue, where laying a card can begin; the first card of all has no choice (R6)."""
    ends: tuple[End, ...] = ("first", "last") if state.queue else ()
    return tuple(
        Opening(
            say(f"oriflamme-opening-{end}"),
            tuple(_lay_offer(state, card, end) for card in state.players[seat].hand),
        )
        for end in ends
    )


def _lay_offer(state: State, card: str, end: End) -> Offer[Action]:
    """Return the offer to lay `card` at an `end`, also where another one is chosen."""
    if state.chosen == card:
        return _offer(card, Lay(end))
    if state.chosen is None:
        return _offer(card, Choose(card), Lay(end))
    return _offer(card, Back(), Choose(card), Lay(end))


def _offer(card: str, *actions: Action) -> Offer[Action]:
    return Offer(names.name(card), actions, names.CARDS[card].emblem)


def _reveal_question(state: State, seat: Seat) -> Question[Action]:
    card = state.top(state.pointer)
    number = state.pointer + 1
    waiting = say(
        "oriflamme-wait-reveal", player=Who(seat), number=number, tokens=card.tokens
    )
    return Question(
        say("oriflamme-ask-reveal", card=names.name(card.name), number=number), waiting
    )


def leave_option(state: State) -> Option:
    """Return the option to leave a card face down; in the last round, Influence left on it is lost (R58)."""
    last = "" if state.rounds_left else "-last"
    return Option(say(f"oriflamme-option-leave{last}"))


def _target_question(state: State, seat: Seat, index: int) -> Question[Action]:
    card = state.top(index).name
    waiting = say(f"oriflamme-wait-{card}", player=Who(seat), number=index + 1)
    return Question(say(f"oriflamme-ask-{card}", number=index + 1), waiting, open=True)


def _plot_question(seat: Seat, plot: Plot) -> Question[Action]:
    word = "plot" if plot.due else "token"
    waiting = say(f"oriflamme-wait-{word}", player=Who(seat), tokens=plot.tokens)
    return Question(
        say(f"oriflamme-ask-{word}", tokens=plot.tokens), waiting, open=True
    )


def option(state: State, seat: Seat, action: Action) -> Option:
    """Return a legal `action` as it is offered to `seat`."""
    match action:
        case Choose(card):
            return Option(names.name(card), names.CARDS[card].emblem)
        case Lay(place) | PutTwin(place):
            return _place_option(state, seat, place)
        case Target(position) | Activate(position):
            return _position_option(state, seat, position)
        case Leave():
            return replace(leave_option(state), plain=True)
        case Reveal() | Gain() | Back():
            return Option(
                say(f"oriflamme-option-{action.kind}"), quiet=isinstance(action, Back)
            )


def _place_option(state: State, seat: Seat, place: Place) -> Option:
    if isinstance(place, str):
        return Option(say(f"oriflamme-option-{place}"))
    return replace(
        _position_option(state, seat, place, "option-on"),
        under=say("oriflamme-under-on"),
    )


def _position_option(
    state: State, seat: Seat, number: int, key: str = "option"
) -> Option:
    """Return the option of a position, by its uncovered card; a hidden one is named to its owner alone."""
    card = state.top(number - 1)
    name = names.name(card.name)
    word, own_word, shown = "hidden", "own", dict[str, Text]()
    if card.revealed:
        word, own_word, shown = "shown", "yours", {"card": name}

    player = Who(card.family)
    own = say(f"oriflamme-{key}-{own_word}", number=number, card=name)
    return Option(
        say(
            f"oriflamme-{key}-{word}",
            number=number,
            player=player,
            **shown,
        ),
        names.EMBLEMS[card.family],
        own=own if card.family == seat else None,
    )
