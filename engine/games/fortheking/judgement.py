"""What is worth what at court: the rules of thumb of somebody who has played this often.

**An office** is worth its duty times the chance of getting it. A card adds most where one is about level with the best
rival; far ahead or hopelessly behind it adds next to nothing. A 2 of a small office (eleven in all) is as good as a 4
of a great one (twenty-five). With three or more the second duty softens this. **Gold** is worth what it will buy: all
that is still to be auctioned, shared over all the gold that there is. So it is worth more than an office card once the
office is as good as decided, and in the last auctions nothing: none is kept.

**Keep, middle or favor**: each turn has one card to keep, so one waits for a better card as long as some are to come,
and never longer. What goes to the middle goes to a rival: the card that helps them least. What neither should have, or
what one can afford later, goes to the favor deck.

**Kings** raise the offices one leads and lower those that a rival leads; the difference counts, not the sum.

**Bids** rise by one up to what the card is worth in gold; for gold one pays with the cards that are worth least, and
stops when they are worth more. **Bluffs**: with two players a card that a rival wants is bid up to half its worth to
them, as long as it can be paid: a bid that can't be paid costs a card and makes the next auction cheap for all others.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.fortheking import cards
from engine.games.fortheking.actions import Action, Bid, Change, Discard, Pay, Place, Raise, Take
from engine.games.fortheking.outlook import GOLD_PILE, NUMBER, PILE, TOTAL, Outlook
from engine.games.fortheking.questions import cheapest
from engine.games.fortheking.state import State
from engine.games.fortheking.worth import worth
from engine.scene import Seat

__all__ = ["consider", "prefer", "worth"]

STEPS = 3
"""How many numbers above the standing bid are thought of."""
BEST_OF = (0.0, 0.0, 0.56, 0.85, 1.03, 1.16, 1.27)
"""By how many of its spreads the best of so many draws lies above their mean."""
MEAN, SPREAD = 0.8, 0.6
"""Of the cards to be drawn, what the average one adds and how much that varies, in parts of the average office card."""


def consider(state: State, seat: Seat, legal: Sequence[Action]) -> Sequence[Action]:
    """Return everything but bids that can't be paid, or that leap."""
    if state.crown is not None or state.phase != "auction" or state.payment is not None:
        return legal
    player = state.players[seat]
    reach = len(player.hand) if state.sells_gold else player.gold
    bids = max(0, min(STEPS, reach - state.bid, len(legal) - 1))
    return (*legal[:bids], legal[-1])


def prefer(state: State, seat: Seat, actions: Sequence[Action]) -> Sequence[float]:
    """Return what each action is worth, about in points of the final score."""
    look = Outlook(state, seat)
    if state.crown is not None:
        return _changing(look, actions)
    if state.phase == "share":
        return _taking(look, actions) if state.drawn is None else _placing(look, actions)
    if state.payment is None:
        return _bidding(look, actions)
    return _discarding(look, actions) if state.sells_gold else _paying(state, actions)


def _average(look: Outlook) -> float:
    """Return what a middling office card would add."""
    offices = len(look.board)
    return sum([look.expected(at, TOTAL[at] / 9) - look.expected(at) for at in range(offices)]) / offices


def _price(look: Outlook) -> float:
    """Return what a piece of gold is worth in points: what is still to be bought, shared over all the gold."""
    state = look.state
    lots = cards.turns(state.seats) if state.phase == "share" else len(state.favor) + (state.up is not None)
    bought = lots * (1 - GOLD_SHARE)
    if state.phase == "share":
        gold = GOLD_PILE[state.seats] * cards.turns(state.seats) * state.seats
    else:
        hidden = sum(len(player.hand) for at, player in enumerate(state.players) if at != look.seat)
        gold = state.players[look.seat].gold + GOLD_PILE[state.seats] * hidden
    return _average(look) * bought / max(1.0, gold)


GOLD_SHARE = 0.36
"""Which part of the auctions sells gold, or nothing."""


def _mine(look: Outlook, card: str, price: float) -> float:
    """Return what a card adds for the seat that gets it."""
    if card in PILE:
        return look.gain(card)
    return price * cards.GOLD[card] if cards.GOLD[card] else _king(look, cards.FACES[card].steps)


