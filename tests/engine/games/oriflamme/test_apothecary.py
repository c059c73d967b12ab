"""The Apothecary (R29-R31, C9)."""

from __future__ import annotations

from engine.games.oriflamme.actions import Target
from tests.engine.games.oriflamme.table import B, G, Given, R, resolving


def test_targets_lie_beside_another_card_of_the_family() -> None:
    """S19, R29: the Queen and the Schemer beside Red's Trap; the Queen gives 1 and 1."""
    table = resolving("R:apothecary^", "B:queen^", "R:trap_0", "G:schemer_1")
    assert table.targets == [2, 4]
    table.do(Target(2))
    assert (table.has(R), table.queue) == (3, ["R:apothecary^", "R:trap_0", "G:schemer_1"])


def test_without_another_own_card_nothing_happens() -> None:
    """S20, R12, R29."""
    table = resolving("R:apothecary^", "B:queen_0")
    assert (table.has(R), table.decider) == (1, B)
    assert table.queue == ["R:apothecary^", "B:queen_0"]


def test_the_apothecary_may_have_to_eliminate_itself() -> None:
    """S22, R30: it is the only legal target, and gives 1."""
    table = resolving("R:felon^", "R:apothecary^", at=2)
    assert (table.has(R), table.queue, table.pile(R)) == (2, ["R:felon^"], ["apothecary"])


def test_the_own_cards_and_itself_are_among_the_targets() -> None:
    """R30: where an own card lies beside another one."""
    table = resolving("R:felon_0", "R:apothecary^", "R:queen_0", "B:trap_0", at=2)
    assert table.targets == [2, 4]
    table.do(Target(2))
    assert (table.has(R), table.queue) == (2, ["R:felon_0", "R:queen_0", "B:trap_0"])
    assert (table.decider, table.state.pointer) == (R, 1)


def test_a_trap_far_away_hits_the_apothecary() -> None:
    """S23, R31, R48: first 1, then 3 are stolen."""
    table = resolving("R:apothecary^", "B:felon_0", "R:felon_0", "G:trap_0", given=Given(has={R: 2}))
    assert table.targets == [2, 4]
    table.do(Target(4))
    assert (table.has(R), table.has(G)) == (0, 4)
    assert (table.queue, table.decider, table.state.pointer) == (["B:felon_0", "R:felon_0"], B, 0)


def test_the_own_trap_gives_1_and_leaves_the_apothecary() -> None:
    """S24, R50."""
    table = resolving("R:apothecary^", "B:felon_0", "R:queen_0", "R:trap_0")
    assert table.targets == [2, 3, 4]
    table.do(Target(4))
    assert (table.has(R), table.queue) == (2, ["R:apothecary^", "B:felon_0", "R:queen_0"])


def test_covered_own_cards_do_not_count() -> None:
    """C9, R17: what lies under the Apothecary is no other card of the family."""
    table = resolving("R:felon_0 / R:apothecary^", "B:queen_0")
    assert (table.has(R), table.decider) == (1, B)


def test_a_bribed_card_is_another_card_of_the_family() -> None:
    """R29, R54: Blue's Felon is Red's now; Red's own Queen isn't any more."""
    table = resolving("R:apothecary^", "B:trap_0", "B:felon^[R]", "G:plot_0", "B:plot_0", "R:queen^[G]", "G:felon_0")
    assert table.targets == [2, 4]


def test_a_bribed_apothecary_that_eliminates_itself_goes_to_its_colour() -> None:
    """R30, R55, R18: Blue's point and token, Red's pile; the card that moves up is next."""
    table = resolving("B:felon_0", "R:apothecary^[B]", "G:queen^", at=2)
    assert (table.queue, table.pile(R), table.has(B), table.has(G)) == (["B:felon_0", "G:queen^"], ["apothecary"], 2, 3)
