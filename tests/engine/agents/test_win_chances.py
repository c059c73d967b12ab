"""Chances: what a seat can expect by what it knows, and whether a champion's choice would have been better."""

from __future__ import annotations

import pytest

from engine.agent_view import AgentView
from engine.agents.agent import Pick
from engine.agents.win_chances import Chance, Comparison, compare, estimate
from engine.analysis import EXACT, Calibration
from engine.game import AnyGame
from engine.rng import Rng
from engine.scene import Seat, say
from engine.survey import ChanceEstimate, Change, DecisionPoint, Survey, find_decision_points
from tests.contract.broken import JUDGED
from tests.contract.walks import heard, line, seed, walk
from tests.engine.agents.test_champion import ANN, HIGHEST, MEEK, dealt, dropping
from tests.engine.toy import TOY, Drop, Lay
from tests.every import FOR_EVERY_GAME

BO = Seat(1)


@pytest.mark.parametrize("game", [TOY, JUDGED], ids=["no judgement", "a sound one"])
def test_a_chance_is_the_share_of_imagined_worlds_that_a_seat_wins(game: AnyGame) -> None:
    """All of them where it has won already, some with a middling hand, and fewer where time is up."""
    rng = Rng(seed(1), 0)
    assert estimate(game, dropping(game).view(ANN, rng), rng, 20) == Chance(20, 20)
    assert 0 < estimate(game, dealt(game, [6, 7, 8, 9]).view(ANN, rng), rng, 60).share < 1
    assert estimate(game, dealt(game, [1, 2, 3, 4]).view(ANN, rng), rng, 20, late=lambda: True) == Chance()


def test_an_interval_narrows_with_the_worlds_and_never_vanishes() -> None:
    """Also where every world was won; half of 100 worlds is half, give or take ten percent."""
    for chance, expected in ((Chance(50, 100), (0.4, 0.5, 0.6)), (Chance(1000, 1000), (0.995, 0.999, 1.0))):
        assert chance.interval == pytest.approx(expected, abs=0.005)
    assert 0 < min(Chance(0, 9).interval) < max(Chance(9, 9).interval) < 1
    assert Chance(1, 2) + Chance(0.5, 2) == Chance(1.5, 4)


def test_blunder_is_clear_and_taste_is_not() -> None:
    """Laying the lowest card instead of the highest loses; which card the winner drops is all the same.

    Who chose as a champion would is held against nothing: no world is played, nor where time is up at once.
    """
    rng = Rng(seed(2), 0)
    view = dealt(MEEK).view(ANN, rng)
    verdict = compare(MEEK, view, Lay(1), rng, 60)
    assert verdict.pick.action == Lay(HIGHEST)
    assert verdict.is_clear
    assert verdict.better.share == 1.0 > verdict.played.share
    assert not compare(MEEK, dropping(MEEK).view(ANN, rng), Drop(5), rng, 60).is_clear

    assert not compare(MEEK, view, Lay(HIGHEST), rng, 60).better.worlds
    assert compare(MEEK, view, Lay(3), rng, 60, late=lambda: True).spread == 1.0
    assert not Comparison(Pick(Lay(3), say("agent-only")), gain=0.1, spread=0.2).is_clear


# The survey


def surveyed(count: int) -> Survey:
    """Return the survey of a match in which two seats decide by turns, so often in all."""
    stops = [DecisionPoint(move, Seat((move - 1) % 2), AgentView(ANN, None)) for move in range(1, count + 1)]
    return Survey(stops, (1, 2), count, EXACT)


def explored(survey: Survey, turn: int, most: int = 1000) -> int:
    """Look at decisions of a match in which Ann's chance rises at one move of hers alone; return how many looks."""
    looks = 0
    while looks < most and (number := survey.next_look()) is not None:
        stop = survey.stops[number]
        share = 0.9 if stop.move > turn else 0.3
        survey.store_look(number, Chance(100 * (share if stop.seat == ANN else 1 - share), 100))
        looks += 1
    return looks


