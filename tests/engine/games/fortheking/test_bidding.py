"""Bidding in the second phase (F20-F25, F35, F36)."""

from __future__ import annotations

import pytest

from engine.errors import IllegalAction, MatchOver, NotYourTurn
from engine.games.fortheking.actions import Bid, Pay
from engine.scene import Who
from tests.engine.games.fortheking.table import (
    GAME,
    P1,
    P2,
    P3,
    P4,
    PASS,
    auction_table,
    hand,
    keys,
    marks,
)

RICH = ["gold-3", "gold-3"]
CARD = "military-A"


def test_each_bid_is_higher_and_the_last_one_left_wins() -> None:
    """F21, F22, T20: 2, then 2 is refused, 3, pass, pass, pass: P2 wins at 3."""
    table = auction_table([RICH] * 4, [CARD])
    table.do(P1, Bid(2))
    with pytest.raises(IllegalAction):
        table.do(P2, Bid(2))
    table.auction((P2, 3), (P3, 0), (P4, 0))
    told = table.auction((P1, 0))
    assert keys(told) == ["pass", "win"]
    assert dict(told[1].event.facts)["amount"] == 3
    assert table.decider == P2


def test_the_first_bid_is_at_least_one() -> None:
    """F21: no bid of zero."""
    table = auction_table([RICH] * 3, [CARD])
    assert table.legal(P1)[0] == Bid(1)
    with pytest.raises(IllegalAction):
        table.do(P1, Bid(0))


def test_who_passed_is_out_of_this_auction() -> None:
    """F21, T21: bidding again is refused, the turn skips who passed."""
    table = auction_table([RICH] * 3, [CARD])
    table.auction((P1, 0), (P2, 1), (P3, 2))
    assert table.decider == P2
    with pytest.raises(NotYourTurn):
        table.do(P1, Bid(5))


def test_a_card_that_nobody_bids_for_is_put_away_in_public() -> None:
    """F22, F35, T22: all four pass; the next first player is P2."""
    table = auction_table([RICH] * 4, [CARD, "military-B"])
    told = table.auction((P1, 0), (P2, 0), (P3, 0), (P4, 0))
    assert keys(told) == ["pass", "unsold", "up"]
    assert table.state.unsold == [CARD]
    assert table.decider == P2


def test_the_last_player_still_gets_a_turn_when_nobody_has_bid() -> None:
    """F22, C4: the last one bids 1 or passes; no card is won without a bid."""
    table = auction_table([RICH] * 3, [CARD])
    table.auction((P1, 0), (P2, 0))
    assert table.legal(P3)[0] == Bid(1)
    table.do(P3, Bid(1))
    assert table.legal(P3) == [Pay(3)]


def test_a_bid_beyond_the_purse_is_legal() -> None:
    """F23, T53: a bluff is accepted, and answered like a covered bid."""
    poor = auction_table([["military-B"], RICH, RICH], [CARD])
    rich = auction_table([["gold-3"], RICH, RICH], [CARD])
    assert poor.legal(P1) == rich.legal(P1)
    assert poor.do(P1, Bid(3)) == rich.do(P1, Bid(3))
    assert poor.scene(P2) == rich.scene(P2)
    assert poor.scene(None) == rich.scene(None)


def test_legal_bids_do_not_depend_on_the_hand() -> None:
    """F24: the choices are the same with gold and without."""
    hands = (["gold-1"], ["military-B"], ["gold-3", "gold-3"])
    choices = [auction_table([own, RICH], [CARD]).legal(P1) for own in hands]
    assert choices[0] == choices[1] == choices[2]


def test_numbers_end_at_99() -> None:
    """F23, C3: 99 is the highest bid; after it one can only pass."""
    table = auction_table([RICH] * 2, [CARD])
    assert table.legal(P1)[-2] == Bid(99)
    table.do(P1, Bid(99))
    assert table.legal(P2) == [PASS]


def test_a_bid_is_offered_as_a_number() -> None:
    """F21: faces can make number buttons; passing has no number."""
    table = auction_table([RICH] * 2, [CARD])
    assert GAME.telling.option(table.state, P1, Bid(4)).amount == 4
    assert GAME.telling.option(table.state, P1, PASS).amount is None


def test_an_empty_hand_is_passed_automatically() -> None:
    """F25, T38, C2: P2 isn't asked, and it is told that P2 is passed over."""
    table = auction_table([RICH, [], RICH], [CARD, "military-B"])
    table.do(P1, Bid(1))
    assert table.decider == P3
    assert marks(table.scene(None).panels[P2]) == ["empty"]


def test_the_first_player_keeps_the_place_with_an_empty_hand() -> None:
    """F25, F35, C2: P2 is first in round two though P3 must speak first; P3 is first in round three."""
    table = auction_table([RICH, [], RICH], [CARD, "military-B", "military-C"])
    told = table.auction((P1, 0), (P3, 0))
    assert dict(told[-2].event.facts)["player"] == Who(P2)
    assert keys(told)[-1] == "empty-hands"
    assert table.decider == P3
    table.auction((P3, 0), (P1, 0))
    assert table.state.first == P3


def test_with_all_hands_empty_the_rest_is_put_away_and_the_game_ends() -> None:
    """F25, F36, T38: no question is asked any more."""
    table = auction_table([["gold-1"], []], ["gold-3", CARD, "military-B"])
    table.auction((P1, 0))
    assert table.decider == P1
    table.auction((P1, 2))
    assert hand(table, P1) == []
    assert table.state.unsold == ["gold-3", CARD, "military-B"]
    assert table.match.outcome is not None


def test_the_first_player_moves_left_whoever_won() -> None:
    """F35, T24: first P3, winner P1: the next first player is P4."""
    table = auction_table([RICH] * 4, [CARD, "military-B"], first=P3)
    table.auction((P3, 0), (P4, 0), (P1, 1), (P2, 0))
    table.do(P1, Pay(3))
    assert (table.state.first, table.decider) == (P4, P4)


def test_the_game_ends_after_the_last_favor_card() -> None:
    """F36: then nothing can be played."""
    table = auction_table([RICH] * 2, [CARD])
    table.auction((P1, 0), (P2, 1))
    told = table.do(P2, Pay(3))
    assert keys(told)[:3] == ["paid-gold", "over", "fortheking-won"]
    assert table.match.outcome is not None
    with pytest.raises(MatchOver):
        table.do(P1, PASS)
