"""The first phase (F4-F12)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.errors import IllegalAction, NotYourTurn
from engine.events import Told
from engine.games.fortheking import names
from engine.games.fortheking.actions import Place, Raise, Take
from engine.games.fortheking.state import census
from engine.rng import Rng
from engine.scene import Who
from tests.engine.games.fortheking.table import (
    FULL_BOX,
    P1,
    P2,
    P3,
    P4,
    cards_of,
    fact,
    hand,
    keys,
    share_table,
    start,
    step,
    values,
)

KEEP, MIDDLE, FAVOR = Place("keep"), Place("middle"), Place("favor")
FOUR = ["military-A", "military-B", "military-C", "gold-2"]


def test_the_adviser_draws_one_card_and_decides_before_the_next() -> None:
    """F5: one card is drawn; it no longer counts in the draw deck."""
    table = share_table(3, FOUR)
    assert table.state.drawn == "military-A"
    assert table.decider == P1
    before = len(table.state.deck)
    table.do(P1, KEEP)
    assert (table.state.drawn, len(table.state.deck)) == ("military-B", before - 1)


def test_a_second_card_may_not_be_kept_in_one_turn() -> None:
    """F6, T6: after keep and middle, only middle and favor are legal."""
    table = share_table(3, FOUR)
    table.do(P1, KEEP)
    table.do(P1, MIDDLE)
    assert table.legal(P1) == [MIDDLE, FAVOR]
    with pytest.raises(IllegalAction):
        table.do(P1, KEEP)


def test_what_has_only_one_place_left_goes_there_and_the_adviser_sees_it() -> None:
    """F6, T7, C7: after keep and favor the other two go to the middle; P2 chooses of two, P3 gets the last."""
    table = share_table(3, FOUR)
    table.do(P1, KEEP)
    told = table.do(P1, FAVOR)
    assert table.state.middle == ["military-C", "gold-2"]
    assert keys([one for one in told if one.is_heard_by(P1)]) == ["favor-own", "only-zone", "middle", "middle"]
    assert table.legal(P2) == [Take("military-C"), Take("gold-2")]
    told = table.do(P2, Take("gold-2"))
    assert (hand(table, P2), hand(table, P3)) == (["gold-2"], ["military-C"])
    assert keys(told) == ["take", "take", "adviser"]
    assert (table.state.adviser, table.state.turn) == (P2, 2)


def test_a_card_that_only_the_favor_deck_can_take_is_told_to_the_adviser_alone() -> None:
    """F6, C7: a forced favor card stays secret."""
    table = share_table(3, FOUR)
    for _ in range(2):
        table.do(P1, MIDDLE)
    told = table.do(P1, KEEP)
    assert keys([one for one in told if one.is_heard_by(P1)]) == ["keep-own", "only-zone", "favor-own"]
    assert keys([one for one in told if one.is_heard_by(None)]) == ["keep", "only-zone", "favor"]
    secret = [one for one in told if names.name("gold-2") in dict(one.event.facts).values()]
    assert [one.to for one in secret] == [P1]


def test_cards_in_the_middle_are_public_at_once_but_not_yet_to_be_picked() -> None:
    """F7: shown when laid; nobody picks until all cards are placed."""
    table = share_table(3, FOUR)
    table.do(P1, MIDDLE)
    assert cards_of(table.scene(None).rows, "middle") == [names.name("military-A")]
    assert table.decider == P1
    with pytest.raises(NotYourTurn):
        table.do(P2, Take("military-A"))


def test_opponents_pick_clockwise_and_must_pick() -> None:
    """F8: P2, P3, P4 in this order; there is no way to decline."""
    table = share_table(4, ["gold-1", "gold-2", "gold-3", "military-A", "military-B"])
    for _ in range(3):
        table.do(P1, MIDDLE)
    table.do(P1, KEEP)
    assert table.decider == P2
    assert table.legal(P2) == [Take("gold-1"), Take("gold-2"), Take("gold-3")]
    table.do(P2, Take("gold-3"))
    assert table.decider == P3
    table.do(P3, Take("gold-1"))
    assert hand(table, P4) == ["gold-2"]


def test_a_king_in_the_favor_deck_does_nothing_yet() -> None:
    """F10, T10: no effect, and only the Adviser learns what it was."""
    table = share_table(3, ["king-plus1", *FOUR])
    told = table.do(P1, FAVOR)
    assert values(table) == [3, 3, 3, 3, 3]
    king = names.name("king-plus1")
    assert [one.to for one in told if king in dict(one.event.facts).values()] == [P1]
    assert cards_of(table.scene(P1).hand, "favored") == [king]
    assert "king" not in repr(table.scene(P2)).replace("fortheking", "").replace("row-kings", "")


def test_a_king_in_the_middle_does_nothing_until_it_is_picked() -> None:
    """F10: lying there, it has no effect."""
    table = share_table(3, ["king-plus1", "military-A", "military-B", "gold-2"])
    table.do(P1, MIDDLE)
    assert (values(table), table.state.used) == ([3, 3, 3, 3, 3], [])


def test_a_king_that_is_kept_is_resolved_before_the_next_draw() -> None:
    """F9, T8: +1 on Diplomacy, 4 and 2; the King is out, the deck isn't larger, the limit is used."""
    table = share_table(3, ["king-plus1", *FOUR])
    before = len(table.state.deck)
    told = table.do(P1, KEEP)
    assert keys(told) == ["king"]
    assert len(table.state.deck) == before
    told = table.do(P1, Raise("diplomacy"))
    assert (told[0].event.key, dict(told[0].event.facts)["second"]) == ("fortheking-told-raised", 2)
    assert values(table) == [4, 3, 3, 3, 3]
    assert (hand(table, P1), table.state.used) == ([], ["king-plus1"])
    assert table.state.drawn == "military-A"
    assert table.legal(P1) == [MIDDLE, FAVOR]


