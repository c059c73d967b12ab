"""What everybody can see at any time, also who returns after days (F12, C8)."""

from __future__ import annotations

from engine.games.fortheking import cards, names, questions
from engine.games.fortheking.actions import Bid, Discard, Pay, Place, Raise
from engine.games.fortheking.state import Player
from engine.scene import Fact, Who, say
from tests.engine.games.fortheking.table import (
    P1,
    P2,
    P3,
    Table,
    auction_table,
    cards_of,
    fact,
    lying_open,
    marks,
    share_table,
)

DRAWS = ["military-A", "military-B", "military-C", "gold-2", "livestock-A"]
RICH = ["gold-3", "gold-3"]


def test_the_drawn_card_counts_in_the_draw_deck_no_more() -> None:
    """C8: five cards, of which the Adviser holds one: four; after one in the favor deck: three and one."""
    table = share_table(3, DRAWS)
    table.state.deck = table.state.deck[-4:]
    assert (fact(table.scene(P2), "deck"), fact(table.scene(P2), "favor")) == (4, 0)
    table.do(P1, Place("favor"))
    assert (fact(table.scene(P2), "deck"), fact(table.scene(P2), "favor")) == (3, 1)


def test_used_kings_lie_open() -> None:
    """F12: a King that was resolved is seen from then on."""
    table = share_table(3, ["king-plus1", *DRAWS])
    table.do(P1, Place("keep"))
    table.do(P1, Raise("military"))
    assert cards_of([lying_open(table.scene(None), "kings")], "kings") == ["king-plus1"]


def test_unsold_cards_lie_open() -> None:
    """F22, C8: what nobody bought stays public."""
    table = auction_table([RICH, RICH], ["military-A", "military-B"])
    table.auction((P1, 0), (P2, 0))
    assert cards_of([lying_open(table.scene(None), "unsold")], "unsold") == ["military-A"]


def test_bids_and_passes_can_be_read() -> None:
    """C8: each one's bid, the highest one and whose it is, who passed and who is first."""
    table = auction_table([RICH] * 3, ["military-A"])
    table.auction((P1, 2), (P2, 4), (P3, 0))
    scene = table.scene(None)
    assert (fact(scene, "bid"), fact(scene, "bidder")) == (4, Who(P2))
    assert [fact(panel, "own-bid") for panel in scene.panels] == [2, 4, None]
    assert [marks(panel) for panel in scene.panels] == [["began"], ["highest"], ["passed"]]


def test_stakes_sum_the_own_cards_of_the_office() -> None:
    """Neither gold nor cards of another office count in what is up for auction."""
    table = auction_table([["military-B", "military-C", "livestock-A", "gold-3"], RICH], ["military-A"])
    (up, _) = questions.stakes(table.state, P1)
    total = sum(cards.FACES[card].value for card in ("military-B", "military-C"))
    assert Fact(say("fortheking-stake-own"), total) in up.items


def test_no_mark_contradicts_another() -> None:
    """C8, F25: who bids first has still to bid; who has no cards was passed over and did not pass."""
    table = auction_table([RICH, RICH, []], ["military-A", "military-B"])
    assert [marks(panel) for panel in table.scene(None).panels] == [["first"], [], ["empty"]]
    table.auction((P1, 0))
    assert [marks(panel) for panel in table.scene(None).panels] == [["began", "passed"], [], ["empty"]]
    table.auction((P2, 0))
    assert [marks(panel) for panel in table.scene(None).panels] == [[], ["first"], ["empty"]]
    nobody = auction_table([[], RICH, RICH], ["military-A"])
    assert [marks(panel) for panel in nobody.scene(None).panels] == [["empty"], [], []]


def test_the_last_auction_can_be_read() -> None:
    """C8: the card, who took it and for how much, or that nobody did."""
    table = auction_table([RICH, RICH], ["military-A", "military-B", "military-C"])
    table.auction((P1, 2), (P2, 0))
    table.do(P1, Pay(3))
    sold = say("fortheking-sale", card=names.name("military-A"), player=Who(P1), amount=2)
    assert fact(table.scene(None), "last") == sold
    table.auction((P2, 0), (P1, 0))
    assert fact(table.scene(None), "last") == say("fortheking-sale-none", card=names.name("military-B"))


def test_gold_is_shown_as_sold_for_cards() -> None:
    """F27, C8: what was paid for it is a number of cards, not of gold."""
    table = auction_table([["military-A", "military-B"], []], ["gold-3"])
    table.auction((P1, 2))
    table.do(P1, *table.legal(P1)[:2])
    sold = say("fortheking-sale-cards", card=names.name("gold-3"), player=Who(P1), amount=2)
    assert fact(table.scene(None), "last") == sold


def test_a_payment_that_is_under_way_can_be_read() -> None:
    """F12, F26, F27: gold laid so far and what is owed; of cards paid face down the number only."""
    table = auction_table([["gold-1", "gold-3", "military-B"], RICH], ["military-A", "gold-2"])
    table.do(P1, Bid(3))
    table.auction((P2, 0))
    table.do(P1, Pay(1))
    scene = table.scene(P2)
    assert fact(scene, "due") == 2
    assert cards_of([lying_open(scene, "laid")], "laid") == ["gold-1"]
    table.do(P1, Pay(3))
    table.auction((P2, 0), (P1, 2))
    table.do(P1, Discard("military-B"))
    scene = table.scene(P2)
    assert (fact(scene, "due"), fact(scene.panels[P1], "discarded")) == (1, 1)


def test_what_was_taken_before_a_loss_stays_in_sight() -> None:
    """C8: it is shown as perhaps gone; gold paid openly is taken from what is surely held first."""
    player = Player(hand=["gold-2", "gold-2", "military-B"], taken=["gold-2"], earlier=["gold-2"])
    player.give_face_up("gold-2")
    assert (player.taken, player.earlier) == ([], ["gold-2"])
    table = auction_table([RICH, RICH], ["military-A"])
    table.state.players[P1].earlier = ["gold-3"]
    assert cards_of(table.scene(P2).panels[P1].rows, "earlier") == ["gold-3"]


def test_questions_are_open_just_where_the_choices_tell_nothing() -> None:
    """F24: picks, a King's targets and bids are asked in public; a placement and both ways to pay are not."""
    table = share_table(3, ["king-plus1", "military-A", "military-B", "gold-2"])
    closed = [is_open(table)]
    table.do(P1, Place("keep"))
    opened = [is_open(table)]
    table.do(P1, Raise("military"))
    table.do(P1, Place("favor"))
    opened.append(is_open(table))
    table = auction_table([RICH, RICH], ["military-A", "gold-1"])
    opened.append(is_open(table))
    table.do(P1, Bid(1))
    opened.append(is_open(table))
    table.auction((P2, 0))
    closed.append(is_open(table))
    table.do(P1, Pay(3))
    table.auction((P2, 0), (P1, 1))
    closed.append(is_open(table))
    assert opened == [True] * 4
    assert closed == [False] * 3


def is_open(table: Table) -> bool:
    """Return whether the present question shows its choices to everybody."""
    (ask,) = table.match.frame(None).asks
    return ask.open


def test_the_auctions_are_counted() -> None:
    """F36: each favor card has its number, in the heading and when it is turned up."""
    table = auction_table([RICH, RICH], ["military-A", "military-B"])
    assert dict(table.scene(None).heading.facts)["round"] == 1
    told = table.auction((P1, 0), (P2, 0))
    assert dict(told[-1].event.facts)["round"] == 2
    assert dict(table.scene(None).heading.facts)["round"] == 2
