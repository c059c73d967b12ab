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


@pytest.mark.parametrize(
    ("queue", "gained"),
    [
        # S9: of two Felons each gives 1.
        (["B:felon^", "G:trap_0", "G:felon^"], 2),
        # S10: two Queens give two bonuses besides.
        (["B:queen^", "G:trap_0", "G:queen^"], 4),
        # S11, R26: the own Queen counts as a card, but not for the bonus.
        (["R:queen^", "G:trap_0", "B:queen^"], 3),
        # Another player's Cutthroat is struck; the acting one is the own family's.
        (["B:cutthroat^", "G:trap_0", "G:cutthroat^"], 2),
    ],
)
def test_face_up_copies_of_opponents_go_too(queue: list[str], gained: int) -> None:
    """S9, S10, S11, R25, R26: 1 for each card, but for a single one, and the Queens' bonuses."""
    table = resolving("R:cutthroat^", *queue)
    assert (table.has(R), table.queue) == (1 + gained, ["R:cutthroat^", "G:trap_0"])


@pytest.mark.parametrize(
    ("queue", "gained", "left"),
    [
        # S13: Blue's Queen alone, for her bonus.
        (["B:queen^", "G:queen^ / G:trap_0"], 1, ["G:queen^ / G:trap_0"]),
        # S14, R11: a face-down card of the own family, if it is the only neighbour.
        (["R:felon_2"], 0, []),
        # C3, R50: the own Trap is a card like any other, and the Cutthroat stays.
        (["R:trap_1"], 0, []),
    ],
)
def test_single_card_gives_no_point(queue: list[str], gained: int, left: list[str]) -> None:
    """S13, S14, C3, R11, R17, R25, R50: a covered copy is safe."""
    table = resolving("R:cutthroat^", *queue)
    assert (table.has(R), table.queue) == (1 + gained, ["R:cutthroat^", *left])


def test_a_face_down_copy_elsewhere_is_safe() -> None:
    """S12, R27: only the adjacent Schemer goes, with its tokens."""
    table = resolving("R:cutthroat^", "B:schemer_3", "G:schemer_1")
    assert (table.has(R), table.has(B), table.queue) == (1, 1, ["R:cutthroat^", "G:schemer_1"])


@pytest.mark.parametrize(("before", "stolen"), [(5, 3), (1, 1), (0, 0)])
def test_a_trap_catches_the_cutthroat(before: int, stolen: int) -> None:
    """S16, S17, R28, R48: no point, the Trap's tokens are lost, 3 or all there is are stolen."""
    table = resolving("R:cutthroat^", "B:trap_2", given=Given(has={R: before}))
    assert (table.has(R), table.has(B), table.queue) == (before - stolen, 1 + stolen, [])
    assert (table.pile(R), table.pile(B)) == (["cutthroat"], ["trap"])


def test_own_copies_elsewhere_are_safe() -> None:
    """R25: only opponents' ones are added."""
    table = resolving("B:felon^", "G:trap_0", "R:cutthroat^", "B:queen_0", "R:felon^[G]", "G:felon^[R]", at=3)
    assert table.targets == [2, 4]
    table = resolving("B:felon^", "R:cutthroat^", "B:queen_0", "R:felon^[G]", "G:felon^[R]", at=2)
    table.do(Target(1))
    assert (table.has(R), table.queue) == (3, ["R:cutthroat^", "B:queen_0", "G:felon^[R]"])


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
