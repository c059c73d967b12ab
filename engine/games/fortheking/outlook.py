"""How a seat stands in the offices, and what a card would add: estimates from what that seat knows, or from all cards.

Somebody's strength in an office is the sum of the values held there. Of others one knows what they took openly; each
further card of theirs counts as the average of what is unseen. Who is how far ahead makes the chance of a duty, by a
logistic curve that is the flatter the more is still to come.
"""

from __future__ import annotations

from math import exp

from engine.games.fortheking import cards
from engine.games.fortheking.state import Player, State
from engine.scene import Seat

NUMBER = {office.key: at for at, office in enumerate(cards.OFFICES)}
OFFICE = {card: NUMBER.get(face.office, -1) for card, face in cards.FACES.items()}
VALUE = {card: float(face.value) for card, face in cards.FACES.items()}
TOTAL = [float(sum(office.values)) for office in cards.OFFICES]
POOL = {players: len(cards.pool(players)) for players in range(2, cards.MOST_PLAYERS + 1)}
PILE = {card: (OFFICE[card], VALUE[card]) for card, face in cards.FACES.items() if face.kind == "government"}
GOLD_PILE = {players: sum(map(cards.GOLD.__getitem__, cards.pool(players))) / POOL[players] for players in POOL}
"""How much gold the average card is worth, by the number of players."""

DOUBT = (0.11, 0.05)
"""How wide the curve is, in parts of all that an office has: at the start of the match, and at its end."""


class Outlook:
    """What one seat can expect of each office in play.

    `open` says that all hands are looked at, as in an imagined world that is to be judged.
    """

    __slots__ = ("_curves", "_others", "_own", "_seconds", "board", "left", "seat", "state")

    def __init__(self, state: State, seat: Seat, *, every_card: bool = False) -> None:
        self.state, self.seat = state, seat
        self.board = list(state.board.values())
        self.left = _left(state)
        self._seconds = state.seats > min(cards.RANDOM_REMOVED)
        self._own = _strengths(state.players[seat].hand, len(self.board))
        others = [player for at, player in enumerate(state.players) if at != seat]
        self._others = self._seen(others) if every_card else self._guessed(others)
        wide = DOUBT[1] + (DOUBT[0] - DOUBT[1]) * self.left
        self._curves = [1 / (wide * TOTAL[at]) for at in range(len(self.board))]

    def _seen(self, others: list[Player]) -> list[list[float]]:
        return [_strengths(player.hand, len(self.board)) for player in others]

    def _guessed(self, others: list[Player]) -> list[list[float]]:
        known = [_strengths([*player.taken, *player.earlier], len(self.board)) for player in others]
        pool = POOL[self.state.seats]
        seen = len(self.state.players[self.seat].hand)
        seen += sum(len(player.taken) + len(player.earlier) for player in others)
        rest = [TOTAL[at] - self._own[at] - sum(one[at] for one in known) for at in range(len(self.board))]
        each = [max(0.0, unseen) / max(1, pool - seen) for unseen in rest]
        for player, strength in zip(others, known, strict=True):
            hidden = len(player.hand) - len(player.taken) - len(player.earlier)
            if hidden > 0:
                for at, average in enumerate(each):
                    strength[at] += hidden * average
        return known

    def expected(self, at: int, more: float = 0.0, primary: int | None = None) -> float:
        """Return the points that the seat can expect of an office, with so much more strength in it."""
        value = self.board[at] if primary is None else primary
        own = self._own[at] + more
        if own <= 0 and not self.left:
            return 0.0
        curve = self._curves[at]
        weights = [exp(min(30.0, curve * (other[at] - own))) for other in self._others]
        whole = 1 + sum(weights)
        first = value / whole
        if not self._seconds:
            return first
        second = cards.second(value, self.state.seats)
        return first + second * sum([weight / (whole * (whole - weight)) for weight in weights])

    def theirs(self, at: int, primary: int | None = None) -> float:
        """Return the points that all the others together can expect of an office."""
        value = self.board[at] if primary is None else primary
        second = cards.second(value, self.state.seats) if self._seconds else 0
        return value + second - self.expected(at, primary=value)

    def gain(self, card: str) -> float:
        """Return the points that a government card would add."""
        at, value = PILE[card]
        return self.expected(at, value) - self.expected(at)

    def loss(self, card: str) -> float:
        """Return the points that go with a government card of the own hand."""
        at, value = PILE[card]
        return self.expected(at) - self.expected(at, -value)


def _strengths(hand: list[str], offices: int) -> list[float]:
    found = [0.0] * offices
    for card in hand:
        at = OFFICE[card]
        if at >= 0:
            found[at] += VALUE[card]
    return found


def _left(state: State) -> float:
    """Return how much of the match is still to come, from 1 to 0."""
    turns = cards.turns(state.seats)
    if state.phase == "share":
        return 1 - 0.5 * (state.turn - 1) / turns
    return 0.5 * (len(state.favor) + (state.up is not None)) / turns
