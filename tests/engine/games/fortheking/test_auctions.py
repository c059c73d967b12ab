"""Auctions: bidding (F20-F25), paying (F26-F29), winners who can't pay (F30-F35), and the end of it (F36)."""

from __future__ import annotations

from tests.engine.games.fortheking.scenarios import Scenario
from tests.engine.games.scenarios import scenarios


@scenarios(
    Scenario(
        "the first bid is at least 1, and none is higher than 99 (F23, C3) (F21)",
        "gold-3 gold-3 | gold-3 gold-3 | gold-3 gold-3",
        "military-A",
        "",
        "P1 bid-first, up military-A",
        offers="bid 1 to 99, pass",
    ),
    Scenario(
        "each bid is higher (F21, F22, T20)",
        "gold-3 gold-3 | gold-3 gold-3 | gold-3 gold-3 | gold-3 gold-3",
        "military-A",
        "bid 2",
        "P2 bid, up military-A",
        offers="bid 3 to 99, pass",
    ),
    Scenario(
        "a bid beyond the purse is as good, for all that anybody sees (F23, F24, T53)",
        "military-B | gold-3 gold-3 | gold-3 gold-3",
        "military-A",
        "bid 3",
        "P2 bid, up military-A",
        told="bid",
        offers="bid 4 to 99, pass",
    ),
    Scenario(
        "the last one left wins (F21, F22, T20)",
        "gold-3 gold-3 | gold-3 gold-3 | gold-3 gold-3 | gold-3 gold-3",
        "military-A",
        "bid 2, bid 3, pass, pass, pass",
        "P2 pay, due 3, up military-A",
        told="pass win",
    ),
    Scenario(
        "who has passed is out of this auction (F21, T21)",
        "gold-3 gold-3 | gold-3 gold-3 | gold-3 gold-3",
        "military-A",
        "pass, bid 1, bid 2",
        "P2 bid, up military-A",
    ),
    Scenario(
        "a card that nobody bids for is put away, and P2 is first (F22, F35, T22)",
        "gold-3 gold-3 | gold-3 gold-3 | gold-3 gold-3 | gold-3 gold-3",
        "military-A military-B",
        "pass, pass, pass, pass",
        "P2 bid-first, P2 first, up military-B, unsold military-A",
        told="pass unsold up",
    ),
    Scenario(
        "the last one is asked where nobody has bid, and wins by 1 (F22, C4)",
        "gold-3 gold-3 | gold-3 gold-3 | gold-3 gold-3",
        "military-A",
        "pass, pass, bid 1",
        "P3 pay, due 1, up military-A",
        offers="pay 3",
    ),
    Scenario(
        "after 99 one can only pass (F23, C3)",
        "gold-3 gold-3 | gold-3 gold-3",
        "military-A",
        "bid 99",
        "P2 bid, up military-A",
        offers="pass",
    ),
    Scenario(
        "an empty hand is passed over (F25, T38, C2)",
        "gold-3 gold-3 | | gold-3 gold-3",
        "military-A military-B",
        "bid 1",
        "P3 bid, up military-A",
    ),
    Scenario(
        "P2 is first all the same (F25, F35, C2)",
        "gold-3 gold-3 | | gold-3 gold-3",
        "military-A military-B military-C",
        "pass, pass",
        "P3 bid-first, P2 first, up military-B, unsold military-A",
        told="unsold up empty-hands",
    ),
    Scenario(
        "and P3 in the third round (F25, F35, C2)",
        "gold-3 gold-3 | | gold-3 gold-3",
        "military-A military-B military-C",
        "pass, pass, pass, pass",
        "P3 bid-first, P3 first, up military-C, unsold military-A military-B",
    ),
    Scenario(
        "with all hands empty the rest is put away (F25, F36, T38)",
        "gold-1 | ",
        "gold-3 military-A military-B",
        "pass, bid 2",
        "over, unsold gold-3 military-A military-B, P1 has nothing, P1 lost 1",
    ),
    Scenario(
        "the first player moves left whoever won: P3 was first, P1 won, P4 is (F35, T24)",
        "gold-3 gold-3 | gold-3 gold-3 | gold-3 gold-3 | gold-3 gold-3",
        "livestock-A livestock-B military-A military-B",
        "pass, pass, pass, pass, pass, pass, pass, pass, pass, pass, bid 1, pass, pay 3",
        "P4 bid-first, P4 first, up military-B, paid gold-3, unsold livestock-A livestock-B, P1 has military-A gold-3",
    ),
    Scenario(
        "the game ends after the last favor card (F36)",
        "gold-3 gold-3 | gold-3 gold-3",
        "military-A",
        "pass, bid 1, pay 3",
        "over, paid gold-3, P2 has military-A gold-3",
        told="paid-gold over fortheking-won",
    ),
)
def test_bids_go_as_ruled(scenario: Scenario) -> None:
    """F21-F25, F35, F36, T20-T24, T38, T53, C2-C4: who is asked, who wins, and who is first next."""
    scenario.check()


