"""Records that are changed in place: their copies."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields

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

    for _ in range(2):
        other = board.copy()
        assert other == board
        kept, made = ([getattr(one, each.name) for each in fields(Board)] for one in (board, other))
        kept += [
            board.pile.cards,
            board.piles[0],
            board.piles[0].cards,
            board.rows[0],
            board.rows[0][0],
            board.named["a"],
        ]
        made += [
            other.pile.cards,
            other.piles[0],
            other.piles[0].cards,
            other.rows[0],
            other.rows[0][0],
            other.named["a"],
        ]
        assert not {*map(id, kept)} & {*map(id, made)}


def test_field_that_may_change_is_refused() -> None:
    """A list that may be None: shared, it would change the original."""
    with pytest.raises(TypeError, match="list"):
        Mixed([1]).copy()
