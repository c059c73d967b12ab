"""The knight: the action with the best score of the game's own judgement, and as a squire where a game has none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.agents.agent import Pick, PickContext
from engine.agents.squire import Squire
from engine.game import A, Judgement
from engine.rng import Rng
from engine.scene import Seat, say

REASON = say("agent-judgement")


class Knight:
    """The level that plays by the game's rules of thumb."""

    def pick(self, spot: PickContext[A]) -> Pick[A]:
        """Return the action with the best score; of equal ones any."""
        judgement = spot.game.judgement
        if judgement is None:
            return Squire().pick(spot)
        return Pick(best(judgement, spot.twin, spot.seat, spot.legal, spot.rng), REASON)


def best(
    judgement: Judgement[Any, A], state: Any, seat: Seat, legal: Sequence[A], rng: Rng
) -> A:
    """Return the `legal` action with the best score of `judgement`; of equal ones any."""
    if len(legal) == 1:
        return legal[0]

    actions = judgement.consider(state, seat, legal)
    if len(actions) == 1:
        return actions[0]

    scores = judgement.score(state, seat, actions)
    most = max(scores)
    liked = [
        action for action, score in zip(actions, scores, strict=True) if score == most
    ]

    if len(liked) == 1:
        return liked[0]
    return rng.choice(liked)
