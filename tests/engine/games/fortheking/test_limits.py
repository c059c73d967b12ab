"""What people order ahead in For the King, scene by scene."""

from __future__ import annotations

from typing import Any

import pytest

from engine import saves
from engine.errors import IllegalAction, NothingToTakeBack, NotYourTurn, StaleAction
from engine.games.fortheking.actions import Bid, Pass, Pay, Place, Raise
from engine.games.fortheking.questions import usual_bid
from engine.games.fortheking.rules import PASS
from engine.match import AmountReply, Match, Move, PicksReply
from engine.scene import Seat, Who, say
from tests.contract.orders import orders_of
from tests.contract.walks import AnyMatch
from tests.engine.games.fortheking.table import P1, P2, P3, auction_table, share_table
from tests.engine.ordered import answered, ordered, taking_orders

RICH = ["gold-1", "gold-1", "gold-2", "gold-2", "gold-3"]
HANDS = [RICH, RICH, [*RICH[2:], "livestock-A"]]


def auction(*favor: str, hands: list[list[str]] | None = None) -> AnyMatch:
    """Return an auction of these cards, P1 first, where people can give orders."""
    return taking_orders(auction_table(hands or HANDS, favor).match)


def calls(match: AnyMatch, *orders: tuple[Seat, str, int | str]) -> tuple[AnyMatch, list[tuple[Seat, int]]]:
    """Return a match after some orders, with the bids that came of it, 0 for a pass."""
    made: list[tuple[Seat, int]] = []
    for seat, topic, pick in orders:
        match, moves = match.give_order(seat, topic, (pick,))
        bids = [move for move in moves if isinstance(move.action, Bid | Pass)]
        made += [(move.seat, move.action.amount if isinstance(move.action, Bid) else 0) for move in bids]
    return match, made


def test_everybody_still_in_an_auction_is_asked_at_once() -> None:
    """F21: in parallel; nobody bids by hand before all have answered, and everybody sees who has."""
    match = auction("military-A")
    assert match.deciding == (P1, P2, P3)
    with pytest.raises(NotYourTurn):
        match.play(P1, [Bid(1)])
    match = ordered(match, (P2, "limit", 3))
    assert (match.deciding, answered(match), match.seq) == ((P1, P3), [P2], 0)


def test_limits_bid_by_the_least_raise_in_turn() -> None:
    """F20-F22: ties go to who reaches the number first, as by hand."""
    match, made = calls(auction("military-A"), (P3, "limit", 1), (P2, "limit", 3), (P1, "limit", 3))
    assert made == [(P1, 1), (P2, 2), (P3, 0), (P1, 3), (P2, 0)]
    assert [(sale.seat, sale.bid) for sale in match.state.sales] == [(P1, 3)]


def test_usual_bid_is_of_the_same_kind() -> None:
    """Among the numbers that stand ready: gold for cards says nothing of cards for gold."""
    match, _ = calls(auction("military-A", "gold-3", "military-B"), *((seat, "limit", seat) for seat in (P1, P2, P3)))
    assert (match.state.sales[0].bid, usual_bid(match.state)) == (2, 0)
    match, _ = calls(match, *((seat, "limit", 0) for seat in match.deciding))
    assert (match.state.up, usual_bid(match.state)) == ("military-B", 2)


def test_zero_passes() -> None:
    """F22: where all pass, the card is put away, and the next one is up."""
    match, made = calls(auction("military-A", "gold-3"), *((seat, "limit", 0) for seat in (P3, P1, P2)))
    assert made == [(P1, 0), (P2, 0), (P3, 0)]
    assert (match.state.unsold, match.state.up, match.deciding) == (["military-A"], "gold-3", (P1, P2, P3))


def test_a_standing_pass_and_a_standing_limit_are_answered_alike_when_the_card_comes_up() -> None:
    """Nobody sees which it was, nor that there is one."""
    first = auction("gold-3", "military-A")
    passing = ordered(first, (P2, "never", ("military", "king")), *((seat, "limit", 0) for seat in (P1, P2, P3)))
    bidding = ordered(first, (P2, "gold", 4), *((seat, "limit", 0) for seat in (P1, P2, P3)))
    for match in (passing, bidding):
        assert (match.state.up, match.deciding, match.presumed_seats) == ("military-A", (P1, P2, P3), (P2,))
        assert orders_of(match).of(P2)["limit"].picks == ((0 if match is passing else 4),)
        assert answered(match) == []
    for viewer in (P1, P3, None):
        assert passing.frame(viewer) == bidding.frame(viewer)
    assert passing.frame(P2) != bidding.frame(P2)


