"""Deals of hidden cards under bounds on players' gold, each possible deal being as likely as every other.

Hands and the cards that have left them face down are dealt at random and looked at. Where nothing fits for long, the
cards that a hard bound is about are drawn by counting all the ways in which it holds; the other bounds are looked at
then, and where one doesn't hold, all is dealt anew. Both ways leave each possible deal with the same odds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import comb, factorial, log, perm
from typing import NamedTuple

from engine.games.fortheking import cards
from engine.rng import WORD_BYTES, WORD_SPAN, Rng

TRIES = 16
"""How often a deal is tried before it is drawn by counting."""

VALUES = (1, 2, 3, 0)
"""The gold that a card is worth: all that counts here."""

Counts = tuple[int, ...]
"""How many cards there are of each value, in the order of VALUES."""

Odds = Mapping[str, float]
"""How readily each card is dealt to one place instead of another, against other cards."""


class CardOdds(NamedTuple):
    """The odds that players have `kept` a card, and that they have `paid` one of theirs face down."""

    kept: Odds
    paid: Odds


class Bound(NamedTuple):
    """The gold, at least and at most, in a hand and in the cards that have left it since some time.

    `discarded` and `lost` are how many had left before: only the places after these count.
    """

    least: int
    most: int
    discarded: int
    lost: int


class Places(NamedTuple):
    """The places of one player that hidden cards are dealt to, with the `bounds` on the gold there.

    `hand`, `discarded` and `lost` count the places. The cards of `maybe` must come to lie in one of them.
    """

    hand: int
    discarded: int
    lost: int
    maybe: Sequence[str] = ()
    bounds: Sequence[Bound] = ()

    @property
    def draw_count(self) -> int:
        """Return the number of cards that come from the pool."""
        return self.hand + self.discarded + self.lost - len(self.maybe)


class Dealt(NamedTuple):
    """The cards dealt to each kind of place."""

    hand: list[str]
    discarded: list[str]
    lost: list[str]

    def gold(self, bound: Bound) -> int:
        """Return the gold in the places that `bound` is about."""
        return gold(
            self.hand + self.discarded[bound.discarded :] + self.lost[bound.lost :]
        )


def gold(pile: Sequence[str]) -> int:
    """Return the gold in a `pile` of cards."""
    return sum([cards.GOLD[card] for card in pile])


def deal(
    pool: Sequence[str],
    players: Sequence[Places],
    rng: Rng,
    habits: CardOdds | None = None,
) -> tuple[list[Dealt], list[str]]:
    """Deal from `pool` to each player's places so that all bounds hold; return also the rest, in random order.

    There has to be such a deal. The pool's own order decides only the meaning of the draws. By `habits` some cards
    go rather to the players than others, unless the bounds are hard to meet.
    """
    failed = [[0] * len(places.bounds) for places in players]

    for _ in range(TRIES):
        dealt, rest = _deal_at_random(pool, players, rng, habits)
        if _all_hold(players, dealt, failed):
            return dealt, rest

    hard = _hard_bounds(players, failed)
    while True:
        dealt, rest = _deal_by_counting(pool, players, hard, rng)
        if _all_hold(players, dealt, failed):
            return dealt, rest


def _deal_at_random(
    pool: Sequence[str], players: Sequence[Places], rng: Rng, habits: CardOdds | None
) -> tuple[list[Dealt], list[str]]:
    count = sum([places.draw_count for places in players])
    rest = (
        _shuffle_by_odds(pool, count, habits.kept, rng)
        if habits
        else rng.shuffled(pool)
    )
    dealt: list[Dealt] = []
    for places in players:
        drawn = mix_in(_take_off(rest, places.draw_count), places.maybe, rng)
        if habits and places.discarded:
            drawn = _shuffle_by_odds(drawn, places.discarded, habits.paid, rng)
            at = slice(places.hand, places.hand)
            drawn[at] = _take_off(drawn, places.discarded)
        dealt.append(_lay_out(drawn, places))

    return dealt, rest


def _shuffle_by_odds(
    pool: Sequence[str], count: int, odds: Odds, rng: Rng
) -> list[str]:
    """Return `pool` in random order, but that its last `count` cards are drawn by `odds`."""
    # The greatest of such keys is a card's with a chance in proportion to its odds (Efraimidis and Spirakis).
    words = rng.words(len(pool))
    keys = [
        log((word + 1) / WORD_SPAN) / odds[card]
        for word, card in zip(words, pool, strict=True)
    ]
    order = sorted(range(len(pool)), key=keys.__getitem__)
    ranked = [pool[at] for at in order]
    rest = len(pool) - count
    return rng.shuffled(ranked[:rest]) + rng.shuffled(ranked[rest:])


def mix_in(pile: list[str], more: Sequence[str], rng: Rng) -> list[str]:
    """Return `pile`, in random order, with `more` cards put into it, so that the order of all is random."""
    if more:
        for card, word in zip(more, rng.words(len(more)), strict=True):
            # A word is so much larger than the pile that its remainder is as good as fair.
            pile.insert(word % (len(pile) + 1), card)
    return pile


def _take_off(pile: list[str], count: int) -> list[str]:
    """Take `count` cards off the end of `pile`."""
    taken = pile[len(pile) - count :]
    del pile[len(pile) - count :]
    return taken


def _lay_out(
    drawn: list[str], places: Places, before: Sequence[str] = (), discarded: int = 0
) -> Dealt:
    """Return cards in their places, behind those of `before`, of which the first ones are `discarded`."""
    hand = places.hand
    gone = hand + places.discarded - discarded
    return Dealt(
        drawn[:hand],
        [*before[:discarded], *drawn[hand:gone]],
        [*before[discarded:], *drawn[gone:]],
    )


def _all_hold(
    players: Sequence[Places], dealt: Sequence[Dealt], failed: list[list[int]]
) -> bool:
    """Tell whether all bounds hold, and count in `failed` those that don't."""
    holds = True

    for places, given, counts in zip(players, dealt, failed, strict=True):
        for number, bound in enumerate(places.bounds):
            if not bound.least <= given.gold(bound) <= bound.most:
                counts[number] += 1
                holds = False

    return holds


