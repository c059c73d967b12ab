"""Orders in advance: to leave or reveal a face-down card, and the target of a card.

An order is about an own card and holds for the present round, as long as nothing covers that card; an owner that sees
it uncovered again in the same round is asked anew, as by hand. To leave a card holds in any position. To reveal it
holds as long as its neighbours, its stack, and the face and family of every card in the queue are as they were; tokens
don't count (R10). A target can be named as long as it could be chosen; where it no longer can when the card acts, its
owner is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.frozen import replace
from engine.games.oriflamme import abilities, queue_positions
from engine.games.oriflamme.actions import Action, Activate, PutTwin, Target
from engine.games.oriflamme.rules import GAIN, LEAVE, REVEAL, legal
from engine.games.oriflamme.state import Card, State
from engine.orders import Given, JointQuestion, Order, OrderAnswer, Pick, Topic
from engine.scene import Seat

TURN, AIM, TOKENS = "turn", "aim", "tokens"
"""What an order is about, before the card's name: leaving or revealing it, its target, and the tokens of a Plot."""

STAY, SHOW, ASK, OFF, TAKE = "leave", "reveal", "ask", "off", "gain"
"""What can be picked besides cards and the ends of the queue."""


def joint(state: State) -> JointQuestion | None:
    """Return the joint question to all seats with a face-down card on top that the pointer hasn't passed (R10)."""
    if state.phase != "resolution":
        return None
    asked = {
        seat: found
        for seat in map(Seat, range(state.seats))
        if (found := tuple(_turn_topics(state, seat)))
    }
    return JointQuestion(f"round {state.round}", asked) if asked else None


def topics(state: State, seat: Seat) -> tuple[Topic, ...]:
    """Return the topics of a seat's cards from the pointer on: each face-down card, and each target.

    Targets come first while a card of the seat is at work: its question names the order that is first.
    """
    if state.phase != "resolution":
        return ()
    turn, aim = tuple(_turn_topics(state, seat)), tuple(_aim_topics(state, seat))
    return (*aim, *turn) if _is_at_work(state, seat) else (*turn, *aim)


def stands(state: State, seat: Seat, order: Order) -> bool:
    """Tell whether an `order` is about a choice still to come in this round, or about a card that is at work.

    One about a card that was covered since stands too: it may be uncovered before its turn comes.
    """
    if state.phase != "resolution" or order.given != f"{state.round}":
        return False
    if order.topic in {topic.name for topic in topics(state, seat)}:
        return True

    return (
        _is_covered(state, order.topic)
        if order.topic.startswith(TURN)
        else _is_at_work(state, seat)
    )


def presume(_state: State, _seat: Seat, _orders: Given) -> tuple[Order, ...]:
    """Return nothing: no order lasts longer than a round."""
    return ()


def answer(state: State, seat: Seat, orders: Given) -> OrderAnswer[Action] | None:
    """Return the answer of `orders` about a face-down card, a target, or a Plot."""
    if state.phase != "resolution":
        return None

    if state.acting is not None:
        name = f"{AIM} {_own_mark(state.top(state.acting))}"
        return _answer_aim(state, seat, orders.get(name))

    if state.plot is not None:
        about = AIM if state.plot.due else TOKENS
        return _answer_aim(state, seat, orders.get(f"{about} {seat}-plot"))
    return _answer_turn(state, orders)


def _answer_turn(state: State, orders: Given) -> OrderAnswer[Action] | None:
    card = state.top(state.pointer)
    order = orders.get(f"{TURN} {_own_mark(card)}")
    if (
        order is None
        or order.picks == (ASK,)
        or has_changed(state, state.pointer, order)
    ):
        return None

    action = LEAVE if order.picks == (STAY,) else REVEAL
    return OrderAnswer((action,), action.kind, {"card": card.name})


def _answer_aim(
    state: State, seat: Seat, order: Order | None
) -> OrderAnswer[Action] | None:
    """Return the action on the named card or place, if it can be chosen."""
    if order is None:
        return None

    card = order.topic.rpartition("-")[2]
    for action in legal(state, seat):
        if _pick_of(state, action) == order.picks[0]:
            return OrderAnswer((action,), "used", {"card": card})
    return None


