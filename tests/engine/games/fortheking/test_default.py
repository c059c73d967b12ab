"""Winners who can't pay, and the new auction (F30-F35)."""

from __future__ import annotations

from engine.games.fortheking import names
from engine.games.fortheking.actions import Bid, Pay
from engine.games.fortheking.state import census
from engine.scene import Fact, Who, say
from tests.engine.games.fortheking.table import (
    FULL_BOX,
    P1,
    P2,
    P3,
    Table,
    auction_table,
    cards_of,
    fact,
    hand,
    keys,
    marks,
)

CARD, NEXT = "military-A", "military-I"
RICH = ["gold-3", "gold-3"]
POOR = ["gold-3", "livestock-A", "livestock-B"]


def bluffed() -> Table:
    """Return T34's table: P1 bid 1, P2 bid 9 with 3 gold, the others passed."""
    table = auction_table([RICH, POOR, RICH], [CARD, NEXT])
    table.auction((P1, 1), (P2, 9), (P3, 0))
    return table


def test_who_can_not_pay_loses_one_random_card_unseen() -> None:
    """F30, T34, C1: nothing is paid, one card goes; the default is public, the card is told to its owner only."""
    table = bluffed()
    told = table.auction((P1, 0))
    assert keys(told) == ["pass", "default", "lost-own", "anew"]
    assert dict(told[1].event.facts) == {
        "player": Who(P2),
        "neighbour": Who(P3),
        "amount": 9,
        "card": names.name(CARD),
    }
    lost = table.state.players[P2].lost
    assert len(lost) == 1
    assert sorted(hand(table, P2) + lost) == sorted(POOR)
    assert table.state.paid == []
    assert [one.to for one in told if one.event.key.endswith("lost-own")] == [P2]
    assert cards_of(table.scene(P2).hand, "lost") == [names.name(lost[0])]
    assert [fact(table.scene(viewer).panels[P2], "lost") for viewer in (P1, P3, None)] == [1, 1, 1]
    assert census(table.state) == FULL_BOX


def test_the_lost_card_is_drawn_by_chance() -> None:
    """F30: another seed takes another card."""
    lost = set()
    for number in range(20):
        table = bluffed()
        table.match = type(table.match)(
            table.match.game, 3, bytes([number]) * 32, table.match.seq, table.match.asked, table.state
        )
        table.auction((P1, 0))
        lost.add(table.state.players[P2].lost[0])
    assert lost == set(POOR)


def test_who_loses_the_last_card_is_out_of_the_round_all_the_same() -> None:
    """F31: the exclusion stands with an empty hand."""
    table = auction_table([["livestock-A"], RICH, RICH], [CARD, NEXT])
    table.auction((P1, 2), (P2, 0), (P3, 0))
    assert hand(table, P1) == []
    assert marks(table.scene(None).panels[P1]) == ["out"]


def test_the_default_stays_in_sight() -> None:
    """C8: who was out, with which bid and for which card, can be read after the round, even after cards went unsold."""
    table = auction_table([["livestock-A"], []], [CARD, NEXT])
    table.do(P1, Bid(7))
    label = say("fortheking-fact-last-short", card=names.name(CARD))
    short = say("fortheking-short", player=Who(P1), amount=7)
    assert table.state.unsold == [CARD, NEXT]
    assert Fact(label, (short,)) in table.scene(None).facts


def test_the_others_bid_anew_from_one() -> None:
    """F32, F33, T34: P1 and P3 are back in though both had passed, P1 first, from 1."""
    table = bluffed()
    table.auction((P1, 0))
    assert table.decider == P1
    assert table.legal(P1)[0] == Bid(1)
    assert marks(table.scene(None).panels[P2]) == ["out"]
    table.do(P1, Bid(1))
    assert table.decider == P3
    table.auction((P3, 0))
    table.do(P1, Pay(3))
    assert CARD in hand(table, P1)


def test_the_next_round_starts_left_of_this_rounds_first_player() -> None:
    """F35, T34: after the new auction P2 is first, and back in."""
    table = bluffed()
    table.auction((P1, 0), (P1, 0), (P3, 0))
    assert table.state.up == NEXT
    assert (table.state.first, table.decider) == (P2, P2)
    assert not table.state.players[P2].out


def test_the_new_auction_starts_with_the_next_eligible_player() -> None:
    """F33: the round's first player is the one excluded, so the next clockwise begins."""
    table = auction_table([POOR, RICH, RICH], [CARD], first=P1)
    table.auction((P1, 9), (P2, 0), (P3, 0))
    assert table.decider == P2


def test_alone_against_a_defaulter_one_may_buy_for_one() -> None:
    """F34, T37: 2p: P1 defaults, P2 is asked alone, bids 1 and pays."""
    table = auction_table([POOR, RICH], [CARD, NEXT])
    table.auction((P1, 9), (P2, 0))
    assert table.decider == P2
    table.do(P2, Bid(1))
    assert table.legal(P2) == [Pay(3)]
    table.do(P2, Pay(3))
    assert CARD in hand(table, P2)


def test_a_second_defaulter_is_excluded_as_well() -> None:
    """F34, C10: each loses a card; the last one may bid any number, and may default too; then the card is put away."""
    table = auction_table([POOR, ["livestock-C", "livestock-D"], ["livestock-E"]], [CARD, NEXT])
    table.auction((P1, 9), (P2, 0), (P3, 0))
    table.auction((P2, 1), (P3, 0))
    assert table.decider == P3
    told = table.auction((P3, 99))
    assert keys(told) == ["bid", "default", "lost-own", "unsold", "up", "empty-hands"]
    assert [len(player.lost) for player in table.state.players] == [1, 1, 1]
    assert table.state.unsold == [CARD]


def test_the_last_eligible_player_may_pass() -> None:
    """F34: then the card is put away."""
    table = auction_table([POOR, RICH], [CARD, NEXT])
    table.auction((P1, 9), (P2, 0), (P2, 0))
    assert table.state.unsold == [CARD]


def test_an_empty_hand_is_passed_in_the_new_auction_too() -> None:
    """C2, F25: P3 without cards isn't asked after the default either."""
    table = auction_table([POOR, RICH, []], [CARD])
    table.auction((P1, 9), (P2, 0))
    assert table.decider == P2
    table.auction((P2, 0))
    assert table.match.outcome is not None
