"""Playing a log again, from the start or from a position that was kept."""

from __future__ import annotations

import pytest

from engine import saves
from engine.errors import IllegalAction, NotYourTurn
from engine.saves import replay
from engine.scene import Seat
from tests.contract.walks import walk
from tests.engine.toy import TOY

POSITIONS, MOVES = walk(TOY, 3, 1)
LINES = [(move.seat, saves.dump_action(TOY, move.action)) for move in MOVES]


@pytest.mark.parametrize("begin", range(6))
def test_a_log_leads_from_any_position_to_those_after_it(begin: int) -> None:
    """The same seed and the same actions give the same match, with the same draws and the same words."""
    again = list(replay(POSITIONS[begin], LINES[begin:]))
    assert again == list(zip(POSITIONS[begin + 1 :], MOVES[begin:], strict=True))


def test_a_line_that_is_not_legal_stops_the_replay_where_it_stands() -> None:
    """What comes before it was yielded."""
    steps = replay(POSITIONS[0], [LINES[0], (LINES[1][0], LINES[0][1]), *LINES[2:]])
    assert next(steps)[0] == POSITIONS[1]
    with pytest.raises(IllegalAction):
        next(steps)
    with pytest.raises(NotYourTurn):
        list(replay(POSITIONS[1], LINES[:1]))


@pytest.mark.parametrize("document", ["{", "{}", '{"kind":"chess"}'])
def test_a_line_that_can_not_be_read_stops_the_replay(document: str) -> None:
    """The log holds actions as JSON."""
    with pytest.raises(ValueError, match="validation"):
        list(replay(POSITIONS[0], [(Seat(0), document)]))