def _hard_bounds(
    players: Sequence[Places], failed: list[list[int]]
) -> list[Bound | None]:
    """Return each player's bound that has failed most, where it failed about as often as the worst of all."""
    worst = max(max(counts, default=0) for counts in failed)
    return [
        places.bounds[counts.index(max(counts))]
        if counts and 2 * max(counts) >= worst
        else None
        for places, counts in zip(players, failed, strict=True)
    ]


class _Zone(NamedTuple):
    """The places that one `bound` is about, and the player's other places; `maybe` can lie in all of them."""

    places: Places
    bound: Bound

    @property
    def outside(self) -> int:
        """Return the number of places that `bound` isn't about."""
        return self.bound.discarded + self.bound.lost

    @property
    def inside(self) -> int:
        """Return the number of places that `bound` is about."""
        return (
            self.places.hand + self.places.discarded + self.places.lost - self.outside
        )


def _deal_by_counting(
    pool: Sequence[str],
    players: Sequence[Places],
    hard: Sequence[Bound | None],
    rng: Rng,
) -> tuple[list[Dealt], list[str]]:
    """Deal so that each `hard` bound holds; the others may hold or not."""
    pairs = zip(players, hard, strict=True)
    zones = [None if bound is None else _Zone(places, bound) for places, bound in pairs]
    rest = rng.shuffled(pool)
    counting = _Counting([zone for zone in zones if zone], rng)
    inner = iter(list(counting.draw_zones(rest)))

    # What was picked out by its worth has left the others in an order that tells of it.
    rest = rng.shuffled(rest)

    dealt: list[Dealt] = []
    for places, zone in zip(players, zones, strict=True):
        if zone is None:
            drawn = _take_off(rest, places.draw_count)
            mixed = mix_in(drawn, places.maybe, rng)
            dealt.append(_lay_out(mixed, places))
        else:
            inside, maybe = next(inner)
            added = _take_off(rest, zone.outside - len(maybe))
            outside = rng.shuffled([*maybe, *added])
            dealt.append(_lay_out(inside, places, outside, zone.bound.discarded))

    return dealt, rest


