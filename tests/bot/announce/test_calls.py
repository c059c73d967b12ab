"""Who is called, by the rule alone: everybody who is asked something new, once."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tables.seat_orders import new_pings
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import Match
from engine.rng import Rng
from engine.scene import Seat
from tests.engine.ballot import BALLOT
from tests.engine.toy import TOY

EVERY: tuple[AnyGame, ...] = (BALLOT, TOY, *GAMES.values())


@pytest.mark.slow
@pytest.mark.parametrize("game", EVERY, ids=[game.key for game in EVERY])
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_however_moves_are_announced_together_everybody_is_called_once_for_what_others_ask(
    game: AnyGame, data: st.DataObject
) -> None:
    """Whole games by chance, the moves told in pieces of any length.

    A call is due whenever somebody else's move asks a person something: it is made once if that question still stands
    when the next piece is told, and nothing else is called for.
    """
    dice = random.Random(data.draw(st.integers(0, 2**32)))
    match: Match[Any, Any] = Match.start(game, dice.choice(list(game.seats)), dice.randbytes(32))
    called: tuple[tuple[int, int], ...] = ()
    made: list[tuple[int, int]] = []
    movers: dict[int, Seat] = {}
    own: set[tuple[int, int]] = set()
    while match.deciding:
        asked = {seat: match.asked[seat] for seat in match.deciding}
        if dice.random() < data.draw(st.sampled_from([0.2, 1.0])):
            calls = [(seat, asked[seat]) for seat in new_pings(asked, called, movers)]
            assert not own & set(calls), "called for going on"
            made += calls
            missing = set(asked.items()) - set(made) - own
            assert not missing, "asked by somebody else's move, and not called"
            called, movers = tuple(asked.items()), {}
        seat = dice.choice(match.deciding)
        match, moves = match.play(seat, [Rng(match.seed, 10_000 + match.seq).choice(match.legal[seat])])
        movers |= {move.seq: seat for move in moves}
        own.add((seat, match.asked[seat]))
    assert len(set(made)) == len(made), "called twice for the same"
    if game is BALLOT:
        assert sorted(made) == [(seat, 0) for seat in range(match.seats) if (seat, 0) in made]
