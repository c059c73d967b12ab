"""What winners owe, what they may pay with, and what others see of it (F23, F24, F26-F30)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from engine.errors import IllegalAction, NotYourTurn
from engine.events import Told
from engine.game import Question
from engine.games.fortheking import names
from engine.games.fortheking.actions import Action, Bid, Discard, Pay
from engine.scene import Fact, Who
from tests.contract.walks import AnyMatch
from tests.engine.games.fortheking.scenarios import played
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
    lying_open,
    marks,
)
from tests.engine.games.scenarios import in_words

RICH, POOR = ["gold-3", "gold-3"], ["gold-3", "livestock-A", "livestock-B"]
CARD, NEXT = "military-A", "military-I"


def won(own: str, amount: int, card: str = CARD) -> Table:
    """Return a table where P1 just won a card at this bid and P2 has passed."""
    return played(f"{own} | gold-1", f"{card} {NEXT}", f"bid {amount}, pass")


def question(table: Table) -> Question[Action]:
    """Return what P1 is asked."""
    return GAME.telling.question(table.state, P1)


def test_the_legal_payments_are_exactly_those_of_the_ruling() -> None:
    """F26, T26: every subset of a hand, in ascending order, is accepted just if sum >= bid and sum - largest < bid."""
    gold = [1, 1, 2, 2, 3, 3]
    for amount in range(1, 13):
        table = won("gold-1 gold-1 gold-2 gold-2 gold-3 gold-3", amount)
        for size in range(1, len(gold) + 1):
            for chosen in set(combinations(gold, size)):
                legal = sum(chosen) >= amount > sum(chosen) - max(chosen)
                assert buys(table.match, chosen) == legal, (amount, chosen)


def buys(match: AnyMatch, gold: tuple[int, ...]) -> bool:
    """Return whether P1 buys the card with exactly this gold."""
    try:
        after, _ = match.play(P1, [Pay(value) for value in gold])
    except (IllegalAction, NotYourTurn):
        return False
    return CARD in after.state.players[P1].hand


@pytest.mark.parametrize(
    ("own", "amount", "offers"),
    [
        ("gold-1 gold-2 gold-3", 3, ["pay 3", "pay 1 pay 2", "pay 1 pay 3"]),
        ("gold-1 gold-1 gold-3 gold-3", 5, ["pay 1 pay 1 pay 3", "pay 3 pay 3", "pay 1 pay 3 pay 3"]),
        ("gold-1 gold-1 gold-2", 2, ["pay 2", "pay 1 pay 1", "pay 1 pay 2"]),
        # F26: none with a card too much.
        ("gold-1 gold-1 gold-1", 2, ["pay 1 pay 1"]),
    ],
)
def test_cheapest_payment_is_offered_first(own: str, amount: int, offers: list[str]) -> None:
    """F26, C9, T26: smallest sum, then fewest cards; at most three offers."""
    asked = question(won(own, amount))
    assert [" ".join(map(in_words, offer.actions)) for offer in asked.offers] == offers


def test_question_says_how_much_may_be_picked() -> None:
    """F21, F26, F27: 1, 1, 2 pay 4, three cards at the most; equal cards as often as held; a bid is a number."""
    asked = question(won("gold-1 gold-1 gold-2 gold-3 gold-3", 4))
    assert (asked.at_least, asked.at_most) == (1, 3)
    table = won("gold-1 gold-1 military-B", 2, "gold-3")
    assert (question(table).at_least, question(table).at_most) == (2, 2)
    assert GAME.telling.option(table.state, P1, Discard("gold-1")).times == 2
    options = [GAME.telling.option(auction_table([RICH] * 2, [CARD]).state, P1, action) for action in (Bid(4), PASS)]
    assert [option.amount for option in options] == [4, None]


def test_what_is_paid_face_down_stays_hidden_and_what_is_paid_face_up_is_shown() -> None:
    """F12, F26, F27, F29, T33, C8: the log shows a count, or the gold; and everybody knows what was won."""
    table = won("military-B gold-2 military-C", 2, "gold-3")
    told = table.do(P1, Discard("military-B"), Discard("gold-2"))
    public = next(one.event for one in told if one.to is None)
    assert dict(public.facts)["count"] == 2
    assert fact(table.scene(P2).panels[P1], "discarded") == 2
    assert cards_of(table.scene(P1).hand, "discarded") == ["military-B", "gold-2"]

    table = won("gold-2 gold-3", 4)
    told = table.do(P1, Pay(2), Pay(3))
    facts = dict(told[0].event.facts)
    assert (facts["cards"], facts["total"]) == ((names.name("gold-2"), names.name("gold-3")), 5)
    assert lying_open(table.scene(None), "paid").items[-1] == Fact(names.name("gold-3"), 1)
    assert cards_of(table.scene(P2).panels[P1].rows, "taken") == [CARD]


def defaulted(number: int) -> tuple[Table, list[Told]]:
    """Return a table where P2 has bid 9 with 3 gold and lost a card by that chance, with what was told."""
    table = auction_table([RICH, POOR, RICH], [CARD, NEXT])
    table.match = replace(table.match, seed=bytes([number]) * 32)
    return table, table.auction((P1, 1), (P2, 9), (P3, 0), (P1, 0))


def test_default_is_told_but_not_the_lost_card() -> None:
    """F30, T34, C1: who, for what, and who sits next; the card is drawn by chance, and seen by its owner only."""
    table, told = defaulted(0)
    event = {"player": Who(P2), "neighbour": Who(P3), "amount": 9, "card": names.name(CARD)}
    assert dict(told[1].event.facts) == event
    assert cards_of(table.scene(P2).hand, "lost") == table.state.players[P2].lost
    assert [fact(table.scene(viewer).panels[P2], "lost") for viewer in (P1, P3, None)] == [1, 1, 1]
    assert marks(table.scene(None).panels[P2]) == ["out"]
    assert {defaulted(number)[0].state.players[P2].lost[0] for number in range(20)} == set(POOR)
