"""The Impersonation (R35-R42, C8)."""

from __future__ import annotations

import pytest

from engine.games.oriflamme.actions import Target
from engine.scene import Who
from tests.engine.games.oriflamme.table import (
    LEAVE,
    REVEAL,
    B,
    G,
    Given,
    R,
    facts,
    keys,
    resolving,
)

FELON_ASIDE = Given(aside={R: "felon queen plot"})


def test_the_queen_under_the_impersonation_acts_at_once() -> None:
    """S40, R18, R38: the token, the target, Impersonation discarded, then the Queen's 2."""
    table = resolving("R:queen^ / R:impersonation_1", "B:felon_0")
    told = table.do(REVEAL)
    assert table.has(R) == 1 + 1 + 1 + 2
    assert keys(told)[:6] == ["reveal", "forced", "eliminate", "not-replaced", "spent", "gain"]
    assert table.queue[0] == "R:queen^"


def test_a_face_down_queen_under_it_may_be_left() -> None:
    """S40, R18: with a token on her."""
    table = resolving("R:queen_0 / R:impersonation_1", "B:felon_0")
    table.do(REVEAL)
    assert (table.decider, table.has(R)) == (R, 3)
    table.do(LEAVE)
    assert table.queue == ["R:queen_1"]


def test_the_own_felon_takes_the_place_ahead_and_acts_this_round() -> None:
    """S41, R36, R38, R39: it was set aside, and costs Green 1."""
    table = resolving("R:impersonation_0", "B:felon^", "G:trap_0", given=FELON_ASIDE)
    told = table.do(REVEAL)
    assert table.queue == ["R:felon^", "G:trap_0"]
    assert (table.has(R), table.has(G)) == (2, 0)
    assert table.state.players[R].aside == ["queen", "plot"]
    assert keys(told)[2:5] == ["eliminate", "replaced-aside", "spent"]


def test_the_own_felon_behind_the_pointer_waits() -> None:
    """S41, R39."""
    table = resolving("G:trap_0", "B:felon^", "R:impersonation_0", at=3, given=FELON_ASIDE)
    table.do(REVEAL)
    assert (table.queue, table.has(G)) == (["G:trap_0", "R:felon^"], 1)


def test_the_own_card_comes_back_from_the_pile() -> None:
    """R36: out of the discarded and eliminated cards."""
    table = resolving("B:felon^", "R:impersonation_0", at=2, given=Given(pile={R: "trap felon"}))
    assert "replaced-pile" in keys(table.do(REVEAL))
    assert (table.queue, table.pile(R)) == (["R:felon^"], ["trap", "impersonation"])


def test_the_top_of_a_stack_is_not_replaced() -> None:
    """S42, R36: the lower card is uncovered instead."""
    table = resolving("R:impersonation_0", "B:queen_1 / B:felon^", given=FELON_ASIDE)
    assert "not-replaced" not in keys(table.do(REVEAL))
    assert (table.queue, table.decider) == (["B:queen_1"], B)


def test_an_impersonated_prince_brings_no_twin() -> None:
    """S44, R22, R38, C1: Blue's Twin goes before Red's Prince comes."""
    table = resolving("R:impersonation_0", "B:prince^", "B:twin^", given=Given(aside={R: "prince"}))
    told = table.do(REVEAL)
    assert table.queue == ["R:prince^"]
    assert keys(told)[2:6] == ["eliminate", "partner", "replaced-aside", "spent"]
    assert (table.has(R), table.state.players[R].twin) == (1 + 1 + 1, True)


def test_a_twin_is_replaced_only_if_the_own_one_has_played() -> None:
    """S45, R40: a Twin that is still set aside doesn't count."""
    table = resolving("R:impersonation_0", "B:twin^")
    assert keys(table.do(REVEAL))[2:4] == ["eliminate", "twin-waits"], "why it isn't there"
    assert (table.queue, table.state.players[R].twin) == ([], True)
    table = resolving("R:impersonation_0", "B:twin^", given=Given(pile={R: "twin"}))
    table.do(REVEAL)
    assert table.queue == ["R:twin^"]


def test_a_trap_is_no_character_and_robs() -> None:
    """S47, R36, R51: 1, then 3 are stolen; Impersonation goes once."""
    table = resolving("R:impersonation_0", "B:trap_1", given=Given(has={R: 5}, aside={R: "trap"}))
    told = table.do(REVEAL)
    assert (table.has(R), table.has(B), table.queue) == (5 + 1 - 3, 4, [])
    assert table.pile(R) == ["impersonation"]
    assert "spent" not in keys(told)


