"""Whole random games: they end, lose no card, keep the books and can be saved at any moment."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from engine import saves
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


@pytest.mark.slow
@settings(max_examples=25, deadline=None, derandomize=True)
@given(seats=st.integers(3, 5), seed=st.binary(min_size=32, max_size=32))
def test_every_game_ends_and_keeps_its_11_cards_of_each_colour(seats: int, seed: bytes) -> None:
    """R1, R5: somebody is asked until the game is over, everybody then has a place, and no card is lost."""
    match, rng = Match.start(GAME, seats, seed), Rng(seed, 1)
    full = {(Seat(seat), name): 1 for seat in range(seats) for name in cards.NAMES}
    while match.outcome is None:
        assert len(match.deciding) == 1
        assert GAME.rules.legal(match.state, match.deciding[0])
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
                if key in {"gain", "disarm", "eliminate", "eliminate-itself", "queens", "plot-gain"}:
                    moved += int(str(said["points"]))
                elif key == "felon":
                    moved -= int(str(said["points"]))
                elif key == "reveal":
                    moved += int(str(facts([one], key)["tokens"]))
            assert after - before == moved


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


def played(seats: int, number: int, rounds: int) -> Match[State, Action]:
    """Return a random match right after that many rounds."""
    match, rng = start(seats, number), Rng(b"c", 0)
    while match.outcome is None and match.state.round <= rounds:
        match, _ = step(match, rng)
    return match


def test_the_course_of_influence_is_kept_round_by_round() -> None:
    """R5, R58: the start, and after each of the six rounds; the end shows it as a chart."""
    match = played(4, 2, rounds=2)
    assert match.state.course[0] == (cards.START,) * 4
    assert len(match.state.course) == 1 + 2
    match = played(4, 2, rounds=cards.ROUNDS)
    (chart,) = match.frame(None).scene.charts
    assert chart.ticks == tuple(range(cards.ROUNDS + 1))
    assert [line[-1] for line in chart.values] == [player.influence for player in match.state.players]


def older(match: Match[State, Action]) -> saves.Save:
    """Return a save as rules 1 wrote it, without the course."""
    save = saves.dump(match)
    state = json.loads(save.state)
    del state["course"]
    return replace(save, rules=1, state=json.dumps(state))


def test_a_table_of_rules_1_goes_on_and_charts_what_was_kept_since() -> None:
    """Design, Saves: what wasn't kept can't be known any more, so the chart begins later."""
    match, rng = saves.load(older(played(3, 4, rounds=3)), {GAME.key: GAME}), Rng(b"d", 0)
    while match.outcome is None:
        match, _ = step(match, rng)
    (chart,) = match.frame(None).scene.charts
    assert chart.ticks == (4, 5, 6)


def test_a_table_of_rules_1_in_its_last_round_has_no_chart() -> None:
    """A single moment is no course."""
    match, rng = saves.load(older(played(3, 4, rounds=5)), {GAME.key: GAME}), Rng(b"d", 0)
    while match.outcome is None:
        match, _ = step(match, rng)
    assert match.frame(None).scene.charts == ()
