"""Paying for what was won (F26-F29)."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.errors import IllegalAction, NotYourTurn
from engine.game import Question
from engine.games.fortheking import names
from engine.games.fortheking.actions import Action, Bid, Discard, Lower, Pay, Raise
from engine.match import OfferReply
from engine.scene import Fact
from tests.engine.games.fortheking.table import (
    GAME,
    P1,
    P2,
    P3,
    PASS,
    Table,
    auction_table,
    cards_of,
    fact,
    hand,
    keys,
    lying_open,
)

OTHER = ["gold-1"]
CARD = "military-A"


def won(own: list[str], amount: int, card: str = CARD) -> Table:
    """Return a table where P1 just won a card at this bid and P2 has passed."""
    table = auction_table([own, OTHER], [card, "military-I"])
    table.auction((P1, amount), (P2, 0))
    return table


def question(table: Table) -> Question[Action]:
    """Return what P1 is asked."""
    return GAME.telling.question(table.state, P1)


def test_gold_is_paid_face_up_without_change() -> None:
    """F26, T25: bid 4 with 2 and 3: both go, 5 for 4."""
    table = won(["gold-2", "gold-3", "military-B"], 4)
    told = table.do(P1, Pay(2), Pay(3))
    assert hand(table, P1) == [CARD, "military-B"]
    assert table.state.paid == ["gold-2", "gold-3"]
    assert dict(told[0].event.facts)["total"] == 5
    assert told[0].to is None


@pytest.mark.parametrize("gold", [(1,), (2,)])
def test_too_little_gold_does_not_buy_the_card(gold: tuple[int, ...]) -> None:
    """F26, T26: after 1 or 2 of 3 the rest is still owed."""
    table = won(["gold-1", "gold-2", "gold-3"], 3)
    table.do(P1, *(Pay(value) for value in gold))
    assert CARD not in hand(table, P1)
    assert question(table).prompt.facts == (("card", names.name(CARD)), ("due", 3 - sum(gold)))


def test_the_legal_payments_are_exactly_those_of_the_ruling() -> None:
    """F26, T26: every subset of a hand, in ascending order, is accepted just if sum >= bid and sum - largest < bid."""
    gold = [1, 1, 2, 2, 3, 3]
    for amount in range(1, 13):
        for size in range(1, len(gold) + 1):
            for chosen in set(combinations(gold, size)):
                legal = sum(chosen) >= amount > sum(chosen) - max(chosen)
                assert buys([f"gold-{value}" for value in gold], amount, chosen) == legal, (amount, chosen)


def buys(own: list[str], amount: int, gold: tuple[int, ...]) -> bool:
    """Return whether a hand buys the card for this bid with exactly this gold."""
    table = won(own, amount)
    try:
        table.do(P1, *(Pay(value) for value in gold))
    except (IllegalAction, NotYourTurn):
        return False
    return CARD in hand(table, P1)


def test_the_cheapest_payment_is_offered_first() -> None:
    """F26, C9, T26: smallest sum, then fewest cards; at most three offers, each playable."""
    table = won(["gold-1", "gold-2", "gold-3"], 3)
    offers = question(table).offers
    assert [offer.actions for offer in offers] == [(Pay(3),), (Pay(1), Pay(2)), (Pay(1), Pay(3))]
    for number in range(3):
        after, _ = table.match.answer(P1, table.match.question_id(P1), OfferReply(number))
        assert CARD in after.state.players[P1].hand


def test_a_smaller_sum_goes_before_fewer_cards() -> None:
    """C9: for 5 the 1, 1, 3 comes before the 3, 3, though it takes one card more; equal sums: the shorter first."""
    offers = question(won(["gold-1", "gold-1", "gold-3", "gold-3"], 5)).offers
    assert [offer.actions for offer in offers] == [
        (Pay(1), Pay(1), Pay(3)),
        (Pay(3), Pay(3)),
        (Pay(1), Pay(3), Pay(3)),
    ]
    offers = question(won(["gold-1", "gold-1", "gold-2"], 2)).offers
    assert [offer.actions for offer in offers] == [(Pay(2),), (Pay(1), Pay(1)), (Pay(1), Pay(2))]


def test_no_payment_with_a_needless_card_is_offered() -> None:
    """F26: for 2 with 1, 1 and 1 only two of them are offered."""
    offers = question(won(["gold-1", "gold-1", "gold-1"], 2)).offers
    assert [offer.actions for offer in offers] == [(Pay(1), Pay(1))]


def test_as_many_cards_may_be_sent_as_the_longest_payment_has() -> None:
    """F26: 1, 1, 2 pay 4; three cards at the most."""
    asked = question(won(["gold-1", "gold-1", "gold-2", "gold-3", "gold-3"], 4))
    assert (asked.at_least, asked.at_most) == (1, 3)


def test_the_gold_a_payer_picks_from_is_hidden_from_the_others() -> None:
    """F24: the question is closed; others read only who owes how much."""
    table = won(["gold-1", "gold-2", "gold-3"], 3)
    ask = table.match.frame(P2).asks[0]
    assert (ask.open, ask.choices, ask.offers, ask.at_most) == (False, (), (), 1)
    assert ask.prompt.key == "fortheking-wait-pay"


def test_there_is_no_change() -> None:
    """F26, T27: bid 2 with only a 3."""
    table = won(["gold-3"], 2)
    assert table.legal(P1) == [Pay(3)]
    table.do(P1, Pay(3))
    assert (hand(table, P1), table.state.paid) == ([CARD], ["gold-3"])


def test_gold_is_paid_with_cards_of_any_kind() -> None:
    """F27, T28: bid 3 with five cards: any three go, then the won gold comes: three cards."""
    table = won(["military-B", "military-C", "military-D", "gold-1", "gold-2"], 3, "gold-3")
    assert (question(table).at_least, question(table).at_most) == (3, 3)
    table.do(P1, Discard("military-B"), Discard("military-D"), Discard("gold-2"))
    assert hand(table, P1) == ["military-C", "gold-1", "gold-3"]


def test_gold_may_cost_the_whole_hand() -> None:
    """F27, T29: bid 4 with four cards: the hand is the won gold."""
    own = ["military-B", "military-C", "gold-1", "gold-2"]
    table = won(own, 4, "gold-3")
    table.do(P1, *(Discard(card) for card in own))
    assert hand(table, P1) == ["gold-3"]


def test_a_gold_card_counts_as_one_card() -> None:
    """F27, T30: one 3 does not pay a bid of 3 cards."""
    own = ["military-B", "military-C", "military-D", "military-E", "military-F", "gold-3"]
    table = won(own, 3, "gold-1")
    table.do(P1, Discard("gold-3"))
    assert "gold-1" not in hand(table, P1)
    assert (question(table).at_least, table.decider) == (2, P1)


def test_the_won_gold_can_not_be_part_of_the_payment() -> None:
    """F27: it comes after the payment."""
    table = won(["military-B", "military-C"], 1, "gold-3")
    with pytest.raises(IllegalAction):
        table.do(P1, Discard("gold-3"))


def test_equal_cards_may_be_picked_as_often_as_they_are_held() -> None:
    """F27: the option says how often."""
    table = won(["gold-1", "gold-1", "military-B"], 2, "gold-3")
    assert GAME.telling.option(table.state, P1, Discard("gold-1")).times == 2
    table.do(P1, Discard("gold-1"), Discard("gold-1"))
    assert hand(table, P1) == ["military-B", "gold-3"]


def test_other_cards_do_not_pay_for_a_government_card() -> None:
    """F28, T31: gold 4 and nine other cards can't pay 5."""
    table = auction_table(
        [["gold-1", "gold-3", *(f"livestock-{letter}" for letter in "ABCDEFGHI")], OTHER, OTHER], [CARD]
    )
    told = table.auction((P1, 5), (P2, 0), (P3, 0))
    assert "default" in keys(told)
    assert len(hand(table, P1)) == 10


