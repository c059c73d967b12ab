"""Auctions: bidding (F20-F25), paying (F26-F29), winners who can't pay (F30-F35), and the end of it (F36)."""

from __future__ import annotations

from tests.engine.games.fortheking.scenarios import Scenario
from tests.engine.games.scenarios import scenarios


@scenarios(
    Scenario,
    """
the first bid is at least 1, and none is higher than 99 (F23, C3) (F21)
    hands: gold-3 gold-3 | gold-3 gold-3 | gold-3 gold-3
    cards: military-A
    result: P1 bid-first, up military-A
    offers: bid 1 to 99, pass

each bid is higher (F21, F22, T20)
    hands: gold-3 gold-3 | gold-3 gold-3 | gold-3 gold-3 | gold-3 gold-3
    cards: military-A
    choices: bid 2
    result: P2 bid, up military-A
    offers: bid 3 to 99, pass

a bid beyond the purse is as good, for all that anybody sees (F23, F24, T53)
    hands: military-B | gold-3 gold-3 | gold-3 gold-3
    cards: military-A
    choices: bid 3
    result: P2 bid, up military-A
    told: bid
    offers: bid 4 to 99, pass

the last one left wins (F21, F22, T20)
    hands: gold-3 gold-3 | gold-3 gold-3 | gold-3 gold-3 | gold-3 gold-3
    cards: military-A
    choices: bid 2, bid 3, pass, pass, pass
    result: P2 pay, due 3, up military-A
    told: pass win

who has passed is out of this auction (F21, T21)
    hands: gold-3 gold-3 | gold-3 gold-3 | gold-3 gold-3
    cards: military-A
    choices: pass, bid 1, bid 2
    result: P2 bid, up military-A

a card that nobody bids for is put away, and P2 is first (F22, F35, T22)
    hands: gold-3 gold-3 | gold-3 gold-3 | gold-3 gold-3 | gold-3 gold-3
    cards: military-A military-B
    choices: pass, pass, pass, pass
    result: P2 bid-first, P2 first, up military-B, unsold military-A
    told: pass unsold up

the last one is asked where nobody has bid, and wins by 1 (F22, C4)
    hands: gold-3 gold-3 | gold-3 gold-3 | gold-3 gold-3
    cards: military-A
    choices: pass, pass, bid 1
    result: P3 pay, due 1, up military-A
    offers: pay 3

after 99 one can only pass (F23, C3)
    hands: gold-3 gold-3 | gold-3 gold-3
    cards: military-A
    choices: bid 99
    result: P2 bid, up military-A
    offers: pass

an empty hand is passed over (F25, T38, C2)
    hands: gold-3 gold-3 | | gold-3 gold-3
    cards: military-A military-B
    choices: bid 1
    result: P3 bid, up military-A

P2 is first all the same (F25, F35, C2)
    hands: gold-3 gold-3 | | gold-3 gold-3
    cards: military-A military-B military-C
    choices: pass, pass
    result: P3 bid-first, P2 first, up military-B, unsold military-A
    told: unsold up empty-hands

and P3 in the third round (F25, F35, C2)
    hands: gold-3 gold-3 | | gold-3 gold-3
    cards: military-A military-B military-C
    choices: pass, pass, pass, pass
    result: P3 bid-first, P3 first, up military-C, unsold military-A military-B

with all hands empty the rest is put away (F25, F36, T38)
    hands: gold-1 |
    cards: gold-3 military-A military-B
    choices: pass, bid 2
    result: over, unsold gold-3 military-A military-B, P1 has nothing, P1 lost 1

the first player moves left whoever won: P3 was first, P1 won, P4 is (F35, T24)
    hands: gold-3 gold-3 | gold-3 gold-3 | gold-3 gold-3 | gold-3 gold-3
    cards: livestock-A livestock-B military-A military-B
    choices: pass, pass, pass, pass, pass, pass, pass, pass, pass, pass, bid 1, pass, pay 3
    result: P4 bid-first, P4 first, up military-B, paid gold-3, unsold livestock-A livestock-B, P1 has military-A
        gold-3

the game ends after the last favor card (F36)
    hands: gold-3 gold-3 | gold-3 gold-3
    cards: military-A
    choices: pass, bid 1, pay 3
    result: over, paid gold-3, P2 has military-A gold-3
    told: paid-gold over fortheking-won
""",
)
def test_bids_go_as_ruled(scenario: Scenario) -> None:
    """F21-F25, F35, F36, T20-T24, T38, T53, C2-C4: who is asked, who wins, and who is first next."""
    scenario.check()