def test_the_target_is_chosen_among_both_neighbours() -> None:
    """R35: its place is then taken exactly, between the others."""
    table = resolving("G:trap_0", "B:felon^", "R:impersonation_0", "B:queen^", "G:plot_0", at=3, given=FELON_ASIDE)
    table.do(REVEAL)
    assert table.targets == [2, 4]
    table.do(Target(2))
    assert table.queue == ["G:trap_0", "R:felon^", "B:queen^", "G:plot_0"]


@pytest.mark.parametrize("queue", [(), ("R:felon_0",)])
def test_copies_in_the_hand_or_in_the_queue_do_not_count(queue: tuple[str, ...]) -> None:
    """R36: only the pile and the cards set aside."""
    table = resolving(*queue, "B:felon^", "R:impersonation_0", at=len(queue) + 2)
    table.do(REVEAL)
    assert table.queue == list(queue)


def test_an_intrigue_is_never_replaced() -> None:
    """R36: only characters are."""
    table = resolving("R:impersonation_0", "B:plot_1", given=Given(aside={R: "plot"}))
    assert "not-replaced" not in keys(table.do(REVEAL))
    assert table.queue == []


def test_a_face_down_character_counts() -> None:
    """R37: the elimination reveals it; the replacement has no tokens."""
    table = resolving("B:felon_2", "R:impersonation_0", at=2, given=FELON_ASIDE)
    table.do(REVEAL)
    assert table.queue == ["R:felon^"]


def test_the_queen_bonus_comes_before_the_replacement() -> None:
    """R38, R34: 1 and 1, then the own Queen."""
    table = resolving("B:queen^", "R:impersonation_0", at=2, given=FELON_ASIDE)
    told = table.do(REVEAL)
    assert keys(told)[2:5] == ["eliminate", "queens", "replaced-aside"]
    assert (table.has(R), table.queue) == (3, ["R:queen^"])


def test_the_own_character_comes_back_from_its_briber() -> None:
    """R41, C8: eliminated, it lands in the own pile and replaces itself; Blue's token returns."""
    table = resolving("R:felon^[B]", "R:impersonation_0", at=2)
    told = table.do(REVEAL)
    assert (table.queue, table.pile(R)) == (["R:felon^"], ["impersonation"])
    assert facts(told, "token-back")["player"] == Who(B)


def test_a_bribed_character_of_the_own_family_is_not_replaced() -> None:
    """R42: it isn't an opponent's."""
    table = resolving("B:felon^[R]", "R:impersonation_0", at=2, given=FELON_ASIDE)
    table.do(REVEAL)
    assert (table.queue, table.pile(B)) == ([], ["felon"])


def test_the_place_of_the_victim_is_held_open() -> None:
    """C8: while Blue's Twin beside it goes, and Red's Prince then acts in its turn."""
    table = resolving(
        "G:trap_0", "R:impersonation_0", "B:prince^", "B:twin^", "G:felon_0", at=2, given=Given(aside={R: "prince"})
    )
    table.do(REVEAL, Target(3))
    assert table.queue == ["G:trap_0", "R:prince^", "G:felon_0"]
    assert (table.has(R), table.decider, table.state.pointer) == (1 + 1 + 1, G, 2)


def test_a_discarded_twin_before_the_held_place_skips_nobody() -> None:
    """C8, R39, B1.3: two places before the pointer change, and Green's card comes next."""
    table = resolving("B:twin^", "B:prince^", "R:impersonation_0", "G:felon_0", at=3, given=Given(aside={R: "prince"}))
    table.do(REVEAL, Target(2))
    assert (table.queue, table.has(R)) == (["R:prince^", "G:felon_0"], 2)
    assert (table.decider, table.state.pointer) == (G, 1)


def test_under_a_trapped_impersonation_the_next_card_is_resolved() -> None:
    """R51, R18: the face-down Queen is her owner's choice."""
    table = resolving("R:queen_0 / R:impersonation_0", "B:trap_0", given=Given(has={R: 5}))
    table.do(REVEAL)
    assert (table.queue, table.has(R), table.decider) == (["R:queen_0"], 3, R)
