"""Trap and Bribery (R47-R57)."""

from __future__ import annotations

import pytest

from engine.errors import IllegalAction
from engine.games.oriflamme.actions import Target
from engine.scene import Who
from tests.engine.games.oriflamme.table import (
    LEAVE,
    REVEAL,
    B,
    Given,
    R,
    facts,
    keys,
    lay_all,
    resolving,
)


def test_an_own_trap_is_worth_1_when_it_is_revealed() -> None:
    """R47: its tokens are lost."""
    table = resolving("R:trap_2")
    assert keys(table.do(REVEAL))[:2] == ["reveal-lost", "disarm"]
    assert (table.has(R), table.queue, table.pile(R)) == (2, [], ["trap"])


def test_the_point_comes_before_the_theft() -> None:
    """R48: the Apothecary's player has 0, gains 1 and loses that."""
    table = resolving("R:apothecary^", "G:felon_0", "R:queen_0", "B:trap_0", given=Given(has={R: 0}))
    told = table.do(Target(4))
    assert (table.has(R), table.has(B)) == (0, 2)
    assert keys(told)[:2] == ["eliminate", "trap"]
    assert facts(told, "trap")["points"] == 1


def test_the_own_former_character_springs_the_trap() -> None:
    """R49, R55: Blue's bribed Apothecary is Red's cardboard; the token returns, and Blue pays."""
    table = resolving("R:apothecary^[B]", "G:felon_0", "B:felon_0", "R:trap_0")
    assert table.decider == B
    told = table.do(Target(4))
    assert (table.has(B), table.has(R)) == (0, 3)
    assert (table.pile(R), facts(told, "token-back")["player"]) == (["trap", "apothecary"], Who(B))


def test_a_bribed_foreign_character_does_not_spring_the_own_trap() -> None:
    """S62, R49, R50: +1 only, and the Apothecary stays."""
    table = resolving("R:apothecary^[B]", "G:felon_0", "B:queen_0", "B:trap_0")
    table.do(Target(4))
    assert (table.has(B), table.queue[0]) == (2, "R:apothecary^[B]")


def test_under_a_trapped_card_the_next_one_is_resolved() -> None:
    """R51, R18: the Queen under the Cutthroat acts at once."""
    table = resolving("R:queen^ / R:cutthroat^", "B:trap_0")
    assert (table.queue, table.has(R)) == (["R:queen^"], 1 - 1 + 2)


def test_a_trap_fires_no_prince_or_twin() -> None:
    """R51, R14: what it discards takes nobody along."""
    table = resolving("R:twin^", "R:prince^", "R:cutthroat^", "B:trap_0", at=3)
    table.do(Target(4))
    assert table.queue == ["R:twin^", "R:prince^"]


def test_a_bribed_card_ahead_acts_for_the_briber_this_round() -> None:
    """S55, R52, R54: Blue gains the Queen's 2."""
    table = resolving("B:bribery_0", "R:queen^")
    assert keys(table.do(REVEAL))[1:4] == ["forced", "bribe", "spent"]
    assert (table.queue, table.pile(B), table.has(B), table.has(R)) == (["R:queen^[B]"], ["bribery"], 3, 1)


def test_a_bribed_card_behind_acts_in_the_next_round() -> None:
    """S56, R54."""
    table = resolving("R:queen^", "B:bribery_0", at=2)
    table.do(REVEAL)
    assert (table.queue, table.has(B)) == (["R:queen^[B]"], 1)
    lay_all(table)
    assert (table.has(B), table.has(R)) == (3, 3 - 2)


def test_only_face_up_characters_outside_stacks_can_be_bribed() -> None:
    """S57, R52, R17: of any family, the own included."""
    table = resolving("R:felon^ / R:queen^", "G:queen_0", "G:schemer^", "B:twin^", "B:bribery_0", at=5)
    table.do(REVEAL)
    assert table.targets == [3, 4]
    table = resolving("B:bribery_0", "R:felon_0 / R:queen^", "G:queen_0")
    table.do(REVEAL)
    assert (table.queue[0], table.pile(B)) == ("R:felon_0 / R:queen^", ["bribery"])


