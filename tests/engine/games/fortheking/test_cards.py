"""The box and the deck (F1-F3, A1.1-A1.7)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.games.fortheking import cards
from engine.games.fortheking.state import State
from tests.engine.games.fortheking.table import start


def deck(state: State) -> list[str]:
    """Return the deck with the card just drawn from it."""
    return state.deck + ([state.drawn] if state.drawn else [])


def test_each_office_has_the_values_of_its_pattern() -> None:
    """A1.4: Diplomacy, Entertainment and Provisions are high, the others low; the higher value has the later letter."""
    for office in cards.offices(5):
        pattern = "222233344" if office in {"diplomacy", "entertainment", "provisions"} else "111111122"
        assert [str(cards.FACES[f"{office}-{letter}"].value) for letter in "ABCDEFGHI"] == [*pattern]


def test_the_kings_come_in_six_kinds() -> None:
    """A1.5: how many of each are in play with two to four players, and with five."""
    small, large = Counter(cards.pool(4)), Counter(cards.pool(5))
    counts = {kind: (small[f"king-{kind}"], large[f"king-{kind}"]) for kind in ("plus1", "minus1", "choice1", "shift1")}
    assert counts == {"plus1": (2, 3), "minus1": (2, 3), "choice1": (1, 2), "shift1": (1, 1)}
    assert [(small[card], large[card]) for card in ("king-plus1x2", "king-minus1x2")] == [(2, 3), (2, 3)]


def test_gold_comes_in_three_values_of_13_cards() -> None:
    """A1.6: of each, nine without a mark, one marked 3, one marked 4, two marked 5."""
    for value in (1, 2, 3):
        copies = [cards.pool(players).count(f"gold-{value}") for players in (2, 3, 4, 5)]
        assert copies == [9, 10, 11, 13]


def test_the_offices_stand_in_the_order_that_breaks_ties() -> None:
    """A1.1: from Diplomacy to Military, and Provisions only with five."""
    offices = ("diplomacy", "entertainment", "livestock", "architecture", "military", "provisions")
    assert cards.offices(5) == offices
    assert {cards.offices(players) for players in (2, 3, 4)} == {offices[:-1]}


def test_a_hand_is_kept_in_the_order_of_the_offices_then_gold_then_kings() -> None:
    """A1.7: the data file's order is the order of hands."""
    mixed = ["king-plus1", "gold-1", "military-B", "diplomacy-I"]
    assert sorted(mixed, key=cards.order) == mixed[::-1]


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (2, (45, 10, 27, 22, 60, 20)),
        (3, (45, 10, 30, 13, 72, 18)),
        (4, (45, 10, 33, 8, 80, 16)),
        (5, (54, 15, 39, 0, 108, 18)),
    ],
)
def test_cards_in_play_by_number_of_players(seats: int, expected: tuple[int, ...]) -> None:
    """F1-F3, A1.3, T1-T4: government cards, Kings and gold, what goes at random, what is drawn, and turns.

    Cards marked with a higher number are out; each office starts at 3.
    """
    state, pool = start(seats).state, cards.pool(seats)
    counts = Counter(cards.FACES[card].kind for card in pool)
    piles = len(state.box), len(deck(state)), cards.turns(seats)
    assert (counts["government"], counts["king"], counts["gold"], *piles) == expected
    assert any(card.startswith("provisions") for card in pool) == (seats == 5)
    assert state.board == dict.fromkeys(cards.offices(seats), 3)


def test_start_is_random() -> None:
    """F2, F4, C12: two matches draw other cards, or the same in another order, not sorted; any seat can be first."""
    assert Counter(start(2, 1).state.box) != Counter(start(2, 2).state.box)
    first, other = deck(start(5, 1).state), deck(start(5, 2).state)
    assert Counter(first) == Counter(other)
    assert first not in (other, sorted(first, key=cards.order))
    assert {start(3, number).state.adviser for number in range(20)} == {0, 1, 2}
