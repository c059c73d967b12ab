"""The squire: legal and sane, at once."""

from __future__ import annotations

from engine.agents import random_actions
from engine.agents.agent import Pick, PickContext
from engine.game import A
from engine.scene import say

REASON = say("agent-whim")


class Squire:
    """The level that plays any sane action."""

    def pick(self, spot: PickContext[A]) -> Pick[A]:
        """Return one of the actions that the judgement considers, or of all legal ones, mostly small numbers."""
        judgement = spot.game.judgement
        actions = (
            spot.legal
            if judgement is None
            else judgement.consider(spot.twin, spot.seat, spot.legal)
        )
        return Pick(random_actions.draw(actions, spot.rng), REASON)
