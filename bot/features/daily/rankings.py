"""Results of a deal compared: ranking, the table of a week by beaten results, streaks, and where choices parted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import blake2b
from itertools import groupby
from operator import attrgetter

from bot.features.daily.deals import Entry, Habit, Shown, shift_date
from bot.storage.records import Logged
from engine.errors import Refused
from engine.frozen import frozen
from engine.match import AnyMatch
from engine.saves import load_action, replay
from engine.scene import Seat, Text

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


MOST_MOMENTS = 3
"""How many moments are told."""
KEY_BYTES = 16


@frozen
class DivergentMoment:
    """Question that several users were asked alike; `choices` are the answers with their counts, highest first."""

    move: int
    prompt: Text
    choices: tuple[tuple[Text, int], ...]

    @property
    def minority_count(self) -> int:
        """Return the count of answers other than the most frequent one."""
        counts = [count for _, count in self.choices]
        return sum(counts) - max(counts)


@frozen
class Decision:
    """Decision of a user: `key` is a hash of all that was visible and asked, `chosen` the label of the answer."""

    key: bytes
    move: int
    prompt: Text
    chosen: Text


def decisions(match: AnyMatch, seat: Seat, log: Iterable[Logged]) -> list[Decision]:
    """Return the decisions of `seat` in `match`, as far as `log` can be played again.

    Where the same frame comes again, the seat thought again: what it chose from there on counts as never chosen.
    """
    found: list[Decision] = []
    now = match.beginning
    try:
        for line in log:
            if line.seat == seat and (decision := _decision(now, seat, line)):
                keys = [each.key for each in found]
                if decision.key in keys:
                    del found[keys.index(decision.key) :]
                found.append(decision)
            ((now, _),) = replay(now, [(Seat(line.seat), line.action)])
    except (Refused, ValueError):
        # What came before was played like that.
        pass

    return found


def _decision(match: AnyMatch, seat: Seat, line: Logged) -> Decision | None:
    """Return the decision of `seat` by `line`, a line of the log; None where there was nothing to choose."""
    ask = match.ask(seat)
    if ask is None or len(ask.choices) <= 1:
        return None
    chosen = match.legal[seat].index(load_action(match.game, line.action))
    labels = [each.option.label for each in ask.choices]
    seen = repr((match.frame(seat).scene, ask.prompt, labels)).encode()
    return Decision(
        blake2b(seen, digest_size=KEY_BYTES).digest(),
        line.seq,
        ask.prompt,
        labels[chosen],
    )


def moments(played: Sequence[Sequence[Decision]]) -> list[DivergentMoment]:
    """Return the `MOST_MOMENTS` with the most divergent answers of all in `played`, in the order of the game."""
    together: dict[bytes, list[Decision]] = defaultdict(list)
    for each in played:
        for decision in each:
            together[decision.key].append(decision)

    found = [
        DivergentMoment(
            min(each.move for each in alike),
            alike[0].prompt,
            tuple(Counter(each.chosen for each in alike).most_common()),
        )
        for alike in together.values()
    ]
    parted = sorted(
        (each for each in found if each.minority_count),
        key=lambda each: (-each.minority_count, each.move),
    )

    return sorted(parted[:MOST_MOMENTS], key=lambda each: each.move)
