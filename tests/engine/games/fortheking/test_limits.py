"""What people order ahead in For the King, scene by scene."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import saves
from engine.errors import IllegalAction, NothingToTakeBack
from engine.games.fortheking.actions import Bid, Pay
from engine.games.fortheking.questions import usual_bid
from engine.games.fortheking.rules import PASS
from engine.match import AmountReply, Match, Move
from engine.scene import Who, say
from tests.contract.walks import AnyMatch, heard, line
from tests.engine.games.fortheking.scenarios import LAST, P1, P2, P3, PLAYERS, RICH, Ahead, played
from tests.engine.games.scenarios import scenarios, spelled
from tests.engine.ordered import answered, follow, taking_orders


def auction(favor: str, first: str = RICH) -> AnyMatch:
    """Return an auction of these cards, P1 first with that hand, where people can give orders."""
    return taking_orders(played(f"{first} | {RICH} | {LAST}", favor).match)


@scenarios(
    Ahead,
    """
all who are still in are asked at once, and everybody sees who has answered (F21)
    cards: military-A
    choices: P2: limit = 3
    result: asked P1 P3, answered P2, P1 bid-first, up military-A

limits bid by the least raise, and who reaches a number first has it (F20-F22)
    cards: military-A
    choices: P3: limit = 1, P2: limit = 3, P1: limit = 3
    result: P1 bid 1, P2 bid 2, P3 pass, P1 bid 3, P2 pass, P1 pay 3, over, paid gold-3, P1 has military-A gold-1
        gold-1 gold-2 gold-2

where all pass, that it was ordered is told before the next card comes up (F22)
    cards: military-A gold-3
    choices: P3: limit = 0, P1: limit = 0, P2: limit = 0
    result: P1 pass, P2 pass, P3 pass, asked P1 P2 P3, P2 bid-cards-first, P2 first, up gold-3, unsold military-A
    told: pass ordered-pass@P3 unsold up

a standing limit is never more than there is to pay with, in gold (F28)
    cards: military-A
    choices: P1: gold = 99, P2: limit = 8, P3: limit = 0
    result: P1 bid 1, P2 bid 2, P3 pass, P1 bid 3, P2 bid 4, P1 bid 5, P2 bid 6, P1 bid 7, P2 bid 8, P1 bid 9, P2
        pass, P1 pay 1, P1 pay 1, P1 pay 2, P1 pay 2, P1 pay 3, over, paid gold-1 gold-1 gold-2 gold-2 gold-3, P1 has
        military-A

or in cards (F27, F28)
    cards: gold-1
    choices: P1: cards = 99, P2: limit = 5, P3: limit = 0
    result: P1 bid 1, P2 bid 2, P3 pass, P1 bid 3, P2 bid 4, P1 bid 5, P2 pass, asked P1, P1 discard, due 5, up gold-1

a limit for the card itself goes before a standing one, and may bluff (F23)
    cards: military-A
    choices: P1: never = military, P1: limit = 50, P2: limit = 1, P3: limit = 0
    result: P1 bid 1, P2 pass, P3 pass, P1 pay 1, over, paid gold-1, P1 has military-A gold-1 gold-2 gold-2 gold-3

what a lasting order has answered stays answered, and changed it counts from the next card on (F21)
    cards: military-A military-B
    choices: P1: never = military, P1: never = off, P2: limit = 0, P3: limit = 0
    result: P1 pass, P2 pass, P3 pass, asked P1 P2 P3, P2 bid-first, P2 first, up military-B, unsold military-A

to bid step by step is an answer like another; who does is asked each time (F21)
    cards: military-A
    choices: P2: limit = 3, P1: limit = step, P3: limit = 0, P1: bid 2
    result: P1 bid 2, P2 bid 3, P3 pass, asked P1, P1 bid, up military-A

and may give a limit instead of the next step (F21)
    cards: military-A
    choices: P1: limit = step, P2: limit = 3, P3: limit = 0, P1: limit = 4
    result: P1 bid 1, P2 bid 2, P3 pass, P1 bid 3, P2 pass, P1 pay 3, over, paid gold-3, P1 has military-A gold-1
        gold-1 gold-2 gold-2

a bluff is found out, and all still in are asked anew (F30, F32)
    cards: military-A
    choices: P1: limit = 10, P2: limit = 12, P3: limit = 2
    result: P1 bid 1, P2 bid 2, P3 pass, P1 bid 3, P2 bid 4, P1 bid 5, P2 bid 6, P1 bid 7, P2 bid 8, P1 bid 9, P2 bid
        10, P1 pass, asked P1 P3, P1 bid-first, up military-A, P2 has gold-1 gold-2 gold-2 gold-3, P2 out, P2 lost 1

gold is paid at once by the smallest sum, which the payer reads (C9)
    cards: military-A military-B
    choices: P1: limit = 3, P2: limit = 2, P3: limit = 0
    result: P1 bid 1, P2 bid 2, P3 pass, P1 bid 3, P2 pass, P1 pay 3, asked P1 P2 P3, P2 bid-first, P2 first, up
        military-B, paid gold-3, P1 has military-A gold-1 gold-1 gold-2 gold-2
    told: ordered-paying@P1