def _held(look: Outlook, card: str, price: float) -> float:
    return look.loss(card) if card in PILE else price * cards.GOLD[card]


def _theirs(look: Outlook, card: str, price: float) -> float:
    """Return what a card adds for a rival who gets it: for offices as much as they stand against the seat's own."""
    if card in PILE:
        at, value = PILE[card]
        return (look.expected(at) - look.expected(at, -value)) + 0.3 * look.gain(card)
    return price * cards.GOLD[card] if cards.GOLD[card] else _king(look, cards.FACES[card].steps)


def _swing(look: Outlook, office: str, by: int) -> float:
    """Return how much better the seat stands against the average rival when a duty changes."""
    at = NUMBER[office]
    before = look.board[at]
    after = max(cards.PRIMARY_MIN, min(cards.PRIMARY_MAX, before + by))
    mine = look.expected(at, primary=after) - look.expected(at, primary=before)
    theirs = look.theirs(at, after) - look.theirs(at, before)
    return mine - theirs / (look.state.seats - 1)


def _king(look: Outlook, steps: tuple[cards.Step, ...]) -> float:
    """Return what a King is worth in one's own hands: its best steps."""
    offices = list(look.state.board)
    rises = sorted((_swing(look, office, 1) for office in offices), reverse=True)
    falls = sorted((_swing(look, office, -1) for office in offices), reverse=True)
    total = 0.0
    for step in steps:
        if step == "+-":
            total += max(rises[0], falls[0])
        else:
            total += (rises if step == "+" else falls).pop(0)
    return total


def _changing(look: Outlook, actions: Sequence[Action]) -> Sequence[float]:
    """Raise what one leads, lower what a rival leads."""
    changes = (action for action in actions if isinstance(action, Change))
    return [_swing(look, action.office, 1 if isinstance(action, Raise) else -1) for action in changes]


def _taking(look: Outlook, actions: Sequence[Action]) -> Sequence[float]:
    """Pick what adds most."""
    price = _price(look)
    return [_mine(look, action.card, price) for action in actions if isinstance(action, Take)]


def _discarding(look: Outlook, actions: Sequence[Action]) -> Sequence[float]:
    """Pay with what is missed least."""
    price = _price(look)
    return [-_held(look, action.card, price) for action in actions if isinstance(action, Discard)]


def _placing(look: Outlook, actions: Sequence[Action]) -> Sequence[float]:
    """Keep what is better than what may still come, give away what is worse than that, and sell the rest."""
    state = look.state
    card = state.drawn or ""
    price, average = _price(look), _average(look)
    coming = sum(state.room.values()) - 1
    above = BEST_OF[min(coming, len(BEST_OF) - 1)]
    likely, apart = MEAN * average, SPREAD * average * above
    mine, theirs = _mine(look, card, price), _theirs(look, card, price)
    scores = {
        "keep": mine - (likely + apart if coming else 0.0),
        "middle": (likely - apart if state.room["middle"] == 1 else likely) - theirs,
        "favor": 0.0,
    }
    return [scores[action.zone] for action in actions if isinstance(action, Place)]


def _bidding(look: Outlook, actions: Sequence[Action]) -> Sequence[float]:
    """Bid one more as long as the card is worth it; to pass is worth nothing."""
    state, up = look.state, look.state.up or ""
    price = max(_price(look), 1e-6)
    worth = _mine(look, up, price)
    if state.seats == min(cards.RANDOM_REMOVED):
        worth += 0.5 * _theirs(look, up, price)
    if state.sells_gold:
        least = sorted(_held(look, card, price) for card in state.players[look.seat].hand)
        return [
            worth - sum(least[: action.amount]) - 0.001 * action.amount if isinstance(action, Bid) else 0.0
            for action in actions
        ]
    return [worth - price * action.amount if isinstance(action, Bid) else 0.0 for action in actions]


def _paying(state: State, actions: Sequence[Action]) -> Sequence[float]:
    """Pay as little too much as possible (C9)."""
    payment = state.payment
    if payment is None:
        raise ValueError("nobody has to pay")
    hand = sorted(cards.GOLD[card] for card in state.players[payment.seat].hand if cards.GOLD[card])
    first = cheapest(hand, payment.due)[0][0]
    return [float(isinstance(action, Pay) and action.gold == first) for action in actions]