def test_who_can_pay_must_pay() -> None:
    """F28, T32: there is no choice but to pay."""
    table = won(["gold-3", "gold-2"], 4)
    assert table.legal(P1) == [Pay(2), Pay(3)]
    for action in (PASS, Bid(5), Discard("gold-2")):
        with pytest.raises(IllegalAction):
            table.do(P1, action)


def test_what_is_paid_face_down_stays_hidden_and_what_is_paid_face_up_is_shown() -> None:
    """F12, F27, T33: the log shows a count, or the gold."""
    table = won(["military-B", "gold-2", "military-C"], 2, "gold-3")
    told = table.do(P1, Discard("military-B"), Discard("gold-2"))
    public = [one.event for one in told if one.to is None]
    assert dict(public[0].facts)["count"] == 2
    assert repr(names.name("military-B")) not in repr(public)
    assert fact(table.scene(P2).panels[P1], "discarded") == 2
    assert cards_of(table.scene(P1).hand, "discarded") == [names.name("military-B"), names.name("gold-2")]
    table = won(["gold-3"], 3)
    told = table.do(P1, Pay(3))
    assert dict(told[0].event.facts)["cards"] == (names.name("gold-3"),)
    spent = lying_open(table.scene(None), "paid")
    assert spent.items == (Fact(names.name("gold-3"), 1),)


def test_a_won_king_is_resolved_at_once() -> None:
    """F29, T39: P1 pays 2, the King works now and never enters the hand."""
    table = won(["gold-2", "military-B"], 2, "king-choice1")
    told = table.do(P1, Pay(2))
    assert keys(told) == ["paid-gold", "king"]
    assert (table.decider, hand(table, P1)) == (P1, ["military-B"])
    told = table.do(P1, Lower("military"))
    assert keys(told) == ["lowered-alone", "up"]
    assert (table.state.used, table.decider) == (["king-choice1"], P2)


def test_the_last_card_may_be_a_king() -> None:
    """F29, F36: the game ends after its last change."""
    table = auction_table([["gold-2"], OTHER], ["king-plus1"])
    table.auction((P1, 1), (P2, 0))
    table.do(P1, Pay(2))
    assert table.decider == P1
    table.do(P1, Raise("military"))
    assert table.match.outcome is not None


def test_a_won_government_card_goes_to_the_hand() -> None:
    """F29: and everybody knows it is there (C8)."""
    table = won(["gold-2"], 2)
    table.do(P1, Pay(2))
    assert hand(table, P1) == [CARD]
    assert cards_of(table.scene(P2).panels[P1].rows, "taken") == [names.name(CARD)]
