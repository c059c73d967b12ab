"""Playing a log again: the same seed and the same actions give the same match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from engine import saves, takeback
from engine.game import A, S
from engine.match import Match, Move
from engine.scene import Seat

Line: TypeAlias = tuple[Seat, str]
"""A line of the log: who played, and the action as JSON."""


def replay(base: Match[S, A], lines: Iterable[Line]) -> Iterator[tuple[Match[S, A], Move[A]]]:
    """Yield the match after each line with the move that was made; raise where one can't be read or isn't legal."""
    match = base
    for seat, document in lines:
        match, (move,) = _step(match, seat, document)
        yield match, move


def _step(match: Match[S, A], seat: Seat, document: str) -> tuple[Match[S, A], tuple[Move[A], ...]]:
    to = takeback.read(document)
    if to is not None:
        return match.take_back(seat, to)
    return match.play(seat, (saves.load_action(match.game, document),))