@scenarios(
    Scenario(
        "who can't pay loses one card unseen, and the others bid anew from 1 (F30, F32, F33, T34, C1)",
        "gold-3 gold-3 | gold-3 livestock-A livestock-B | gold-3 gold-3",
        "military-A military-I",
        "bid 1, bid 9, pass, pass",
        "P1 bid-first, up military-A, P2 has livestock-A gold-3, P2 out, P2 lost 1",
        told="pass default lost-own@P2 anew",
        offers="bid 1 to 99, pass",
    ),
    Scenario(
        "and one of them buys (F32)",
        "gold-3 gold-3 | gold-3 livestock-A livestock-B | gold-3 gold-3",
        "military-A military-I",
        "bid 1, bid 9, pass, pass, bid 1, pass, pay 3",
        "P2 bid-first, P2 first, up military-I, paid gold-3, "
        "P1 has military-A gold-3, P2 has livestock-A gold-3, P2 lost 1",
    ),
    Scenario(
        "after it P2 is first, and back in (F35, T34)",
        "gold-3 gold-3 | gold-3 livestock-A livestock-B | gold-3 gold-3",
        "military-A military-I",
        "bid 1, bid 9, pass, pass, pass, pass",
        "P2 bid-first, P2 first, up military-I, unsold military-A, P2 has livestock-A gold-3, P2 lost 1",
    ),
    Scenario(
        "who loses the last card is out all the same (F31)",
        "livestock-A | gold-3 gold-3 | gold-3 gold-3",
        "military-A military-I",
        "bid 2, pass, pass",
        "P2 bid-first, up military-A, P1 has nothing, P1 out, P1 lost 1",
    ),
    Scenario(
        "where the first player is out the next one begins (F33)",
        "gold-3 livestock-A livestock-B | gold-3 gold-3 | gold-3 gold-3",
        "military-A",
        "bid 9, pass, pass",
        "P2 bid-first, up military-A, P1 has livestock-A gold-3, P1 out, P1 lost 1",
    ),
    Scenario(
        "alone against a defaulter one may buy for 1 (F34, T37)",
        "gold-3 livestock-A livestock-B | gold-3 gold-3",
        "military-A military-I",
        "bid 9, pass, bid 1",
        "P2 pay, due 1, up military-A, P1 has livestock-B gold-3, P1 out, P1 lost 1",
        offers="pay 3",
    ),
    Scenario(
        "or pass (F34)",
        "gold-3 livestock-A livestock-B | gold-3 gold-3",
        "military-A military-I",
        "bid 9, pass, pass",
        "P2 bid-first, P2 first, up military-I, unsold military-A, P1 has livestock-B gold-3, P1 lost 1",
    ),
    Scenario(
        "the last one may default too; then the card is put away (F34, C10)",
        "gold-3 livestock-A livestock-B | livestock-C livestock-D | livestock-E",
        "military-A military-I",
        "bid 9, pass, pass, bid 1, pass, bid 99",
        "P2 bid-first, P2 first, up military-I, unsold military-A, P1 has livestock-A gold-3, P1 lost 1, "
        "P2 has livestock-D, P2 lost 1, P3 has nothing, P3 lost 1",
        told="bid default lost-own@P3 unsold up empty-hands",
    ),
    Scenario(
        "an empty hand is passed over in the new auction too (C2, F25)",
        "gold-3 livestock-A livestock-B | gold-3 gold-3 | ",
        "military-A",
        "bid 9, pass, pass",
        "over, unsold military-A, P1 has livestock-B gold-3, P1 lost 1",
    ),
)
def test_unpaid_bids_go_as_ruled(scenario: Scenario) -> None:
    """F25, F30-F35, T34, T37, C1, C2, C10: who loses a card, and who bids anew."""
    scenario.check()


