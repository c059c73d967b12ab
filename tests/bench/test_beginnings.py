"""The people of the simulation of beginnings: when they answer, and when they look in."""

from __future__ import annotations

from bench.beginnings import AWAKE, DAY, HOUR, Person

NIGHT_OWL = Person(0.0, (8 * HOUR, 20 * HOUR))


def test_calls_wait_for_morning() -> None:
    """Awake a person answers after a while, and asleep after getting up."""
    assert NIGHT_OWL.answers(12 * HOUR, 60) == 12 * HOUR + 60
    assert NIGHT_OWL.answers(2 * HOUR, 60) == AWAKE[0] + 60
    assert NIGHT_OWL.answers(23.5 * HOUR, 60) == DAY + AWAKE[0] + 60


def test_looking_in_takes_next_visit() -> None:
    """Today's, or else tomorrow's first."""
    assert NIGHT_OWL.looks_in(9 * HOUR) == 20 * HOUR
    assert NIGHT_OWL.looks_in(21 * HOUR) == DAY + 8 * HOUR
