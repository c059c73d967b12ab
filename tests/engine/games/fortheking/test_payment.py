"""What winners owe and may pay with, what others see of it (F23, F24, F26-F30), and what an unpaid bid proves (F12)."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from engine import saves
from engine.errors import IllegalAction, NotYourTurn
from engine.events import Told
from engine.game import Question
from engine.games.fortheking import names
from engine.games.fortheking.actions import Action, Bid, Discard, Pay
from engine.games.fortheking.hidden_deals import gold
from engine.games.fortheking.state import Player, State
from engine.rng import Rng
from engine.scene import Fact, Viewer, Who
from tests.contract.walks import AnyMatch
from tests.engine.games.fortheking.scenarios import (
    GAME,
    P1,
    P2,
    P3,
    PASS,
    Scenario,
    Table,
    cards_of,
    fact,
    lying_open,
    marks,
    played,
    start,
)
from tests.engine.games.scenarios import in_words, scenarios

RICH, POOR = "gold-3 gold-3", "gold-3 livestock-A livestock-B"
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


@scenarios(
    Scenario,
    """
the smallest sum, in the fewest cards
    hands: gold-1 gold-2 gold-3 | gold-1
    cards: military-A
    choices: bid 3, pass
    expected: pay 3, pay 1 pay 2, pay 1 pay 3

at most three
    hands: gold-1 gold-1 gold-3 gold-3 | gold-1
    cards: military-A
    choices: bid 5, pass
    expected: pay 1 pay 1 pay 3, pay 3 pay 3, pay 1 pay 3 pay 3

equal sums
    hands: gold-1 gold-1 gold-2 | gold-1
    cards: military-A
    choices: bid 2, pass
    expected: pay 2, pay 1 pay 1, pay 1 pay 2

none with a card too much (F26)
    hands: gold-1 gold-1 gold-1 | gold-1
    cards: military-A
    choices: bid 2, pass
    expected: pay 1 pay 1

for gold all cards together, where all are due (F27)
    hands: military-B gold-1 | gold-1
    cards: gold-3
    choices: bid 2, pass
    expected: discard military-B discard gold-1

and none where there is a choice, or a single card to press
    hands: military-B gold-1 | gold-1
    cards: gold-3
    choices: bid 2, pass, discard gold-1
""",
)
def test_cheapest_payment_is_offered_first(scenario: Scenario) -> None:
    """F26, F27, C9, T26: smallest sum, then fewest cards; at most three offers."""
    asked = question(scenario.play()[0])
    assert ", ".join(" ".join(map(in_words, offer.actions)) for offer in asked.offers) == scenario.expected


def test_question_says_how_much_may_be_picked() -> None:
    """F21, F26, F27: 1, 1, 2 pay 4, three cards at the most; equal cards as often as held; a bid is a number."""
    asked = question(won("gold-1 gold-1 gold-2 gold-3 gold-3", 4))
    assert (asked.at_least, asked.at_most) == (1, 3)
    table = won("gold-1 gold-1 military-B", 2, "gold-3")
    assert (question(table).at_least, question(table).at_most) == (2, 2)
    assert GAME.telling.option(table.state, P1, Discard("gold-1")).times == 2
    options = [GAME.telling.option(played(f"{RICH} | {RICH}", CARD).state, P1, action) for action in (Bid(4), PASS)]
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
    table = played(f"{RICH} | {POOR} | {RICH}", f"{CARD} {NEXT}")
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
    assert {defaulted(number)[0].state.players[P2].lost[0] for number in range(20)} == set(POOR.split())


# What an unpaid bid proves

HANDS = "gold-3 gold-3 gold-3 gold-3 | gold-2 gold-1 livestock-A livestock-B livestock-C | gold-3 gold-3 gold-3 gold-3"
CARDS = "military-A gold-3 military-I"
SHORT = "bid 1, bid 5, pass, pass"
"""P2, with 3 gold in five cards, has bid 5 and could not pay it."""
UNSOLD = f"{SHORT}, pass, pass"
"""Then nobody takes the card."""
AGAIN, WON = f"{UNSOLD}, bid 4, pass, pass", f"{UNSOLD}, bid 1, pass, pass, discard livestock-B"
"""P2 fails again, or wins a gold card."""


def worlds(choices: str, cards: str = CARDS, viewer: Viewer = P1) -> list[Player]:
    """Return P2 as a viewer imagines P2 again and again after some choices."""
    state = played(HANDS, cards, choices).state
    return [GAME.rules.imagine(state, viewer, Rng(b"w", number)).players[P2] for number in range(60)]


def had(player: Player) -> int:
    """Return the gold in the hand and among what left it face down, where none had before."""
    return gold(player.hand) + gold(player.discarded) + gold(player.lost)


@scenarios(
    Scenario,
    """
who had it would have had to pay; the card that was lost counts, and was the first (F28, F30)
    hands: gold-3 gold-3 gold-3 gold-3 | gold-2 gold-1 livestock-A livestock-B livestock-C | gold-3 gold-3 gold-3 gold-3
    cards: military-A gold-3 military-I
    choices: bid 1, bid 5, pass, pass
    expected: 4 0 0

five cards hold 15 gold at most (F28)
    hands: gold-3 gold-3 gold-3 gold-3 | gold-2 gold-1 livestock-A livestock-B livestock-C | gold-3 gold-3 gold-3 gold-3
    cards: military-A gold-3 military-I
    choices: bid 1, bid 15, pass, pass
    expected: 14 0 0