def test_a_standing_limit_is_never_more_than_the_hand_can_pay() -> None:
    """F28: in gold for government cards and Kings, in cards for gold; it never defaults."""
    match, made = calls(auction("military-A"), (P1, "gold", 99), (P2, "limit", 8), (P3, "limit", 0))
    assert made[-2:] == [(P1, 9), (P2, 0)]
    assert not match.state.sales[0].defaults
    match, made = calls(auction("gold-1"), (P1, "cards", 99), (P2, "limit", 5), (P3, "limit", 0))
    assert max(amount for seat, amount in made if seat == P1) == 5


def test_a_limit_for_the_card_itself_counts_before_a_standing_one() -> None:
    """It may be more or less, and may bluff (F23)."""
    match = ordered(auction("military-A"), (P1, "never", "military"), (P1, "limit", 50), (P2, "limit", 1))
    _, made = calls(match, (P3, "limit", 0))
    assert made == [(P1, 1), (P2, 0), (P3, 0)]


def test_what_a_lasting_order_has_answered_stays_answered() -> None:
    """Changed afterwards it counts from the next card on, unless it is unsettled before (`Match.unsettle`)."""
    match = ordered(auction("military-A", "military-B"), (P1, "never", "military"))
    before = match.frame(P2)
    match = ordered(match, (P1, "never", "off"))
    assert match.frame(P2) == before
    match = ordered(match, (P2, "limit", 0), (P3, "limit", 0))
    assert (match.state.up, answered(match)) == ("military-B", [])


def test_who_bids_step_by_step_is_asked_each_time_among_limits() -> None:
    """It is an answer like another until the auction is played."""
    match = ordered(auction("military-A"), (P2, "limit", 3), (P1, "limit", "step"))
    assert answered(match) == [P1, P2]
    match = ordered(match, (P3, "limit", 0))
    assert match.deciding == (P1,)
    match, moves = match.play(P1, [Bid(2)])
    assert [(move.seat, type(move.action)) for move in moves] == [(P1, Bid), (P2, Bid), (P3, Pass)]
    assert match.deciding == (P1,)


def test_a_limit_can_be_given_instead_of_the_next_step() -> None:
    """Who was asked each time may let Herald go on."""
    match = ordered(auction("military-A"), (P1, "limit", "step"), (P2, "limit", 3), (P3, "limit", 0))
    match, made = calls(match, (P1, "limit", 4))
    assert made == [(P1, 1), (P2, 2), (P3, 0), (P1, 3), (P2, 0)]


def test_after_a_default_all_still_in_are_asked_anew_with_their_old_numbers_ready() -> None:
    """F30, F32: the limits for the card end; a bluff is found out as by hand."""
    match = ordered(auction("military-A"), (P1, "limit", 30), (P2, "limit", 40), (P3, "limit", 2))
    assert [default.seat for default in match.state.defaults] == [P2]
    assert (match.deciding, answered(match)) == ((P1, P3), [])
    mine = match.frame(P1).mine
    assert mine is not None
    assert mine.naming is not None
    assert dict(mine.naming.ready)[30] == say("fortheking-ready-former")
    match, _ = match.answer(P1, mine.question, AmountReply(30))
    assert answered(match) == [P1]


def test_that_a_pass_was_ordered_is_told_before_the_next_card_comes_up() -> None:
    """F22: whoever passed last would else read it of the card that is asked about now."""
    match = ordered(auction("military-A", "military-B"), (P1, "limit", 0), (P2, "limit", 0))
    _, moves = match.give_order(P3, "limit", (0,))
    heard = [told.event for told in moves[-1].told_events if told.is_heard_by(P3)]
    assert [event.key.removeprefix("fortheking-told-") for event in heard] == [
        *("pass", "ordered-pass", "unsold", "up")
    ]


def test_who_is_outbid_is_told_by_whom() -> None:
    """F21: also where a rival has reached the own limit first, which then can't be bid any more."""
    match = ordered(auction("military-A"), (P1, "limit", 3), (P2, "limit", 2))
    _, moves = match.give_order(P3, "limit", (4,))
    noted = [told.event for move in moves for told in move.told_events if told.to == P1 and "outbid" in told.event.key]
    facts = [{key: value for key, value in event.facts if key != "card"} for event in noted]
    assert facts == [{"player": Who(P3), "bid": 3, "amount": 3}]


