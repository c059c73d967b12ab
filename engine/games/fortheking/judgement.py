"""The values of For the King for agents: the rules of thumb of an experienced player.

**An office** is worth its duty times the chance of getting it. A card adds most where one is about level with the best
rival; far ahead or hopelessly behind it adds next to nothing. A 2 of a small office (eleven in all) is as good as a 4
of a great one (twenty-five). With three or more the second duty softens this. **Gold** is worth the cards that it will
buy: all that is still to be auctioned, shared over all the gold that there is. So it is worth more than an office card
once the office is as good as decided, and in the last auctions nothing: none is kept.

**Keep, middle or favor**: each turn has one card to keep, so one waits for a better card as long as some are to come,
and never longer. A card in the middle goes to a rival: the one that helps them least. A card that neither should have,
or that one can afford later, goes to the favor deck.

**Kings** raise the offices one leads and lower those that a rival leads; the difference counts, not the sum.

**Bids** rise by one up to the card's worth in gold; for gold one pays with the cards that are worth least, and stops
when they are worth as much. **Bluffs** are left to people: in trials, bidding because a rival wants the card lost more
than it took, and a bid that can't be paid costs a card and sells the same one cheaply to the others. An apparent bluff
is thrift: gold left over in the last auctions is spent on any card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.games.fortheking import cards
from engine.games.fortheking.actions import (
    Action,
    Bid,
    Change,
    Discard,
    Pay,
    Place,
    Raise,
    Take,
)
from engine.games.fortheking.outlook import (
    FOR_GOLD,
    PILE,
    WORTH,
    Expectations,
    Outlook,
    worth,
)
from engine.games.fortheking.questions import cheapest_payments
from engine.games.fortheking.state import Payment, State
from engine.scene import Seat

__all__ = ["consider", "horizon", "score", "worth"]

horizon = 12
"""A turn of the Adviser, or an auction or two: what comes after is as good as luck, and `worth` knows its average."""

STEPS = 2
"""How many numbers above the standing bid are thought of."""
BEST_OF = (0.0, 0.0, 0.56, 0.85, 1.03, 1.16, 1.27)
"""By how many of its spreads the best of so many draws lies above their mean."""
MEAN = 0.8
"""Of the cards to be drawn, what the average one adds, in parts of the average office card."""
PROFIT = 0.001
"""What a card has to add beyond its price: gold that is paid for with as much gold adds nothing."""


class Weights(NamedTuple):
    """The numbers that a policy judges by.

    `spread` is how much the cards to be drawn vary, in parts of the average office card; `envy` which part of what a
    card would add for oneself is lost when a rival has it; `king` what a King is worth, and `gold` the gold that is
    bid, in parts of what they seem to be.
    """

    spread: float = 0.6
    envy: float = 0.3
    king: float = 1.0
    gold: float = 1.0


KNIGHT = Weights()
CHAMPION = Weights(spread=0.4, envy=0.15, king=0.6, gold=1.28)
"""The numbers of a champion's own seat, which win most against knights' (docs/rivals.md)."""


def consider(state: State, seat: Seat, legal: Sequence[Action]) -> Sequence[Action]:
    """Return all `legal` actions but bids that can't be paid, or that leap, and payments of too much."""
    if state.crown is not None or state.phase != "auction":
        return legal

    if state.payment is None:
        bids = max(0, min(STEPS, state.means(seat) - state.bid, len(legal) - 1))
        return (*legal[:bids], legal[-1])

    if state.sells_gold:
        return _least_valuable(state, seat, legal)
    return _closest_payment(state, state.payment, legal)


def _closest_payment(
    state: State, payment: Payment, legal: Sequence[Action]
) -> Sequence[Action]:
    """Return the gold to begin with where as little too much as possible is to be paid (C9)."""
    if len(legal) == 1:
        return legal
    first = cheapest_payments(state.players[payment.seat].pieces, payment.due)[0][0]
    return [
        action for action in legal if isinstance(action, Pay) and action.gold == first
    ]


def _least_valuable(
    state: State, seat: Seat, legal: Sequence[Action]
) -> Sequence[Action]:
    """Return the card that is worth least."""
    outlook = Outlook(state, seat)
    price = _gold_price(outlook)
    discards = [action for action in legal if isinstance(action, Discard)]
    return [min(discards, key=lambda action: _hand_value(outlook, action.card, price))]


def score(
    state: State, seat: Seat, actions: Sequence[Action], numbers: Weights = KNIGHT
) -> Sequence[float]:
    """Return the value of each of `actions` by some `numbers`, about in points of the final score."""
    outlook = Outlook(state, seat)
    if state.crown is not None:
        return _score_duty_changes(outlook, actions)
    if state.phase == "share":
        return (
            _score_takes(outlook, actions, numbers)
            if state.drawn is None
            else _score_places(outlook, state.drawn, actions, numbers)
        )

    return (
        _score_bids(outlook, state.up, actions, numbers)
        if state.payment is None and state.up
        else [0.0] * len(actions)
    )


