"""`python -m bench.beginnings`: how long it takes from opening a table to the first move, with people of eight zones.

One opens a table; two others are called to it and come when they hear of it, and who is asked first moves when they
hear of that. People are awake from seven to twenty-three where they live. Awake they answer a call within an hour, and
asleep when they have got up; what nobody calls them for they see when they look in, twice a day at hours of their own.
Nobody is called because a table is full.

This is a simulation of its own, apart from that of a month (`tests/bot/evenings/month.py`): no Herald runs and nobody
presses. When a game begins is told by `StartCondition`, Herald's own; people, their hours and their answers are
assumed. What stands *against* it isn't measured of an older Herald either: it models the old rule, by which the opener
has to begin the game (`begun_by_opener`), with the same people.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from statistics import median

from bench.records import Record, compared, parser, tell
from bench.waits import VISITS
from bot.clocks.start_condition import StartCondition

PEOPLE, TABLES = 3, 2000
HOUR, DAY = 3600.0, 86_400.0
ZONES = tuple(hours * HOUR for hours in (-8, -5, -3, 0, 2, 5, 8, 10))
"""How many seconds each zone's midnight comes before that of Greenwich."""
AWAKE = (7 * HOUR, 23 * HOUR)
GOAL = "at most 0.4 times"


@dataclass(frozen=True)
class Person:
    """Somebody in a zone, who looks in at two moments of the day, in seconds after its midnight."""

    zone: float
    visits: tuple[float, ...]

    def answers(self, called: float, delay: float) -> float:
        """Return when this person answers a call: after so long, or once they have got up."""
        hour = (called + self.zone) % DAY
        if AWAKE[0] <= hour < AWAKE[1]:
            return called + delay
        return called + (AWAKE[0] - hour) % DAY + delay

    def looks_in(self, after: float) -> float:
        """Return when this person looks in next of themselves."""
        midnight = after - (after + self.zone) % DAY
        moments = (
            midnight + day * DAY + visit for day in count() for visit in self.visits
        )
        return next(moment for moment in moments if moment > after)


def drawn(dice: Random) -> Person:
    """Return a person drawn by lot."""
    return Person(
        dice.choice(ZONES),
        tuple(dice.uniform(begin * 60, end * 60) for begin, end in VISITS),
    )


def begun_by_opener(opener: Person, opened: float, joined: Sequence[float]) -> float:
    """Return when the opener finds everybody there, and begins the game."""
    return max(joined) if max(joined) <= opened else opener.looks_in(max(joined))


def begun_by_itself(
    players: int, *, typed: bool
) -> Callable[[Person, float, Sequence[float]], float]:
    """Return what tells when a game begins that waits for so many; the last who comes asks to begin with fewer."""

    def begins(_: Person, opened: float, joined: Sequence[float]) -> float:
        starting = StartCondition(players, typed=typed).with_sitters(
            1, [0], PEOPLE, opened
        )
        for user, at in enumerate(sorted(joined), 1):
            starting = starting.with_sitters(user + 1, range(user + 1), PEOPLE, at)
        if starting.due is None:
            starting = starting.agree_to_begin(PEOPLE - 1, max(joined))
        if starting.due is None:
            raise AssertionError(
                "who has asked to begin, and is objected to by nobody, plays"
            )
        return starting.due

    return begins


def first_move(
    number: int, begins: Callable[[Person, float, Sequence[float]], float]
) -> float:
    """Return how many hours go by at one table from its opening to the first move."""
    dice = Random(number)  # noqa: S311 - a simulation
    opener, *others = (drawn(dice) for _ in range(PEOPLE))
    opened = opener.looks_in(DAY)
    delays = [dice.uniform(0, HOUR) for _ in range(PEOPLE)]
    joined = [
        person.answers(opened, delay)
        for person, delay in zip(others, delays, strict=False)
    ]
    began = begins(opener, opened, joined)
    return (dice.choice([opener, *others]).answers(began, delays[-1]) - opened) / HOUR


def measured(tables: int) -> list[Record]:
    """Return the medians of so many tables."""
    before = median(first_move(number, begun_by_opener) for number in range(tables))
    full = median(
        first_move(number, begun_by_itself(PEOPLE, typed=True))
        for number in range(tables)
    )
    fewer = median(
        first_move(number, begun_by_itself(PEOPLE + 1, typed=False))
        for number in range(tables)
    )
    what = f"opening to first move, {PEOPLE} people of {len(ZONES)} zones, median"
    return [
        compared(f"{what}, waiting for {PEOPLE}", full, "hours", before, GOAL),
        compared(f"{what}, waiting for {PEOPLE + 1}", fewer, "hours", before, GOAL),
    ]


def main() -> None:
    """Print a table of what was measured."""
    asked = parser(__doc__ or "")
    tell(measured(TABLES), asked.parse_args().json)


if __name__ == "__main__":
    main()
