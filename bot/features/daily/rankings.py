"""Results of a deal: ranking, the table of a week by beaten results, and streaks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter

from bot.features.daily.deals import shift_date
from bot.features.daily.records import Entry, Habit, Shown
from engine.frozen import frozen

WEEK = 7
_deal = attrgetter("date", "game")


def margin(points: Sequence[int], seat: int) -> int:
    """Return the difference of `points` between `seat` and the best of the others; negative where it is behind."""
    return points[seat] - max(
        each for other, each in enumerate(points) if other != seat
    )


@frozen
class Placed:
    """Result with its `place`: 1 is the best, and equal results share one. `name` is None for an unnamed user."""

    place: int
    entry: Entry
    name: str | None


def rank_entries(entries: Iterable[Entry], habits: Mapping[int, Habit]) -> list[Placed]:
    """Return the ranking of the `entries` of one game and date, best first, without users whose `habits` hide them."""
    shown = [
        each
        for each in entries
        if each.points is not None and _choice(each, habits) not in {None, Shown.HIDDEN}
    ]
    ranked = sorted(shown, key=_rank, reverse=True)

    return [
        Placed(
            1 + sum(_rank(other) > _rank(each) for other in ranked),
            each,
            each.name if _choice(each, habits) is Shown.NAMED else None,
        )
        for each in ranked
    ]


def _choice(entry: Entry, habits: Mapping[int, Habit]) -> Shown | None:
    return habits.get(entry.user, Habit(entry.user)).shown


def _rank(entry: Entry) -> tuple[int, int]:
    return entry.points or 0, entry.lead or 0


@frozen
class Week:
    """Result of a user in a week: the number of `deals`, and of results `beaten` on them, a half where equal.

    Users with equal `beaten` and `deals` share a `place`.
    """

    place: int
    name: str
    deals: int
    beaten: float


def week(
    entries: Iterable[Entry], habits: Mapping[int, Habit], last: str
) -> list[Week]:
    """Return the table of the `WEEK` days up to `last`, best first, of the users that are named.

    It is empty where no result of another user was beaten.
    """
    first = shift_date(last, 1 - WEEK)
    within = [each for each in entries if first <= each.date <= last]
    beaten: dict[int, float] = defaultdict(float)
    deals = Counter[int]()
    names = {}
    for _, group in groupby(sorted(within, key=_deal), _deal):
        together = rank_entries(group, habits)
        results = [_rank(one.entry) for one in together]
        for one, own in zip(together, results, strict=True):
            user = one.entry.user
            # One's own result is among those that are equal to it.
            equal = results.count(own) - 1
            beaten[user] += sum(own > each for each in results) + equal / 2
            deals[user] += 1
            if one.name is not None:
                names[user] = one.name

    ranks = {user: (-beaten[user], deals[user]) for user in names}
    table = [
        Week(
            1 + sum(other < rank for other in ranks.values()),
            names[user],
            deals[user],
            beaten[user],
        )
        for user, rank in ranks.items()
    ]

    if not any(beaten[user] for user in names):
        return []
    return sorted(table, key=attrgetter("place", "name"))


def streak(habit: Habit, date: str, off: Collection[str]) -> int:
    """Return the streak of `habit` before `date`; 0 once a date was missed, but for those on which a deal was `off`."""
    before = shift_date(date, -1)
    while before in off:
        before = shift_date(before, -1)

    return habit.streak if habit.last >= before else 0