@scenarios(
    Scenario,
    """
who can't pay loses one card unseen, and the others bid anew from 1 (F30, F32, F33, T34, C1)
    hands: gold-3 gold-3 | gold-3 livestock-A livestock-B | gold-3 gold-3
    cards: military-A military-I
    choices: bid 1, bid 9, pass, pass
    result: P1 bid-first, up military-A, P2 has livestock-A gold-3, P2 out, P2 lost 1
    told: pass default lost-own@P2 anew
    offers: bid 1 to 99, pass

and one of them buys (F32)
    hands: gold-3 gold-3 | gold-3 livestock-A livestock-B | gold-3 gold-3
    cards: military-A military-I
    choices: bid 1, bid 9, pass, pass, bid 1, pass, pay 3
    result: P2 bid-first, P2 first, up military-I, paid gold-3, P1 has military-A gold-3, P2 has livestock-A gold-3,
        P2 lost 1

after it P2 is first, and back in (F35, T34)
    hands: gold-3 gold-3 | gold-3 livestock-A livestock-B | gold-3 gold-3
    cards: military-A military-I
    choices: bid 1, bid 9, pass, pass, pass, pass
    result: P2 bid-first, P2 first, up military-I, unsold military-A, P2 has livestock-A gold-3, P2 lost 1

who loses the last card is out all the same (F31)
    hands: livestock-A | gold-3 gold-3 | gold-3 gold-3
    cards: military-A military-I
    choices: bid 2, pass, pass
    result: P2 bid-first, up military-A, P1 has nothing, P1 out, P1 lost 1

where the first player is out the next one begins (F33)
    hands: gold-3 livestock-A livestock-B | gold-3 gold-3 | gold-3 gold-3
    cards: military-A
    choices: bid 9, pass, pass
    result: P2 bid-first, up military-A, P1 has livestock-A gold-3, P1 out, P1 lost 1

alone against a defaulter one may buy for 1 (F34, T37)
    hands: gold-3 livestock-A livestock-B | gold-3 gold-3
    cards: military-A military-I
    choices: bid 9, pass, bid 1
    result: P2 pay, due 1, up military-A, P1 has livestock-B gold-3, P1 out, P1 lost 1
    offers: pay 3

or pass (F34)
    hands: gold-3 livestock-A livestock-B | gold-3 gold-3
    cards: military-A military-I
    choices: bid 9, pass, pass
    result: P2 bid-first, P2 first, up military-I, unsold military-A, P1 has livestock-B gold-3, P1 lost 1

the last one may default too; then the card is put away (F34, C10)
    hands: gold-3 livestock-A livestock-B | livestock-C livestock-D | livestock-E
    cards: military-A military-I
    choices: bid 9, pass, pass, bid 1, pass, bid 99
    result: P2 bid-first, P2 first, up military-I, unsold military-A, P1 has livestock-A gold-3, P1 lost 1, P2 has
        livestock-D, P2 lost 1, P3 has nothing, P3 lost 1
    told: bid default lost-own@P3 unsold up empty-hands

an empty hand is passed over in the new auction too (C2, F25)
    hands: gold-3 livestock-A livestock-B | gold-3 gold-3 |
    cards: military-A
    choices: bid 9, pass, pass
    result: over, unsold military-A, P1 has livestock-B gold-3, P1 lost 1
""",
)
def test_unpaid_bids_go_as_ruled(scenario: Scenario) -> None:
    """F25, F30-F35, T34, T37, C1, C2, C10: who loses a card, and who bids anew."""
    scenario.check()


