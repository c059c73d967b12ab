"""The box, the deck and the first phase (F1-F12, A1.1-A1.7)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.events import Told
from engine.games.fortheking import cards
from engine.games.fortheking.state import State
from engine.rng import Rng
from engine.scene import Who
from tests.engine.games.fortheking.scenarios import (
    FULL_BOX,
    P1,
    P2,
    Scenario,
    cards_of,
    census,
    fact,
    played,
    start,
    step,
)
from tests.engine.games.scenarios import scenarios


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
    "seats, expected",
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


# The first phase

FOUR = "military-A military-B military-C gold-2"


@scenarios(
    Scenario,
    """
a placement is final, and comes before the next draw (F5, T11, T12, C5)
    hands: | |
    cards: military-A military-B military-C gold-2
    choices: place keep
    result: P1 place, drawn military-B, P1 has military-A
    told: keep!P1 keep-own@P1

a second one can't be kept (F6, T6)
    hands: | |
    cards: military-A military-B military-C gold-2
    choices: place keep, place middle
    result: P1 place, drawn military-C, middle military-B, P1 has military-A
    offers: place middle favor

what has only one place left goes there, which P1 sees (F6, T7, C7)
    hands: | |
    cards: military-A military-B military-C gold-2
    choices: place keep, place favor
    result: P2 take, middle military-C gold-2, P1 has military-A
    told: favor!P1 favor-own@P1 only-zone middle middle
    offers: take military-C gold-2

the last one gets what is left, and the next Adviser follows (F6, F8)
    hands: | |
    cards: military-A military-B military-C gold-2 gold-3
    choices: place keep, place favor, take gold-2
    result: P2 place, drawn gold-3, favor military-B, P1 has military-A, P2 has gold-2, P3 has military-C
    told: take take adviser

a forced favor card stays secret (F6, C7)
    hands: | |
    cards: military-A military-B military-C gold-2
    choices: place middle, place middle, place keep
    result: P2 take, middle military-A military-B, P1 has military-C
    told: keep!P1 keep-own@P1 only-zone favor!P1 favor-own@P1

nobody picks before all are placed (F7)
    hands: | |
    cards: military-A military-B military-C gold-2
    choices: place middle
    result: P1 place, drawn military-B, middle military-A
    offers: place keep middle favor

P2 and P3 pick in turn, the last one has no choice (F8)
    hands: | | |
    cards: gold-1 gold-2 gold-3 military-A military-B gold-2
    choices: place middle, place middle, place middle, place keep, take gold-3, take gold-1
    result: P2 place, drawn gold-2, favor military-B, P1 has military-A, P2 has gold-3, P3 has gold-1, P4 has gold-2

a King in the favor deck does nothing yet, and only P1 reads of it (F10, T10)
    hands: | |
    cards: king-plus1 military-A military-B military-C gold-2
    choices: place favor
    result: P1 place, drawn military-A, favor king-plus1
    told: favor!P1 favor-own@P1

nor does one in the middle (F10)
    hands: | |
    cards: king-plus1 military-A military-B military-C gold-2
    choices: place middle
    result: P1 place, drawn military-A, middle king-plus1

a King that is kept is used before the next draw, goes out and counts as kept (F9, T8)
    hands: | |
    cards: king-plus1 military-A military-B military-C gold-2
    choices: place keep, raise diplomacy
    result: P1 place, drawn military-A, used king-plus1, board 43333
    told: king raised
    offers: place middle favor
""",
)
def test_draws_and_picks_go_as_ruled(scenario: Scenario) -> None:
    """F5-F10, T6-T8, T10-T12, C5, C7: who is asked, where cards go, and who reads of it."""
    scenario.check()


def test_the_counts_are_public_and_the_contents_are_not() -> None:
    """F7, F11, F12, C8: everybody sees the middle, numbers of cards and what was taken openly, and the own hand."""
    choices = "place keep, place favor"
    table, later = (played(" | | ", FOUR, choices + more) for more in ("", ", take gold-2"))
    assert cards_of(table.scene(P1).hand, "personal") == ["military-A"]
    assert cards_of(table.scene(P2).hand, "personal") == []
    assert cards_of(table.scene(None).rows, "middle") == ["military-C", "gold-2"]

    scene = later.scene(None)
    assert [fact(panel, "personal") for panel in scene.panels] == [1, 1, 1]
    assert [cards_of(panel.rows, "taken") for panel in scene.panels[:2]] == [[], ["gold-2"]]
    assert not scene.hand
    assert not scene.recap


@pytest.mark.parametrize(
    "seats, turns, bidder", [(2, [10, 10], 0), (3, [6] * 3, 0), (4, [4] * 4, 0), (5, [4, 4, 4, 3, 3], 3)]
)
def test_advisers_turns_are_shared_out(seats: int, turns: list[int], bidder: int) -> None:
    """F4, F20, T4: to the left, evenly but at five seats; who would be the next Adviser bids first.

    That is told with the size of the deck; cards don't come up in the order in which they were put there.
    """
    match, rng = start(seats), Rng(b"a", 0)
    first, met = match.state.adviser, {(match.state.turn, match.state.adviser)}
    told, placed = list[Told](), list[str]()
    while match.state.phase == "share":
        placed = match.state.favor
        match, told = step(match, rng)
        met.add((match.state.turn, match.state.adviser))
        assert census(match.state) == FULL_BOX
    count = Counter((adviser - first) % seats for _, adviser in met)
    assert [count[seat] for seat in range(seats)] == turns
    assert (match.state.first - first) % seats == bidder

    event = next(one.event for one in told if one.event.key.endswith("phase-auction"))
    assert dict(event.facts) == {"player": Who(match.state.first), "count": sum(turns)}
    assert match.state.up is not None
    assert match.frame(None).scene.recap
    favor = [*match.state.favor, match.state.up]
    assert Counter(placed) <= Counter(favor)
    assert favor[: len(placed)] != placed
