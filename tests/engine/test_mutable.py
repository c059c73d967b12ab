"""Records that are changed in place: their copies."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

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
class Mixed(Mutable):
    """A record of which nobody can tell whether it changes."""

    cards: list[int] | None


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


def test_field_that_may_change_is_refused() -> None:
    """A list that may be None: shared, it would change the original."""
    with pytest.raises(TypeError, match="list"):
        Mixed([1]).copy()
