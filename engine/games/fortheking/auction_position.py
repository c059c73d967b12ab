"""A position of the auctions in small, for rollouts: each seat's cards, the public knowledge of them, estimates.

It counts where a `State` keeps cards in order, and a seat's estimate of an office is kept until something there
changes. All public knowledge goes into a knight's estimates as `Outlook` has them, but that the progress of the match,
and the number of cards that the others hold, is looked at every few lots only.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import exp
from typing import NamedTuple

from engine.games.fortheking import cards
from engine.games.fortheking.judgement import price_of_gold, swings
from engine.games.fortheking.outlook import GUESSED, PILE, POOL, TOTAL, expected_points
from engine.games.fortheking.questions import cheapest_payments
from engine.games.fortheking.state import Player, State
from engine.mutable import Mutable

GOLDEN = {value: f"gold-{value}" for value in cards.GOLD_VALUES}
ONE_CARD = 1 / len(cards.LETTERS)
"""The average card of an office, in parts of all that the office has."""


class Hopes(NamedTuple):
    """A seat's estimate of an office: `points`, the gain of an average card, `added`, and the `losses` by value."""

    weights: list[float]
    curve: float
    points: float
    added: float
    losses: dict[float, float]


@cache
def payment(ones: int, twos: int, threes: int, due: int) -> tuple[int, ...]:
    """Return the values of the gold that pays a price `due` with as little too much as possible (C9)."""
    return tuple(cheapest_payments([1] * ones + [2] * twos + [3] * threes, due)[0])


@dataclass(slots=True, init=False)
class Holding(Mutable):
    """The cards of a seat, and those that others know: strengths by office, gold cards by value, numbers of cards."""

    cards: list[str]
    strengths: list[float]
    known: list[float]
    pieces: list[int]
    known_pieces: list[int]
    gold: int
    count: int
    known_count: int

    def __init__(self, player: Player, offices: int) -> None:
        self.cards = []
        self.strengths = [0.0] * offices
        self.known = [0.0] * offices
        self.pieces, self.known_pieces = [0, 0, 0, 0], [0, 0, 0, 0]
        self.gold = self.count = self.known_count = 0

        for card in player.hand:
            self.gain(card)
        for card in (*player.taken, *player.earlier):
            self.learn(card)

    def means(self, card: str) -> int:
        """Return the means to pay for `card`: cards for gold, else gold (F26, F27)."""
        return self.count if cards.GOLD[card] else self.gold

    def learn(self, card: str) -> None:
        """Note that everybody knows this `card` to be there."""
        self.known_count += 1
        if card in PILE:
            self.known[PILE[card][0]] += PILE[card][1]
        else:
            self.known_pieces[cards.GOLD[card]] += 1

    def gain(self, card: str) -> None:
        """Add a `card` that isn't a King."""
        self.count += 1
        if card in PILE:
            self.cards.append(card)
            self.strengths[PILE[card][0]] += PILE[card][1]
        else:
            self.pieces[cards.GOLD[card]] += 1
            self.gold += cards.GOLD[card]

    def lose(self, card: str) -> None:
        """Give a `card` away face down."""
        self.count -= 1
        if card in PILE:
            self.cards.remove(card)
            self.strengths[PILE[card][0]] -= PILE[card][1]
        else:
            self.pieces[cards.GOLD[card]] -= 1
            self.gold -= cards.GOLD[card]

    def pay(self, due: int) -> None:
        """Pay gold for a price `due`, face up."""
        for value in payment(*self.pieces[1:], due):
            self.lose(GOLDEN[value])
            if self.known_pieces[value]:
                self.known_pieces[value] -= 1
                self.known_count -= 1


