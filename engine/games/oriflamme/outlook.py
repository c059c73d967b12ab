"""The queue as one seat knows it: the values of cards in it, and of using one on another.

Of a face-down card of another family nothing is looked at here but its family and its tokens.
"""

from __future__ import annotations

from engine.games.oriflamme import abilities, cards
from engine.games.oriflamme.state import Card, State
from engine.scene import Seat

EARNS = {
    "prince": 1.0,
    "twin": 1.0,
    "queen": 2.0,
    "schemer": 1.7,
    "felon": 0.7,
    "cutthroat": 0.9,
    "apothecary": 0.9,
}
"""What a face-up character brings in a round, or takes from the others."""
STAYS = 0.77
"""How likely a card in the queue is still there a round later."""
SUMS = [
    sum(STAYS**later for later in range(rounds)) for rounds in range(cards.ROUNDS + 2)
]
"""How many times a card acts that could do so in that many rounds."""
HIDDEN = 1.1
"""What a hidden card is worth to its owner in each round to come."""
TRAPS, BAITS = 0.08, 0.04
"""How likely a hidden card is a Trap, and how much more so for each token on it."""
STEALS = 3.0
LEADS = 1.4
"""How much more it is worth to hurt somebody who leads."""


class QueueOutlook:
    """The queue as one `seat` knows it.

    `later` is the number of rounds after this one, `hurts` the value of a point taken from each seat.
    """

    __slots__ = ("hurts", "later", "queue", "seat", "state")

    def __init__(self, state: State, seat: Seat) -> None:
        self.state = state
        self.seat = seat
        self.queue = state.queue
        self.later = state.rounds_left
        influence = state.influence
        most = max(influence)
        each = 1 / (state.seats - 1)

        self.hurts = [each * LEADS if points == most else each for points in influence]

    def rounds(self, index: int) -> int:
        """Return in how many rounds the position `index` is still to act, with this one if the pointer comes by."""
        ahead = self.state.phase == "placement" or index > self.state.pointer
        return self.later + ahead

    def value(self, index: int) -> float:
        """Return the value that the card at `index` still has for its family, as far as the seat knows it."""
        card = self.queue[index][-1]
        rounds = SUMS[self.rounds(index)]
        if card.revealed or card.family == self.seat:
            earns = EARNS.get(card.name, 1.2)
            return card.tokens + earns * rounds
        return 0.8 * card.tokens + HIDDEN * rounds

    def hit(self, index: int, target: int) -> float:
        """Return the value of using the card at `index` on the position `target`."""
        name = self.queue[index][-1].name
        card = self.queue[target][-1]
        if name == "bribery":
            return self.bribe(target, card)
        if card.family == self.seat:
            return (name != "cutthroat") - self.value(target)

        struck = [target]
        if name == "cutthroat" and card.revealed:
            struck = abilities.find_victims(self.state, index, target)
        points = float(len(struck)) if name != "cutthroat" or len(struck) > 1 else 0.0
        points += sum(
            [self.hurts[self.queue[at][-1].family] * self.value(at) for at in struck]
        )

        if not card.revealed:
            risk = TRAPS + BAITS * card.tokens
            return points - risk * STEALS * (1 + self.hurts[card.family])

        if card.name == "queen":
            points += len(struck)
        return points + (
            self._takes_place(target, card) if name == "impersonation" else 0.0
        )

    def _takes_place(self, target: int, card: Card) -> float:
        player = self.state.players[self.seat]
        if (
            not card.is_character
            or len(self.queue[target]) > 1
            or card.name not in (*player.pile, *player.aside)
        ):
            return 0.0

        return EARNS[card.name] * SUMS[self.rounds(target)]

    def bribe(self, target: int, card: Card) -> float:
        """Return the value of having the `card` at `target` change families."""
        if card.family == self.seat:
            return -0.1
        return (
            (1 + self.hurts[card.family])
            * EARNS.get(card.name, 0.0)
            * SUMS[self.rounds(target)]
        )

    @property
    def has_card(self) -> bool:
        """Tell whether an uncovered card of the seat's family lies in the queue."""
        return any(position[-1].family == self.seat for position in self.queue)

    def use(self, index: int) -> float:
        """Return the value of a card of the seat when it acts at `index`."""
        card = self.queue[index][-1]

        match card.name:
            case "cutthroat" | "impersonation" | "apothecary" | "bribery":
                targets = abilities.targets(self.state, index)
                return max((self.hit(index, target) for target in targets), default=0.0)
            case "felon":
                tops = [self.queue[at][-1].family for at in self.state.beside(index)]
                return sum(
                    [
                        -1.0 if family == self.seat else self.hurts[family]
                        for family in tops
                    ]
                )
            case "schemer":
                stacked = any(
                    len(self.queue[at]) > 1 for at in self.state.beside(index)
                )
                return 0.0 if stacked else 2.0
            case name:
                return float(cards.GAINS.get(name, 0))
