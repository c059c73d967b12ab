"""The Resolution Phase: leaving, revealing, and the way of the pointer (R10-R21)."""

from __future__ import annotations

import pytest

from engine.games.oriflamme import names
from engine.games.oriflamme.actions import Leave, Reveal, Target
from engine.scene import Value, Who, say
from tests.engine.games.oriflamme.table import LEAVE, REVEAL, B, G, Given, R, facts, keys, lay_all, resolving


def test_a_card_left_face_down_gathers_tokens_until_it_is_revealed() -> None:
    """S3, R10: 1, then 2, then 2 tokens and the Queen's 2."""
    table = resolving("R:queen_0")
    assert table.legal == [Leave(), Reveal()]
    table.do(LEAVE)
    assert table.queue == ["R:queen_1"]
    lay_all(table)
    table.do(LEAVE)
    assert table.queue[0] == "R:queen_2"
    table.do(LEAVE, LEAVE, LEAVE)
    lay_all(table)
    told = table.do(REVEAL)
    assert table.has(R) == 1 + 4
    assert facts(told, "reveal")["tokens"] == 2


def test_a_revealed_trap_loses_its_tokens_and_a_plot_keeps_them() -> None:
    """R10: the two exceptions."""
    trap = resolving("R:trap_3")
    assert keys(trap.do(REVEAL))[:1] == ["reveal-lost"]
    assert trap.has(R) == 2
    plot = resolving("R:plot_3", "R:queen^")
    plot.do(REVEAL)
    assert plot.state.plot is not None
    assert plot.state.plot.tokens == 3


def test_a_face_up_card_acts_without_a_choice() -> None:
    """S4, R11: the next decision is Red's, after Blue's Felon."""
    table = resolving("B:felon^", "R:queen_0")
    assert (table.has(R), table.decider, table.state.pointer) == (0, R, 1)


def test_abilities_are_mandatory_against_the_own_family() -> None:
    """R11, S14, C10: the only neighbour is hit without asking, and that is told."""
    table = resolving("R:cutthroat_0", "R:queen_0")
    assert keys(table.do(REVEAL))[:3] == ["reveal-bare", "forced", "eliminate"]
    assert (table.queue, table.has(R)) == (["R:cutthroat^"], 1)


@pytest.mark.parametrize("card", ["impersonation", "bribery"])
def test_an_intrigue_without_a_target_is_discarded(card: str) -> None:
    """R12, S57: nothing happens, and that is told."""
    table = resolving(f"R:{card}_1")
    assert keys(table.do(REVEAL))[1:3] == ["idle", "spent"]
    assert (table.queue, table.pile(R), table.has(R)) == ([], [card], 2)


def test_an_elimination_gives_1_and_loses_the_tokens() -> None:
    """R13: a face-down card is turned up, its tokens are nobody's, the gap closes."""
    table = resolving("R:apothecary^", "B:felon_2", "R:queen_0", "B:schemer_0")
    told = table.do(Target(2))
    assert (table.has(R), table.has(B)) == (2, 1)
    assert table.queue == ["R:apothecary^", "R:queen_0", "B:schemer_0"]
    hidden: dict[str, Value] = {"player": Who(B), "card": names.name("felon"), "number": 2, "tokens": 2}
    assert facts(told, "eliminate")["victims"] == (say("oriflamme-victim-hidden", **hidden),)


def test_only_the_top_card_of_a_stack_is_eliminated() -> None:
    """R13, R17: the card below is uncovered."""
    table = resolving("R:cutthroat^", "B:queen_1 / B:felon_2")
    assert table.queue == ["R:cutthroat^", "B:queen_1"]


def test_the_own_card_gives_a_point_too() -> None:
    """R13, R15, R35: whatever its family; what was eliminated and discarded makes one pile, in that order."""
    table = resolving("R:impersonation_0", "R:queen_2")
    table.do(REVEAL)
    assert (table.queue, table.has(R), table.pile(R)) == ([], 2, ["queen", "impersonation"])