class Position:
    """All that decides the rest of the auctions; in `lots` the last is up first."""

    __slots__ = ("board", "first", "holdings", "looks", "lots", "seats", "step", "wide")

    def __init__(self, state: State) -> None:
        self.seats = state.seats
        self.board = list(state.board.values())
        self.holdings = [Holding(player, len(self.board)) for player in state.players]
        self.lots = [*state.favor, state.up] if state.up else [*state.favor]
        self.first: int = state.first
        self.look_anew()

    def copy(self) -> Position:
        """Return another position that shares nothing changeable with this one."""
        other = object.__new__(Position)
        other.seats = self.seats
        other.first = self.first
        other.wide = self.wide
        other.step = self.step
        other.board = [*self.board]
        other.lots = [*self.lots]
        other.holdings = [holding.copy() for holding in self.holdings]
        other.looks = [look.copy(other) for look in self.looks]

        return other

    def look_anew(self) -> None:
        """Make every seat's estimates anew."""
        left = 0.5 * len(self.lots) / cards.turns(self.seats)
        self.wide = GUESSED[1] + (GUESSED[0] - GUESSED[1]) * left
        self.step = exp(-ONE_CARD / self.wide)
        self.looks = [Estimate(self, seat) for seat in range(self.seats)]

    def gain(self, seat: int, card: str) -> None:
        """Give `seat` a `card` that isn't a King, openly."""
        self.holdings[seat].gain(card)
        self.holdings[seat].learn(card)
        if card in PILE:
            for look in self.looks:
                look.forget(PILE[card][0])

    def lose(self, seat: int, card: str) -> None:
        """Take a `card` from `seat` unseen by the others."""
        self.holdings[seat].lose(card)
        if card in PILE:
            self.looks[seat].forget(PILE[card][0])

    def change(self, office: int, by: int) -> None:
        """Raise or lower the duty of an `office` `by` one."""
        self.board[office] += by
        for look in self.looks:
            look.forget(office)

    def resolve(
        self, seat: int, steps: tuple[cards.Step, ...], touched: tuple[int, ...] = ()
    ) -> None:
        """Resolve the `steps` of a King as a knight does (F13-F17)."""
        for step in steps:
            found = swings(self.looks[seat])
            free = [(swing, at) for at, swing in enumerate(found) if at not in touched]
            changes = [
                (swing, at, 1)
                for swing, at in free
                if "+" in step and self.board[at] < cards.PRIMARY_MAX
            ] + [
                (-swing, at, -1)
                for swing, at in free
                if "-" in step and self.board[at] > cards.PRIMARY_MIN
            ]
            if changes:
                _, office, by = max(changes)
                self.change(office, by)
                touched = (*touched, office)


class Estimate:
    """The estimates of a seat: its points in each office and the gain of a card, as an `Outlook` has them."""

    __slots__ = ("_average_gain", "_hopes", "_position", "seat", "seats")

    def __init__(self, position: Position, seat: int) -> None:
        self._position = position
        self.seat = seat
        self.seats = position.seats
        self._hopes: list[Hopes | None] = [None] * len(position.board)
        self._average_gain: float | None = None

    def copy(self, position: Position) -> Estimate:
        """Return the estimates of the seat in a copy of the position."""
        other = object.__new__(Estimate)
        other._position = position
        other.seat = self.seat
        other.seats = self.seats
        other._hopes = [*self._hopes]
        other._average_gain = self._average_gain
        return other

    def forget(self, office: int) -> None:
        """Drop the estimate of an `office`; it is made again when it is asked for."""
        self._hopes[office] = None
        self._average_gain = None

    @property
    def board(self) -> list[int]:
        """Return the primary duties."""
        return self._position.board

    @property
    def expected_by_office(self) -> list[float]:
        """Return the points that can be expected of each office."""
        return [
            (hopes or self._look(at)).points for at, hopes in enumerate(self._hopes)
        ]

    @property
    def average_gain(self) -> float:
        """Return the gain of a middling card of any office."""
        if self._average_gain is None:
            every = [
                (hopes or self._look(at)).added for at, hopes in enumerate(self._hopes)
            ]
            self._average_gain = sum(every) / len(every)
        return self._average_gain

    @property
    def price(self) -> float:
        """Return the value of a piece of gold in points."""
        position = self._position
        holdings = position.holdings
        own = holdings[self.seat]
        hidden = sum([holding.count for holding in holdings]) - own.count
        lots = len(position.lots)
        return price_of_gold(self.average_gain, self.seats, lots, own.gold, hidden)

    def gain(self, card: str) -> float:
        """Return the points that one more government `card` adds."""
        at, value = PILE[card]
        hopes = self._hopes[at] or self._look(at)
        return (
            expected_points(
                self._position.board[at], hopes.weights, exp(-value * hopes.curve)
            )
            - hopes.points
        )

    def loss(self, card: str) -> float:
        """Return the points that go with a government `card`."""
        at, value = PILE[card]
        hopes = self._hopes[at] or self._look(at)
        if value not in hopes.losses:
            primary = self._position.board[at]
            step = exp(value * hopes.curve)
            less = expected_points(primary, hopes.weights, step)
            hopes.losses[value] = hopes.points - less

        return hopes.losses[value]

    def _look(self, office: int) -> Hopes:
        position = self._position
        own = position.holdings[self.seat]
        rivals = position.holdings[: self.seat] + position.holdings[self.seat + 1 :]
        mine = own.strengths[office]
        rest = TOTAL[office] - mine
        unseen = POOL[self.seats] - own.count
        for rival in rivals:
            rest -= rival.known[office]
            unseen -= rival.known_count

        each = rest / max(1, unseen) if rest > 0 else 0.0
        curve = 1 / (position.wide * TOTAL[office])
        weights = [
            exp(
                curve
                * (
                    rival.known[office]
                    + max(0, rival.count - rival.known_count) * each
                    - mine
                )
            )
            for rival in rivals
        ]

        primary = position.board[office]
        points = expected_points(primary, weights, 1.0)
        added = expected_points(primary, weights, position.step) - points
        found = self._hopes[office] = Hopes(weights, curve, points, added, {})
        return found
