"""What is worth what in the queue: the rules of thumb of somebody who has played this often.

**Which card**: what brings Influence each round is laid first, the Prince with the Twin, the Queen, the Schemer; a Plot
and a Trap gather and wait, so they come early too. Bribery, Impersonation and the killers need somebody to be used on,
and come when there is one. **Which place**: an end of the queue has one neighbour only, the safest place for what earns,
and a killer goes to the end where the fattest neighbour lies. One covers a card of one's own only if it is worth less
than what lies on it.

**When to reveal**: a token is 1, safe only once it is taken, and about one card in four is gone before it acts again.
So a Queen is turned over at once (2 a round against 1), and so is what strikes a good target; a killer without one
waits and gathers. A Trap stays down as a bait until the last round, a Plot until then if it lies safe; in the last round
everything is turned over that brings anything, for tokens in the queue don't count.

**Whom to hit**: the point for it, and what the card would still have brought its owner, more if the owner leads; a Queen
one more. Among hidden cards the one with most tokens, less the risk of a Trap, which costs 3 and gives 3. Never one's
own, unless the card forces it; then the cheapest. Bribery takes what earns most, and acts again soonest.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from engine.games.oriflamme import abilities, cards
from engine.games.oriflamme.actions import Action, Activate, Back, Choose, Lay, Place, PutTwin, Reveal, Target
from engine.games.oriflamme.state import Card, State
from engine.scene import Seat

__all__ = ["consider", "prefer", "worth"]

EARNS = {"prince": 1.0, "twin": 1.0, "queen": 2.0, "schemer": 1.7, "felon": 0.7, "cutthroat": 0.9, "apothecary": 0.9}
"""What a face-up character brings in a round, or takes from the others."""
STAYS = 0.77
"""How likely a card in the queue is still there a round later."""
SUMS = [sum(STAYS**later for later in range(rounds)) for rounds in range(cards.ROUNDS + 2)]
"""How many times a card acts that could do so in that many rounds."""
HIDDEN = 1.1
"""What a hidden card is worth to its owner in each round to come."""
TRAPS, BAITS = 0.08, 0.04
"""How likely a hidden card is a Trap, and how much more so for each token on it."""
STEALS = 3.0
LEADS = 1.4
"""How much more it is worth to hurt somebody who leads."""
WAITS = {"cutthroat": 1.4, "apothecary": 1.3, "impersonation": 1.5, "bribery": 2.2, "felon": 0.8, "trap": 1.6}
"""What a card that needs a target can hope for a round later."""
NEVER = -99.0
CLEAR = 3.0
"""How much Influence ahead is a clear victory."""


def consider(state: State, _seat: Seat, legal: Sequence[Action]) -> Sequence[Action]:
    """Return everything but going back from a card that was chosen."""
    if state.phase == "placement" and state.chosen is not None:
        return [action for action in legal if not isinstance(action, Back)]
    return legal


def prefer(state: State, seat: Seat, actions: Sequence[Action]) -> Sequence[float]:
    """Return what each action is worth, about in points of Influence."""
    table = _Table(state, seat)
    return [table.score(action) for action in actions]


def worth(state: State, seat: Seat) -> float:
    """Return how clearly a seat leads or has won, what still earns counted in."""
    points = [float(player.influence) for player in state.players]
    if state.phase != "over":
        rounds = cards.ROUNDS - state.round
        for _, card in state.tops:
            points[card.family] += SUMS[rounds] * EARNS.get(card.name, 0.0) if card.revealed else 0.6 * card.tokens
    ahead = points[seat] - max(one for at, one in enumerate(points) if at != seat)
    return 1 / (1 + exp(-ahead / CLEAR))


class _Table:
    """The queue as one seat knows it."""

    __slots__ = ("best", "hurts", "later", "queue", "seat", "state")

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.seat, self.queue = state, seat, state.queue
        self.later = cards.ROUNDS - state.round
        influence = [player.influence for player in state.players]
        most = max(influence)
        each = 1 / (state.seats - 1)
        self.hurts = [each * LEADS if points == most else each for points in influence]

    def score(self, action: Action) -> float:
        """Return what an action is worth."""
        match action:
            case Choose(card):
                return self._card(card)
            case Lay(place):
                return self._lie(self.state.chosen or "", place)
            case Target(position):
                return self._hit(self._acting, position - 1)
            case PutTwin(place):
                return self._twin(place)
            case Activate(position):
                return self._active(position - 1)
            case Reveal():
                return self._reveal() - self._leave()
            case Back():
                return NEVER
            case _:
                return 1.0 if self.state.plot is not None else 0.0

    @property
    def _acting(self) -> int:
        return self.state.pointer if self.state.acting is None else self.state.acting

    def _rounds(self, index: int) -> int:
        """Return in how many rounds a position is still to act, this one included if the pointer comes by."""
        ahead = self.state.phase == "placement" or index > self.state.pointer
        return self.later + ahead

    def _value(self, index: int) -> float:
        """Return what a card in the queue is still worth to its family, as far as the seat knows it."""
        card = self.queue[index][-1]
        rounds = SUMS[self._rounds(index)]
        if card.revealed or card.family == self.seat:
            earns = EARNS.get(card.name, 1.2)
            return card.tokens + earns * rounds
        return 0.8 * card.tokens + HIDDEN * rounds

    def _hit(self, index: int, target: int) -> float:
        """Return what it is worth to use the card at one position on another."""
        name, card = self.queue[index][-1].name, self.queue[target][-1]
        if name == "bribery":
            return self._bribe(target, card)
        if card.family == self.seat:
            return (name != "cutthroat") - self._value(target)
        struck = [target]
        if name == "cutthroat" and card.revealed:
            struck = abilities._struck(self.state, index, target)
        points = float(len(struck)) if name != "cutthroat" or len(struck) > 1 else 0.0
        points += sum([self.hurts[self.queue[at][-1].family] * self._value(at) for at in struck])
        if not card.revealed:
            risk = TRAPS + BAITS * card.tokens
            return points - risk * STEALS * (1 + self.hurts[card.family])
        if card.name == "queen":
            points += len(struck)
        return points + (self._takes_place(target, card) if name == "impersonation" else 0.0)

    def _takes_place(self, target: int, card: Card) -> float:
        player = self.state.players[self.seat]
        if not card.character or len(self.queue[target]) > 1 or card.name not in (*player.pile, *player.aside):
            return 0.0
        return EARNS[card.name] * SUMS[self._rounds(target)]

    def _bribe(self, target: int, card: Card) -> float:
        if card.family == self.seat:
            return -0.1
        return (1 + self.hurts[card.family]) * EARNS.get(card.name, 0.0) * SUMS[self._rounds(target)]

    def _best(self, name: str, index: int, targets: Sequence[int]) -> float:
        """Return the best use of a card that has to be used on something."""
        del name
        return max((self._hit(index, target) for target in targets), default=0.0)

    def _beside(self, index: int) -> list[int]:
        return [other for other in (index - 1, index + 1) if 0 <= other < len(self.queue)]

    def _use(self, index: int) -> float:
        """Return what a card of the seat brings when it acts at its position."""
        card = self.queue[index][-1]
        match card.name:
            case "cutthroat" | "impersonation":
                return self._best(card.name, index, self._beside(index))
            case "apothecary":
                return self._best(card.name, index, abilities._besides_family(self.state, index))
            case "bribery":
                free = [
                    at for at, one in self.state.tops if one.revealed and one.character and len(self.queue[at]) == 1
                ]
                return self._best(card.name, index, free)
            case "felon":
                tops = [self.queue[at][-1].family for at in self._beside(index)]
                return sum([-1.0 if family == self.seat else self.hurts[family] for family in tops])
            case "schemer":
                stacked = any(len(self.queue[at]) > 1 for at in self._beside(index))
                return 0.0 if stacked else 2.0
            case name:
                return float(cards.GAINS.get(name, 0))

    def _active(self, index: int) -> float:
        """Return what it is worth to let a character act once more."""
        return self._use(index)

    def _reveal(self) -> float:
        """Return what it is worth to turn the card at the pointer over."""
        index = self.state.pointer
        card = self.queue[index][-1]
        if card.name == "trap":
            return 1.0
        if card.name == "plot":
            return self._plot(card.tokens)
        now = self._use(index)
        stays = STAYS * SUMS[self.later]
        if card.name == "schemer" and not now:
            stays = 0.0
        if card.name == "prince" and self.state.players[self.seat].twin:
            now, stays = now + 1.0, 2 * stays
        return card.tokens + now + EARNS.get(card.name, 0.0) * stays

    def _plot(self, tokens: int) -> float:
        own = [at for at, card in self.state.tops if card.family == self.seat and card.revealed and card.character]
        best = max(map(self._active, own), default=0.0)
        return best + tokens * max(1.0, best)

    def _leave(self) -> float:
        """Return what it is worth to leave the card at the pointer as it lies: to have it, likely, a round later."""
        if not self.later:
            return 0.0
        card = self.queue[self.state.pointer][-1]
        if card.name == "trap":
            return WAITS["trap"]
        if card.name == "plot":
            return STAYS * (self._plot(card.tokens) + 1.2)
        hope = WAITS.get(card.name, float(cards.GAINS.get(card.name, 0)))
        if card.name == "prince" and self.state.players[self.seat].twin:
            hope = 2.0
        stays = STAYS * SUMS[self.later - 1]
        earns = EARNS.get(card.name, 0.0) * (2 if card.name == "prince" else 1)
        return STAYS * (card.tokens + 1 + hope + earns * stays)

    def _card(self, name: str) -> float:
        """Return what it is worth to lay a card this round, less what it would be worth to keep it for later."""
        rounds = SUMS[self.later + 1]
        own = sum(card.family == self.seat for _, card in self.state.tops)
        match name:
            case "prince":
                return 2.0 * rounds
            case "queen" | "schemer" | "felon":
                return EARNS[name] * rounds
            case "plot":
                return 1.0 * self.later + 1.5 if own else 1.0
            case "trap":
                return 1.6
            case "bribery":
                free = [at for at, card in self.state.tops if card.revealed and card.character]
                return max((self._bribe(at, self.queue[at][-1]) for at in free), default=0.0)
            case "apothecary":
                return (1.0 + 0.5 * rounds) if own else 0.3
            case _:
                return self._struck_from_ends(name)

    def _struck_from_ends(self, name: str) -> float:
        """Return the best that a card could do at either end of the queue."""
        if not self.queue:
            return 0.5
        return max(self._prey(name, at) for at in (0, len(self.queue) - 1)) + (
            0.4 * self.later if name == "cutthroat" else 0.5
        )

    def _prey(self, name: str, at: int) -> float:
        card = self.queue[at][-1]
        if card.family == self.seat:
            return -0.3 * self._value(at)
        points = self.hurts[card.family] * self._value(at) + (name != "cutthroat")
        return points + (card.revealed and card.name == "queen")

    def _lie(self, name: str, place: Place) -> float:
        """Return how good a place is for a card."""
        if not self.queue:
            return 0.0
        if not isinstance(place, str):
            return -0.9 * self._value(place - 1) + (0.8 if name == "plot" else 0.0)
        end = 0 if place == "first" else len(self.queue) - 1
        early = 0.1 if place == "first" else 0.0
        if name in {"cutthroat", "impersonation", "felon"}:
            return early + self._prey(name, end)
        if name == "schemer" and len(self.queue[end]) > 1:
            return -2.0
        return early - self._danger(self.queue[end][-1])

    def _danger(self, card: Card) -> float:
        """Return how dangerous a neighbour is."""
        if card.family == self.seat:
            return 0.5 if card.name in {"cutthroat", "impersonation", "felon"} else -0.2
        if card.revealed:
            return {"cutthroat": 1.5, "felon": 1.0}.get(card.name, 0.0)
        return 0.4

    def _twin(self, place: Place) -> float:
        """Return how good a place is for the Twin, which acts this round only if the pointer still comes by."""
        if place == "first":
            return -self._danger(self.queue[0][-1])
        if place == "last":
            return 1.0 - self._danger(self.queue[-1][-1])
        return float(int(place) - 1 > self.state.pointer) - 0.9 * self._value(int(place) - 1)