who has asked to choose is asked, also with one way to pay (C9)
    hands: gold-3 livestock-B | gold-1 gold-1 gold-2 gold-2 gold-3 | gold-2 gold-2 gold-3 livestock-A
    cards: military-A military-B
    choices: P1: paying = ask, P1: limit = 3, P2: limit = 2, P3: limit = 0
    result: P1 bid 1, P2 bid 2, P3 pass, P1 bid 3, P2 pass, asked P1, P1 pay, due 3, up military-A

until that is withdrawn (C9)
    hands: gold-3 gold-1 | gold-1 gold-1 gold-2 gold-2 gold-3 | gold-2 gold-2 gold-3 livestock-A
    cards: military-A military-B
    choices: P1: paying = ask, P1: limit = 3, P2: limit = 2, P3: limit = 0, P1: paying = least
    result: P1 bid 1, P2 bid 2, P3 pass, P1 bid 3, P2 pass, P1 pay 3, asked P1 P2 P3, P2 bid-first, P2 first, up
        military-B, paid gold-3, P1 has military-A gold-1

cards that are all alike are asked about like others (F27)
    hands: gold-1 gold-1 gold-1 | gold-1 gold-1 gold-2 gold-2 gold-3 | gold-2 gold-2 gold-3 livestock-A
    cards: gold-1
    choices: P1: limit = 1, P2: limit = 0, P3: limit = 0
    result: P1 bid 1, P2 pass, P3 pass, asked P1, P1 discard, due 1, up gold-1

cards for gold are discarded as they were named (F27)
    cards: gold-1
    choices: P3: discards = livestock-A gold-2 gold-3, P1: limit = 1, P2: limit = 0, P3: limit = 3
    result: P1 bid 1, P2 pass, P3 bid 2, P1 pass, P3 discard livestock-A, P3 discard gold-2, over, P3 has gold-1
        gold-2 gold-3, P3 gave 2

too few leave it to the person (F27)
    cards: gold-1
    choices: P3: discards = livestock-A, P3: limit = 3, P1: limit = 2, P2: limit = 0
    result: P1 bid 1, P2 pass, P3 bid 2, P1 pass, asked P3, P3 discard, due 2, up gold-1

who picks may say ahead which card: the first that is still there (F8)
    hands: | | |
    cards: military-A gold-1 gold-2 gold-3 military-B livestock-A
    choices: P1: place keep, P1: place favor, P3: pick = gold-3 gold-2 ask, P2: pick = gold-3
    result: P1 place keep, P1 place favor, P2 take gold-3, P3 take gold-2, asked P2, P2 place, drawn livestock-A,
        favor gold-1, P1 has military-A, P2 has gold-3, P3 has gold-2, P4 has military-B

a King that is picked by an order is used before the next one takes a card (F9)
    hands: | | |
    cards: military-A gold-1 king-plus1 gold-3 gold-2 livestock-A
    choices: P1: place keep, P1: place favor, P3: pick = gold-3, P2: pick = king-plus1, P2: raise military
    result: P1 place keep, P1 place favor, P2 take king-plus1, P2 raise military, P3 take gold-3, asked P2, P2 place,
        drawn livestock-A, used king-plus1, favor gold-1, P1 has military-A, P3 has gold-3, P4 has gold-2, board 33334

who has no cards is asked nothing (F21, F25)
    hands: gold-1 | gold-2 |
    cards: military-A
    result: asked P1 P2, P1 bid-first, up military-A

a standing pass answers when the card comes up, and nobody sees it (F22)
    cards: gold-3 military-A
    choices: P2: never = military king, P1: limit = 0, P2: limit = 0, P3: limit = 0
    result: P1 pass, P2 pass, P3 pass, asked P1 P2 P3, presumed P2, P2 bid-first, P2 first, up military-A, unsold
        gold-3

as a standing limit does (F22)
    cards: gold-3 military-A
    choices: P2: gold = 4, P1: limit = 0, P2: limit = 0, P3: limit = 0
    result: P1 pass, P2 pass, P3 pass, asked P1 P2 P3, presumed P2, P2 bid-first, P2 first, up military-A, unsold
        gold-3
