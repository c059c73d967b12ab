"""A sample table to learn from: the fullest view of the beginning of a match that nobody has played."""

from __future__ import annotations

from functools import cache

from engine.game import AnyGame
from engine.match import Frame, Match
from engine.rng import Rng

SEED = bytes(32)
MOVES = 30
"""How far such a match is played: what newcomers see, and what the first rounds bring."""

SECOND = 1
"""Which number of seats is shown: the second one, for the lowest is often a special case."""


@cache
def sample_frame(game: AnyGame) -> Frame:
    """Return the public frame of `game` with the most on the table; the same one at each call.

    It is computed once, from the first `MOVES` moves of a random match.
    """
    match = Match.start(game, game.seats[: SECOND + 1][-1], SEED)
    rng = Rng(SEED, 0)
    fullest = match.frame(None)

    for _ in range(MOVES):
        seat = match.deciding[0]
        match, _ = match.play(seat, [rng.choice(match.legal[seat])])
        if match.outcome is not None:
            break
        fullest = max(match.frame(None), fullest, key=_count_items)

    return fullest


def _count_items(frame: Frame) -> tuple[int, int]:
    """Return the number of rows of a table that aren't empty, and the number of their items."""
    rows = [row for row in frame.scene.rows if row.items]
    return (len(rows), sum(len(row.items) for row in rows))
