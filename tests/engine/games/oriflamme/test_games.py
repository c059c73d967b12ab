"""Whole random games: they end, lose no card, keep the books and can be saved at any moment."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from engine.games.oriflamme import cards
from engine.games.oriflamme.actions import (
    Action,
    Activate,
    Back,
    Choose,
    Gain,
    Lay,
    Leave,
    PutTwin,
    Reveal,
    Target,
)
from engine.games.oriflamme.state import State, census
from engine.match import Match
from engine.rng import Rng
from engine.scene import Seat
from tests.engine.games.oriflamme.table import GAME, facts, keys, start, step

STATES = TypeAdapter(State)
ACTIONS: TypeAdapter[Action] = TypeAdapter(Action)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(seats=st.integers(3, 5), seed=st.binary(min_size=32, max_size=32))
def test_every_game_ends_and_keeps_its_11_cards_of_each_colour(seats: int, seed: bytes) -> None:
    """R1, R5: somebody is asked until the game is over, everybody then has a place, and no card is lost."""
    match, rng = Match.start(GAME, seats, seed), Rng(seed, 1)
    full = {(Seat(seat), name): 1 for seat in range(seats) for name in cards.NAMES}
    while match.outcome is None:
        assert len(match.deciding) == 1
        assert GAME.legal(match.state, match.deciding[0])
        match, _ = step(match, rng)
        assert census(match.state) == full
        assert all(player.influence >= 0 for player in match.state.players)
    assert match.deciding == ()
    assert (match.state.round, len(match.outcome.places)) == (cards.ROUNDS, seats)
    assert [len(player.hand) for player in match.state.players] == [1] * seats


def test_influence_moves_only_as_it_is_told() -> None:
    """R13, R32, R47, R48: what is told adds up to what everybody has; what is stolen comes from somebody."""
    for number in range(6):
        match, rng = start(4, number), Rng(b"m", number)
        while match.outcome is None:
            before = sum(player.influence for player in match.state.players)
            match, told = step(match, rng)
            after = sum(player.influence for player in match.state.players)
            moved = 0
            for one in told:
                key = keys([one])[0]
                said = dict(one.event.facts)
                if key in {"gain", "disarm", "eliminate", "queens", "plot-gain"}:
                    moved += int(str(said["points"]))
                elif key == "felon":
                    moved -= int(str(said["points"]))
                elif key == "reveal":
                    moved += int(str(facts([one], key)["tokens"]))
            assert after - before == moved


def test_a_state_survives_saving_at_any_moment() -> None:
    """Design, Saves: what is read is what was written, step by step."""
    match, rng = start(4, 7), Rng(b"s", 0)
    while match.outcome is None:
        match, _ = step(match, rng)
        assert STATES.validate_json(STATES.dump_json(match.state)) == match.state


def test_a_copy_shares_nothing() -> None:
    """A move on a copy leaves the original as it was."""
    match, rng = start(5, 2), Rng(b"c", 0)
    while match.outcome is None:
        before = STATES.dump_json(match.state)
        after, _ = step(match, rng)
        assert STATES.dump_json(match.state) == before
        match = after


def test_actions_are_readable_in_the_log() -> None:
    """Each kind is written with its name and read back as itself."""
    actions: list[Action] = [
        Choose("queen"),
        Back(),
        Lay("first"),
        Lay(3),
        Leave(),
        Reveal(),
        Target(2),
        PutTwin("last"),
        PutTwin(1),
        Activate(4),
        Gain(),
    ]
    for action in actions:
        assert ACTIONS.validate_json(ACTIONS.dump_json(action)) == action
    assert ACTIONS.dump_python(Lay(3)) == {"place": 3, "kind": "lay"}


def test_the_same_seed_and_moves_give_the_same_game() -> None:
    """R2, R3: nothing is random but the seed."""
    ends = []
    for _ in range(2):
        match, rng = start(3, 9), Rng(b"r", 0)
        while match.outcome is None:
            match, _ = step(match, rng)
        ends.append(match.state)
    assert ends[0] == ends[1]
