"""The protocol of agents, and the answer of one to a whole question.

An agent answers with as few picks as the question takes, `Question.at_least`, to be played together; where a seat may
go on it is asked again. So an answer never runs on into the next question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeAlias

from engine.events import SILENT
from engine.frozen import frozen
from engine.game import A, AgentView, AnyGame
from engine.rng import Rng
from engine.scene import Seat, Text

Late: TypeAlias = Callable[[], bool]
"""Tells that time is up; only a net, since budgets count playouts."""


def in_time() -> bool:
    """Return False: there is no deadline."""
    return False


@frozen
class PickContext(Generic[A]):
    """One pick that an agent has to make: for `seat`, in a `twin` of the position, among `legal` actions.

    `share` is the part of an agent's budget that the pick may use: 1 where it is the whole answer. `late` tells that
    time is up.
    """

    game: AnyGame
    seat: Seat
    twin: Any
    legal: Sequence[A]
    rng: Rng
    late: Late = in_time
    share: float = 1.0


@frozen
class Pick(Generic[A]):
    """The `action` that an agent has chosen, and the `reason`."""

    action: A
    reason: Text


@frozen
class Advice(Generic[A]):
    """A whole answer to a question: `actions` to be played together, and the `reason` in a sentence."""

    actions: tuple[A, ...]
    reason: Text


class Agent(Protocol):
    """A level of play, the same for every game: it has no state, and any number of picks may run at once.

    >>> class First:
    ...     def pick(self, spot: PickContext[A]) -> Pick[A]:
    ...         return Pick(spot.legal[0], Text("agent-only"))
    """

    def pick(self, spot: PickContext[A]) -> Pick[A]:
        """Return one of `spot.legal`, by the seat's knowledge and the draws of `spot.rng` alone."""
        ...


def advise(
    agent: Agent, game: AnyGame, view: AgentView[Any], rng: Rng, late: Late = in_time
) -> Advice[Any]:
    """Return the answer of `agent` to the question of `view`; by the best choices so far once it is `late`."""
    twin = view.twin.copy()
    seat = view.seat
    picks: list[Pick[Any]] = []
    for _ in range(view.picks):
        if picks:
            game.rules.apply(twin, seat, picks[-1].action, rng, SILENT)
        legal = game.rules.legal(twin, seat)
        spot = PickContext(game, seat, twin, legal, rng, late, 1 / view.picks)
        picks.append(agent.pick(spot))

    actions = tuple(each.action for each in picks)
    return Advice(actions, picks[0].reason)
