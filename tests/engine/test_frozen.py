"""Records whose fields can't be assigned: values, at the cost of ordinary dataclasses."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

import pytest

from engine.frozen import frozen, replace

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
