"""The box and the deck (F1-F3, A1.1-A1.7)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.games.fortheking import cards
from engine.games.fortheking.state import State
from tests.engine.games.fortheking.table import start


def kinds(pile: list[str]) -> Counter[str]:
    """Count cards by kind."""
    return Counter(cards.FACES[card].kind for card in pile)


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
    ("seats", "kinds_in_play", "removed", "drawn", "turns"),
    [
        (2, {"government": 45, "king": 10, "gold": 27}, 22, 60, 20),
        (3, {"government": 45, "king": 10, "gold": 30}, 13, 72, 18),
        (4, {"government": 45, "king": 10, "gold": 33}, 8, 80, 16),
        (5, {"government": 54, "king": 15, "gold": 39}, 0, 108, 18),
    ],
)
def test_cards_in_play_by_number_of_players(
    seats: int, kinds_in_play: dict[str, int], removed: int, drawn: int, turns: int
) -> None:
    """F1, F2, A1.3, T1-T4: cards marked with a higher number are out; of the others some go at random."""
    state = start(seats).state
    assert kinds([*cards.pool(seats)]) == kinds_in_play
    assert any(card.startswith("provisions") for card in cards.pool(seats)) == (seats == 5)
    assert (len(state.box), len(deck(state)), cards.turns(seats)) == (removed, drawn, turns)


def test_removed_cards_and_deck_are_random() -> None:
    """F2: two matches draw other cards, and where nothing is removed the same ones in another order, not sorted."""
    assert Counter(start(2, 1).state.box) != Counter(start(2, 2).state.box)
    first, other = deck(start(5, 1).state), deck(start(5, 2).state)
    assert Counter(first) == Counter(other)
    assert first != other
    assert first != sorted(first, key=cards.order)


def test_every_office_starts_at_three_with_a_second_duty_of_one() -> None:
    """F3: primaries 3, secondaries 1; Provisions with five only."""
    assert start(3).state.board == dict.fromkeys(cards.offices(3), 3)
    assert start(5).state.board["provisions"] == 3
    assert cards.secondary_duty(3, 3) == 1


def test_the_first_adviser_is_drawn_by_lot() -> None:
    """F4, C12: each seat can be the first Adviser."""
    assert {start(3, number).state.adviser for number in range(20)} == {0, 1, 2}
