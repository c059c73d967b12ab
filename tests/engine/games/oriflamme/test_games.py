"""Whole random games keep the books of Influence; tables of older rules go on."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine import saves
from engine.games.oriflamme import cards
from engine.games.oriflamme.actions import (
    Action,
)
from engine.games.oriflamme.state import State
from engine.match import Match
from engine.rng import Rng
from tests.engine.games.oriflamme.table import GAME, facts, keys, start, step


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


@pytest.mark.parametrize(("rounds", "ticks"), [(3, [(4, 5, 6)]), (5, [])])
def test_table_of_rules_1_charts_what_was_kept_since(rounds: int, ticks: list[tuple[int, ...]]) -> None:
    """Design, Saves: what wasn't kept can't be known, so the chart begins later; one moment is no course."""
    match, rng = saves.load(older(played(3, 4, rounds)), {GAME.key: GAME}), Rng(b"d", 0)
    while match.outcome is None:
        match, _ = step(match, rng)
    assert [chart.ticks for chart in match.frame(None).scene.charts] == ticks
