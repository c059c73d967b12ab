"""Cards that are left or revealed by an order, and targets that are named ahead."""

from __future__ import annotations

import pytest

from engine.games import GAMES
from tests.contract.walks import walk
from tests.engine.games.oriflamme.scripted import script
from tests.engine.ordered import by_orders, check_the_same_story

GAME = GAMES["oriflamme"]
SEATS = pytest.mark.parametrize("seats", GAME.seats)


@SEATS
@pytest.mark.parametrize("number", [1, 2, *(pytest.param(number, marks=pytest.mark.soak) for number in range(3, 8))])
def test_orders_that_lead_to_the_same_actions_give_the_same_match(seats: int, number: int) -> None:
    """R10-R57: the same log, the same state, the same events for everybody."""
    walked, moves = walk(GAME, seats, number)
    hand = list(zip(walked, moves, strict=False))
    match, played, ordered = by_orders(hand, number, script)
    check_the_same_story(hand, match, played)
    assert ordered
