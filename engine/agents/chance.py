"""An agent that plays any legal move, each as likely as the others."""

from typing import Any

from engine.match import Match
from engine.rng import Rng
from engine.scene import Seat


def choose(match: Match[Any, Any], seat: Seat, rng: Rng) -> Any:
    """Return one legal action of a seat that is asked."""
    return rng.choice(match.game.legal(match.state, seat))