def test_a_token_that_lay_there_goes_back() -> None:
    """S58, R53: the Queen is Green's."""
    table = resolving("R:queen^[B]", "G:bribery_0", at=2)
    told = table.do(REVEAL)
    assert (table.queue, facts(told, "token-back")["player"]) == (["R:queen^[G]"], Who(B))


def test_the_own_bribed_queen_is_an_opponents_queen() -> None:
    """S59, R34, R54, R55: Red gains 1 and 1, the card goes to Red's pile, the token to Blue."""
    table = resolving("R:apothecary^", "R:queen^[B]", "R:trap_0")
    assert (table.has(R), table.queue, table.pile(R)) == (3, ["R:apothecary^", "R:trap_0"], ["queen"])


def test_a_bribed_neighbour_costs_the_briber() -> None:
    """S63, R32, R54: Blue loses 1, Red nothing."""
    table = resolving("G:felon^", "R:queen^[B]", "G:trap_0", given=Given(has={B: 4}))
    assert (table.has(B), table.has(R)) == (4 - 1 + 2, 1)


def test_the_own_character_can_be_won_back() -> None:
    """R52, R53: Blue's token goes back, and Red's lies there now."""
    table = resolving("R:queen^[B]", "R:bribery_0", at=2)
    told = table.do(REVEAL)
    assert table.queue == ["R:queen^[R]"]
    assert keys(told)[2:4] == ["bribe", "token-back"]


def test_the_own_character_must_be_bribed_if_it_is_the_only_one() -> None:
    """R52: the token is bound, the family stays."""
    table = resolving("B:queen^", "B:bribery_0", at=2)
    assert "bribe-own" in keys(table.do(REVEAL))
    assert table.queue == ["B:queen^[B]"]


def test_a_covered_card_keeps_its_token() -> None:
    """R56, R18: uncovered, the Queen acts for Blue."""
    table = resolving("R:queen^[B] / B:trap_0")
    table.do(REVEAL)
    assert (table.queue, table.has(B)) == (["R:queen^[B]"], 1 + 1 + 2)


def test_a_discarded_card_returns_its_token() -> None:
    """R55, R33: the bribed Schemer goes to the pile of her colour."""
    table = resolving("R:schemer^[B]", "G:queen_0 / G:trap_0", "B:felon_0")
    assert (table.pile(R), table.pile(B), table.queue[0]) == (["schemer"], [], "G:queen_0 / G:trap_0")


def test_the_family_is_checked_at_each_event() -> None:
    """R57: Green's Queen is struck along as long as she is Green's, and spared as Red's."""
    for queen, gained in (("G:queen^", 4), ("G:queen^[R]", 1)):
        table = resolving("R:cutthroat^", "B:queen^", "G:trap_0", queen)
        assert table.state.players[R].influence - table.state.players[R].ledger.get("queen", 0) == 1 + gained
        assert (queen in table.queue) == (gained == 1)


def test_a_card_under_bribery_or_impersonation_is_covered_while_they_act() -> None:
    """C7: the own Queen below is no target; she acts once Bribery is gone."""
    table = resolving("R:queen^ / R:bribery_0")
    told = table.do(REVEAL)
    assert keys(told)[:3] == ["reveal-bare", "idle", "spent"]
    assert table.queue == ["R:queen^"]
    table = resolving("R:queen^ / R:bribery_0", "B:felon^ / B:trap_0")
    table.do(REVEAL)
    assert (table.queue[0], table.decider) == ("R:queen^", B)
    table.do(LEAVE)


def test_a_target_outside_the_offer_is_refused() -> None:
    """R52, S57: G's face-down card can't be bribed."""
    table = resolving("B:bribery_0", "R:queen^", "G:queen_0", "G:felon^")
    table.do(REVEAL)
    assert table.targets == [2, 4]
    with pytest.raises(IllegalAction):
        table.do(Target(3))
