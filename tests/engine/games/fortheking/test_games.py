"""Whole random games: they end, lose no card and can be saved at any moment."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from engine.games.fortheking.actions import Action, Bid, Discard, Lower, Pass, Pay, Place, Raise, Take
from engine.games.fortheking.state import census
from engine.match import Match
from engine.rng import Rng
from tests.engine.games.fortheking.table import FULL_BOX, GAME, step

ACTIONS: TypeAdapter[Action] = TypeAdapter(Action)


@pytest.mark.slow
@settings(max_examples=20, deadline=None, derandomize=True)
@given(seats=st.integers(2, 5), seed=st.binary(min_size=32, max_size=32))
def test_every_game_ends_and_keeps_its_108_cards(seats: int, seed: bytes) -> None:
    """F36: somebody is asked until the game is over, everybody then has a place, and no card is lost on the way."""
    match, rng = Match.start(GAME, seats, seed), Rng(seed, 1)
    while match.outcome is None:
        assert len(match.deciding) == 1
        assert GAME.rules.legal(match.state, match.deciding[0])
        match, _ = step(match, rng)
        assert census(match.state) == FULL_BOX
    assert match.deciding == ()
    assert len(match.outcome.places) == seats
    assert 1 in match.outcome.places


def test_actions_are_readable_in_the_log() -> None:
    """Each kind is written with its name and read back as itself."""
    actions: list[Action] = [
        Place("keep"),
        Take("military-B"),
        Raise("military"),
        Lower("military"),
        Bid(3),
        Pass(),
        Pay(2),
        Discard("gold-1"),
    ]
    for action in actions:
        assert ACTIONS.validate_json(ACTIONS.dump_json(action)) == action
    assert ACTIONS.dump_python(Bid(3)) == {"amount": 3, "kind": "bid"}