def won(hand: list[str], *first: tuple[Seat, str, str]) -> tuple[AnyMatch, list[Move[Any]]]:
    """Return a match in which P1 holds that hand and has won a card for 3 gold, with the moves that came of it."""
    match = auction("military-A", "military-B", hands=[hand, *HANDS[1:]])
    match, moves = ordered(match, *first, (P1, "limit", 3), (P2, "limit", 2)).give_order(P3, "limit", (0,))
    return match, [*moves]


def test_gold_is_paid_at_once_by_the_smallest_sum() -> None:
    """C9, in the same turn, without any order, and told to the payer alone as what it was."""
    match, moves = won(RICH)
    assert (match.state.paid, match.state.up) == (["gold-3"], "military-B")
    noted = [told for told in moves[-1].told_events if match.game.is_by_order(told.event)]
    assert [(told.to, told.event.key) for told in noted] == [(P1, "fortheking-told-ordered-paying")]


def test_who_has_asked_to_choose_is_asked_also_without_a_choice() -> None:
    """C9: a single way to pay is asked about like many, until that order is withdrawn."""
    for hand in (["gold-3", "livestock-B"], ["gold-3", "gold-1"]):
        match, _ = won(hand, (P1, "paying", "ask"))
        assert (match.deciding, match.state.paid) == ((P1,), [])
        match, moves = match.give_order(P1, "paying", ("least",))
        assert (len(moves), match.state.up) == (1, "military-B")


@pytest.mark.parametrize("rest", [[], ["gold-1", "gold-2"]])
def test_gold_is_paid_at_once_where_nobody_orders(rest: list[str]) -> None:
    """C9: the same moves, whether the hand has one way to pay or several; the log replays to them by itself."""
    match = auction_table([["gold-3", *rest, "livestock-B"], *HANDS[1:]], ["military-A", "military-B"]).match
    begun, log = match, list[Move[Any]]()
    for seat, action in ((P1, Bid(3)), (P2, PASS), (P3, PASS)):
        match, moves = Match.play_orders(*match.play(seat, [action]))
        log += moves
    assert match.orders is None
    assert (match.state.paid, match.state.up) == (["gold-3"], "military-B")
    assert [(move.seat, move.action) for move in log[3:]] == [(P1, Pay(3))]
    lines = [(move.seat, saves.dump_action(match.game, move.action)) for move in log]
    assert [after.state for after, _ in saves.replay(begun, lines)][-1] == match.state


def test_payments_made_by_hand_replay_as_they_were() -> None:
    """C9: logs of tables at which they were asked about keep them, whatever sum was paid."""
    match = auction_table([["gold-2", "gold-3", "livestock-B"], *HANDS[1:]], ["military-A", "military-B"]).match
    made = ((P1, Bid(2)), (P2, PASS), (P3, PASS), (P1, Pay(3)))
    lines = [(seat, saves.dump_action(match.game, action)) for seat, action in made]
    (*_, (after, _)) = saves.replay(match, lines)
    assert (after.state.paid, after.state.up) == (["gold-3"], "military-B")


@pytest.mark.parametrize("asks", [False, True])
def test_a_payment_with_one_way_tells_others_the_same_as_one_with_many(*, asks: bool) -> None:
    """C9: the same moves, the same words, the same frames, the same people asked, whatever else the hand holds."""
    first = ((P1, "paying", "ask"),) if asks else ()
    plain, rich = (won(hand, *first) for hand in (["gold-3", "livestock-B"], ["gold-1", "gold-3"]))
    for viewer in (None, P2, P3):
        assert plain[0].frame(viewer) == rich[0].frame(viewer)
        heard = [
            [told for move in moves for told in move.told_events if told.is_heard_by(viewer)]
            for _, moves in (plain, rich)
        ]
        assert heard[0] == heard[1]
    assert [move[:3] for move in plain[1]] == [move[:3] for move in rich[1]]
    assert plain[0].deciding == rich[0].deciding == ((P1,) if asks else (P1, P2, P3))


def test_a_match_without_orders_asks_for_each_payment() -> None:
    """C9: where nobody could ask to choose, nobody is kept from choosing."""
    table = auction_table(HANDS, ["military-A"])
    table.auction((P1, 3), (P2, 0), (P3, 0))
    assert (table.match.deciding, table.state.paid) == ((P1,), [])


