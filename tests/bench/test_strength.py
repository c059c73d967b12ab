"""Tournaments: rotated seats, paired deals, intervals that are right, and going on from a file."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from bench.former import judged_at
from bench.strength import Duel, Played, duels, kept, measured, play, tournament, wilson
from engine.games import GAMES

PAIR = Duel("fortheking", 2, "squire", "squire")


@pytest.mark.parametrize(
    ("won", "games", "low", "high"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (81, 100, 0.7222, 0.8749)]
)
def test_intervals_are_wilsons(won: float, games: int, low: float, high: float) -> None:
    """As published tables have them, to four digits."""
    assert wilson(won, games) == pytest.approx((low, high), abs=2e-4)


def test_every_number_of_seats_is_played() -> None:
    """Each level against the one below, in every game."""
    numbers = {(duel.game, duel.seats, duel.level) for duel in duels("")}
    expected = {(game.key, seats, level) for game in GAMES.values() for seats in game.seats for level in LEVELS}
    assert numbers == expected


LEVELS = ("knight", "champion")


def test_a_tournament_goes_on_from_its_file(tmp_path: Path) -> None:
    """What is there isn't played again, and the whole is what one run would have given, but for the times."""
    file = tmp_path / "games.jsonl"
    first = tournament(PAIR, 2, file)
    assert kept(file) == first
    whole = tournament(PAIR, 4, file)
    assert whole[:2] == first
    assert kept(file) == whole
    assert [(one.won, one.points) for one in tournament(PAIR, 4, None)] == [(one.won, one.points) for one in whole]
    assert [one.number for one in whole] == [*range(4)]
    assert all(one.decisions > 0 for one in whole), "both seats of a deal are played"


def test_a_goal_is_for_the_lower_end() -> None:
    """Nine of ten isn't enough to be sure of four in five."""
    duel = Duel("fortheking", 2, "knight", "squire")
    games = [Played(duel.name, number, float(number > 0), 9, 3, 50, 0.1, 0.01) for number in range(10)]
    share, low, *_ = measured(duel, games)
    assert (share.value, share.against) == (90, 50)
    assert low.value == pytest.approx(59.6, abs=0.1)
    assert low.reached is False


def test_others_judge_as_of_a_commit() -> None:
    """The same module as in the repository's history, with today's rules, and said in the duel's name."""
    game = GAMES["fortheking"]
    if subprocess.run(["git", "cat-file", "-e", "HEAD"], check=False, capture_output=True).returncode:  # noqa: S607
        pytest.skip("no history here")
    with pytest.raises(LookupError, match="no judgement of fortheking at nowhere"):
        judged_at(game, "nowhere")
    former = judged_at(game, "HEAD")
    assert former.rules is game.rules
    assert former.judgement is not game.judgement
    duel = Duel("fortheking", 2, "knight", "knight", "HEAD")
    assert duel.name.endswith("against knight of HEAD")
    assert play(game, duel, 0).decisions > 0
