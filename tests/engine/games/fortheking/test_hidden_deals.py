"""Dealing what is hidden: every deal that fits what is known is as likely as every other, by counting small cases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations

import pytest

from engine.games.fortheking import hidden_deals
from engine.games.fortheking.hidden_deals import Bound, Places, deal, gold
from engine.rng import Rng
from tests.every import slow, soak

POOL = ("gold-1", "gold-1", "gold-2", "gold-3", "military-A", "military-B", "livestock-A")
DEALS, MANY = 1_000, 5_000
WIDE = 100
Laid = tuple[tuple[str, ...], ...]

CASES = {
    "free": [Places(2, 1, 0), Places(1, 0, 1)],
    "pays": [Places(3, 0, 1, bounds=(Bound(5, WIDE, 0, 1),))],
    "short": [Places(2, 0, 1, bounds=(Bound(0, 1, 0, 0),))],
    "short-before": [Places(2, 0, 2, bounds=(Bound(0, 2, 0, 1),))],
    "seen": [Places(2, 1, 1, ("gold-3", "military-C"), (Bound(0, 2, 0, 1),))],
    "seen-pays": [Places(2, 0, 2, ("gold-2", "gold-3"), (Bound(5, WIDE, 0, 2),))],
    "twice-short": [Places(2, 0, 2, bounds=(Bound(0, 4, 0, 0), Bound(0, 1, 0, 1)))],
    "pays-after": [Places(2, 0, 1, bounds=(Bound(0, 4, 0, 0), Bound(3, WIDE, 0, 1)))],
    "both": [Places(2, 0, 0, bounds=(Bound(4, WIDE, 0, 0),)), Places(2, 0, 1, bounds=(Bound(0, 1, 0, 0),))],
    "three": [Places(1, 0, 1, bounds=(Bound(0, least, 0, 0),)) for least in (0, 1, 3)],
    "over": [Places(0, 2, 1, ("gold-1",), (Bound(0, 3, 0, 1),))],
}

TRIED = frozenset({"pays", "seen-pays", "both"})
"""Cases for which dealing until all bounds hold is tried always; counting, which is what is hard, is tried for all."""


def laid(order: Sequence[str], places: Places) -> Iterator[tuple[str, ...]]:
    """Yield what lies in the hand and in each pile, where the cards lie in this order."""
    gone = places.hand + places.discarded
    yield from (tuple(order[: places.hand]), tuple(order[places.hand : gone]), tuple(order[gone:]))


def fits(order: Sequence[str], places: Places) -> bool:
    """Tell whether all bounds hold."""
    hand, discarded, lost = laid(order, places)
    return all(
        bound.least <= gold([*hand, *discarded[bound.discarded :], *lost[bound.lost :]]) <= bound.most
        for bound in places.bounds
    )


def every(pool: Counter[str], players: Sequence[Places]) -> Iterator[tuple[Laid, int]]:
    """Yield all that players can be dealt, with the number of ways to draw it, each card being another one."""
    if not players:
        yield (), 1
        return
    first, *others = players
    own = Counter(first.maybe)
    for order in set(permutations([*pool.elements(), *first.maybe], first.draw_count + len(first.maybe))):
        drawn = Counter(order) - own
        if Counter(order) - drawn != own or not fits(order, first):
            continue
        ways = 1
        for card, count in drawn.items():
            for number in range(count):
                ways *= pool[card] - number
        seen = Counter(order)
        for card, count in own.items():
            # Which of the equal cards are those that were seen.
            for number in range(count):
                ways *= seen[card] - number
        for rest, more in every(pool - drawn, others):
            yield (*laid(order, first), *rest), ways * more


@cache
def chances(case: str) -> dict[Laid, float]:
    """Return each possible deal of a case with its odds, if every way is as likely as the others."""
    ways = dict(every(Counter(POOL), CASES[case]))
    return {laid: count / sum(ways.values()) for laid, count in ways.items()}


@pytest.mark.parametrize("deals_made", [slow(DEALS), soak(MANY)])
@pytest.mark.parametrize(
    "case, tries",
    [
        pytest.param(case, tries, id=f"{case}-{how}", marks=pytest.mark.soak if tries and case not in TRIED else ())
        for case in CASES
        for how, tries in (("counted", 0), ("tried", hidden_deals.TRIES))
    ],
)
def test_every_possible_deal_is_as_likely_as_the_others(
    case: str, tries: int, deals_made: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F12: tried or counted, thousands of times: each deal comes about as often as it should, and no other does."""
    monkeypatch.setattr(hidden_deals, "TRIES", tries)
    expected, rng = chances(case), Rng(case.encode(), tries)
    found: Counter[Laid] = Counter()
    for _ in range(deals_made):
        dealt, rest = deal(POOL, CASES[case], rng)
        found[tuple(tuple(pile) for given in dealt for pile in given)] += 1
        assert sum(places.draw_count for places in CASES[case]) + len(rest) == len(POOL)
    assert set(found) <= set(expected)
    distance = sum((found[one] - deals_made * chance) ** 2 / (deals_made * chance) for one, chance in expected.items())
    freedom = len(expected) - 1
    # Five standard deviations of a chi-square distribution with as many degrees of freedom.
    assert distance < freedom + 5 * (2 * freedom) ** 0.5


def test_what_is_left_is_in_random_order_too() -> None:
    """The box, the decks and the drawn card come from it: whatever was picked out before tells nothing of them."""
    places, rng = [Places(2, 0, 0, bounds=(Bound(3, WIDE, 0, 0),))], Rng(b"rest", 0)
    first: Counter[str] = Counter()
    last: Counter[str] = Counter()
    for _ in range(MANY):
        _, rest = deal(POOL, places, rng)
        first[rest[0]] += 1
        last[rest[-1]] += 1
    assert all(abs(first[card] - last[card]) < 5 * (MANY / 2) ** 0.5 for card in set(POOL))


def test_each_of_two_deals_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted, which deal it is hangs on one draw of two numbers."""
    monkeypatch.setattr(hidden_deals, "TRIES", 0)
    place, rng = Places(1, 0, 0, bounds=(Bound(0, WIDE, 0, 0),)), Rng(b"two", 0)
    assert {deal(["gold-1", "gold-3"], [place], rng)[1][0] for _ in range(20)} == {"gold-1", "gold-3"}


def test_rare_deals_are_found() -> None:
    """A hand of ten with hardly any gold, out of much gold: counted, where trying would take for ever."""
    pool = [*["gold-1"] * 9, *["gold-2"] * 9, *["gold-3"] * 9, *[f"military-{letter}" for letter in "ABCDEFGHI"] * 3]
    poor, rich = Bound(0, 1, 0, 0), Bound(24, WIDE, 0, 0)
    (first, second), _ = deal(
        sorted(pool), [Places(10, 0, 1, bounds=(poor,)), Places(9, 0, 0, bounds=(rich,))], Rng(b"rare", 0)
    )
    assert first.gold(poor) <= 1
    assert second.gold(rich) >= 24
