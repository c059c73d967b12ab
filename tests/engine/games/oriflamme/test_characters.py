"""Felon, Schemer and Queen (R32-R34)."""

from __future__ import annotations

import pytest

from engine.games.oriflamme.actions import Target
from engine.scene import Who
from tests.engine.games.oriflamme.table import LEAVE, REVEAL, B, G, Given, R, facts, keys, resolving


def test_two_neighbours_cost_2_but_never_below_0() -> None:
    """S26, R32: Green has 1 and loses 1."""
    table = resolving("G:trap_0", "B:felon^", "G:cutthroat_0", at=2)
    assert table.has(G) == 0
    table = resolving("G:trap_0", "B:felon^", "G:cutthroat_0", at=2, given=Given(has={G: 5}))
    assert table.has(G) == 3


def test_the_felon_costs_its_own_family_too() -> None:
    """S27, R32: what is lost is nobody's."""
    table = resolving("B:prince^", "B:felon^", "R:trap_0", at=2)
    assert (table.has(R), table.has(B), table.has(G)) == (0, 0, 1)


def test_a_stack_beside_the_felon_is_one_card() -> None:
    """S28, R17."""
    table = resolving("B:felon^", "R:queen_0 / R:trap_0 / R:plot_0", given=Given(has={R: 5}))
    assert table.has(R) == 4


def test_a_lone_felon_costs_nothing() -> None:
    """R12, R16."""
    table = resolving("B:felon_0")
    assert keys(table.do(REVEAL))[:2] == ["reveal-bare", "idle"]
    assert [table.has(seat) for seat in (R, B, G)] == [1, 1, 1]


def test_what_the_felon_takes_is_told_as_it_is() -> None:
    """R32: Green has 1 to lose for two cards; nothing is idle about that."""
    told = resolving("G:trap_0", "B:felon_0", "G:cutthroat_0", at=2).do(REVEAL)
    assert keys(told)[:2] == ["reveal-bare", "felon"]
    assert (facts(told, "felon")["player"], facts(told, "felon")["points"]) == (Who(G), 1)


def test_a_schemer_beside_a_stack_takes_her_tokens_and_goes() -> None:
    """S29, R33."""
    table = resolving("R:queen_0 / R:trap_0", "B:schemer_2", at=2)
    table.do(REVEAL)
    assert (table.has(B), table.queue, table.pile(B)) == (3, ["R:queen_0 / R:trap_0"], ["schemer"])


def test_a_stack_farther_off_does_not_matter() -> None:
    """S30, R33."""
    table = resolving("R:queen_0 / R:trap_0", "G:felon_0", "B:schemer^", at=3)
    assert (table.has(B), table.queue[-1]) == (3, "B:schemer^")


def test_a_stack_that_is_gone_in_time_does_not_matter() -> None:
    """S31, R33: Green's Cutthroat takes its top."""
    table = resolving("G:cutthroat^", "R:queen_0 / R:felon_0", "B:schemer^")
    table.do(LEAVE)
    assert table.has(B) == 3


def test_the_own_stacks_scare_her_but_not_the_one_under_her() -> None:
    """R33: of any family, and her own stack doesn't matter."""
    assert resolving("B:felon_0 / B:schemer^", "R:queen_0").has(B) == 3
    assert resolving("B:queen_0 / B:trap_0", "B:schemer^", at=2).has(B) == 1


@pytest.mark.parametrize(
    "queue", [("B:queen_0 / B:trap_0", "R:schemer^", "G:felon_0"), ("G:felon_0", "R:schemer^", "R:queen_0 / R:trap_0")]
)
def test_one_stack_beside_her_is_enough(queue: tuple[str, ...]) -> None:
    """R33: to the left or to the right, whatever lies on the other side."""
    table = resolving(*queue, at=2)
    assert (table.has(R), table.pile(R), table.queue) == (1, ["schemer"], [queue[0], queue[2]])


def test_a_lone_schemer_gains_2() -> None:
    """R16, R33: there is no stack beside her."""
    assert resolving("R:schemer^").has(R) == 3


def test_under_a_schemer_that_goes_the_next_card_is_resolved() -> None:
    """R18, R33."""
    table = resolving("B:queen^ / B:schemer^", "R:queen_0 / R:felon_0")
    assert (table.has(B), table.queue[0], table.decider) == (3, "B:queen^", R)


def test_the_queen_brings_2() -> None:
    """R34, B1.2: each time."""
    assert resolving("R:queen^").has(R) == 3


def test_the_bonus_goes_by_family() -> None:
    """R34, R57: Blue gets none for the Queen that Blue has bribed."""
    table = resolving("B:apothecary^", "R:queen^[B]", "B:felon_0", "G:trap_0")
    table.do(Target(2))
    assert table.has(B) == 2
    table = resolving("B:apothecary^", "B:queen^[R]", "B:felon_0", "G:trap_0")
    table.do(Target(2))
    assert table.has(B) == 3