def _pick_of(state: State, action: Action) -> str:
    """Return the pick by which an order names the target of `action`."""
    match action:
        case PutTwin("first" | "last" as end):
            return end
        case PutTwin(int(number)) | Target(number) | Activate(number):
            return mark(state.top(number - 1))
        case _:
            return TAKE if action == GAIN else ""


def mark(card: Card) -> str:
    """Return the public identity of a `card` in the queue: its name where it lies open, else its round.

    `Topic.seen` and orders name cards by it.
    """
    return f"{card.colour}-{card.name if card.revealed else card.round}"


def layout(state: State) -> str:
    """Return the public layout of the queue, tokens aside, by which an order to reveal a card goes (`Topic.seen`)."""
    return " ".join(
        "/".join(f"{mark(card)}-{card.family}" for card in position)
        for position in state.queue
    )


def has_changed(state: State, index: int, order: Order) -> bool:
    """Tell whether so much has changed since `order` that its owner is asked anew about the card at `index` (R10).

    Cards that have left the queue elsewhere change nothing, as long as everything that lies there is as it was.
    """
    if order.picks != (SHOW,):
        return False
    now, then = (
        [stack.split("/") for stack in one.split(" ")]
        for one in (layout(state), order.seen)
    )
    at = next((at for at, stack in enumerate(then) if stack == now[index]), None)
    if at is None or _neighbours(now, index) != _neighbours(then, at):
        return True

    return not Counter(card for stack in now for card in stack) <= Counter(
        card for stack in then for card in stack
    )


def _neighbours(queue: list[list[str]], index: int) -> list[str]:
    """Return the uncovered cards to the left and to the right."""
    return [
        queue[other][-1] if 0 <= other < len(queue) else ""
        for other in (index - 1, index + 1)
    ]


def _own_mark(card: Card) -> str:
    """Return the identity of a `card` to its owner, who knows its name."""
    return f"{card.colour}-{card.name}"


def _is_covered(state: State, topic: str) -> bool:
    """Tell whether `topic` is about a face-down card that lies covered from the pointer on."""
    covered = (
        card
        for position in state.queue[state.pointer :]
        for card in position[:-1]
        if not card.revealed
    )
    return any(topic == f"{TURN} {_own_mark(card)}" for card in covered)


def _is_at_work(state: State, seat: Seat) -> bool:
    """Tell whether a card of `seat` waits for its target, or its Plot for the next activation."""
    acts = state.acting is not None and state.top(state.acting).family == seat
    return acts or (state.plot is not None and state.plot.seat == seat)


def _cards_ahead(state: State, seat: Seat) -> list[tuple[int, Card]]:
    """Return a family's uncovered cards that the pointer hasn't passed, with their indexes, and the one acting."""
    return [
        (index, card)
        for index, card in state.tops
        if card.family == seat and (index >= state.pointer or index == state.acting)
    ]


def _turn_topics(state: State, seat: Seat) -> Iterator[Topic]:
    for _, card in _cards_ahead(state, seat):
        if not card.revealed:
            picks = (STAY, SHOW, ASK)
            yield replace(_topic(state, TURN, card, *picks), steady=(STAY, ASK))


def _topic(state: State, about: str, card: Card, *picks: Pick) -> Topic:
    name = f"{about} {_own_mark(card)}"
    return Topic(name, picks, f"{state.round}", layout(state))


def _aim_topics(state: State, seat: Seat) -> Iterator[Topic]:
    for index, card in _cards_ahead(state, seat):
        choices = list(dict.fromkeys(_target_picks(state, index, card)))
        if len(choices) > 1 or (choices and card.name == "plot"):
            yield _topic(state, AIM, card, OFF, *choices)
        if choices and card.name == "plot" and card.tokens:
            yield _topic(state, TOKENS, card, OFF, TAKE, *choices)


def _target_picks(state: State, index: int, card: Card) -> Iterator[Pick]:
    """Yield the targets that a card would have if it acted now, where the choice is its family's."""
    match card.name:
        case "cutthroat" | "impersonation" | "apothecary" | "bribery":
            found = abilities.targets(state, index)
        case "plot":
            found = state.shown_characters(card.family)
        case "prince" if not card.revealed and state.players[card.colour].twin:
            places = queue_positions.places(state, card.family, twin=True)
            yield from (place for place in places if isinstance(place, str))
            places = [place for place in places if place != index + 1]
            found = [place - 1 for place in places if isinstance(place, int)]
        case _:
            return
    yield from (mark(state.top(at)) for at in found)
