"""Highlights: the two sentences about the turns of a match, chosen from those that its game yields.

A game returns a `Highlight` for each thing worth telling of a match that is over, such as its closest scoring or the
last change of the lead, with how striking it is: 0 is ordinary, 1 is what people will talk about.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from engine.scene import Seat, Text

SHOWN: Final = 2
"""How many highlights the end of a match tells."""


PLAIN: Final = 0.1
"""How striking it is that nothing changed."""


class Highlight(NamedTuple):
    """A sentence about a match that is over, and how `striking` it is, from 0 to 1."""

    striking: float
    told: Text


class Lead(NamedTuple):
    """The seat that led alone in the end, `since` which mark of a course, and the one `before`, None if none did."""

    seat: Seat
    since: int
    before: Seat | None


def most_striking(found: Iterable[Highlight]) -> tuple[Text, ...]:
    """Return the most striking highlights, `SHOWN` at most, best first; of equal ones those that come first."""
    ranked = sorted(found, key=lambda each: -each.striking)
    return tuple(each.told for each in ranked[:SHOWN])


def find_lead(course: Sequence[Sequence[int]]) -> Lead | None:
    """Return the lead at the end of a `course`, the scores of all seats mark by mark; None if several lead.

    A mark at which several lead changes nothing: the seat that led alone before still counts as the leader.
    """
    leaders = [(mark, leader) for mark, scores in enumerate(course) if (leader := _find_leader(scores)) is not None]
    if not leaders or leaders[-1][0] != len(course) - 1:
        return None
    winner = leaders[-1][1]
    others = [at for at, (_, leader) in enumerate(leaders) if leader != winner]
    since = others[-1] + 1 if others else 0
    return Lead(winner, leaders[since][0], leaders[since - 1][1] if others else None)


def _find_leader(scores: Sequence[int]) -> Seat | None:
    most = max(scores)
    return Seat(scores.index(most)) if scores.count(most) == 1 else None
