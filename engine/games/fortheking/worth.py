"""How good an imagined world is for a seat: the duties that it can expect with all hands open, and its gold."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from engine.games.fortheking import cards, scoring
from engine.games.fortheking.outlook import Outlook
from engine.games.fortheking.state import State
from engine.scene import Seat

PIECE = (0.3, 0.2)
"""What a piece of gold is worth in points while cards are shared out, for two and for more: so it came out in some
hundred matches between knights. In the auctions it is what it can still buy."""
FOR_GOLD = 0.64
"""Which part of the auctions is paid for in gold."""
CARD = (0.25, 0.0)
"""What any card in the hand is worth besides at the start of the auctions: between two it pays for gold."""
CLEAR = (2.5, 1.6)
"""How many points ahead are a clear lead, before the end; at the end they say how clear the victory was."""


def worth(state: State, seat: Seat) -> float:
    """Return about how likely a seat wins against all others, by everybody's points."""
    return ahead(_final(state) if state.phase == "over" else _expected(state), seat)


def ahead(points: Sequence[float], seat: Seat) -> float:
    """Return how clearly a seat is ahead of all others by points, from 0 to 1."""
    clear = CLEAR[len(points) > min(cards.RANDOM_REMOVED)]
    return 1 / sum([exp((one - points[seat]) / clear) for one in points])


def _final(state: State) -> list[float]:
    return [float(points) for points in scoring.points(state, scoring.duties(state))]


def _expected(state: State) -> list[float]:
    several = state.seats > min(cards.RANDOM_REMOVED)
    auction = state.phase == "auction"
    card = CARD[several] * (len(state.favor) / cards.turns(state.seats) if auction else 1.0)
    bought = FOR_GOLD * _unpaid(state) / max(1, sum([player.gold for player in state.players]))
    looks = [Outlook(state, Seat(at), every_card=True) for at in range(state.seats)]
    return [
        sum(look.expected)
        + player.gold * (look.average * bought if auction else PIECE[several])
        + card * len(player.hand)
        for look, player in zip(looks, state.players, strict=True)
    ]


def _unpaid(state: State) -> int:
    """Return how many cards are still to be bought: not the one that is being paid for."""
    return len(state.favor) + (state.up is not None and state.payment is None)