def test_a_survey_closes_in_on_the_move_that_mattered() -> None:
    """Of 400 decisions few are looked at until the change is found where it was; in the end all are."""
    survey = surveyed(400)
    assert explored(survey, 201, most=60) == 60
    (turn, other) = survey.turning_points()[:2]
    assert {turn.move, other.move} <= {200, 201, 202, *range(399, 401)}
    assert turn.size == pytest.approx(0.6, abs=0.02)
    assert explored(survey, 201) == 340
    assert len(survey.looks()) == 400


def test_what_chance_would_explain_is_no_turning_point() -> None:
    """A change within its interval isn't, nor one of which only one side was looked at."""
    survey = surveyed(4)
    for number, won in enumerate((5, 5, 6, 4)):
        survey.store_look(number, Chance(won, 10))
    assert [(each.move, each.seat) for each in survey.turning_points()] == [(3, ANN), (4, BO)]
    half = surveyed(4)
    half.store_look(0, Chance(50, 100))
    (look,) = half.looks()
    assert (look.after, look.size, half.turning_points()) == (None, 0.0, [])
    assert Change(1, ANN, ChanceEstimate(0.5, 0.1), ChanceEstimate(1.0)).spread == 0.1


def test_the_end_is_no_decisions_doing() -> None:
    """What a seat knew after its last decision closes it; what the end reveals then turned nothing."""
    stops = [DecisionPoint(1, ANN, AgentView(ANN, None)), DecisionPoint(1, ANN, AgentView(ANN, None), closing=True)]
    survey = Survey(stops, (1, 2), 1, EXACT)
    for number in range(2):
        survey.store_look(number, Chance(50, 500))
    (look,) = survey.looks()
    assert look.after is not None
    assert look.after.share < 0.2
    assert not survey.turning_points()


def test_foresight_draws_shares_to_what_came_true() -> None:
    """Itself by default; more the more is played, and never out of order."""
    assert EXACT.chance(0.3, 0.5) == pytest.approx(0.3)
    wary = Calibration(0.9, -0.2, 0.0, -1.0)
    assert 0.3 > wary.chance(0.3, 0.0) > wary.chance(0.3, 1.0) > wary.chance(0.1, 1.0) > 0


def test_decisions_of_great_change_are_looked_at_once_more_with_what_followed() -> None:
    """Both sides of the change, by the same seat."""
    survey = surveyed(40)
    explored(survey, 21)
    moves = {survey.stops[number].move for number in survey.suspects()}
    assert {21, 23} <= moves
    assert len(moves) < 14


@FOR_EVERY_GAME
def test_the_decisions_of_a_match_are_what_everybody_was_told_of(game: AnyGame) -> None:
    """Each had more than one choice, is seen from before its first step in secret, and was not taken back."""
    (start, *_), moves = walk(game, game.seats[0], 1)
    stops = find_decision_points(start, [*map(line, moves[:60])], Rng(seed(5), 0))
    asked = [stop for stop in stops if not stop.closing]
    assert asked
    for stop in asked:
        move = moves[stop.move - 1]
        assert heard(move, None)
        assert move.seat == stop.seat == stop.view.seat
        assert len(game.rules.legal(stop.view.twin, stop.seat)) > 1


def test_what_was_taken_back_is_no_decision() -> None:
    """Only what was played instead is."""
    start = dealt(TOY)
    match, (first,) = start.play(ANN, (Lay(3),))
    match, (back,) = match.take_back(ANN)
    _, (anew,) = match.play(ANN, (Lay(5),))
    lines = [line(move) for move in (first, back, anew)]
    assert find_decision_points(start, lines[:2], Rng(seed(5), 0)) == []
    stop, closing = find_decision_points(start, lines, Rng(seed(5), 0))
    assert (stop.move, stop.seat, stop.closing) == (3, ANN, False)
    assert (closing.seat, closing.closing) == (ANN, True)
