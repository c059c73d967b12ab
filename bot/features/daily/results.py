"""Results of a deal: places, a week's table by what one has beaten, and days in a row."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.features.daily.days import shifted
from bot.features.daily.kept import Entry, Habit, Shown

WEEK = 7


def lead(points: Sequence[int], seat: int) -> int:
    """Return by how much a seat is ahead of the best of the others; negative where it is behind."""
    return points[seat] - max(each for other, each in enumerate(points) if other != seat)


@dataclass(frozen=True, slots=True)
class Placed:
    """A result with its place: 1 is the best, and equal is equal. Without a `name` its person isn't named."""

    place: int
    entry: Entry
    name: str | None


def placed(entries: Iterable[Entry], habits: Mapping[int, Habit]) -> list[Placed]:
    """Return the results of one game on one day, best first; of who doesn't want to stand there none."""
    shown = [each for each in entries if each.points is not None and _shown(each, habits) not in {None, Shown.HIDDEN}]
    ranked = sorted(shown, key=_rank, reverse=True)
    return [
        Placed(
            1 + sum(_rank(other) > _rank(each) for other in ranked),
            each,
            each.name if _shown(each, habits) is Shown.NAMED else None,
        )
        for each in ranked
    ]


def _shown(entry: Entry, habits: Mapping[int, Habit]) -> Shown | None:
    habit = habits.get(entry.user)
    return None if habit is None else habit.shown


def _rank(entry: Entry) -> tuple[int, int]:
    return entry.points or 0, entry.lead or 0


@dataclass(frozen=True, slots=True)
class Week:
    """What somebody did in a week: on how many deals, and how many they have `beaten`, a half where equal.

    Who has beaten as many on as many deals has the same place.
    """

    place: int
    name: str
    deals: int
    beaten: float


def week(entries: Iterable[Entry], habits: Mapping[int, Habit], last: str) -> list[Week]:
    """Return the table of the week that ends with a day, best first: of those who are named.

    Where none of them has beaten anybody, since each played alone, there is none.
    """
    first = shifted(last, 1 - WEEK)
    within = sorted((each for each in entries if first <= each.date <= last), key=_deal)
    beaten: dict[int, float] = defaultdict(float)
    deals: dict[int, int] = defaultdict(int)
    names: dict[int, str] = {}
    for _, group in groupby(within, _deal):
        together = placed(group, habits)
        for one in together:
            others = [_rank(each.entry) for each in together if each is not one]
            own = _rank(one.entry)
            beaten[one.entry.user] += sum(own > each for each in others) + sum(own == each for each in others) / 2
            deals[one.entry.user] += 1
            if one.name is not None:
                names[one.entry.user] = one.name
    ranks = {user: (-beaten[user], deals[user]) for user in names}
    table = [
        Week(1 + sum(other < rank for other in ranks.values()), names[user], deals[user], beaten[user])
        for user, rank in ranks.items()
    ]
    return sorted(table, key=lambda each: (each.place, each.name)) if any(beaten[user] for user in names) else []


def _deal(entry: Entry) -> tuple[str, str]:
    return entry.date, entry.game


def day_before(date: str, off: Collection[str]) -> str:
    """Return the day before another one, but for those on which all deals were called off."""
    before = shifted(date, -1)
    while before in off:
        before = shifted(before, -1)
    return before


def streak(habit: Habit, date: str, off: Collection[str]) -> int:
    """Return on how many days in a row somebody has played who has just finished the deal of a day."""
    return habit.streak + 1 if habit.last >= day_before(date, off) else 1


def streak_now(habit: Habit, today: str, off: Collection[str]) -> int:
    """Return on how many days in a row somebody has played who may still play today."""
    return habit.streak if habit.last >= day_before(today, off) else 0
