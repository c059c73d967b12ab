"""Who has to be called in the course of a match, found from the log alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.saves import Line, replay
from engine.scene import Seat
from tests.contract.walks import AnyMatch


def turns(start: AnyMatch, log: list[Line], ordered: Collection[int] = ()) -> Iterator[tuple[Seat, ...]]:
    """Yield the seats that are asked something new at the start and after each move, where there are any.

    Whoever has moved is at it, and goes on without being called. Moves that are `ordered` follow at once on the one
    before: what they answer is asked of nobody, and their seats were absent unless they had made that move.
    """
    yield start.deciding
    present: dict[int, Seat] = {}
    by_hand, made = Seat(0), 0
    for match, move in replay(start, log):
        if match.seq not in ordered:
            by_hand, made = move.seat, match.seq
        if move.seat == by_hand:
            present[match.seq] = by_hand
        if match.seq + 1 in ordered:
            continue
        asked = tuple(
            seat for seat in match.deciding if match.asked[seat] >= made and present.get(match.asked[seat]) != seat
        )
        if asked:
            yield asked