def test_a_discard_gives_no_point_and_fires_nothing() -> None:
    """R14: the Apothecary that a Trap discards is nobody's point; the Schemer that goes is no elimination."""
    table = resolving("R:apothecary^", "G:felon_0", "R:queen_0", "B:trap_0", given=Given(has={R: 9}))
    table.do(Target(4))
    assert (table.has(R), table.has(B), table.has(G)) == (9 + 1 - 3, 1 + 3, 1)
    table = resolving("B:schemer^", "R:queen_0 / R:trap_0")
    assert [table.has(seat) for seat in (R, B, G)] == [1, 1, 1]
    assert table.pile(B) == ["schemer"]


def test_the_queue_has_two_ends_and_no_way_round() -> None:
    """R12, R16, S15: the first card has one neighbour, a lone card none."""
    table = resolving("R:cutthroat^", "B:felon_0", "G:queen_0")
    assert table.queue == ["R:cutthroat^", "G:queen_0"]
    assert resolving("R:felon_0", "R:cutthroat^", "G:queen_0", at=2).targets == [1, 3]
    assert resolving("R:cutthroat^").queue == ["R:cutthroat^"]


def test_neighbours_are_seen_after_gaps_have_closed() -> None:
    """R16: what stood two away is adjacent now."""
    table = resolving("R:cutthroat^", "B:plot_0", "B:felon_0", at=1)
    table.do(LEAVE)
    lay_all(table)
    assert table.queue[:1] == ["R:cutthroat^"]
    assert not any("felon" in card for card in table.queue)


def test_a_card_uncovered_at_the_pointer_is_resolved_at_once() -> None:
    """R18, S40: face up it acts, face down its owner decides."""
    table = resolving("R:queen^ / R:trap_0")
    table.do(REVEAL)
    assert table.has(R) == 1 + 1 + 2
    table = resolving("R:queen_0 / R:trap_0")
    table.do(REVEAL)
    assert (table.decider, table.state.pointer) == (R, 0)
    table.do(LEAVE)
    assert table.queue == ["R:queen_1"]


def test_a_card_uncovered_ahead_is_resolved_when_its_turn_comes() -> None:
    """R19: this round."""
    table = resolving("R:cutthroat^", "B:queen^ / B:felon_0", "G:plot_0")
    assert (table.has(B), table.decider) == (3, G)


def test_a_card_uncovered_behind_waits_for_the_next_round() -> None:
    """S64, R19: Blue's Queen brings nothing now, and 2 in the next round."""
    table = resolving("B:queen^ / B:felon_0", "R:cutthroat^", "G:plot_0", at=2)
    table.do(Target(1))
    assert table.queue == ["B:queen^", "R:cutthroat^", "G:plot_0"]
    assert (table.has(B), table.decider) == (1, G)
    table.do(LEAVE)
    lay_all(table)
    assert table.has(B) == 3


def test_covered_tokens_count_again_when_they_are_uncovered() -> None:
    """R21: two tokens waited under the Trap."""
    table = resolving("R:queen_2 / R:trap_0")
    table.do(REVEAL)
    assert table.queue == ["R:queen_2"]
    table.do(REVEAL)
    assert table.has(R) == 1 + 1 + 2 + 2


def test_nothing_is_skipped_when_a_card_before_the_pointer_goes() -> None:
    """S6, B1.3: the next card is Blue's Schemer."""
    table = resolving("G:felon_0", "R:cutthroat^", "B:schemer_1", "G:queen^", at=2)
    table.do(Target(1))
    assert table.queue == ["R:cutthroat^", "B:schemer_1", "G:queen^"]
    assert (table.decider, table.state.pointer) == (B, 1)


def test_nothing_is_repeated_when_the_next_card_goes() -> None:
    """S7, B1.3: the next card is Green's Queen."""
    table = resolving("G:felon_0", "R:cutthroat^", "B:schemer_1", "G:queen^", "R:trap_0", at=2)
    table.do(Target(3))
    assert table.queue == ["G:felon_0", "R:cutthroat^", "G:queen^", "R:trap_0"]
    assert (table.has(G), table.decider, table.state.pointer) == (3, R, 3)


def test_who_leaves_a_card_face_down_reads_which_one_it_was() -> None:
    """R10: its owner alone; everybody else reads its number."""
    told = resolving("R:queen_0").do(LEAVE)
    assert keys(told)[:2] == ["leave", "leave-own"]
    assert "card" not in facts(told, "leave")
    assert facts(told, "leave-own")["card"] == names.name("queen")
    assert [(one.to, one.but) for one in told[:2]] == [(None, R), (R, None)]
