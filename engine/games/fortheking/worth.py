"""How good an imagined world is for a seat: the duties that it can expect with all hands open, and its gold."""

from __future__ import annotations

from math import exp

from engine.games.fortheking import cards, scoring
from engine.games.fortheking.outlook import Outlook
from engine.games.fortheking.state import State
from engine.scene import Seat

PIECE = 0.3
"""What a piece of gold is worth in points while there is something to buy: so it came out in a few hundred matches."""
CARD = 0.25
"""What any card in the hand is worth besides at the start of the auctions: it pays for gold."""
CLEAR = 2.5
"""How many points ahead are nearly a sure victory, before the end; at the end they say how clear it was."""


def worth(state: State, seat: Seat) -> float:
    """Return about how likely a seat wins, by its points and those of its best rival."""
    points = _final(state) if state.phase == "over" else _expected(state)
    ahead = points[seat] - max(one for at, one in enumerate(points) if at != seat)
    return 1 / (1 + exp(-ahead / CLEAR))


def _final(state: State) -> list[float]:
    return [float(points) for points in scoring.points(state, scoring.duties(state))]


def _expected(state: State) -> list[float]:
    lots = len(state.favor) / cards.turns(state.seats) if state.phase == "auction" else 1.0
    looks = (Outlook(state, Seat(at), every_card=True) for at in range(state.seats))
    return [
        sum(look.expected) + (PIECE * player.gold if state.favor else 0.0) + CARD * lots * len(player.hand)
        for look, player in zip(looks, state.players, strict=True)
    ]