def _gold_price(outlook: Outlook) -> float:
    """Return the value of a piece of gold in points: that of all cards still to be sold, shared over all the gold."""
    state = outlook.state
    if state.phase == "share":
        return outlook.average_gain * FOR_GOLD / (WORTH[state.seats] * state.seats)
    lots = len(state.favor) + (state.up is not None)
    hidden = sum(
        [
            len(player.hand)
            for at, player in enumerate(state.players)
            if at != outlook.seat
        ]
    )
    gold = state.players[outlook.seat].gold
    return price_of_gold(outlook.average_gain, state.seats, lots, gold, hidden)


def price_of_gold(
    average_gain: float, seats: int, lots: int, gold: int, hidden: int
) -> float:
    """Return the value of a piece of gold with `lots` left, the own `gold` and so many `hidden` cards of others."""
    return (
        average_gain
        * min(cards.turns(seats), lots)
        * FOR_GOLD
        / max(1.0, gold + WORTH[seats] * hidden)
    )


def own_value(
    outlook: Expectations, card: str, price: float, numbers: Weights
) -> float:
    """Return the points that `card` adds for the seat that has it."""
    if card in PILE:
        return outlook.gain(card)
    if cards.GOLD[card]:
        return price * cards.GOLD[card]
    return numbers.king * king_value(outlook, cards.FACES[card].steps)


def _hand_value(outlook: Expectations, card: str, price: float) -> float:
    """Return the value of a `card` of the own hand there."""
    if card in PILE:
        return outlook.loss(card)
    return price * cards.GOLD[card]


def _rival_value(
    outlook: Expectations, card: str, price: float, numbers: Weights
) -> float:
    """Return the points that `card` adds for a rival that gets it, and takes from the seat itself."""
    if card in PILE:
        return outlook.loss(card) + numbers.envy * outlook.gain(card)
    return own_value(outlook, card, price, numbers)


def swings(outlook: Expectations) -> list[float]:
    """Return how much better the seat stands against the average rival for each duty that rises by one."""
    seats = outlook.seats
    return [
        (own - (primary + cards.secondary_duty(primary, seats) - own) / (seats - 1))
        / max(1, primary)
        for own, primary in zip(outlook.expected_by_office, outlook.board, strict=True)
    ]


def king_value(outlook: Expectations, steps: tuple[cards.Step, ...]) -> float:
    """Return the value of a King in one's own hands: its best `steps`."""
    found = swings(outlook)
    pairs = list(zip(found, outlook.board, strict=True))
    rises = [swing for swing, at in pairs if at < cards.PRIMARY_MAX]
    falls = [-swing for swing, at in pairs if at > cards.PRIMARY_MIN]

    total = 0.0
    for step in steps:
        possible = (rises if "+" in step else []) + (falls if "-" in step else [])
        total += max(possible, default=0.0)

    return total


def _score_duty_changes(outlook: Outlook, actions: Sequence[Action]) -> Sequence[float]:
    """Return the value of each change: raise the offices one leads, lower those that a rival leads."""
    found = dict(zip(outlook.state.board, swings(outlook), strict=True))
    changes = (action for action in actions if isinstance(action, Change))
    return [
        found[action.office] if isinstance(action, Raise) else -found[action.office]
        for action in changes
    ]


def _score_takes(
    outlook: Outlook, actions: Sequence[Action], numbers: Weights
) -> Sequence[float]:
    """Return the value of each card in the middle: the most for the one that adds most."""
    price = _gold_price(outlook)
    takes = (action for action in actions if isinstance(action, Take))
    return [own_value(outlook, action.card, price, numbers) for action in takes]


def _score_places(
    outlook: Outlook, card: str, actions: Sequence[Action], numbers: Weights
) -> Sequence[float]:
    """Return the value of each zone: keep a better card than may still come, give a worse one away, sell the rest."""
    state = outlook.state
    price = _gold_price(outlook)
    average_gain = outlook.average_gain

    coming = sum(state.room.values()) - 1
    apart = numbers.spread * average_gain * BEST_OF[min(coming, len(BEST_OF) - 1)]
    likely = MEAN * average_gain

    scores = {
        "keep": own_value(outlook, card, price, numbers)
        - (likely + apart if coming else 0.0),
        "middle": likely
        - (apart if state.room["middle"] == 1 else 0.0)
        - _rival_value(outlook, card, price, numbers),
        "favor": 0.0,
    }

    return [scores[action.zone] for action in actions if isinstance(action, Place)]


def _score_bids(
    outlook: Outlook, up: str, actions: Sequence[Action], numbers: Weights
) -> Sequence[float]:
    """Return the value of each call: bid one more as long as the card is worth more; to pass is worth nothing."""
    state = outlook.state
    price = _gold_price(outlook)
    worth = own_value(outlook, up, price, numbers) - PROFIT
    if state.sells_gold:
        hand = state.players[outlook.seat].hand
        least = sorted([_hand_value(outlook, card, price) for card in hand])
        return [
            worth - sum(least[: action.amount]) if isinstance(action, Bid) else 0.0
            for action in actions
        ]

    price *= numbers.gold
    return [
        worth - price * action.amount if isinstance(action, Bid) else 0.0
        for action in actions
    ]
