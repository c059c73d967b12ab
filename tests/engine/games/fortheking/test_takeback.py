"""What may be taken back (C14), and what shows too much for that."""

from __future__ import annotations

from engine.games.fortheking.actions import Bid, Discard, Lower, Pay, Place, Raise, Take
from engine.scene import Seat
from tests.engine.games.fortheking.table import P1, P2, P3, PASS, Table, auction_table, share_table

SOLD, NEXT = "military-A", "military-I"
RICH = ["gold-3", "gold-3"]
RICHER = [*RICH, "military-B"]


def undone(table: Table, seat: Seat) -> bool:
    """Tell whether a seat may take its last answer back."""
    return bool(table.match.pasts) and table.match.pasts[-1].seat == seat


def test_a_bid_and_a_pass_can_be_taken_back() -> None:
    """C14, F21: as long as the bidding goes on."""
    table = auction_table([RICH, RICH, RICH], [SOLD, NEXT])
    table.do(P1, Bid(30))
    before, _ = table.match.take_back(P1)
    assert (before.state.bid, before.deciding) == (0, (P1,))
    table.do(P2, PASS)
    assert (undone(table, P1), undone(table, P2)) == (False, True)


def test_what_ends_an_auction_stands() -> None:
    """C14, F28, F30: it shows who can pay, or leaves a card to chance."""
    for amount in (2, 40):
        table = auction_table([RICH, RICH], [SOLD, NEXT])
        table.do(P1, Bid(amount))
        table.do(P2, PASS)
        assert not table.match.pasts


def test_what_wins_gold_shows_nothing() -> None:
    """C14, F28: everybody sees how many cards a hand has."""
    table = auction_table([RICHER, RICH], ["gold-1", NEXT])
    table.do(P1, Bid(2))
    table.do(P2, PASS)
    assert undone(table, P2)
    table.do(P1, Discard("military-B"))
    assert undone(table, P1)
    table.do(P1, Discard("gold-3"))
    assert not table.match.pasts, "the next card is turned up"


def test_gold_that_is_shown_stands_unless_everybody_knew_of_it() -> None:
    """C14, F26: two cards for a bid of 4, of which the first was taken from the middle."""
    table = auction_table([RICH, RICH], [SOLD, NEXT])
    table.do(P1, Bid(4))
    table.do(P2, PASS)
    known = table.match.state.copy()
    known.players[P1].taken = ["gold-3"]
    table.do(P1, Pay(3))
    assert not table.match.pasts
    table = Table(known)
    table.do(P1, Pay(3))
    assert undone(table, P1)


def test_a_placement_stands_and_a_card_taken_from_the_middle_does_not() -> None:
    """C14, C5, F5, F8: the next card is drawn at once; who takes one sees nothing new until the next Adviser draws."""
    table = share_table(3, [SOLD, "military-B", "military-C", "military-D"])
    for zone in ("keep", "middle", "middle"):
        table.do(P1, Place(zone))
        assert not table.match.pasts
    table.do(P2, Take("military-C"))
    assert not table.match.pasts, "the last one gets what is left, and P2 draws"


def test_a_card_taken_from_the_middle_can_be_taken_back_before_the_next() -> None:
    """C14, F8: with four, the first of three picks."""
    table = share_table(4, [SOLD, "military-B", "military-C", "military-D", "military-E"])
    for zone in ("keep", "middle", "middle", "middle"):
        table.do(P1, Place(zone))
    table.do(P2, Take("military-D"))
    assert undone(table, P2)
    assert table.match.take_back(P2)[0].deciding == (P2,)


def test_a_change_of_a_duty_can_be_taken_back_before_the_second() -> None:
    """C14, C6, F17: raise, then lower; the second lets the next card be drawn."""
    table = share_table(3, ["king-shift1", SOLD, "military-B", "military-C"], [3, 3, 3, 3, 3])
    table.do(P1, Place("keep"))
    table.do(P1, Raise("military"))
    assert undone(table, P1)
    assert table.match.take_back(P1)[0].state.board["military"] == 3
    table.do(P1, Lower("diplomacy"))
    assert not table.match.pasts


def test_nobody_takes_back_for_another() -> None:
    """C14: neither the one before nor the one after."""
    table = auction_table([RICH, RICH, RICH], [SOLD, NEXT])
    table.do(P1, Bid(3))
    assert not any(undone(table, seat) for seat in (P2, P3))
