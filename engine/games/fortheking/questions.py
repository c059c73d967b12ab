"""The questions of the rules to a seat, their stakes, and their options.

The stakes stand in rows for the seat asked alone: the card with its worth there, and the own hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, product

from engine.frozen import replace
from engine.game import Naming, Offer, Option, Question
from engine.games.fortheking import cards, names, scene
from engine.games.fortheking.actions import (
    Action,
    Bid,
    Change,
    Discard,
    Lower,
    Pass,
    Pay,
    Place,
    Raise,
    Take,
)
from engine.games.fortheking.auction import MOST
from engine.games.fortheking.state import Crown, Payment, State
from engine.scene import Fact, Row, Seat, Text, Value, Who, say

REMEMBERED = 1024
READY = 4
"""How many numbers are buttons in private."""


def stakes(state: State, seat: Seat) -> tuple[Row, ...]:
    """Return the offices where one of them is chosen, the card where there is one, and the own cards."""
    own = scene.holding(state, seat)
    if state.phase == "share" and state.crown is None and state.drawn is not None:
        facts = tuple(_worth_facts(state, seat, state.drawn))
        return _about("drawn", state.drawn, facts), *scene.room(state), own

    if state.up is None:
        return scene.board(state), own

    # In gold the means are a sum of the own cards.
    paid = (_fact("means", state.means(seat)),) if state.sells_gold else ()
    return _about("up", state.up, (*_worth_facts(state, seat, state.up), *paid)), own


def usual_bid(state: State) -> int:
    """Return the middle one of the bids that have won, in gold or in cards as now; 0 where none has."""
    bids = sorted(
        sale.bid
        for sale in state.sales
        if sale.seat is not None and bool(cards.GOLD[sale.card]) == state.sells_gold
    )
    return bids[len(bids) // 2] if bids else 0


def ready_bids(
    state: State, seat: Seat, former: int = 0
) -> tuple[tuple[int, Text | None], ...]:
    """Return the bids with a meaning for `seat`: just enough, the usual, the `former` limit, and all it holds.

    There are a few in any case; above the means of the seat there are only the least one and the former.
    """
    least = state.bid + 1
    held = state.means(seat)
    meant = {min(usual_bid(state), held): "usual", held: "held", former: "former"}
    notes = {
        amount: say(f"fortheking-ready-{key}")
        for amount, key in meant.items()
        if amount >= least
    }

    if state.bid and least not in notes:
        notes[least] = say("fortheking-ready-least")

    most = max(held, least)
    others = (amount for amount in range(least, most + 1) if amount not in notes)
    shown = [*notes, *others][:READY]
    return tuple(
        (amount, notes.get(amount)) for amount in sorted(shown) if amount <= MOST
    )


@lru_cache(REMEMBERED)
def _fact(key: str, value: Value) -> Fact:
    return Fact(say(f"fortheking-stake-{key}"), value)


@lru_cache(REMEMBERED)
def _about(key: str, card: str, facts: tuple[Fact, ...]) -> Row:
    return Row(
        say(f"fortheking-row-{key}"),
        (names.CARDS[card], *facts),
        names.EMPTY,
        subject=True,
    )


def _worth_facts(state: State, seat: Seat, card: str) -> Iterator[Fact]:
    """Yield the worth of an office: its duties, the own sum, the least of others; of gold, the own sum."""
    face = cards.FACES[card]
    if face.kind == "gold":
        yield _fact("own", state.players[seat].gold)
    if not face.office:
        return

    primary = state.board[face.office]
    yield _fact("duties", scene.both_duties(state.seats, primary))
    own = _sum_held(state.players[seat].hand, face.office)
    yield _fact("own", own)

    known = {
        Seat(at): _sum_held(player.taken, face.office)
        for at, player in enumerate(state.players)
        if at != seat
    }
    others = tuple(
        say("fortheking-stake-other", player=Who(at), total=known[at])
        for at in sorted(known, key=known.__getitem__, reverse=True)
        if known[at]
    )
    if others:
        yield _fact("others", others)


def _sum_held(held: Sequence[str], office: str) -> int:
    return sum(
        face.value
        for face in map(cards.FACES.__getitem__, held)
        if face.office == office
    )


MOST_OFFERS = 3
STEP_WORDS = {"+": "raise", "-": "lower", "+-": "either"}


def question(state: State, seat: Seat) -> Question[Action]:
    """Return the question to `seat`; only open questions show their choices to everybody."""
    return replace(_question(state, seat), stakes=stakes(state, seat))


def _question(state: State, seat: Seat) -> Question[Action]:
    if state.crown is not None:
        return _king_question(state.crown)
    if state.phase == "share":
        return _share_question(seat, state.drawn)
    if state.payment is None:
        return _bid_question(state, seat)
    return _payment_question(state, state.payment)


def _king_question(crown: Crown) -> Question[Action]:
    word = STEP_WORDS[crown.steps[0]]
    card = names.name(crown.card)
    waiting = say(f"fortheking-wait-king-{word}", player=Who(crown.seat), card=card)
    return Question(
        say(f"fortheking-ask-king-{word}{_which(crown)}", card=card), waiting, open=True
    )


def _which(crown: Crown) -> str:
    """Return which of two offices is asked for; empty where there is only one to choose."""
    if crown.touched:
        return "-other"
    return "-first" if len(crown.steps) > 1 else ""


def _share_question(seat: Seat, drawn: str | None) -> Question[Action]:
    player = Who(seat)
    if drawn is None:
        waiting = say("fortheking-wait-take", player=player)
        return Question(say("fortheking-ask-take"), waiting, open=True)
    return Question(
        say("fortheking-ask-place", card=names.name(drawn)),
        say("fortheking-wait-place", player=player),
    )


def _up_name(state: State) -> Text:
    """Return the name of the card that is up for auction."""
    return names.name(state.up or "")


def _bid_question(state: State, seat: Seat) -> Question[Action]:
    of = "-cards" if state.sells_gold else ""
    standing: dict[str, Value] = {"card": _up_name(state)}
    if state.bidder is None:
        of += "-first"
    else:
        standing |= {"amount": state.bid, "bidder": Who(state.bidder)}

    return Question(
        say(f"fortheking-ask-bid{of}", **standing),
        say(f"fortheking-wait-bid{of}", player=Who(seat), **standing),
        open=True,
        naming=_bid_dialog(state, seat),
    )


def _bid_dialog(state: State, seat: Seat) -> Naming:
    """Return the dialog for a bid: the card, the highest bid, and the bidder's means (F28)."""
    held = state.means(seat)
    key = "fortheking-bid-label-cards" if state.sells_gold else "fortheking-bid-label"
    label = say(f"{key}-first", most=MOST, held=held)
    if state.bid:
        label = say(
            key,
            amount=state.bid,
            most=MOST,
            held=held,
        )

    card = _up_name(state)
    title = say("fortheking-bid-title", card=card)
    beyond = say("fortheking-bid-beyond")
    return Naming(title, label, held, beyond, ready_bids(state, seat))