def test_cards_that_are_all_alike_are_asked_about_like_others() -> None:
    """F27: that there is nothing to choose is the owner's secret."""
    match = auction("gold-1", hands=[["gold-1"] * 3, RICH, RICH])
    match = ordered(match, (P1, "limit", 1), (P2, "limit", 0), (P3, "limit", 0))
    assert (match.deciding, match.state.players[P1].discarded) == ((P1,), [])


def test_cards_for_gold_are_discarded_as_they_were_named() -> None:
    """F27: as many as are due, in their order; too few leave it to the person."""
    named = (P3, "discards", ("livestock-A", "gold-2", "gold-3"))
    rest = ((P1, "limit", 1), (P2, "limit", 0), (P3, "limit", 3))
    match = ordered(auction("gold-1"), named, *rest)
    assert match.state.players[P3].discarded == ["livestock-A", "gold-2"]
    match = ordered(auction("gold-1"), (P3, "discards", "livestock-A"), (P3, "limit", 3), (P1, "limit", 2))
    match = ordered(match, (P2, "limit", 0))
    assert (match.deciding, match.state.players[P3].discarded) == ((P3,), [])


def test_more_cards_than_there_are_cannot_be_named() -> None:
    """The order is refused, and nothing has changed."""
    match = auction("gold-1")
    with pytest.raises(IllegalAction):
        match.give_order(P3, "discards", ("livestock-A", "livestock-A"))


def test_who_picks_may_say_ahead_which_card_and_picks_in_turn() -> None:
    """F8: the first preference that is still there; whoever the rules ask needn't wait for the others."""
    draws = ["military-A", "gold-1", "gold-2", "gold-3", "military-B"]
    table = share_table(4, [*draws, "livestock-A", "livestock-B", "livestock-C", "livestock-D", "livestock-E"])
    match = taking_orders(table.match)
    match, _ = match.play(P1, [Place("keep"), Place("favor")])
    assert match.deciding == (P2, P3)
    match = ordered(match, (P3, "pick", ("gold-3", "gold-2", "ask")))
    assert (match.deciding, answered(match)) == ((P2,), [P3])
    match = ordered(match, (P2, "pick", "gold-3"))
    assert [match.state.players[seat].hand[-1] for seat in (P2, P3)] == ["gold-3", "gold-2"]


def test_a_king_that_is_picked_asks_its_owner_at_once() -> None:
    """F9: before the next one takes a card, however that was ordered."""
    draws = ["military-A", "gold-1", "king-plus1", "gold-3", "gold-2"]
    table = share_table(4, [*draws, "livestock-A", "livestock-B", "livestock-C", "livestock-D", "livestock-E"])
    match = taking_orders(table.match)
    match, _ = match.play(P1, [Place("keep"), Place("favor")])
    match = ordered(match, (P3, "pick", "gold-3"), (P2, "pick", "king-plus1"))
    assert (match.deciding, match.state.players[P3].hand) == ((P2,), [])
    match, moves = match.play(P2, [Raise("military")])
    assert match.state.players[P3].hand == ["gold-3"]
    assert moves[1].seat == P3


def test_a_seat_that_is_stood_in_for_keeps_nobody_waiting() -> None:
    """A rival has answered from the moment on when the question is put, and is asked what the rules ask."""
    match, _ = auction("military-A").stand_in(P2, present=True)
    assert (match.deciding, answered(match)) == ((P1, P3), [P2])
    match = ordered(match, (P1, "limit", 1), (P3, "limit", 0))
    assert match.deciding == (P2,)
    match, _ = match.play(P2, [Bid(2)])
    assert match.state.sales[0].seat == P2


def test_what_a_person_has_ordered_goes_before_who_stands_in() -> None:
    """The seat is the person's still."""
    match = ordered(auction("military-A"), (P2, "gold", 2))
    match, _ = match.stand_in(P2, present=True)
    match = ordered(match, (P1, "limit", 3), (P3, "limit", 0))
    assert match.state.sales[0].seat == P1


def test_orders_end_when_a_seat_gets_another_person() -> None:
    """Who comes is asked, and sees nothing of what was ordered."""
    match = ordered(auction("military-A"), (P2, "gold", 2), (P2, "paying", "least"))
    assert match.presumed_seats == (P2,)
    match, _ = match.seat_newcomer(P2)
    assert (match.deciding, match.presumed_seats) == ((P1, P2, P3), ())
    assert [one.does for one in match.frame(P2).orders] == [None] * len(match.frame(P2).orders)


