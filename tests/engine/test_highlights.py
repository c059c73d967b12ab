"""Highlights: how the lead is found, and which highlights are told."""

from __future__ import annotations

import pytest

from engine.analysis import Highlight, Lead, find_lead, most_striking
from engine.scene import Seat, say


@pytest.mark.parametrize(
    ("course", "found"),
    [
        ([], None),
        ([(1, 0), (2, 1), (3, 2)], Lead(Seat(0), 0, None)),
        ([(0, 0), (0, 1), (0, 2)], Lead(Seat(1), 1, None)),
        ([(1, 0), (2, 2), (2, 3)], Lead(Seat(1), 2, Seat(0))),
        ([(1, 0), (0, 1), (3, 1), (3, 3), (4, 2)], Lead(Seat(0), 2, Seat(1))),
        ([(1, 0), (0, 1), (2, 2)], None),
    ],
)
def test_lead(course: list[tuple[int, int]], found: Lead | None) -> None:
    """The last change that lasted counts; marks at which several lead change nothing, and at the end tell of none."""
    assert find_lead(course) == found


def test_two_most_striking() -> None:
    """They come best first; of equal ones the first."""
    ranked = {"low": 0.2, "high": 0.9, "one": 0.5, "two": 0.5}
    found = [Highlight(striking, say(key)) for key, striking in ranked.items()]
    assert most_striking(found) == (say("high"), say("one"))
    assert most_striking([]) == ()
