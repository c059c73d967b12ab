"""How plain people play: what they bid up to, pay, prefer and reveal, by hand or ahead, with the same mind.

What they decide is left to chance, but with sense: nobody bids more than they hold, every further piece is bid with
seven chances in ten, by ones, and payments are the smallest that are enough. Whoever plays by orders gives every order
there is.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, TypeAlias

from engine.games.fortheking.actions import Bid, Pay
from engine.games.fortheking.questions import cheapest_payments
from engine.match import Match, Move
from engine.orders import Pick, Topic
from engine.rng import Rng
from engine.scene import Seat

AnyMatch: TypeAlias = Match[Any, Any]
AnyMove: TypeAlias = Move[Any]
BIDS, OF = 7, 10
"""The chances that somebody who would pay a price would also pay one more."""


def drawn(match: AnyMatch, *about: object) -> Rng:
    """Return chance that belongs to something in a match, however often it is asked for."""
    return Rng(sha256(match.seed + repr(about).encode()).digest(), 0)


def limit(match: AnyMatch, seat: Seat) -> int:
    """Return up to how much a seat goes for the card that is up in For the King."""
    state = match.state
    player, most = state.players[seat], 0
    held = len(player.hand) if state.sells_gold else player.gold
    rng = drawn(match, "limit", seat, len(state.sales), len(state.defaults))
    while most < held and rng.below(OF) < BIDS:
        most += 1
    return most


def by_hand(match: AnyMatch, seat: Seat) -> tuple[AnyMatch, tuple[AnyMove, ...]]:
    """Answer the question that the rules ask a seat; return the match and the moves."""
    state, legal, rng = (
        match.state,
        match.legal[seat],
        drawn(match, "hand", seat, match.seq),
    )
    if isinstance(legal[0], Bid):
        bid = state.bid + 1
        return match.play(seat, [Bid(bid) if bid <= limit(match, seat) else legal[-1]])
    if isinstance(legal[0], Pay):
        hand = sorted(
            action.gold
            for action in legal
            for _ in range(state.players[seat].hand.count(_gold(action)))
        )
        return match.play(
            seat, [Pay(gold) for gold in cheapest_payments(hand, state.payment.due)[0]]
        )
    question = match.game.telling.question(state, seat)
    if question.at_least > 1:
        return _several(match, seat, question.at_least, rng)
    return match.play(seat, [rng.choice(legal)])


def _gold(action: Any) -> str:
    return f"gold-{action.gold}"


def _several(
    match: AnyMatch, seat: Seat, count: int, rng: Rng
) -> tuple[AnyMatch, tuple[AnyMove, ...]]:
    """Pick as many cards of the hand as are due."""
    cards = rng.shuffled(match.state.players[seat].hand)[:count]
    kinds = {action.card: action for action in match.legal[seat]}
    return match.play(seat, [kinds[card] for card in cards])


class Given(set[tuple[Seat, str, str, str]]):
    """What has been ordered in a match: by whom, about what, on which occasion, and what they went by."""


def ahead(match: AnyMatch, seat: Seat, given: Given) -> AnyMatch:
    """Give every order that a seat can give now and hasn't on this occasion; nothing where nobody may."""
    while True:
        left = [
            topic
            for topic in match.topics(seat)
            if (seat, topic.name, topic.given, topic.seen) not in given
        ]
        if not left:
            return match
        # What belongs to a limit is named before it, for the last limit settles the auction.
        topic = min(
            left,
            key=lambda one: (
                one.name in {"limit", "pick"} or one.name.startswith("turn")
            ),
        )
        given.add((seat, topic.name, topic.given, topic.seen))
        picks = wanted(match, seat, topic)
        if picks:
            match, _ = match.give_order(seat, topic.name, picks)


def wanted(match: AnyMatch, seat: Seat, topic: Topic) -> tuple[Pick, ...]:
    """Return what a seat orders about a topic; nothing where it leaves that as it is."""
    rng = drawn(match, seat, topic.name, topic.given, topic.seen)
    match topic.name.partition(" ")[0]:
        case "limit":
            return (limit(match, seat),)
        case "discards" | "pick":
            return tuple(
                rng.shuffled([pick for pick in topic.picks if pick != "ask"])[
                    : topic.at_most
                ]
            )
        case "paying":
            return ("least",)
        case "turn":
            return (rng.choice(("leave", "reveal")),)
        case "aim" | "token":
            return (rng.choice(topic.picks[1:]),)
        case _:
            return ()