class _Counting:
    """The zones of a deal, and the number of ways in which they can be dealt."""

    def __init__(self, zones: Sequence[_Zone], rng: Rng) -> None:
        self._zones = zones
        self._rng = rng
        self._known: dict[tuple[int, Counts], int] = {}

    def draw_zones(self, rest: list[str]) -> Iterator[tuple[list[str], list[str]]]:
        """Take the cards of each zone out of `rest`; yield them with the player's `maybe` cards that are outside."""
        for number, zone in enumerate(self._zones):
            maybe = self._rng.shuffled(zone.places.maybe)
            of_rest = _counts(rest)
            of_maybe = _counts(maybe)
            pooled, own = self._choice(number, of_rest, of_maybe)
            inside = [*_pick_out(rest, pooled), *_pick_out(maybe, own)]
            yield self._rng.shuffled(inside), maybe

    def _choice(
        self, number: int, pool: Counts, maybe: Counts
    ) -> tuple[Counts, Counts]:
        """Return how many cards of each value a zone gets from the `pool`, and of `maybe`."""
        ways = list(self._shares(number, pool, maybe))
        bound = sum(weight for _, _, weight in ways)
        left = _draw_below(self._rng, bound)

        for pooled, own, weight in ways:
            left -= weight
            if left < 0:
                return pooled, own

        raise AssertionError("there is no such deal")

    def _ways(self, number: int, pool: Counts) -> int:
        """Return in how many ways the zones from `number` on, and then all other places, can be dealt from `pool`."""
        if number == len(self._zones):
            return factorial(sum(pool))
        if (number, pool) not in self._known:
            maybe = _counts(self._zones[number].places.maybe)
            shares = self._shares(number, pool, maybe)
            self._known[number, pool] = sum(weight for _, _, weight in shares)

        return self._known[number, pool]

    def _shares(
        self, number: int, pool: Counts, maybe: Counts
    ) -> Iterator[tuple[Counts, Counts, int]]:
        """Yield each share of a zone with which its bound holds, with the number of ways to get it."""
        zone = self._zones[number]
        bound = zone.bound
        count = sum(maybe)
        least = max(0, count - zone.outside)
        most = min(count, zone.inside)

        for size in range(least, most + 1):
            outside = perm(zone.outside, count - size)
            own = list(_ways_to_take(maybe, size))
            for pooled, chances in _ways_to_take(pool, zone.inside - size):
                fitting = [
                    one
                    for one in own
                    if bound.least <= _worth(one[0]) + _worth(pooled) <= bound.most
                ]
                if fitting:
                    left = tuple(map(int.__sub__, pool, pooled))
                    after = outside * chances * self._ways(number + 1, left)
                    yield from (
                        (pooled, held, weight * after) for held, weight in fitting
                    )


def _counts(pile: Sequence[str]) -> Counts:
    worths = [cards.GOLD[card] for card in pile]
    return tuple(map(worths.count, VALUES))


def _worth(counts: Counts) -> int:
    return counts[0] + 2 * counts[1] + 3 * counts[2]


def _ways_to_take(counts: Counts, size: int) -> Iterator[tuple[Counts, int]]:
    """Yield how many cards of each value can be taken together, `size` in all, with the number of ways to do so."""
    ones, twos, threes, others = counts
    for three in range(min(threes, size) + 1):
        for two in range(min(twos, size - three) + 1):
            left = size - three - two
            least = max(0, left - others)
            most = min(ones, left)
            for one in range(least, most + 1):
                other = left - one
                ways = (
                    comb(threes, three)
                    * comb(twos, two)
                    * comb(ones, one)
                    * comb(others, other)
                )
                yield (one, two, three, other), ways


def _pick_out(pile: list[str], wanted: Counts) -> list[str]:
    """Take the first cards of each value out of `pile`, in random order, as many as `wanted`."""
    left = dict(zip(VALUES, wanted, strict=True))
    taken: list[str] = []
    stay: list[str] = []

    for card in pile:
        worth = cards.GOLD[card]
        (taken if left[worth] > 0 else stay).append(card)
        left[worth] -= 1

    pile[:] = stay
    return taken


def _draw_below(rng: Rng, bound: int) -> int:
    """Return a whole number from 0 to `bound` - 1, however large, each as likely as the others."""
    bits = 8 * WORD_BYTES
    count = -(-bound.bit_length() // bits)

    while True:
        drawn = 0
        for word in rng.words(count):
            drawn = drawn << bits | word
        drawn >>= count * bits - bound.bit_length()
        if drawn < bound:
            return drawn
