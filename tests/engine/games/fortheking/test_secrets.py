"""What nobody may learn (F12, F24, C8, C13) and what everybody can see; tests/contract proves the rest."""

from __future__ import annotations

from engine.games.fortheking import names
from engine.games.fortheking.actions import Discard, Pay, Place
from engine.rng import Rng
from tests.engine.games.fortheking.table import GAME, P1, P2, auction_table, cards_of, share_table


def says(what: object, card: str) -> bool:
    """Return whether a card is named anywhere inside."""
    return repr(names.name(card)) in repr(what)


def test_kept_favored_and_paid_cards_are_never_told_to_others() -> None:
    """T52, F12, C13: neither message nor frame of P2 or the public names them until the rules reveal them."""
    table = share_table(3, ["military-A", "gold-3", "livestock-A", "livestock-B"])
    told = table.do(P1, Place("keep")) + table.do(P1, Place("favor"))
    seen = [(viewer, table.match.frame(viewer)) for viewer in (P2, None)]
    auction = auction_table([["military-A", "gold-3"], ["livestock-A"], []], ["gold-1", "livestock-B"])
    auction.auction((P1, 2), (P2, 0))
    told += auction.do(P1, Discard("military-A"), Discard("gold-3"))
    seen += [(viewer, auction.match.frame(viewer)) for viewer in (P2, None)]

    for viewer, frame in seen:
        for secret in ("military-A", "gold-3"):
            assert not says([one for one in told if one.is_heard_by(viewer)], secret)
            assert not says(frame, secret)
    assert says(told, "military-A")
    assert says(auction.match.frame(None), "livestock-B"), "what is turned up is public"


def test_open_gold_is_struck_from_what_was_seen() -> None:
    """C8: gold seen taken and then paid is known no more to be held."""
    table = auction_table([["military-B", "military-C"], ["livestock-A"]], ["gold-3", "military-A", "gold-1"])
    table.auction((P1, 1), (P2, 0))
    table.do(P1, Discard("military-B"))
    assert cards_of(table.scene(P2).panels[P1].rows, "taken") == ["gold-3"]
    table.auction((P2, 0), (P1, 3))
    table.do(P1, Pay(3))
    assert cards_of(table.scene(P2).panels[P1].rows, "taken") == ["military-A"]


def test_after_a_face_down_payment_what_was_seen_is_uncertain() -> None:
    """C8: a card bought before may be among the discards now; the gold just won is surely in the hand."""
    table = auction_table([["gold-1", "military-B"], ["livestock-A"]], ["military-A", "gold-3", "gold-2"])
    table.auction((P1, 1), (P2, 0))
    table.do(P1, Pay(1))
    table.auction((P2, 0), (P1, 1))
    table.do(P1, Discard("military-B"))
    player = table.state.players[P1]
    assert (player.taken, player.earlier) == (["gold-3"], ["military-A"])
    imagined = [GAME.rules.imagine(table.state, P2, Rng(b"e", number)).players[P1] for number in range(40)]
    assert {"military-A" in other.hand for other in imagined} == {True, False}
    assert all("gold-3" in other.hand for other in imagined)
    assert all("military-A" in other.hand + other.discarded for other in imagined)


def test_an_imagined_payer_can_pay() -> None:
    """F28: being asked to pay is proof of the gold, even for the last gold there is."""
    table = auction_table([["gold-3"] * 9, ["livestock-A"]], ["military-A"])
    table.auction((P1, 27), (P2, 0))
    assert all(GAME.rules.imagine(table.state, P2, Rng(b"p", number)).players[P1].gold == 27 for number in range(20))
