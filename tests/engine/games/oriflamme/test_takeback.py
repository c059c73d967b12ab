"""What may be taken back (C15), and what shows too much for that."""

from __future__ import annotations

import pytest

from engine.games.oriflamme.actions import Choose, Lay, Target
from tests.engine.games.oriflamme.table import LEAVE, REVEAL, Given, R, Table, placing, resolving


def undone(table: Table) -> bool:
    """Tell whether Red may take the last answer back."""
    return bool(table.match.pasts) and table.match.pasts[-1].seat == R


def test_a_card_that_was_laid_can_be_taken_back() -> None:
    """C15, R6: the next one may have laid none yet."""
    table = placing("R:queen_0")
    table.do(Choose("felon"), Lay("last"))
    assert undone(table)
    before, _ = table.match.take_back(R)
    assert (before.state.chosen, len(before.state.queue)) == ("felon", 1)


def test_a_card_that_was_left_can_be_taken_back() -> None:
    """C15, R10: the next face-down card is asked about, not shown."""
    table = resolving("R:queen_0", "B:felon_0")
    table.do(LEAVE)
    assert undone(table)


@pytest.mark.parametrize("card", ["queen", "trap", "plot"])
def test_a_card_that_was_revealed_stands(card: str) -> None:
    """C15, R10: everybody has seen it."""
    table = resolving(f"R:{card}_0", "B:felon_0")
    table.do(REVEAL)
    assert not table.match.pasts


@pytest.mark.parametrize(("victim", "stands"), [("B:queen_0", True), ("B:queen^", False)])
def test_an_elimination_stands_if_it_showed_a_card(victim: str, *, stands: bool) -> None:
    """C15, R13: a face-down card is turned over when it goes; a face-up one was known."""
    table = resolving("G:felon_0", "R:cutthroat^", victim, at=2)
    table.do(Target(3))
    assert undone(table) != stands


@pytest.mark.parametrize("given", [Given(aside={R: "felon queen plot"}), Given()])
def test_what_an_impersonation_finds_or_lacks_stands(given: Given) -> None:
    """C15, R36: whether the card of that name was set aside was Red's secret."""
    table = resolving("B:felon^", "R:impersonation_0", "G:felon^", at=2, given=given)
    table.do(REVEAL)
    table.do(Target(1))
    assert not table.match.pasts


def test_what_an_impersonation_takes_from_the_pile_was_known() -> None:
    """C15, R36: the pile lies face up."""
    table = resolving("B:felon^", "R:impersonation_0", "G:felon_0", at=2, given=Given(pile={R: "felon"}))
    table.do(REVEAL)
    table.do(Target(1))
    assert undone(table)
