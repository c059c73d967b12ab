"""What may be taken back (C14), and what shows too much for that."""

from __future__ import annotations

import pytest

from engine.scene import Seat
from tests.engine.games.fortheking.scenarios import played
from tests.engine.games.fortheking.table import P1, P2, Table

RICH = "gold-3 gold-3 | gold-3 gold-3"
BOTH, FOUR = "military-A military-I", "military-A military-B military-C military-D"


def takers(table: Table) -> list[Seat]:
    """Return the seat that may take its last answer back, if there is one."""
    return [past.seat for past in table.match.pasts[-1:]]


@pytest.mark.parametrize(
    ("hands", "cards", "choices", "expected"),
    [
        # F21: as long as the bidding goes on, and nobody for another.
        (f"{RICH} | gold-3", BOTH, "bid 30", [P1]),
        (f"{RICH} | gold-3", BOTH, "bid 30, pass", [P2]),
        # F28, F30: what ends an auction shows who can pay, or leaves a card to chance.
        (RICH, BOTH, "bid 2, pass", []),
        (RICH, BOTH, "bid 40, pass", []),
        # F28: everybody sees how many cards a hand has, but not the card that is turned up next.
        ("gold-3 gold-3 military-B | gold-3", "gold-1 military-I", "bid 2, pass", [P2]),
        ("gold-3 gold-3 military-B | gold-3", "gold-1 military-I", "bid 2, pass, discard military-B", [P1]),
        ("gold-3 gold-3 | gold-3", "gold-1 military-I", "bid 2, pass, discard gold-3, discard gold-3", []),
        # C5, F5: the next card is drawn at once, and so for who takes the last but one from the middle.
        (" | | ", FOUR, "place keep", []),
        (" | | ", FOUR, "place keep, place middle, place middle, take military-C", []),
        # F8: with four, the first of three picks.
        (" | | | ", f"{FOUR} gold-1", "place keep, place middle, place middle, place middle, take military-D", [P2]),
        # C6, F17: a raise, but not the lowering after it, for the next card is drawn.
        (" | | ", f"king-shift1 {FOUR}", "place keep, raise military", [P1]),
        (" | | ", f"king-shift1 {FOUR}", "place keep, raise military, lower diplomacy", []),
    ],
)
def test_what_shows_nothing_can_be_taken_back(hands: str, cards: str, choices: str, expected: list[Seat]) -> None:
    """C14, C5, C6, F5, F8, F17, F21, F28, F30: by who played it, which leads to the same question."""
    table = played(hands, cards, choices)
    assert takers(table) == expected
    for seat in expected:
        before = played(hands, cards, choices.rpartition(", ")[0]).state
        assert table.match.take_back(seat)[0].state == before


def test_gold_that_is_shown_stands_unless_everybody_knew_of_it() -> None:
    """C14, F26: two cards for a bid of 4, of which the first was taken from the middle."""
    table = played(RICH, BOTH, "bid 4, pass")
    known = Table(table.state.copy())
    known.state.players[P1].taken = ["gold-3"]
    for each in (table, known):
        each.do(P1, each.legal(P1)[0])
    assert (takers(table), takers(known)) == ([], [P1])
