"""Thousands of random games, played on the bare rules: each comes to its end by itself."""

from __future__ import annotations

import pytest

from engine.events import SILENT
from engine.games.oriflamme import cards
from engine.games.oriflamme.state import census
from engine.rng import SEED_BYTES, Rng
from engine.scene import Seat
from tests.engine.games.oriflamme import possible
from tests.engine.games.oriflamme.table import GAME

GAMES = 350
BATCHES = 3
MOST_ACTIONS = 2000


def play_out(seats: int, number: int) -> None:
    """Play one game; fail if it asks nobody before it is over, or doesn't come to its end."""
    seed = number.to_bytes(SEED_BYTES, "big")
    chance, state = Rng(seed, 0), GAME.rules.setup(seats, Rng(seed, 1))
    for move in range(2, MOST_ACTIONS):
        if GAME.rules.places(state) is not None:
            break
        (seat,) = GAME.rules.deciding(state)
        action = chance.choice(GAME.rules.legal(state, seat))
        GAME.rules.apply(state, seat, action, Rng(seed, move), SILENT)
        possible.check(state)
    assert GAME.rules.places(state) is not None
    assert not GAME.rules.deciding(state)
    assert census(state) == {(Seat(seat), name): 1 for seat in range(seats) for name in cards.NAMES}


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_thousand_games_end_at_every_number_of_seats(seats: int, batch: int) -> None:
    """R1, R5: no position asks nobody and isn't over; no game goes on for ever; no card is lost."""
    for number in range(batch * GAMES, (batch + 1) * GAMES):
        play_out(seats, number)