""",
)
def test_orders_play_as_ruled(scenario: Ahead) -> None:
    """F8, F9, F20-F23, F25, F27, F28, F30, F32, C9: what is bid, paid and picked by orders, and who is asked then."""
    scenario.check()


def after(steps: str, favor: str = "military-A military-B", first: str = RICH) -> tuple[AnyMatch, list[Move[Any]]]:
    """Return an auction of these cards after some steps, with all its moves."""
    return follow(auction(favor, first), steps, PLAYERS)


def test_usual_bid_is_of_the_same_kind() -> None:
    """Among the numbers that stand ready: gold for cards says nothing of cards for gold."""
    match, _ = after("P1: limit = 0, P2: limit = 1, P3: limit = 2", "military-A gold-3 military-B")
    assert (match.state.sales[0].bid, usual_bid(match.state)) == (2, 0)
    match, _ = follow(match, "P1: limit = 0, P2: limit = 0, P3: limit = 0", PLAYERS)
    assert (match.state.up, usual_bid(match.state)) == ("military-B", 2)


def test_former_number_stands_ready_after_a_default() -> None:
    """F30, F32: the limits for the card end, and each is asked with the own old number."""
    match, _ = after("P1: limit = 30, P2: limit = 40, P3: limit = 2")
    mine = match.frame(P1).mine
    assert mine is not None
    assert mine.naming is not None
    assert dict(mine.naming.ready)[30] == say("fortheking-ready-former")
    match, _ = match.answer(P1, mine.question, AmountReply(30))
    assert answered(match) == [P1]


def test_who_is_outbid_is_told_by_whom() -> None:
    """F21: also where a rival has reached the own limit first, which then can't be bid any more."""
    _, moves = after("P1: limit = 3, P2: limit = 2, P3: limit = 4", "military-A")
    noted = [event for move in moves for event in heard(move, P1) if "outbid" in event.key]
    facts = [{key: value for key, value in event.facts if key != "card"} for event in noted]
    assert facts == [{"player": Who(P3), "bid": 3, "amount": 3}]


@pytest.mark.parametrize("hand", ["gold-3 livestock-B", "gold-1 gold-2 gold-3 livestock-B"])
def test_gold_is_paid_at_once_where_nobody_orders(hand: str) -> None:
    """C9: the same moves, whether the hand has one way to pay or several; the log replays to them by itself."""
    begun = match = replace(auction("military-A military-B", hand), orders=None)
    log = list[Move[Any]]()
    for seat, action in ((P1, Bid(3)), (P2, PASS), (P3, PASS)):
        match, moves = Match.play_orders(*match.play(seat, [action]))
        log += moves
    assert match.orders is None
    assert (match.state.paid, match.state.up) == (["gold-3"], "military-B")
    assert [(move.seat, move.action) for move in log[3:]] == [(P1, Pay(3))]
    assert saves.replay_to_end(begun, map(line, log)).state == match.state


@pytest.mark.parametrize("first", ["", "P1: paying = ask, "])
def test_a_payment_with_one_way_tells_others_the_same_as_one_with_many(first: str) -> None:
    """C9: the same moves, the same words, the same frames, the same people asked, whatever else the hand holds."""
    steps = f"{first}P1: limit = 3, P2: limit = 2, P3: limit = 0"
    (plain, made), (rich, others) = (after(steps, first=hand) for hand in ("gold-3 livestock-B", "gold-1 gold-3"))
    for viewer in (None, P2, P3):
        assert plain.frame(viewer) == rich.frame(viewer)
        assert [heard(move, viewer) for move in made] == [heard(move, viewer) for move in others]
    assert [move[:3] for move in made] == [move[:3] for move in others]
    assert plain.deciding == rich.deciding


def test_effect_names_kinds_and_cards() -> None:
    """F22, F27: what is always passed on, and what is discarded, in that order."""
    match, _ = after("P1: never = military king, P3: discards = livestock-A gold-2", "gold-1")
    does = [spelled(one.does, "fortheking") for seat in (P1, P3) for one in match.frame(seat).orders if one.does]
    assert does == [
        "does-never office-military glossary-kings",
        "does-discards card-gold 1 card-government A office-livestock 1 card-gold 2",
    ]


def test_more_cards_than_there_are_cannot_be_named() -> None:
    """F27: the order is refused."""
    with pytest.raises(IllegalAction):
        after("P3: discards = livestock-A livestock-A", "gold-1")


def test_a_seat_that_is_stood_in_for_keeps_nobody_waiting() -> None:
    """A rival has answered when the question is put, and is asked what the rules ask, but for what a person ordered."""
    match, _ = auction("military-A").stand_in(P2, present=True)
    assert (match.deciding, answered(match)) == ((P1, P3), [P2])
    match, _ = follow(match, "P1: limit = 1, P3: limit = 0", PLAYERS)
    assert match.deciding == (P2,)

    match, _ = after("P2: gold = 2")[0].stand_in(P2, present=True)
    match, _ = follow(match, "P1: limit = 3, P3: limit = 0", PLAYERS)
    assert match.state.sales[0].seat == P1


def test_what_orders_answered_nobody_takes_back() -> None:
    """Nor what was played before it; an order that plays nothing must not be noticed by who moved last."""
    match, _ = after("P1: limit = step, P2: limit = 3, P3: limit = step, P1: bid 1")
    for seat in (P1, P2):
        with pytest.raises(NothingToTakeBack):
            match.take_back(seat)

    match, _ = after("P1: limit = step, P2: limit = step, P3: limit = step, P1: bid 1, P3: limit = 7, P3: gold = 4")
    before, _ = match.take_back(P1)
    assert (before.state.bid, before.deciding) == (0, (P1,))
