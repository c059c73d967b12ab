"""The squire: legal and sane, at once."""

from __future__ import annotations

from engine.agents import plain
from engine.agents.agent import Pick, Spot
from engine.game import A
from engine.scene import say

REASON = say("agent-whim")


class Squire:
    """Plays any action that somebody sane would think of."""

    def pick(self, spot: Spot[A]) -> Pick[A]:
        """Return one of what the game's judgement considers, or of all that is legal, mostly small numbers."""
        judgement = spot.game.judgement
        actions = spot.legal if judgement is None else judgement.consider(spot.twin, spot.seat, spot.legal)
        return Pick(plain.draw(actions, spot.rng), REASON)
