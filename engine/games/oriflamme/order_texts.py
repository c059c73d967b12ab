"""The words for orders: their questions, options and effects, for the seat that gives them alone.

Other seats learn only which seats have answered.
"""

from __future__ import annotations

from typing import Any

from engine.game import Option, Question
from engine.games.oriflamme import names, questions
from engine.games.oriflamme.actions import PutTwin, Target
from engine.games.oriflamme.order_rules import (
    ASK,
    OFF,
    SHOW,
    STAY,
    TAKE,
    TURN,
    has_changed,
    mark,
)
from engine.games.oriflamme.state import State
from engine.orders import Order, Pick, Topic
from engine.scene import Seat, Text, Value, Who, say


def joint_prompt(_state: State) -> Text:
    """Return the public prompt of the joint question to all seats with a face-down card on top."""
    return say("oriflamme-together")


def label(state: State, seat: Seat, topic: Topic) -> Text:
    """Return the name of a `topic`: the own card, or its target."""
    about, card = _split_topic(topic.name)
    return say(f"oriflamme-order-{about}", **_facts(state, seat, about, card))


def _facts(state: State, seat: Seat, about: str, card: str) -> dict[str, Value]:
    """Return what a text about an own card mentions; of one that lies face down its position, too."""
    facts: dict[str, Value] = {"card": names.name(card)}
    if about == TURN:
        facts["number"] = _position_number(state, seat, card)
    return facts


def question(
    state: State, seat: Seat, topic: Topic, _former: Order | None
) -> Question[Any]:
    """Return the question for an order about an own card."""
    about, card = _split_topic(topic.name)
    key = "aim-prince" if (about, card) == ("aim", "prince") else about
    return Question(
        say(f"oriflamme-ask-{key}", **_facts(state, seat, about, card)),
        say("oriflamme-wait-turn", player=Who(seat)),
        stakes=questions.stakes(state, seat),
        details=say(f"oriflamme-details-{about}"),
    )


def option(state: State, seat: Seat, topic: Topic, pick: Pick) -> Option:
    """Return a `pick` as it is offered: a card, an end of the queue, or a word such as `STAY`."""
    if pick in {ASK, OFF}:
        return Option(say("oriflamme-option-ask"))
    if pick == STAY:
        return questions.leave_option(state)
    if pick in {SHOW, TAKE, "first", "last"}:
        return Option(say(f"oriflamme-option-{pick}"))

    number = _index_of(state, pick) + 1
    twin = _split_topic(topic.name)[1] == "prince"
    return questions.option(state, seat, PutTwin(number) if twin else Target(number))


def effect(state: State, seat: Seat, order: Order) -> Text:
    """Return the effect of an `order`, or that the seat is asked anew because the queue has changed (R10)."""
    about, name = _split_topic(order.topic)
    pick = order.picks[0]
    card = names.name(name)
    if pick in {ASK, OFF}:
        asked = about == TURN and _is_asked(state, seat, name)
        return say(f"oriflamme-does-ask-{'now' if asked else about}", card=card)
    if about == TURN:
        index = _position_number(state, seat, name) - 1
        return _turn_effect(state, index, order, card)
    if pick == TAKE:
        return say("oriflamme-does-gain")
    if pick not in {"first", "last"} and _index_of(state, pick) < 0:
        return say("oriflamme-does-gone", card=card)

    shown = option(state, seat, Topic(order.topic, ()), pick)
    return say(f"oriflamme-does-{about}", card=card, target=shown.own or shown.label)


def _turn_effect(state: State, index: int, order: Order, card: Text) -> Text:
    """Return the effect on the face-down card at `index`; left in the last round it brings nothing (R58)."""
    key = f"{order.picks[0]}"
    if has_changed(state, index, order):
        key = "anew"
    elif key == STAY and not state.rounds_left:
        key = "leave-last"
    return say(f"oriflamme-does-{key}", card=card)


def _split_topic(topic: str) -> tuple[str, str]:
    """Return the subject of a `topic`, such as `TURN`, and the name of the own card."""
    about, _, card = topic.partition(" ")
    return about, card.partition("-")[2]


def _position_number(state: State, seat: Seat, card: str) -> int:
    """Return the number of the position on which an own card lies uncovered; 0 if there is none."""
    return next(
        (
            index + 1
            for index, top in state.tops
            if top.family == seat and top.name == card
        ),
        0,
    )


def _is_asked(state: State, seat: Seat, card: str) -> bool:
    """Tell whether the queue has reached a face-down card, so that its owner is asked about it."""
    working = state.acting is not None or state.plot is not None
    return not working and _position_number(state, seat, card) == state.pointer + 1


def _index_of(state: State, pick: Pick) -> int:
    """Return the index of the position where a card lies uncovered; -1 if there is none."""
    return next((index for index, top in state.tops if mark(top) == pick), -1)
