"""Outlooks: estimates of a seat's points in each office, and of a card's gain, by its knowledge or by all cards.

A player's strength in an office is the sum of the values held there. Of others one knows the cards that they took
openly; each further card of theirs counts as the average of the unseen ones. The differences make the chance of a duty,
by a logistic curve that is the flatter the more is still to come. Each estimate takes some microseconds, for there are
a hundred in a match that is played out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp
from typing import Protocol

from engine.games.fortheking import cards, scoring
from engine.games.fortheking.state import Player, State
from engine.scene import Seat

NUMBER = {office.key: at for at, office in enumerate(cards.OFFICES)}
TOTAL = [float(sum(office.values)) for office in cards.OFFICES]
POOL = {
    players: len(cards.pool(players)) for players in range(2, cards.MOST_PLAYERS + 1)
}
PILE = {
    card: (NUMBER[face.office], float(face.value))
    for card, face in cards.FACES.items()
    if face.office
}
WORTH = {
    players: sum(map(cards.GOLD.__getitem__, cards.pool(players))) / POOL[players]
    for players in POOL
}
"""How much gold the average card is worth, by the number of players."""

GUESSED, SEEN = (0.27, 0.14), (0.19, 0.05)
"""How wide the curve is at the start of the match and at its end, in parts of all that an office has: where rivals'
cards are guessed at, and where all hands are looked at; fitted to what some hundred matches between knights came to."""


TWO = 2
"""The rivals of whom the second duty is most often asked."""


class Expectations(Protocol):
    """What one seat can expect: by an `Outlook`, or in a rollout."""

    @property
    def seats(self) -> int:
        """The number of players."""
        ...

    @property
    def board(self) -> Sequence[int]:
        """The primary duties, by the offices in their order."""
        ...

    @property
    def expected_by_office(self) -> Sequence[float]:
        """The points that can be expected of each office."""
        ...

    def gain(self, card: str) -> float:
        """Return the points that one more government `card` adds."""
        ...

    def loss(self, card: str) -> float:
        """Return the points that go with a government `card`."""
        ...


def expected_points(primary: int, weights: Sequence[float], step: float) -> float:
    """Return the points to expect of an office; `weights` say how strong each rival is in it, times `step`."""
    if len(weights) == 1:
        return primary / (1 + weights[0] * step)
    if len(weights) == TWO:
        # The same as below, without a list: a rollout asks for it thousands of times.
        one, other = weights[0] * step, weights[1] * step
        second = one / (1 + other) + other / (1 + one)
        return (primary + primary // 2 * second) / (1 + one + other)

    whole = 1 + sum(weights) * step
    behind = [weight / (whole - weight * step) for weight in weights]
    return (primary + primary // 2 * step * sum(behind)) / whole


class Outlook:
    """The points that one seat can expect of each office in play, and those that a card would add.

    `expected_by_office` goes by the offices in their order, `average_gain` is that of a middling card of any office.
    `every_card` says that all hands are looked at, as in an imagined world that is to be judged.
    """

    __slots__ = (
        "_weights",
        "_wide",
        "average_gain",
        "board",
        "expected_by_office",
        "seat",
        "seats",
        "state",
    )

    def __init__(self, state: State, seat: Seat, *, every_card: bool = False) -> None:
        self.state = state
        self.seat = seat
        self.seats = state.seats
        self.board = list(state.board.values())
        start, end = SEEN if every_card else GUESSED
        self._wide = end + (start - end) * _remaining_part(state)
        self._weights = self._rival_strength_ratios(every_card=every_card)

        # How much less the rivals weigh with the average card of an office, which is the same part of each.
        step = exp(-1 / (self._wide * len(cards.LETTERS)))
        self.expected_by_office, added = [
            [
                expected_points(primary, weights, scale)
                for primary, weights in zip(self.board, self._weights, strict=True)
            ]
            for scale in (1.0, step)
        ]
        self.average_gain = (sum(added) - sum(self.expected_by_office)) / len(
            self.board
        )

    def _rival_strength_ratios(self, *, every_card: bool) -> list[list[float]]:
        """Return for each office how strong each rival is against the seat: 1 where they are level."""
        state = self.state
        hand = self.state.players[self.seat].hand
        own = _strengths(hand)
        others = [player for at, player in enumerate(state.players) if at != self.seat]

        if every_card:
            rivals = [_strengths(player.hand) for player in others]
        else:
            rivals = _guess_strengths(state, own, len(hand), others)

        wide, weights = self._wide, []
        for at in range(len(self.board)):
            mine = own[at]
            curve = 1 / (wide * TOTAL[at])
            # Nobody is further ahead than all that an office has, so this can't grow without bounds.
            weights.append([exp(curve * (rival[at] - mine)) for rival in rivals])

        return weights

    def _points(self, at: int, step: float) -> float:
        """Return the points to expect of the office `at`; with more strength, rivals weigh less, by `step`."""
        return expected_points(self.board[at], self._weights[at], step)

    def gain(self, card: str) -> float:
        """Return the points that one more government `card` adds."""
        at, value = PILE[card]
        return (
            self._points(at, exp(-value / (self._wide * TOTAL[at])))
            - self.expected_by_office[at]
        )

    def loss(self, card: str) -> float:
        """Return the points that go with a government `card`."""
        at, value = PILE[card]
        return self.expected_by_office[at] - self._points(
            at, exp(value / (self._wide * TOTAL[at]))
        )


def _strengths(hand: Iterable[str]) -> list[float]:
    found = [0.0] * len(TOTAL)
    for card in hand:
        pile = PILE.get(card)
        if pile:
            found[pile[0]] += pile[1]
    return found


def _guess_strengths(
    state: State, own: list[float], held: int, others: list[Player]
) -> list[list[float]]:
    """Return the likely strengths of each rival, by the cards taken openly and the number of others.

    `own` are the seat's strengths, `held` the number of its cards.
    """
    known, hidden, seen = [], [], held
    for player in others:
        taken = player.taken + player.earlier
        known.append(_strengths(taken))
        hidden.append(max(0, len(player.hand) - len(taken)))
        seen += len(taken)

    unseen = max(1, POOL[state.seats] - seen)
    for at in range(len(state.board)):
        rest = TOTAL[at] - own[at]
        for one in known:
            rest -= one[at]
        if rest > 0:
            rest /= unseen
            for one, count in zip(known, hidden, strict=True):
                one[at] += count * rest

    return known


def _remaining_part(state: State) -> float:
    """Return the part of the match that is still to come, from 1 to 0."""
    turns = cards.turns(state.seats)
    if state.phase == "share":
        return 1 - 0.5 * (state.turn - 1) / turns
    return 0.5 * (len(state.favor) + (state.up is not None)) / turns


PIECE = (0.3, 0.2)
"""What a piece of gold is worth in points while cards are shared out, for two and for more: so it came out in some
hundred matches between knights. In the auctions it is what it can still buy."""
FOR_GOLD = 0.64
"""Which part of the auctions is paid for in gold."""
CARD = (0.25, 0.0)
"""What any card in the hand is worth besides at the start of the auctions: between two it pays for gold."""
CLEAR = (2.5, 1.6)
"""How many points ahead are a clear lead, before the end; at the end they say how clear the victory was."""


def worth(state: State, seat: Seat) -> float:
    """Return about how likely `seat` wins against all others, by the points of all."""
    if state.phase == "over":
        return ahead(scoring.points(state), seat)
    return ahead(_expected_totals(state), seat)


def ahead(points: Sequence[float], seat: Seat) -> float:
    """Return how clearly `seat` is ahead of all others by `points`, from 0 to 1."""
    clear = CLEAR[len(points) > cards.FEWEST_PLAYERS]
    return 1 / sum([exp((one - points[seat]) / clear) for one in points])


def _expected_totals(state: State) -> list[float]:
    several = state.seats > cards.FEWEST_PLAYERS
    auction = state.phase == "auction"
    card = CARD[several] * (
        len(state.favor) / cards.turns(state.seats) if auction else 1.0
    )
    # Without the card that is being paid for.
    unpaid = len(state.favor) + (state.up is not None and state.payment is None)
    gold = sum([player.gold for player in state.players])
    bought = FOR_GOLD * unpaid / max(1, gold)

    looks = [Outlook(state, Seat(at), every_card=True) for at in range(state.seats)]
    return [
        sum(look.expected_by_office)
        + player.gold * (look.average_gain * bought if auction else PIECE[several])
        + card * len(player.hand)
        for look, player in zip(looks, state.players, strict=True)
    ]