def test_a_placement_is_final() -> None:
    """F5, T11, C5: after the next draw only that card can be placed."""
    table = share_table(3, FOUR)
    table.do(P1, FAVOR)
    with pytest.raises(IllegalAction):
        table.do(P1, FAVOR)
    assert table.state.favor == ["military-A"]


def test_only_who_is_asked_may_act() -> None:
    """F8, T12: a non-Adviser placing, the Adviser picking and a pick out of order are refused."""
    table = share_table(3, FOUR)
    with pytest.raises(NotYourTurn):
        table.do(P2, KEEP)
    table.do(P1, KEEP)
    table.do(P1, FAVOR)
    for seat in (P1, P3):
        with pytest.raises(NotYourTurn):
            table.do(seat, Take("gold-2"))


def test_everybody_may_look_at_their_own_personal_deck() -> None:
    """F11: the owner sees it, nobody else does."""
    table = share_table(3, FOUR)
    table.do(P1, KEEP)
    assert cards_of(table.scene(P1).hand, "personal") == [names.name("military-A")]
    assert names.name("military-A") not in cards_of(table.scene(P2).hand, "personal")


def test_the_counts_are_public_and_the_contents_are_not() -> None:
    """F12, C8: the public sees the numbers of cards and what was taken openly, but no hand."""
    table = share_table(3, FOUR)
    table.do(P1, KEEP)
    table.do(P1, FAVOR)
    table.do(P2, Take("gold-2"))
    scene = table.scene(None)
    assert [fact(panel, "personal") for panel in scene.panels] == [1, 1, 1]
    assert cards_of(scene.panels[P2].rows, "taken") == [names.name("gold-2")]
    assert cards_of(scene.panels[P1].rows, "taken") == []
    assert scene.hand == ()


@pytest.mark.parametrize(
    ("seats", "turns", "bidder"), [(2, [10, 10], 0), (3, [6] * 3, 0), (4, [4] * 4, 0), (5, [4, 4, 4, 3, 3], 3)]
)
def test_advisers_turns_are_shared_out(seats: int, turns: list[int], bidder: int) -> None:
    """F4, F20, T4: to the left, evenly but at five seats; who would be the next Adviser bids first."""
    assert advisers(seats) == (turns, bidder)


def advisers(seats: int) -> tuple[list[int], int]:
    """Play the first phase; return the turns of each seat and the first bidder, counted from the first Adviser."""
    match, rng = start(seats), Rng(b"a", 0)
    first = match.state.adviser
    turns = {(match.state.turn, match.state.adviser)}
    while match.state.phase == "share":
        match, _ = step(match, rng)
        turns.add((match.state.turn, match.state.adviser))
        assert census(match.state) == FULL_BOX
    count = Counter((adviser - first) % seats for _, adviser in turns)
    return [count[seat] for seat in range(seats)], (match.state.first - first) % seats


def test_the_second_phase_is_announced_with_who_bids_first() -> None:
    """F20: the phase, its size and the first bidder are told when the deck is empty."""
    match, rng = start(3), Rng(b"a", 0)
    told: list[Told] = []
    while match.state.phase == "share":
        match, told = step(match, rng)
    event = next(one.event for one in told if one.event.key.endswith("phase-auction"))
    assert dict(event.facts) == {"player": Who(match.state.first), "count": 18}


def test_the_favor_deck_is_shuffled_before_the_second_phase() -> None:
    """F20: the cards don't come up in the order in which they were put there."""
    match, rng = start(3), Rng(b"a", 0)
    placed: list[str] = []
    while match.state.phase == "share":
        placed = match.state.favor
        match, _ = step(match, rng)
    assert match.state.up is not None
    favor = [*match.state.favor, match.state.up]
    assert Counter(placed) <= Counter(favor)
    assert favor[: len(placed)] != placed
