"""What is worth what at court: what a knight does in positions that anybody would agree on."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.agents.knight import best
from engine.games.fortheking import judgement
from engine.games.fortheking.actions import Action, Bid, Place
from engine.rng import Rng
from tests.contract.walks import walk
from tests.engine.games.fortheking.scenarios import played
from tests.engine.games.fortheking.table import GAME, P1, P2, PASS, SEED, Table, auction_table, final_table, share_table
from tests.engine.games.scenarios import in_words


def test_no_bid_is_considered_that_can_not_be_paid() -> None:
    """In gold, or in cards where gold is sold (F28): in every position of a match."""
    for match in walk(GAME, 3, 1)[0]:
        for seat in match.deciding:
            thought = judgement.consider(match.state, seat, match.legal[seat])
            player = match.state.players[seat]
            reach = len(player.hand) if match.state.sells_gold else player.gold
            assert all(action.amount <= reach for action in thought if isinstance(action, Bid))


@pytest.mark.parametrize(
    ("hand", "bid", "gold"),
    [(["gold-1"], 1, "gold-1"), (["gold-1", "gold-1", "gold-1"], 3, "gold-3"), (["gold-2"], 1, "gold-2")],
)
def test_gold_is_not_paid_for_with_as_much_gold(hand: list[str], bid: int, gold: str) -> None:
    """It would add nothing, and be seen (F27)."""
    table = auction_table([hand, ["diplomacy-B", "gold-1"]], [gold, "military-A", "architecture-A"])
    legal: list[Action] = [Bid(bid), PASS]
    played = {best(judgement, table.state, P1, legal, Rng(bytes([number]) * 32, 0)) for number in range(20)}
    assert played == {PASS}


@pytest.mark.parametrize(
    ("hands", "cards", "choices", "played_then"),
    [
        # F41: gold is spent on the last card, for it is worth nothing but in a tie.
        ("gold-3 diplomacy-A | gold-1 diplomacy-B", "diplomacy-H", "", "bid 1"),
        # F27: gold after which nothing comes is not worth a card of an office.
        ("diplomacy-H military-A | diplomacy-B gold-1", "gold-1", "", "pass"),
        # C9: the cheapest payment, card by card.
        ("gold-1 gold-2 gold-3 | gold-1", "diplomacy-H military-A", "bid 2, pass", "pay 2"),
        # A small card where one is far ahead pays for gold rather than the one that holds an office.
        (
            "livestock-A livestock-B livestock-C livestock-H livestock-I diplomacy-H | diplomacy-E gold-1",
            "gold-3 military-A architecture-A",
            "bid 1, pass",
            "discard livestock",
        ),
        # The best card of a great office is kept.
        (" | ", "diplomacy-I gold-1 gold-2", "", "place keep"),
    ],
)
def test_knight_plays_what_anybody_would(hands: str, cards: str, choices: str, played_then: str) -> None:
    """F27, F41, C9: what is worth most at court, for what is missed least."""
    assert liked(played(hands, cards, choices)).startswith(played_then)


def liked(table: Table) -> str:
    """Return what a knight plays for P1, in words."""
    return in_words(best(judgement, table.state, P1, table.match.legal[P1], Rng(SEED, 0)))


def test_the_office_one_leads_is_raised() -> None:
    """And not the one that the rival leads (F14); the worst gold isn't kept."""
    hands = [["diplomacy-H", "diplomacy-I"], ["military-H", "military-I"]]
    table = share_table(2, ["king-plus1", "gold-1", "gold-2"], hands=hands)
    table.do(P1, Place("keep"))
    assert liked(table) == "raise diplomacy"
    assert liked(share_table(2, ["gold-1", "diplomacy-I", "gold-2"])) != "place keep"


def test_who_has_won_has_the_better_end() -> None:
    """Worth says at the end how clear it was."""
    state = final_table([["diplomacy-H"], ["military-A"]], board=(5, 3, 3, 3, 1)).state
    assert judgement.worth(state, P1) > 0.5 > judgement.worth(state, P2)


def test_gold_is_worth_what_is_left_to_buy() -> None:
    """Six pieces more are far less of a lead before the last card than with six to come."""
    lots = ["military-A", "diplomacy-A", "architecture-A", "diplomacy-B", "military-B", "architecture-B"]

    def lead(left: Sequence[str]) -> float:
        rich, poor = (
            judgement.worth(auction_table([hand, ["gold-3", "livestock-A"]], ["livestock-B", *left]).state, P1)
            for hand in (["gold-3", "gold-3", "gold-3", "gold-1"], ["gold-3", "gold-1"])
        )
        return rich - poor

    assert 0 < 2 * lead(lots[:1]) < lead(lots)
