"""Highlights: how the lead is found, and which highlights are told."""

from __future__ import annotations

import pytest

from engine.analysis import Highlight, Lead, find_lead, most_striking
from engine.scene import Seat, say


@pytest.mark.parametrize(
    "marks, found",
    [
        ("", None),
        ("10 21 32", Lead(Seat(0), 0, None)),
        ("00 01 02", Lead(Seat(1), 1, None)),
        ("10 22 23", Lead(Seat(1), 2, Seat(0))),
        ("10 01 31 33 42", Lead(Seat(0), 2, Seat(1))),
        ("10 01 22", None),
    ],
)
def test_lead(marks: str, found: Lead | None) -> None:
    """The last change that lasted counts; marks at which several lead change nothing, and at the end tell of none."""
    assert find_lead([[*map(int, scores)] for scores in marks.split()]) == found


def test_two_most_striking() -> None:
    """They come best first; of equal ones the first."""
    ranked = {"low": 0.2, "high": 0.9, "one": 0.5, "two": 0.5}
    found = [Highlight(striking, say(key)) for key, striking in ranked.items()]
    assert most_striking(found) == (say("high"), say("one"))
    assert most_striking([]) == ()
