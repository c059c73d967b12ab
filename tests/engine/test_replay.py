"""Playing a log again, from the start or from a position that was kept."""

import pytest

from engine import saves
from engine.errors import IllegalAction, NotYourTurn
from engine.match import Match, Move
from engine.saves import Line, replay
from engine.scene import Seat
from tests.engine.toy import TOY, ToyAction, ToyState

SEED = bytes(range(32))
ToyMatch = Match[ToyState, ToyAction]


def played() -> tuple[list[ToyMatch], list[Move[ToyAction]]]:
    """Return the positions of a match, and the moves between them."""
    positions, moves = [Match.start(TOY, 3, SEED)], []
    while positions[-1].deciding:
        seat = positions[-1].deciding[-1]
        match, (move,) = positions[-1].play(seat, positions[-1].legal[seat][-1:])
        positions.append(match)
        moves.append(move)
    return positions, moves


def log(moves: list[Move[ToyAction]]) -> list[Line]:
    """Return moves as they stand in the log."""
    return [(move.seat, saves.dump_action(TOY, move.action)) for move in moves]


@pytest.mark.parametrize("begin", range(6))
def test_a_log_leads_from_any_position_to_those_after_it(begin: int) -> None:
    """The same seed and the same actions give the same match, with the same draws and the same words."""
    positions, moves = played()
    again = list(replay(positions[begin], log(moves[begin:])))
    assert [match for match, _ in again] == positions[begin + 1 :]
    assert [move for _, move in again] == moves[begin:]


def test_a_line_that_is_not_legal_stops_the_replay_where_it_stands() -> None:
    """What comes before it was yielded."""
    positions, moves = played()
    lines = log(moves)
    steps = replay(positions[0], [lines[0], (moves[1].seat, lines[0][1]), *lines[2:]])
    assert next(steps)[0] == positions[1]
    with pytest.raises(IllegalAction):
        next(steps)
    with pytest.raises(NotYourTurn):
        list(replay(positions[1], [(Seat(moves[0].seat), lines[0][1])]))


@pytest.mark.parametrize("document", ["{", "{}", '{"kind":"chess"}'])
def test_a_line_that_can_not_be_read_stops_the_replay(document: str) -> None:
    """The log holds actions as JSON."""
    with pytest.raises(ValueError, match="validation"):
        list(replay(played()[0][0], [(Seat(0), document)]))
