"""The box and the deck (F1-F3, A1.1-A1.7)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.errors import WrongSeats
from engine.games.fortheking import cards
from engine.games.fortheking.state import State, census
from engine.match import Match
from tests.engine.games.fortheking.table import FULL_BOX, GAME, SEED, start


def kinds(pile: list[str]) -> Counter[str]:
    """Count cards by kind."""
    return Counter(cards.FACES[card].kind for card in pile)


def deck(state: State) -> list[str]:
    """Return the deck with the card just drawn from it."""
    return state.deck + ([state.drawn] if state.drawn else [])


def test_the_box_holds_108_cards_of_three_kinds() -> None:
    """A1.7: 54 government cards, 15 Kings and 39 gold cards."""
    assert kinds(list(FULL_BOX.elements())) == {"government": 54, "king": 15, "gold": 39}


def test_every_office_has_the_letters_a_to_i_once_and_a_high_or_a_low_sum() -> None:
    """A1.4: nine cards an office, values 1 to 4, sums 25 or 11."""
    for office in cards.OFFICES:
        faces = [face for face in cards.FACES.values() if face.office == office.key]
        assert "".join(face.letter for face in faces) == "ABCDEFGHI"
        assert sum(face.value for face in faces) in {25, 11}
        assert all(1 <= face.value <= 4 for face in faces)


def test_each_office_has_the_values_of_its_pattern() -> None:
    """A1.4: Diplomacy, Entertainment and Provisions are high, the others low; the higher value has the later letter."""
    high, low = [2, 2, 2, 2, 3, 3, 3, 4, 4], [1, 1, 1, 1, 1, 1, 1, 2, 2]
    patterns = {
        "diplomacy": high,
        "entertainment": high,
        "livestock": low,
        "architecture": low,
        "military": low,
        "provisions": high,
    }
    for office, values in patterns.items():
        assert [cards.FACES[f"{office}-{letter}"].value for letter in "ABCDEFGHI"] == values


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


def test_the_marks_add_up_to_the_printed_counts() -> None:
    """A1.3: 82 cards without a number, 3 marked 3, 3 marked 4, 20 marked 5."""
    marks: Counter[int] = Counter()
    for face in cards.FACES.values():
        for mark, copies in face.copies:
            marks[mark] += copies
    assert marks == {2: 82, 3: 3, 4: 3, 5: 20}


def test_a_hand_is_kept_in_the_order_of_the_offices_then_gold_then_kings() -> None:
    """A1.7: the data file's order is the order of hands."""
    assert sorted(["king-plus1", "gold-1", "military-B", "diplomacy-I"], key=cards.order) == [
        "diplomacy-I",
        "military-B",
        "gold-1",
        "king-plus1",
    ]


@pytest.mark.parametrize("seats", [1, 6])
def test_the_game_is_for_two_to_five(seats: int) -> None:
    """F1: fewer or more players are refused."""
    with pytest.raises(WrongSeats):
        Match.start(GAME, seats, SEED)


def test_two_players_use_60_cards() -> None:
    """F2, T1: pool 82, 22 out at random, deck 60, no Provisions, gold 9/9/9, only the ten unmarked Kings."""
    pool = cards.pool(2)
    assert len(pool) == 82
    assert [pool.count(f"gold-{value}") for value in (1, 2, 3)] == [9, 9, 9]
    assert kinds(pool)["king"] == 10
    assert not any(card.startswith("provisions") for card in pool)
    state = start(2).state
    assert (len(state.box), len(deck(state)), cards.turns(2)) == (22, 60, 20)


def test_three_players_use_72_cards() -> None:
    """F2, T2: what is marked 4 or 5 is out, what is marked 3 stays."""
    pool = cards.pool(3)
    assert len(pool) == 85
    assert [pool.count(f"gold-{value}") for value in (1, 2, 3)] == [10, 10, 10]
    state = start(3).state
    assert (len(state.box), len(deck(state)), cards.turns(3)) == (13, 72, 18)


def test_four_players_use_80_cards() -> None:
    """F2, T3: pool 88 with 10 Kings and 33 gold, deck 80, 16 turns."""
    pool = cards.pool(4)
    assert len(pool) == 88
    assert (kinds(pool)["king"], kinds(pool)["gold"]) == (10, 33)
    state = start(4).state
    assert (len(state.box), len(deck(state)), cards.turns(4)) == (8, 80, 16)


def test_five_players_use_the_whole_box() -> None:
    """F2, T4: deck 108, six offices, 18 turns."""
    state = start(5).state
    assert (len(state.box), len(deck(state)), cards.turns(5)) == (0, 108, 18)
    assert Counter(deck(state)) == FULL_BOX
    assert len(state.board) == 6


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_card_is_somewhere_from_the_start(seats: int) -> None:
    """F2: removed or not, the 108 cards are all there."""
    assert census(start(seats).state) == FULL_BOX


def test_the_removed_cards_and_the_deck_differ_from_match_to_match() -> None:
    """F2: both are random."""
    first, other = start(2, 1).state, start(2, 2).state
    assert Counter(first.box) != Counter(other.box)
    assert first.deck != other.deck


def test_the_deck_is_shuffled() -> None:
    """F2: where nothing is removed, two matches draw the same cards in different orders, neither sorted."""
    first, other = deck(start(5, 1).state), deck(start(5, 2).state)
    assert Counter(first) == Counter(other)
    assert first != other
    assert first != sorted(first, key=cards.order)


def test_every_office_starts_at_three_with_a_second_duty_of_one() -> None:
    """F3: primaries 3, secondaries 1; Provisions with five only."""
    assert start(3).state.board == dict.fromkeys(
        ["diplomacy", "entertainment", "livestock", "architecture", "military"], 3
    )
    assert start(5).state.board["provisions"] == 3
    assert cards.secondary_duty(3, 3) == 1


def test_the_first_adviser_is_drawn_by_lot() -> None:
    """F4, C12: each seat can be the first Adviser."""
    assert {start(3, number).state.adviser for number in range(20)} == {0, 1, 2}
