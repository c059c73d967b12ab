"""Records that are changed in place: their copies."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, make_dataclass
from typing import Any

import pytest

from engine.mutable import Mutable


@dataclass(slots=True)
class Pile(Mutable):
    """A record that lies in another one."""

    cards: list[int]


@dataclass(slots=True)
class Board(Mutable):
    """A record of everything that can change."""

    pile: Pile
    piles: list[Pile]
    rows: list[list[list[int]]]
    named: dict[str, list[int]]
    seen: set[int]
    count: Counter[str]


@dataclass(slots=True)
class Marked(Pile):
    """A record with more than the one it is made of."""

    marks: list[int]


def test_copy_shares_nothing_that_changes() -> None:
    """Design, The core types: each kind of field, also one in another."""
    board = Board(Pile([1]), [Pile([2])], [[[3]]], {"a": [4]}, {5}, Counter("b"))
    before = repr(board)

    for other in (board.copy(), board.copy()):
        assert other == board
        piles, rows, named = other.piles, other.rows, other.named
        inner = (other.pile.cards, piles[0].cards, rows[0][0], rows[0], named["a"])
        for changed in (*inner, piles, rows, named, other.seen, other.count):
            changed.clear()

    assert repr(board) == before


def test_record_made_of_another_copies_all() -> None:
    """Whichever of the two was copied first."""
    assert Pile([1]).copy() == Pile([1])
    marked = Marked([1], [2])
    other = marked.copy()
    assert other == marked
    other.marks.clear()
    assert marked == Marked([1], [2])


@pytest.mark.parametrize(
    "hint",
    [
        list[int] | None,
        list[Pile | None],
        dict[str, list[int] | None],
        list[tuple[list[int], int]],
        tuple[tuple[list[int], ...], ...],
        defaultdict[str, list[int]],
    ],
    ids=str,
)
def test_field_that_may_change_is_refused(hint: Any) -> None:
    """A list that may be None, or lies in a tuple: shared, it would change the original."""
    mixed = make_dataclass("Mixed", [("cards", hint)], bases=(Mutable,), slots=True)
    with pytest.raises(TypeError, match="copied"):
        mixed(None).copy()


@pytest.mark.parametrize(
    ("hint", "value"), [(dict[frozenset[int], int], {frozenset([1]): 2}), (tuple[int], (1,))], ids=str
)
def test_field_of_what_never_changes_is_copied(hint: Any, value: Any) -> None:
    """Keys that are sets, too."""
    plain = make_dataclass("Plain", [("cards", hint)], bases=(Mutable,), slots=True)
    assert plain(value).copy() == plain(value)