@scenarios(
    Scenario,
    """
bid 4 with 2 and 3: both go, without change (F26, T25)
    hands: gold-2 gold-3 military-B | gold-1
    cards: military-A military-I
    choices: bid 4, pass, pay 2, pay 3
    result: P2 bid-first, P2 first, up military-I, paid gold-2 gold-3, P1 has military-A military-B
    told: paid-gold

after 1 of 3 the rest is still owed (F26, T26)
    hands: gold-1 gold-2 gold-3 | gold-1
    cards: military-A military-I
    choices: bid 3, pass, pay 1
    result: P1 pay, due 2, up military-A, paid gold-1, P1 has gold-2 gold-3
    offers: pay 2 3

of bid 2 with only a 3 there is no change (F26, F29, T27)
    hands: gold-3 | gold-1
    cards: military-A military-I
    choices: bid 2, pass, pay 3
    result: P2 bid-first, P2 first, up military-I, paid gold-3, P1 has military-A

any three cards go, then the gold comes (F27, T28)
    hands: military-B military-C military-D gold-1 gold-2 | gold-1
    cards: gold-3 military-I
    choices: bid 3, pass, discard military-B, discard military-D, discard gold-2
    result: P2 bid-first, P2 first, up military-I, P1 has military-C gold-1 gold-3, P1 gave 3

gold may cost the whole hand (F27, T29)
    hands: military-B military-C gold-1 gold-2 | gold-1
    cards: gold-3 military-I
    choices: bid 4, pass, discard military-B, discard military-C, discard gold-1, discard gold-2
    result: P2 bid-first, P2 first, up military-I, P1 has gold-3, P1 gave 4

a gold card counts as one (F27, T30)
    hands: military-B military-C military-D military-E military-F gold-3 | gold-1
    cards: gold-1 military-I
    choices: bid 3, pass, discard gold-3
    result: P1 discard, due 2, up gold-1, P1 has military-B military-C military-D military-E military-F, P1 gave 1

the won gold is no part of the payment (F27)
    hands: military-B military-C | gold-1
    cards: gold-3 military-I
    choices: bid 1, pass
    result: P1 discard, due 1, up gold-3
    offers: discard military-B military-C

other cards don't pay for a government card (F28, T31)
    hands: gold-1 gold-3 livestock-A livestock-B livestock-C livestock-D livestock-E livestock-F livestock-G
        livestock-H livestock-I | gold-1 | gold-1
    cards: military-A
    choices: bid 5, pass, pass
    result: P2 bid-first, up military-A, P1 has livestock-A livestock-B livestock-C livestock-D livestock-F
        livestock-G livestock-H livestock-I gold-1 gold-3, P1 out, P1 lost 1
    told: default

who can pay must pay (F28, T32)
    hands: gold-3 gold-2 | gold-1
    cards: military-A military-I
    choices: bid 4, pass
    result: P1 pay, due 4, up military-A
    offers: pay 2 3

a won King is used at once, and never enters the hand (F29, T39)
    hands: gold-2 military-B | gold-1
    cards: king-choice1 military-I
    choices: bid 2, pass, pay 2, lower military
    result: P2 bid-first, P2 first, up military-I, used king-choice1, paid gold-2, P1 has military-B, board 33332
    told: paid-gold king lowered-alone up

the last card may be a King; after its change the game ends (F29, F36)
    hands: gold-2 | gold-1
    cards: king-plus1
    choices: bid 1, pass, pay 2, raise military
    result: over, used king-plus1, paid gold-2, P1 has nothing, board 33334
""",
)
def test_payments_go_as_ruled(scenario: Scenario) -> None:
    """F26-F29, F36, T25-T32, T39: what has to be paid, and where what was won goes."""
    scenario.check()
