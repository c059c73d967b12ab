"""Practice: a match that one person plays on against rivals, from a position where others have played it before.

That is a line of the log behind all that was played: a match that is played on rests, is replayed and is rewound as any
other, and no line after it depends on what the others held, where that was dealt anew.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine import standing
from engine.game import A, S
from engine.match import Match
from engine.orders import Orders
from engine.rng import Rng
from engine.scene import Seat
from engine.takeback import Move, PlayOn

DEALS = range(1 << 32, 1 << 48)
"""The numbers of deals: none of their draws is one of a match as it was, however long that is."""


def play_on(
    match: Match[S, A], seat: Seat, deal: int = 0, *, orders: bool = False
) -> tuple[Match[S, A], tuple[Move[Any], ...]]:
    """Let a match go on for the practice of a seat, at which people may give `orders`; old questions fit no more.

    Without a `deal` the cards lie as they did, and the draws that follow are those that came after this position. By
    one of DEALS, `Rules.imagine` deals anew what the seat doesn't know, and the draws that follow are others.
    """
    game, seq, rewound = match.game, match.seq + 1, match.rewound + 1 - deal
    state = game.rules.imagine(match.state, seat, Rng(match.seed, seq - rewound)) if deal else match.state
    given = standing.renewed(game, state, seq, Orders.none(match.seats)) if orders and game.ordering else None
    asked = (seq,) * match.seats
    duplicate = match.duplicate and not deal
    after = replace(
        match, seq=seq, asked=asked, state=state, pasts=(), orders=given, rewound=rewound, duplicate=duplicate
    )
    return after, (Move(seq, seat, PlayOn(deal), (), game),)
