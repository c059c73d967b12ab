"""The Cutthroat (R25-R28, C3)."""

from __future__ import annotations

import pytest

from engine.games.oriflamme.actions import Target
from tests.engine.games.oriflamme.table import REVEAL, B, G, Given, K, R, resolving


def test_one_hidden_queen_gives_only_her_bonus() -> None:
    """S8, R25, R34: Blue's token, no point for the single card, 1 for the Queen."""
    table = resolving("B:cutthroat_1", "R:queen_2", "G:felon_0")
    table.do(REVEAL)
    assert (table.has(B), table.has(R)) == (1 + 1 + 1, 1)
    assert table.queue == ["B:cutthroat^", "G:felon_0"]


def test_two_felons_give_2() -> None:
    """S9, R25: the opponents' face-up copies go, too."""
    table = resolving("R:cutthroat^", "B:felon^", "G:trap_0", "G:felon^")
    assert (table.has(R), table.queue) == (3, ["R:cutthroat^", "G:trap_0"])


def test_two_queens_give_4() -> None:
    """S10, R25: 2 cards and 2 bonuses."""
    table = resolving("R:cutthroat^", "B:queen^", "G:trap_0", "G:queen^")
    assert (table.has(R), table.queue) == (5, ["R:cutthroat^", "G:trap_0"])


def test_the_own_queen_counts_as_a_card_but_not_for_the_bonus() -> None:
    """S11, R26: 2 cards and Blue's bonus."""
    table = resolving("R:cutthroat^", "R:queen^", "G:trap_0", "B:queen^")
    assert (table.has(R), table.queue) == (4, ["R:cutthroat^", "G:trap_0"])


def test_a_face_down_copy_elsewhere_is_safe() -> None:
    """S12, R27: only the adjacent Schemer goes, with its tokens."""
    table = resolving("R:cutthroat^", "B:schemer_3", "G:schemer_1")
    assert (table.has(R), table.has(B), table.queue) == (1, 1, ["R:cutthroat^", "G:schemer_1"])


def test_a_covered_copy_is_safe() -> None:
    """S13, R17, R25: Blue's Queen alone, for her bonus."""
    table = resolving("R:cutthroat^", "B:queen^", "G:queen^ / G:trap_0")
    assert (table.has(R), table.queue) == (2, ["R:cutthroat^", "G:queen^ / G:trap_0"])


def test_an_own_face_down_neighbour_is_hit_if_it_is_the_only_one() -> None:
    """S14, R11: a single card gives nothing."""
    table = resolving("R:cutthroat^", "R:felon_2")
    assert (table.has(R), table.queue) == (1, ["R:cutthroat^"])


def test_a_lone_cutthroat_does_nothing() -> None:
    """S15, R12, R16."""
    table = resolving("R:cutthroat^")
    assert (table.has(R), table.queue) == (1, ["R:cutthroat^"])


@pytest.mark.parametrize(("before", "stolen"), [(5, 3), (1, 1), (0, 0)])
def test_a_trap_catches_the_cutthroat(before: int, stolen: int) -> None:
    """S16, S17, R28, R48: no point, the Trap's tokens are lost, 3 or all there is are stolen."""
    table = resolving("R:cutthroat^", "B:trap_2", given=Given(has={R: before}))
    assert (table.has(R), table.has(B), table.queue) == (before - stolen, 1 + stolen, [])
    assert (table.pile(R), table.pile(B)) == (["cutthroat"], ["trap"])


def test_the_own_trap_is_a_single_card_like_any_other() -> None:
    """C3, R50: 0, and the Cutthroat stays."""
    table = resolving("R:cutthroat^", "R:trap_1")
    assert (table.has(R), table.queue) == (1, ["R:cutthroat^"])


def test_own_copies_elsewhere_are_safe() -> None:
    """R25: only opponents' ones are added."""
    table = resolving("B:felon^", "G:trap_0", "R:cutthroat^", "B:queen_0", "R:felon^[G]", "G:felon^[R]", at=3)
    assert table.targets == [2, 4]
    table = resolving("B:felon^", "R:cutthroat^", "B:queen_0", "R:felon^[G]", "G:felon^[R]", at=2)
    table.do(Target(1))
    assert (table.has(R), table.queue) == (3, ["R:cutthroat^", "B:queen_0", "G:felon^[R]"])


def test_another_players_cutthroat_can_be_struck_and_the_acting_one_is_safe() -> None:
    """R25: the acting card is the own family's."""
    table = resolving("R:cutthroat^", "B:cutthroat^", "K:trap_0", "G:cutthroat^", given=Given(seats=5))
    assert (table.has(R), table.queue) == (3, ["R:cutthroat^", "K:trap_0"])


def test_what_is_uncovered_by_the_blow_is_not_struck() -> None:
    """R25: the set is fixed before anything leaves."""
    table = resolving("K:felon^[G] / G:felon^", "R:cutthroat^", "B:felon^", at=2, given=Given(seats=5))
    table.do(Target(3))
    assert (table.has(R), table.queue) == (3, ["K:felon^[G]", "R:cutthroat^"])
    assert (table.pile(G), table.pile(K)) == (["felon"], [])


def test_either_target_of_the_same_name_hits_both() -> None:
    """R25: and the same is told."""
    told = []
    for target in (1, 3):
        table = resolving("B:felon^", "R:cutthroat^", "G:felon^", "B:trap_0", at=2)
        told.append(table.do(Target(target)))
        assert (table.has(R), table.queue) == (3, ["R:cutthroat^", "B:trap_0"])
    assert told[0] == told[1]


def test_several_gaps_before_the_pointer_skip_nobody() -> None:
    """R25, B1.3: two Felons before it and one after it go; Green's Trap is next."""
    table = resolving(
        "B:felon^", "G:felon^", "R:cutthroat^", "G:trap_0", "K:felon^", "K:trap_0", at=3, given=Given(seats=5)
    )
    table.do(Target(2))
    assert (table.queue, table.has(R)) == (["R:cutthroat^", "G:trap_0", "K:trap_0"], 4)
    assert (table.decider, table.state.pointer) == (G, 1)
