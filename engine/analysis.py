"""What a match came to: its places and course, a game's highlights, each seat's chances, and turning points.

A game returns a `Highlight` for each thing worth telling of a match that is over, such as its closest scoring or the
last change of the lead, with how striking it is: 0 is ordinary, 1 is what people will talk about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import exp, log
from typing import Any, NamedTuple

from engine.frozen import frozen
from engine.scene import Chart, Seat, Text, Value, Who, say

SHOWN = 2
"""How many highlights the end of a match tells."""
PLAIN = 0.1
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
    leaders = [
        (mark, Seat(scores.index(max(scores))))
        for mark, scores in enumerate(course)
        if scores.count(max(scores)) == 1
    ]
    if not leaders or leaders[-1][0] != len(course) - 1:
        return None

    winner = leaders[-1][1]
    others = [at for at, (_, leader) in enumerate(leaders) if leader != winner]
    since = others[-1] + 1 if others else 0
    return Lead(winner, leaders[since][0], leaders[since - 1][1] if others else None)


def lead_highlights(
    ahead: str, taken: str, course: Sequence[Sequence[int]], last: int, **facts: Value
) -> Iterator[Highlight]:
    """Yield the mark, up to the `last` one, since which the first has been ahead; `facts` are told with it.

    `ahead` is the key of the text where nobody was ahead before, `taken` that of a lead that was taken from a rival; a
    late change is the more striking.
    """
    lead = find_lead(course)
    if lead is not None:
        number = last + 1 - len(course) + lead.since
        facts |= {"player": Who(lead.seat), "number": number}
        if lead.before is None:
            yield Highlight(PLAIN, say(ahead, **facts))
        else:
            told = say(taken, rival=Who(lead.before), **facts)
            yield Highlight(number / last, told)


def chart_course(
    title: Text, course: Sequence[Sequence[int]], last: int, step: int = 1
) -> tuple[Chart, ...]:
    """Return the chart of a `course` whose last mark is `last`: each mark that `step` divides, and the last one.

    A course that was kept from later on has fewer marks; fewer than two make no chart.
    """
    kept = dict(enumerate(course, last + 1 - len(course)))
    marks = tuple(mark for mark in kept if mark % step == 0 or mark == last)
    values = tuple(zip(*map(kept.__getitem__, marks), strict=True))
    return (Chart(title, marks, values),) if len(marks) > 1 else ()


def rank(scores: Sequence[Any]) -> tuple[int, ...]:
    """Return each seat's place by the `scores` of all: the highest is in place 1, equal ones share theirs."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


class Calibration(NamedTuple):
    """Calibration (Platt scaling): a line between the logits of a share of imagined worlds and of a chance.

    Imagined rivals hold any cards that they may, real ones those that they chose, which tells more the more of a match
    is played: the line has the slope `steep` and the height `level` at the beginning, and `steeper` and `higher` by
    that at the end.
    """

    steep: float = 1.0
    level: float = 0.0
    steeper: float = 0.0
    higher: float = 0.0

    def chance(self, share: float, played: float) -> float:
        """Return the chance for a `share` strictly between 0 and 1, as a part `played` of the match is over."""
        logit = (
            (self.steep + self.steeper * played) * log(share / (1 - share))
            + self.level
            + self.higher * played
        )
        return 1 / (1 + exp(-logit))


EXACT = Calibration()


def normalize_chances(chances: Sequence[float]) -> list[float]:
    """Return the chances of all seats at one moment, 1 together, from those by each seat's own knowledge.

    The latter needn't add up. They are all alike where nobody has any.
    """
    total = sum(chances)
    return [chance / total if total else 1 / len(chances) for chance in chances]


class DecisionChances(NamedTuple):
    """A seat's chance `before` its move of number `move`, by its own knowledge, and before its next one or the end.

    `before` and `after` are in percent, give or take `spread`; `after` is None where there was no look at the next one.
    """

    move: int
    seat: int
    before: int
    after: int | None
    spread: int

    @property
    def stands(self) -> int:
        """Return the last chance that is known: `after` the move, or else `before` it."""
        return self.before if self.after is None else self.after


class TurningPoint(NamedTuple):
    """A move that changed its seat's chance as hardly another one; `told` is the event that everybody was told."""

    move: int
    told: Text


@frozen
class Analysis:
    """The result for a match of so many `moves`: `looks` and turning `points`, in their order."""

    moves: int
    looks: tuple[DecisionChances, ...]
    points: tuple[TurningPoint, ...]

    def look(self, move: int) -> DecisionChances | None:
        """Return the look at the move of that number; None if there was none."""
        return next((look for look in self.looks if look.move == move), None)
