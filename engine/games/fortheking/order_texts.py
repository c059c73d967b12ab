"""The words for orders: their questions, options and effects, for the seat that gives them alone.

Other seats learn only the subject of a joint question.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import Naming, Option, Question
from engine.games.fortheking import cards, names
from engine.games.fortheking.auction import MOST
from engine.games.fortheking.order_rules import (
    ASK,
    CARDS,
    DISCARDS,
    GOLD,
    LEAST,
    LIMIT,
    NEVER,
    OFF,
    PAYING,
    PICK,
    STEP,
    lot,
)
from engine.games.fortheking.questions import ready_bids, stakes
from engine.games.fortheking.scene import holding
from engine.games.fortheking.state import State
from engine.orders import Order, Pick, Topic
from engine.scene import Seat, Text, Value, Who, say

KINDS = tuple(names.kinds(office.key for office in cards.OFFICES))
"""The kinds of cards that one can always pass on, with their emblems and names."""


def joint_prompt(state: State) -> Text:
    """Return the public prompt of the joint question, in an auction or about the cards in the middle."""
    if state.phase == "share":
        return say("fortheking-together-pick")
    return say("fortheking-together-limit", card=names.name(state.up or ""))


def label(_state: State, _seat: Seat, topic: Topic) -> Text:
    """Return the name of a `topic` on a button."""
    return say(f"fortheking-order-{topic.name}")


def question(
    state: State, seat: Seat, topic: Topic, former: Order | None
) -> Question[Any]:
    """Return the question for an order; an auction and the middle are also waited for by the others."""
    facts = (
        {"card": names.name(state.up or "")} if topic.name in {LIMIT, DISCARDS} else {}
    )
    cards_ = "-cards" if topic.name == LIMIT and state.sells_gold else ""
    waits = topic.name in {LIMIT, PICK}

    return Question(
        say(f"fortheking-ask-{topic.name}{cards_}", **facts),
        say(f"fortheking-wait-{topic.name}", player=Who(seat), **facts)
        if waits
        else label(state, seat, topic),
        at_least=topic.at_least,
        at_most=topic.at_most,
        ordered=topic.ordered,
        naming=_naming(state, seat, topic, former),
        stakes=stakes(state, seat) if facts or waits else (holding(state, seat),),
        details=say(f"fortheking-details-{topic.name}"),
    )


def _naming(
    state: State, seat: Seat, topic: Topic, former: Order | None
) -> Naming | None:
    """Return the dialog for a limit; a lasting one never bids more than the seat has.

    The `former` limit for the card, also of before a default (F32), is ready among others.
    """
    beyond = say("fortheking-bid-beyond")
    if topic.name in {GOLD, CARDS}:
        hint = say("fortheking-up-to-label", most=MOST)
        return Naming(label(state, seat, topic), hint, MOST, beyond)
    if topic.name != LIMIT:
        return None

    held = state.means(seat)
    of = "-cards" if state.sells_gold else ""
    hint = say(f"fortheking-limit-label{of}", most=MOST, held=held)

    picks = former.picks if former else ()
    again = (pick for pick in picks if isinstance(pick, int))
    numbers = (0, None), *ready_bids(state, seat, *again)
    title = say("fortheking-limit-title", card=names.name(state.up or ""))
    return Naming(title, hint, held, beyond, numbers)


def option(_state: State, _seat: Seat, topic: Topic, pick: Pick) -> Option:
    """Return a `pick` as it is offered: a number, a card, a kind of cards or a word."""
    if isinstance(pick, int):
        return Option(say("fortheking-option-limit", amount=pick), amount=pick)
    if pick == OFF:
        return Option(
            say(f"fortheking-option-off-{'never' if topic.name == NEVER else 'limit'}")
        )

    if pick == ASK and topic.name == PAYING:
        return Option(say(f"fortheking-option-{STEP}"))
    if pick in {STEP, ASK, LEAST}:
        return Option(say(f"fortheking-option-{pick}"))

    if topic.name == NEVER:
        return next(Option(name, emblem) for key, emblem, name in KINDS if key == pick)
    card = names.CARDS[pick]
    return Option(card.name, card.emblem, times=topic.picks.count(pick))


def effect(state: State, _seat: Seat, order: Order) -> Text:
    """Return the effect of an `order`, in a sentence."""
    key, facts = order.topic, dict[str, Value]()

    match order.topic:
        case "limit":
            return _does_limit(state, order)
        case "discards" | "pick":
            if order.picks == (ASK,):
                key = ASK
            else:
                facts["card"] = names.name(state.up) if state.up else ""
                facts["cards"] = _cards_text(order.picks)
        case "paying":
            key = f"paying-{order.picks[0]}"
        case _ if OFF in order.picks:
            key = f"off-{order.topic}"
        case "never":
            kinds = tuple(name for key, _, name in KINDS if key in order.picks)
            facts["kinds"] = kinds
        case _:
            facts["amount"] = order.picks[0]

    return say(f"fortheking-does-{key}", **facts)


def _does_limit(state: State, order: Order) -> Text:
    card, first = names.name(state.up or ""), order.picks[0]
    if order.given != lot(state):
        return say("fortheking-does-limit-ended", card=card)
    if first == STEP:
        return say("fortheking-does-step", card=card)
    key = "pass" if first == 0 else "limit-cards" if state.sells_gold else "limit"
    return say(f"fortheking-does-{key}", card=card, amount=first)


def _cards_text(picks: Sequence[Pick]) -> Value:
    """Return picked cards in their order, up to where the seat wants to be asked."""
    return tuple(
        say("fortheking-listed-ask") if pick == ASK else names.name(str(pick))
        for pick in picks
    )