which everybody knows without it (F28)
    hands: gold-3 gold-3 gold-3 gold-3 | gold-2 gold-1 livestock-A livestock-B livestock-C | gold-3 gold-3 gold-3 gold-3
    cards: military-A gold-3 military-I
    choices: bid 1, bid 16, pass, pass

of a bluff beyond it, too (F28)
    hands: gold-3 gold-3 gold-3 gold-3 | gold-2 gold-1 livestock-A livestock-B livestock-C | gold-3 gold-3 gold-3 gold-3
    cards: military-A gold-3 military-I
    choices: bid 1, bid 99, pass, pass

a bid for gold counts cards, whose number everybody knows (F27)
    hands: gold-3 gold-3 gold-3 gold-3 | gold-2 gold-1 livestock-A livestock-B livestock-C | gold-3 gold-3 gold-3 gold-3
    cards: gold-3 military-A
    choices: bid 1, bid 9, pass, pass

nor is what was paid face down before (F27)
    hands: gold-3 gold-3 gold-3 gold-3 | gold-2 gold-1 livestock-A livestock-B livestock-C | gold-3 gold-3 gold-3 gold-3
    cards: gold-3 military-A
    choices: pass, bid 1, pass, discard livestock-A, bid 9, pass, pass
    expected: 8 1 0

what was lost the first time is no part of the second proof (F30)
    hands: gold-3 gold-3 gold-3 gold-3 | gold-2 gold-1 livestock-A livestock-B livestock-C | gold-3 gold-3 gold-3 gold-3
    cards: military-A military-I
    choices: bid 1, bid 5, pass, pass, pass, pass, bid 4, pass, pass
    expected: 4 0 0, 3 0 1

3 gold won for one card given away makes it 7 (F26, F27)
    hands: gold-3 gold-3 gold-3 gold-3 | gold-2 gold-1 livestock-A livestock-B livestock-C | gold-3 gold-3 gold-3 gold-3
    cards: military-A gold-3 military-I
    choices: bid 1, bid 5, pass, pass, pass, pass, bid 1, pass, pass, discard livestock-B
    expected: 7 0 0

and 1 paid makes it 6 (F26, F27)
    hands: gold-3 gold-3 gold-3 gold-3 | gold-2 gold-1 livestock-A livestock-B livestock-C | gold-3 gold-3 gold-3 gold-3
    cards: military-A gold-3 military-I
    choices: bid 1, bid 5, pass, pass, pass, pass, bid 1, pass, pass, discard livestock-B, pass, pass, bid 1, pay 1
    expected: 6 0 0
""",
)
def test_an_unpaid_bid_proves_that_there_was_less_gold(scenario: Scenario) -> None:
    """F26-F28, F30: as far as such a hand could have paid it; the most gold, and what was discarded and lost before."""
    proofs = scenario.play()[0].state.players[P2].proofs
    assert ", ".join(f"{proof.most} {proof.discarded} {proof.lost}" for proof in proofs) == scenario.expected


@pytest.mark.parametrize("viewer", [P1, P3, None])
@pytest.mark.parametrize("choices, most", [(UNSOLD, 4), (WON, 7)])
def test_nobody_imagines_more_gold_than_was_proved(choices: str, most: int, viewer: Viewer) -> None:
    """F12, F27: neither in the hand nor in the card that was lost; less is imagined, too."""
    imagined = {had(player) for player in worlds(choices, viewer=viewer)}
    assert max(imagined) == most
    assert len(imagined) > 2


def test_second_unpaid_bid_bounds_what_is_imagined() -> None:
    """F30: the hand alone, and the hand with what was lost before."""
    assert all(gold(player.hand) <= 3 and had(player) <= 4 for player in worlds(AGAIN, "military-A military-I"))


@pytest.mark.slow
def test_a_payer_is_dealt_without_skew() -> None:
    """F28: of the hands of two that can pay 5, one in so many has two threes, as by counting; it isn't the richest."""
    state = played("gold-3 gold-2 | livestock-A", "military-A", "bid 5, pass").state
    rng, found = Rng(b"skew", 0), Counter[tuple[str, ...]]()
    for _ in range(3000):
        found[tuple(GAME.rules.imagine(state, P2, rng).players[P1].hand)] += 1
    pool = Counter(card for card in state.box + state.players[P1].hand if "gold" in card)
    threes, mixed = pool["gold-3"] * (pool["gold-3"] - 1) / 2, pool["gold-3"] * pool["gold-2"]
    assert set(found) == {("gold-3", "gold-3"), ("gold-2", "gold-3")}
    assert found["gold-3", "gold-3"] / 3000 == pytest.approx(threes / (threes + mixed), abs=0.045)


def test_a_table_of_older_rules_comes_along_and_has_proved_nothing() -> None:
    """Running tables come along: rules 1 kept no proofs; what they were is not made up."""
    match = replace(start(3), state=played(HANDS, CARDS, SHORT).state)
    save = saves.dump(match)
    state = json.loads(save.state)
    for player in state["players"]:
        del player["proofs"]
    loaded = saves.load(replace(save, rules=1, state=json.dumps(state)), {GAME.key: GAME})
    assert isinstance(loaded.state, State)
    assert [player.proofs for player in loaded.state.players] == [(), (), ()]
    assert replace(loaded.state.players[P2], proofs=match.state.players[P2].proofs) == match.state.players[P2]