def _payment_question(state: State, payment: Payment) -> Question[Action]:
    due, seat = payment.due, payment.seat
    key = "discard" if state.sells_gold else "pay"
    facts: dict[str, Value] = {"due": due, "card": _up_name(state)}
    prompt = say(f"fortheking-ask-{key}", **facts)
    waiting = say(f"fortheking-wait-{key}", player=Who(seat), **facts)
    if state.sells_gold:
        return Question(
            prompt,
            waiting,
            at_least=due,
            at_most=due,
            offers=_offer_of_all(state.players[seat].hand, due),
        )

    hand = state.players[seat].pieces
    most = _most_cards(hand, due)
    # Where each single card pays the rest, the choices themselves are all the offers there are.
    least = cheapest_payments(hand, due) if most > 1 else []
    return Question(
        prompt,
        waiting,
        at_most=most,
        offers=tuple(map(_payment_offer, least)),
        details=say("fortheking-details-pay"),
    )


def _offer_of_all(hand: list[str], due: int) -> tuple[Offer[Action], ...]:
    """Return the offer to pay with all cards of `hand`, where `due` of them, more than one, are all."""
    if len(hand) != due or due == 1:
        return ()
    label = say("fortheking-offer-discard")
    every = tuple(map(Discard, hand))
    return (Offer(label, every),)


def _most_cards(hand: list[int], due: int) -> int:
    """Return the number of cards in the longest legal payment: the one that begins with the smallest gold."""
    paid = accumulate(hand)
    return next((count for count, gold in enumerate(paid, 1) if gold >= due), 1)


def cheapest_payments(hand: list[int], due: int) -> list[tuple[int, ...]]:
    """Return up to three legal payments, each ascending: the smallest sum first, then the fewest cards (C9, F26)."""
    counts = (range(hand.count(value) + 1) for value in cards.GOLD_VALUES)
    sets = (
        tuple(
            value
            for value, count in zip(cards.GOLD_VALUES, picked, strict=True)
            for _ in range(count)
        )
        for picked in product(*counts)
        if 0
        <= sum(map(int.__mul__, cards.GOLD_VALUES, picked)) - due
        < cards.GOLD_VALUES[-1]
    )

    legal = [gold for gold in sets if gold and sum(gold) - gold[-1] < due]
    return sorted(legal, key=lambda gold: (sum(gold), len(gold), gold))[:MOST_OFFERS]


def _payment_offer(gold: tuple[int, ...]) -> Offer[Action]:
    laid = tuple(names.name(f"gold-{value}") for value in gold)
    label = say("fortheking-offer-pay", cards=laid, total=sum(gold))
    actions = tuple(Pay(value) for value in gold)
    return Offer(label, actions)


def option(state: State, seat: Seat, action: Action) -> Option:
    """Return a legal `action` as it is offered to `seat`."""
    match action:
        case Bid(amount):
            # A hundred of these are offered at once.
            return _bid_option(amount)
        case Place(zone):
            king = zone == "keep" and state.drawn in cards.KINGLY
            return Option(say(f"fortheking-option-{'keep-king' if king else zone}"))
        case Raise() | Lower():
            return _change_option(state, action)
        case Pass():
            return Option(say("fortheking-option-pass"))
        case Take() | Discard() | Pay():
            card = f"gold-{action.gold}" if isinstance(action, Pay) else action.card
            times = state.players[seat].hand.count(card) if state.payment else 1
            return _card_option(card, times)


@cache
def _bid_option(amount: int) -> Option:
    return Option(say("fortheking-option-bid", amount=amount), amount=amount)


@cache
def _card_option(card: str, times: int) -> Option:
    shown = names.CARDS[card]
    return Option(shown.name, shown.emblem, times=times)


def _change_option(state: State, action: Change) -> Option:
    word, by = ("raise", 1) if isinstance(action, Raise) else ("lower", -1)
    after = scene.both_duties(state.seats, state.board[action.office] + by)
    office = names.office(action.office)
    return Option(
        say("fortheking-option-change", office=office, after=after),
        f"fortheking-office-{action.office}",
        under=say(f"fortheking-under-{word}"),
    )