@scenarios(
    Scenario(
        "bid 4 with 2 and 3: both go, without change (F26, T25)",
        "gold-2 gold-3 military-B | gold-1",
        "military-A military-I",
        "bid 4, pass, pay 2, pay 3",
        "P2 bid-first, P2 first, up military-I, paid gold-2 gold-3, P1 has military-A military-B",
        told="paid-gold",
    ),
    Scenario(
        "after 1 of 3 the rest is still owed (F26, T26)",
        "gold-1 gold-2 gold-3 | gold-1",
        "military-A military-I",
        "bid 3, pass, pay 1",
        "P1 pay, due 2, up military-A, paid gold-1, P1 has gold-2 gold-3",
        offers="pay 2 3",
    ),
    Scenario(
        "of bid 2 with only a 3 there is no change (F26, F29, T27)",
        "gold-3 | gold-1",
        "military-A military-I",
        "bid 2, pass, pay 3",
        "P2 bid-first, P2 first, up military-I, paid gold-3, P1 has military-A",
    ),
    Scenario(
        "any three cards go, then the gold comes (F27, T28)",
        "military-B military-C military-D gold-1 gold-2 | gold-1",
        "gold-3 military-I",
        "bid 3, pass, discard military-B, discard military-D, discard gold-2",
        "P2 bid-first, P2 first, up military-I, P1 has military-C gold-1 gold-3, P1 gave 3",
    ),
    Scenario(
        "gold may cost the whole hand (F27, T29)",
        "military-B military-C gold-1 gold-2 | gold-1",
        "gold-3 military-I",
        "bid 4, pass, discard military-B, discard military-C, discard gold-1, discard gold-2",
        "P2 bid-first, P2 first, up military-I, P1 has gold-3, P1 gave 4",
    ),
    Scenario(
        "a gold card counts as one (F27, T30)",
        "military-B military-C military-D military-E military-F gold-3 | gold-1",
        "gold-1 military-I",
        "bid 3, pass, discard gold-3",
        "P1 discard, due 2, up gold-1, P1 has military-B military-C military-D military-E military-F, P1 gave 1",
    ),
    Scenario(
        "the won gold is no part of the payment (F27)",
        "military-B military-C | gold-1",
        "gold-3 military-I",
        "bid 1, pass",
        "P1 discard, due 1, up gold-3",
        offers="discard military-B military-C",
    ),
    Scenario(
        "other cards don't pay for a government card (F28, T31)",
        "gold-1 gold-3 livestock-A livestock-B livestock-C livestock-D "
        "livestock-E livestock-F livestock-G livestock-H livestock-I | gold-1 | gold-1",
        "military-A",
        "bid 5, pass, pass",
        "P2 bid-first, up military-A, P1 has livestock-A livestock-B livestock-C livestock-D livestock-F "
        "livestock-G livestock-H livestock-I gold-1 gold-3, P1 out, P1 lost 1",
        told="default",
    ),
    Scenario(
        "who can pay must pay (F28, T32)",
        "gold-3 gold-2 | gold-1",
        "military-A military-I",
        "bid 4, pass",
        "P1 pay, due 4, up military-A",
        offers="pay 2 3",
    ),
    Scenario(
        "a won King is used at once, and never enters the hand (F29, T39)",
        "gold-2 military-B | gold-1",
        "king-choice1 military-I",
        "bid 2, pass, pay 2, lower military",
        "P2 bid-first, P2 first, up military-I, used king-choice1, paid gold-2, P1 has military-B, board 33332",
        told="paid-gold king lowered-alone up",
    ),
    Scenario(
        "the last card may be a King; after its change the game ends (F29, F36)",
        "gold-2 | gold-1",
        "king-plus1",
        "bid 1, pass, pay 2, raise military",
        "over, used king-plus1, paid gold-2, P1 has nothing, board 33334",
    ),
)
def test_payments_go_as_ruled(scenario: Scenario) -> None:
    """F26-F29, F36, T25-T32, T39: what has to be paid, and where what was won goes."""
    scenario.check()
