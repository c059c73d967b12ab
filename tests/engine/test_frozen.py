"""Records: values whose fields can't be assigned, at the cost of ordinary dataclasses; copies of those that change."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, make_dataclass
from typing import TYPE_CHECKING, Any

import pytest

from engine.frozen import frozen, replace
from engine.mutable import Mutable

if TYPE_CHECKING:
    from engine.match import Match
    from engine.scene import Text


@frozen
class Point:
    """A record of two fields."""

    x: int
    y: int = 0


@frozen(eq=False)
class Thing:
    """A record that equals itself alone."""

    name: str


@frozen
class Named:
    """A record with a hash of its own."""

    name: str

    def __hash__(self) -> int:
        """Return always the same."""
        return 7


@frozen
class Draft(Point):
    """A record of whose own fields one isn't compared, one isn't hashed, and one isn't shown."""

    at: int = field(default=0, compare=False)
    note: str = field(default="", hash=False)
    hidden: str = field(default="", repr=False)


@frozen
class Labelled:
    """A record with a field that is given by its name alone, before one that isn't, and one that is computed."""

    label: str = field(kw_only=True)
    record: int
    size: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Compute the size."""
        object.__setattr__(self, "size", self.record * len(self.label))


@frozen
class Blank:
    """A record without fields."""


def test_equal_fields_are_equal_records() -> None:
    """They find each other in a set, by all of their fields."""
    assert {Point(1, 2), Point(1, 2), Point(1)} == {Point(1), Point(1, 2)}
    assert Thing("a") != Thing("a")
    assert hash(Named("a")) == 7


def test_fields_say_what_counts() -> None:
    """What isn't compared makes no difference, what isn't hashed makes one, and what isn't shown stays unseen."""
    assert (Draft(1, at=2), hash(Draft(1, at=2))) == (Draft(1), hash(Draft(1)))
    assert Draft(1, note="a") != Draft(1)
    assert hash(Draft(1, note="a")) == hash(Draft(1))
    assert hash(Draft(1, hidden="a")) != hash(Draft(1))
    assert repr(Draft(1, hidden="a")) == "Draft(x=1, y=0, at=0, note='')"


def test_records_of_two_classes_differ() -> None:
    """Also where their fields are the same; without fields there is one record of a class."""
    assert Draft(1) != Point(1)
    assert {Blank(), Blank()} == {Blank()}


def test_copy_differs_by_its_changes() -> None:
    """Fields that are given by name, have no place, or are computed anew are copied like others; unknown ones fail."""
    labelled = replace(Labelled(2, label="abc"), record=3)

    assert replace(Draft(1, 2, 3, "a", "b"), y=5, hidden="") == Draft(1, 5, 3, "a")
    assert (labelled.record, labelled.label, labelled.size) == (3, "abc", 9)
    assert replace(labelled, label="d").size == 3
    assert replace(Blank()) == Blank()

    with pytest.raises(TypeError, match="z"):
        replace(Point(1), z=2)  # type: ignore[call-arg]


def test_record_has_no_room_for_more() -> None:
    """It has slots, and is known as frozen; its fields are those that were declared."""
    assert not hasattr(Point(1), "__dict__")
    assert ["__frozen__" in vars(each) for each in (Point, Thing, type, int)] == [True, True, False, False]


if TYPE_CHECKING:

    def assign(point: Point, match: Match[Any, Any], text: Text) -> None:
        """Assign fields, which mypy refuses: it would complain of an `ignore` that nothing needs."""
        point.x = 2  # type: ignore[misc]
        match.seq = 7  # type: ignore[misc]
        text.key = "pass"  # type: ignore[misc]


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


@pytest.mark.parametrize("hint, value", [(dict[frozenset[int], int], {frozenset([1]): 2}), (tuple[int], (1,))], ids=str)
def test_field_of_what_never_changes_is_copied(hint: Any, value: Any) -> None:
    """Keys that are sets, too."""
    plain = make_dataclass("Plain", [("cards", hint)], bases=(Mutable,), slots=True)
    assert plain(value).copy() == plain(value)