def test_what_was_played_by_an_order_nobody_takes_back() -> None:
    """Nor what was played before it: somebody else has acted."""
    match = ordered(auction("military-A"), (P1, "limit", "step"), (P2, "limit", 3), (P3, "limit", "step"))
    match, moves = match.play(P1, [Bid(1)])
    assert [move.seat for move in moves] == [P1, P2]
    for seat in (P1, P2):
        with pytest.raises(NothingToTakeBack):
            match.take_back(seat)


def test_an_order_that_plays_nothing_leaves_everything_to_be_taken_back() -> None:
    """Else whoever moved last would learn that somebody has ordered something."""
    match = ordered(auction("military-A"), *((seat, "limit", "step") for seat in (P1, P2, P3)))
    match, _ = match.play(P1, [Bid(1)])
    match = ordered(match, (P3, "limit", 7), (P3, "gold", 4))
    before, _ = match.take_back(P1)
    assert (before.state.bid, before.deciding) == (0, (P1,))


def test_who_takes_a_pass_back_finds_the_limits_of_the_others_as_they_were() -> None:
    """F21: the pass ended the bidding, and with it all limits for the card; they bid on when that is undone."""
    match, _ = calls(auction("gold-3"), (P1, "limit", "step"), (P2, "limit", 3), (P3, "limit", 0))
    match, _ = match.play(P1, [Bid(1)])
    passed, _ = match.play(P1, [Pass()])
    assert passed.state.payment is not None
    assert passed.orders is not None
    assert "limit" not in passed.orders.of(P2)
    since, _ = passed.give_order(P3, "cards", (2,))
    back, _ = since.take_back(P1)
    assert back.orders is not None
    assert [back.orders.of(seat)["limit"].picks for seat in (P1, P2)] == [("step",), (3,)]
    assert back.orders.of(P3)["cards"].picks == (2,)
    _, moves = back.play(P1, [Bid(3)])
    assert [(move.seat, type(move.action)) for move in moves[1:]] == [(P2, Pass)]


def test_choice_for_all_is_an_order_under_one_name() -> None:
    """Everybody sees the same choices, whoever is asked, and whatever they hold; the name ends with the auction."""
    match = auction("military-A", "gold-3")
    opened = [match.frame(viewer).joint.open for viewer in (None, P1, P2, P3)]  # type: ignore[union-attr]
    assert opened[0] is not None
    assert opened.count(opened[0]) == len(opened)
    for seat in (P1, P2, P3):
        after = match.answer(seat, opened[0].question, PicksReply((2,)))
        assert after == match.give_order(seat, "limit", (2,))
    for seat in (P1, P2, P3):
        match, _ = match.answer(seat, opened[0].question, PicksReply((0,)))
    with pytest.raises(StaleAction):
        match.answer(P1, opened[0].question, PicksReply((0,)))


def test_who_is_out_of_an_auction_has_no_choice_for_all() -> None:
    """Somebody without cards is asked nothing."""
    match = auction("military-A", hands=[["gold-1"], ["gold-2"], []])
    together = match.frame(None).joint
    assert together is not None
    assert together.open is not None
    with pytest.raises(NotYourTurn):
        match.answer(P3, together.open.question, PicksReply((0,)))


def test_card_for_all_is_taken_by_hand_in_turn() -> None:
    """F8: for whoever picks it is a move like any other; for who picks later it is the order to take that card."""
    draws = ["military-A", "gold-1", "gold-2", "gold-3", "military-B"]
    match = taking_orders(share_table(4, [*draws, "livestock-A", "livestock-B", "livestock-C", "livestock-D"]).match)
    match, _ = match.play(P1, [Place("keep"), Place("favor")])
    together = match.frame(None).joint
    assert together is not None
    assert together.open is not None
    (picker,) = together.deciding
    later = next(seat for seat in together.asked if seat != picker)
    by_hand = match.play(picker, [match.legal[picker][1]])
    assert match.answer(picker, together.open.question, PicksReply((1,))) == by_hand
    picks = (match.state.middle[1],)
    assert match.answer(later, together.open.question, PicksReply((1,))) == match.give_order(later, "pick", picks)
