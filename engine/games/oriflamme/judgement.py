"""The values of Oriflamme for agents: the rules of thumb of an experienced player.

**Which card**: cards that bring Influence each round are laid first, the Prince with the Twin, the Queen, the Schemer;
a Plot and a Trap gather and wait, so they come early too. Bribery, Impersonation and the killers need a card to be used
on, and come when there is one. **Which place**: an end of the queue has one neighbour only, the safest place for an
earner, and a killer goes to the end where the fattest neighbour lies. A card covers one of its own family only if it is
worth less than that one.

**When to reveal**: a token is 1, safe only once it is taken, and about one card in four is gone before it acts again.
So a Queen is turned over at once (2 a round against 1), and so is a card that strikes a good target; a killer without
one waits and gathers. **In the first round** nobody can tell yet, and a player who is read easily is struck: an action
that is about as good as the best is played as often, so that a card that lies there, or is left face down, may be any
of several. A Trap stays down as a bait until the last round, a Plot until then if it lies safe; in the last round every
card that brings anything is turned over, for tokens in the queue don't count.

**Which victim**: the point for it, and the Influence that the card would still have brought its owner, more if the
owner leads; a Queen one more. Among hidden cards the one with most tokens, less the risk of a Trap, which costs 3 and
gives 3. Never an own card, unless the rules force it; then the cheapest. Bribery takes the card that earns most, and
acts again soonest.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from engine.games.oriflamme import abilities, cards
from engine.games.oriflamme.actions import (
    Action,
    Activate,
    Back,
    Choose,
    Gain,
    Lay,
    Place,
    PutTwin,
    Reveal,
    Target,
)
from engine.games.oriflamme.outlook import EARNS, STAYS, SUMS, QueueOutlook
from engine.games.oriflamme.state import Card, State
from engine.scene import Seat

horizon = 40
"""About two rounds: a card that is laid now is to be seen at work."""

WAITS = {
    "cutthroat": 1.4,
    "apothecary": 1.3,
    "impersonation": 1.5,
    "bribery": 2.2,
    "felon": 0.8,
    "trap": 1.6,
}
"""What a card that needs a target can hope for a round later."""
PLAIN: dict[type, float] = {Gain: 1.0, Back: -99.0}
"""What an action is worth wherever it is offered: a token of the Plot is one, and going back is for people."""
FIRST_ROUND: dict[type, float] = {Choose: 3.2, Reveal: 1.3}
"""How much less than the best still counts as good in the first round: for the card to lay, and for turning it over."""
CLEAR = 3.0
"""How much Influence ahead is a clear victory."""


def consider(state: State, _seat: Seat, legal: Sequence[Action]) -> Sequence[Action]:
    """Return the `legal` actions without `Back`."""
    if state.phase == "placement" and state.chosen is not None:
        return [action for action in legal if not isinstance(action, Back)]
    return legal


def score(state: State, seat: Seat, actions: Sequence[Action]) -> Sequence[float]:
    """Return the value of each of `actions`, about in points of Influence."""
    table = QueueOutlook(state, seat)
    scores = [_score(table, action) for action in actions]

    if state.round > 1:
        return scores

    best = max(scores)
    close = max([FIRST_ROUND.get(type(action), 0.0) for action in actions])
    return [best if best - score <= close else score for score in scores]


def worth(state: State, seat: Seat) -> float:
    """Return the value of a state for `seat`, from 0 to 1: how clearly it leads or has won, with future earnings."""
    points = [float(influence) for influence in state.influence]
    if state.phase != "over":
        acts = SUMS[state.rounds_left]
        for _, card in state.tops:
            points[card.family] += (
                acts * EARNS.get(card.name, 0.0) if card.revealed else 0.6 * card.tokens
            )

    ahead = points[seat] - max(one for at, one in enumerate(points) if at != seat)
    return 1 / (1 + exp(-ahead / CLEAR))


def _score(table: QueueOutlook, action: Action) -> float:
    """Return the value of an `action`; one that leaves all as it is, or takes a token, has it in `PLAIN`."""
    match action:
        case Choose(card):
            return _card_value(table, card)
        case Lay(place):
            return _place_value(table, table.state.chosen or "", place)
        case PutTwin(place):
            return _twin_value(table, place)
        case Target(position):
            return table.hit(table.state.acting or 0, position - 1)
        case Activate(position):
            return table.use(position - 1)
        case _:
            return (
                _reveal_value(table) - _leave_value(table)
                if isinstance(action, Reveal)
                else PLAIN.get(type(action), 0.0)
            )


def _card_value(table: QueueOutlook, name: str) -> float:
    """Return the value of laying the card `name` this round, less that of keeping it for later."""
    rounds = SUMS[table.later + 1]
    if name in EARNS and name not in {"cutthroat", "apothecary"}:
        return EARNS[name] * rounds * (2 if name == "prince" else 1)

    match name:
        case "plot":
            return 1.0 * table.later + 1.5 if table.has_card else 1.0
        case "bribery":
            return max(
                (
                    table.bribe(at, table.queue[at][-1])
                    for at in abilities.bribable(table.state)
                ),
                default=0.0,
            )
        case "apothecary":
            return (1.0 + 0.5 * rounds) if table.has_card else 0.3
        case "trap":
            return WAITS[name]
        case _:
            return _best_prey(table, name)


def _best_prey(table: QueueOutlook, name: str) -> float:
    """Return the best effect of the card `name` at either end of the queue."""
    if not table.queue:
        return 0.5
    again = 0.4 * table.later if name == "cutthroat" else 0.5
    return again + max(_prey_value(table, name, at) for at in (0, len(table.queue) - 1))


def _prey_value(table: QueueOutlook, name: str, at: int) -> float:
    card = table.queue[at][-1]
    if card.family == table.seat:
        return -0.3 * table.value(at)
    points = table.hurts[card.family] * table.value(at) + (name != "cutthroat")
    return points + (card.revealed and card.name == "queen")


def _place_value(table: QueueOutlook, name: str, place: Place) -> float:
    """Return the value of a `place` for the card `name`."""
    if not table.queue:
        return 0.0
    if not isinstance(place, str):
        return -0.9 * table.value(place - 1) + (0.8 if name == "plot" else 0.0)

    end = 0 if place == "first" else len(table.queue) - 1
    early = 0.1 if place == "first" else 0.0

    if name in {"cutthroat", "impersonation", "felon"}:
        return early + _prey_value(table, name, end)
    if name == "schemer" and len(table.queue[end]) > 1:
        return -2.0

    return early - _neighbour_danger(table, table.queue[end][-1])


def _neighbour_danger(table: QueueOutlook, card: Card) -> float:
    """Return the danger of a neighbouring `card`."""
    if card.family == table.seat:
        return 0.5 if card.name in {"cutthroat", "impersonation", "felon"} else -0.2
    if card.revealed:
        return {"cutthroat": 1.5, "felon": 1.0}.get(card.name, 0.0)
    return 0.4


def _twin_value(table: QueueOutlook, place: Place) -> float:
    """Return the value of a `place` for the Twin, which acts this round only if the pointer still comes by."""
    if place == "first":
        return -_neighbour_danger(table, table.queue[0][-1])
    if place == "last":
        return 1.0 - _neighbour_danger(table, table.queue[-1][-1])
    return float(int(place) - 1 > table.state.pointer) - 0.9 * table.value(
        int(place) - 1
    )


def _reveal_value(table: QueueOutlook) -> float:
    """Return the value of turning the card at the pointer over."""
    index = table.state.pointer
    card = table.queue[index][-1]
    if card.name == "trap":
        return 1.0
    if card.name == "plot":
        return _plot_value(table, card.tokens)

    now = table.use(index)
    stays = STAYS * SUMS[table.later]
    if card.name == "schemer" and not now:
        stays = 0.0
    if card.name == "prince" and table.state.players[table.seat].twin:
        now, stays = now + 1.0, 2 * stays

    return card.tokens + now + EARNS.get(card.name, 0.0) * stays


def _plot_value(table: QueueOutlook, tokens: int) -> float:
    own = table.state.shown_characters(table.seat)
    best = max(map(table.use, own), default=0.0)
    return best + tokens * max(1.0, best)


def _leave_value(table: QueueOutlook) -> float:
    """Return the value of leaving the card at the pointer face down: to have it, likely, a round later."""
    if not table.later:
        return 0.0
    card = table.queue[table.state.pointer][-1]
    if card.name == "trap":
        return WAITS["trap"]
    if card.name == "plot":
        return STAYS * (_plot_value(table, card.tokens) + 1.2)

    hope = WAITS.get(card.name, float(cards.GAINS.get(card.name, 0)))
    if card.name == "prince" and table.state.players[table.seat].twin:
        hope = 2.0

    stays = STAYS * SUMS[table.later - 1]
    earns = EARNS.get(card.name, 0.0) * (2 if card.name == "prince" else 1)
    return STAYS * (card.tokens + 1 + hope + earns * stays)
