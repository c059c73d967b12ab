"""Orders in advance: limits for auctions, preferences among the cards in the middle, and payments.

A limit is for one card: it bids by the least raise in its turn and passes where that would be more (F21-F24). Lasting
orders, such as to pass on an office, come to a limit when a card is turned up, and never to more than the hand can pay
then (F28); only a limit for the card itself may bluff. A default ends all limits for the card (F32).

Gold is paid at once (C9), also where nobody may order, unless its seat has ordered to be asked: by that alone, never by
the gold in its hand, for a payment that is waited for would tell of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.games.fortheking import cards, share_influence
from engine.games.fortheking.actions import Action, Bid
from engine.games.fortheking.auction import MOST
from engine.games.fortheking.questions import cheapest_payments
from engine.games.fortheking.rules import DISCARD, PASS, PAY, TAKE
from engine.games.fortheking.state import State
from engine.orders import Given, JointQuestion, Order, OrderAnswer, Pick, Topic
from engine.scene import Seat

LIMIT, DISCARDS, PICK = "limit", "discards", "pick"
NEVER, GOLD, CARDS, PAYING = "never", "gold", "cards", "paying"
"""The topics: those of one card, and the lasting ones."""

STEP, ASK, OFF, LEAST = "step", "ask", "off", "least"
"""What can be picked besides numbers and cards: to be asked each time, to be asked, nothing any more, and C9."""

MOST_NAMED = 25
"""How many cards can be put in order in one answer."""

NUMBERS = range(MOST + 1)
LIMITS: tuple[Pick, ...] = (*NUMBERS, STEP)
UP_TO: tuple[Pick, ...] = (OFF, *range(1, MOST + 1))


def joint(state: State) -> JointQuestion | None:
    """Return the joint question to all bidders before the first bid, or to all that pick once the middle is laid."""
    if _is_untouched(state):
        bidders = (
            Seat(seat) for seat, player in enumerate(state.players) if player.is_bidding
        )
        return JointQuestion(
            f"limit {lot(state)}",
            {seat: (_limit_topic(state),) for seat in bidders},
            sealed=True,
            open=NUMBERS,
        )
    pickers = {seat: (_pick_topic(state),) for seat in _pickers(state)}
    if not pickers:
        return None

    return JointQuestion(
        f"pick {state.turn}", pickers, open=tuple(share_influence.choices(state))
    )


def topics(state: State, seat: Seat) -> tuple[Topic, ...]:
    """Return the topics of the present card or pick, then the lasting ones."""
    return (*_present_topics(state, seat), *_lasting_topics(state))


def _present_topics(state: State, seat: Seat) -> Iterator[Topic]:
    if _is_bidding(state, seat):
        yield _limit_topic(state)

    if state.sells_gold and (_is_paying(state, seat) or _is_bidding(state, seat)):
        hand = tuple(state.players[seat].hand)
        most = min(len(hand), MOST_NAMED)
        yield Topic(DISCARDS, hand, f"{len(state.sales)}", at_most=most, ordered=True)

    if seat in _pickers(state):
        yield _pick_topic(state)


def _lasting_topics(state: State) -> Iterator[Topic]:
    kinds = (*state.board, "gold", "king")
    yield Topic(NEVER, (OFF, *kinds), at_most=len(kinds), lasting=True)
    yield Topic(GOLD, UP_TO, lasting=True)
    yield Topic(CARDS, UP_TO, lasting=True)
    yield Topic(PAYING, (LEAST, ASK), lasting=True)


def stands(state: State, seat: Seat, order: Order) -> bool:
    """Tell whether an `order` is about something to come; a limit that a default ended is kept for its card."""
    return not order.given or any(
        topic.name == order.topic and _sale(topic.given) == _sale(order.given)
        for topic in _present_topics(state, seat)
    )


def _sale(given: str) -> str:
    """Return the number of the sale of a lot, as `lot` names it, or of a turn."""
    return given.partition(".")[0]


def presume(state: State, seat: Seat, orders: Given) -> tuple[Order, ...]:
    """Return the limit that lasting orders come to for the card that is up, as far as the hand can pay it (F28)."""
    if not _is_bidding(state, seat):
        return ()
    most = _lasting_limit(state, seat, orders)
    return () if most is None else (Order(LIMIT, (most,), lot(state)),)


def answer(state: State, seat: Seat, orders: Given) -> OrderAnswer[Action] | None:
    """Return the answer of `orders` in an auction or to a pick; gold is paid without a question (C9).

    Choices of a King are left to the person.
    """
    if state.crown is not None or state.phase == "over":
        return None

    if state.phase == "share":
        return _answer_pick(state, orders.get(PICK)) if state.drawn is None else None

    if state.payment is None:
        return _answer_bid(state, orders.get(LIMIT))
    if state.sells_gold:
        return _answer_discards(state, seat, orders.get(DISCARDS))
    return _answer_payment(state, seat, orders)


def _answer_bid(state: State, order: Order | None) -> OrderAnswer[Action] | None:
    """Return the least raise up to the limit, or a pass (F21)."""
    if order is None or order.given != lot(state) or order.picks[0] == STEP:
        return None
    most = int(order.picks[0])
    if most > state.bid:
        return OrderAnswer((Bid(state.bid + 1),), "bid", {"amount": most})
    if not most or state.bidder is None:
        return OrderAnswer((PASS,), "pass", {"amount": most})

    return OrderAnswer(
        (PASS,), "outbid", {"amount": most, "player": state.bidder, "bid": state.bid}
    )


def _answer_payment(
    state: State, seat: Seat, orders: Given
) -> OrderAnswer[Action] | None:
    """Return the payment by the smallest sum, then the fewest cards (C9)."""
    order = orders.get(PAYING)
    payment = state.payment
    if payment is None or (order is not None and order.picks[0] == ASK):
        return None

    least = cheapest_payments(state.players[seat].pieces, payment.due)[0]
    actions = tuple(PAY[f"gold-{gold}"] for gold in least)
    return OrderAnswer(actions, "paying", {"total": sum(least)})


def _answer_discards(
    state: State, seat: Seat, order: Order | None
) -> OrderAnswer[Action] | None:
    """Return the first of the named cards, as many as are due (F27); fewer pay nothing."""
    due = state.payment.due if state.payment else 0
    if order is None:
        return None

    named = [str(card) for card in order.picks[:due]]
    held = Counter(state.players[seat].hand)
    if len(named) < due or not Counter(named) <= held:
        return None
    actions = tuple(DISCARD[card] for card in named)
    return OrderAnswer(actions, "discards", {"count": due})


def _answer_pick(state: State, order: Order | None) -> OrderAnswer[Action] | None:
    """Return the first preference that is still in the middle; None where `ASK` comes before it (F8)."""
    for place, card in enumerate(() if order is None else order.picks, 1):
        if card == ASK:
            return None
        if card in state.middle:
            return OrderAnswer((TAKE[str(card)],), "pick", {"number": place})
    return None


def kind(card: str) -> str:
    """Return the kind of a `card` for lasting orders: its office, gold, or a King."""
    face = cards.FACES[card]
    return face.office or face.kind


def _lasting_limit(state: State, seat: Seat, orders: Given) -> int | None:
    never = orders.get(NEVER)
    if never and OFF not in never.picks and kind(state.up or "") in never.picks:
        return 0
    order = orders.get(CARDS if state.sells_gold else GOLD)
    if order is None or order.picks[0] == OFF:
        return None
    return min(int(order.picks[0]), state.means(seat))


def _is_bidding(state: State, seat: Seat) -> bool:
    """Tell whether `seat` is in the bidding for a card."""
    return (
        state.up is not None
        and state.payment is None
        and state.players[seat].is_bidding
    )


def _is_paying(state: State, seat: Seat) -> bool:
    return state.payment is not None and state.payment.seat == seat


def _is_untouched(state: State) -> bool:
    """Tell whether a card is up, or up anew, for which nobody has bid or passed (F21, F32)."""
    if state.up is None or state.payment is not None or state.bid:
        return False
    return not any(
        player.passed and player.hand and not player.out for player in state.players
    )


def lot(state: State) -> str:
    """Return the key of a bidding: another one for each card, and after each default."""
    return f"{len(state.sales)}.{len(state.defaults)}"


def _limit_topic(state: State) -> Topic:
    return Topic(LIMIT, LIMITS, lot(state))


def _pick_topic(state: State) -> Topic:
    choices = share_influence.choices(state)
    return Topic(
        PICK, (*choices, ASK), f"{state.turn}", at_most=len(choices) + 1, ordered=True
    )


def _pickers(state: State) -> tuple[Seat, ...]:
    """Return the seats that still have to pick from the middle; the last one gets the card that is left (F8)."""
    if state.phase != "share" or state.drawn is not None:
        return ()
    if any(state.room.values()) or len(set(state.middle)) <= 1:
        return ()
    places = range(len(state.middle) - 1)
    return tuple(Seat((state.picker + place) % state.seats) for place in places)
