"""Who has to be called in the course of a match, found from the log alone."""

from collections.abc import Iterator

from engine.saves import Line, replay
from engine.scene import Seat
from tests.contract.walks import AnyMatch


def turns(start: AnyMatch, log: list[Line]) -> Iterator[tuple[Seat, ...]]:
    """Yield the seats that are asked something new at the start and after each move, where there are any.

    Whoever has moved is at it, and goes on without being called.
    """
    yield start.deciding
    for match, move in replay(start, log):
        asked = tuple(seat for seat in match.deciding if match.asked[seat] == match.seq and seat != move.seat)
        if asked:
            yield asked
