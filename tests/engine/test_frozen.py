"""Records whose fields can't be assigned: values, at the cost of ordinary dataclasses."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

from engine.frozen import frozen

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
