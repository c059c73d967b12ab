"""The champion, which finds what wins in worlds that it imagines; and the chances of a seat in such worlds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pytest

from engine.agents.agent import Late, Pick, advise, in_time
from engine.agents.champion import Champion
from engine.agents.knight import Knight
from engine.agents.win_chances import Chance, Comparison, compare, estimate
from engine.analysis import EXACT, Calibration
from engine.game import AgentView, AnyGame
from engine.match import Match
from engine.rng import Rng
from engine.scene import Seat, Viewer, say
from engine.survey import ChanceEstimate, Change, DecisionPoint, Survey, find_decision_points
from tests.contract.broken import JUDGED, HonestJudgement, HonestRollout, ToyPlan
from tests.contract.walks import heard, line, seed, walk
from tests.engine.toy import TOY, Drop, Lay, ToyAction, ToyState
from tests.every import FOR_EVERY_GAME

ANN = Seat(0)
HIGHEST = 15


class MeekJudgement(HonestJudgement):
    """Likes the lowest card best."""

    def score(self, _state: ToyState, _seat: Seat, actions: Sequence[ToyAction]) -> Sequence[float]:
        """Like the earlier ones."""
        return [-float(at) for at, _ in enumerate(actions)]


MEEK: AnyGame = replace(JUDGED, judgement=MeekJudgement())


def dealt(game: AnyGame, hand: Sequence[int] = (1, 3, 5, HIGHEST)) -> Match[Any, Any]:
    """Return a match for two in which Ann has a hand, and Bo four of the other cards."""
    others = [card for card in range(2, 14) if card not in hand][:4]
    return Match(game, 2, seed(1), 0, (0, 0), ToyState([[*hand], others], [0, 0]))


def dropping(game: AnyGame) -> Match[Any, Any]:
    """Return a match that Ann has won, and in which she is to drop cards."""
    return Match(game, 2, seed(1), 0, (0, 0), ToyState([[1, 3, 5], [2, 4, 6]], [HIGHEST, 7]))


def laid(agent: Champion | Knight, match: Match[Any, Any], number: int = 0, late: Late = in_time) -> Any:
    """Return what an agent plays for Ann."""
    rng = Rng(seed(number), 0)
    (action,) = advise(agent, match.game, match.view(ANN, rng), rng, late).actions
    return action


@pytest.mark.parametrize("game", [TOY, JUDGED, MEEK], ids=["no judgement", "a sound one", "a bad one"])
def test_the_champion_finds_what_wins(game: AnyGame) -> None:
    """The highest card of all wins whatever the others hold, which the champion needs no judgement to find out."""
    match = dealt(game)
    assert {laid(Champion(playouts=120), match, number) for number in range(6)} == {Lay(HIGHEST)}


def test_the_knight_plays_what_its_judgement_likes() -> None:
    """Also where that is unwise."""
    match = dealt(MEEK)
    assert laid(Knight(), match) == Lay(1)


def test_without_a_clear_gain_the_judgement_stands() -> None:
    """Which cards the winner drops changes nothing: the champion drops what the knight would, in one answer."""
    match = dropping(MEEK)
    for number in range(6):
        rng = Rng(seed(number), 0)
        assert advise(Champion(), MEEK, match.view(ANN, rng), rng).actions == (Drop(1), Drop(3))


def test_decision_costs_playouts_of_budget() -> None:
    """Four candidates in half the budget, then the best two in the other half, all that are left in each world.

    One world more is the twin itself. The reason says how well they went.
    """
    rules = Mock(wraps=TOY.rules)
    match, rng = dealt(replace(TOY, rules=rules)), Rng(seed(0), 0)
    reason = advise(Champion(playouts=48), match.game, match.view(ANN, rng), rng).reason
    assert rules.imagine.call_count == 1 + 24 // 4 + 24 // 2
    assert (reason.key, dict(reason.facts)["chance"]) == ("agent-search", 100)


class Rollout(HonestRollout):
    """Two ways to go on from the lowest card, one of which is best of all, and each other card; it counts."""

    def __init__(self, *, answers: bool = True) -> None:
        self.answers = answers
        self.rolled_out = 0

    def plans(self, state: ToyState, seat: Seat, actions: Sequence[ToyAction]) -> list[ToyPlan]:
        """Plan each action, and the last one once more."""
        return [*super().plans(state, seat, actions), ToyPlan(actions[-1], 1.0)] if self.answers else []

    def outcomes(
        self, world: ToyState, seat: Seat, tried: Sequence[ToyPlan], rng: Rng
    ) -> Sequence[tuple[float, float]]:
        """Return what was planned."""
        self.rolled_out += len(tried)
        return super().outcomes(world, seat, tried, rng)


def test_settled_plans_spare_the_rest_of_the_budget() -> None:
    """Five plans in sixteen worlds: one is better than all that begin with another card, each time."""
    rollout = Rollout()
    assert laid(Champion(playouts=400), dealt(replace(JUDGED, rollout=rollout))) == Lay(1)
    assert rollout.rolled_out == 5 * 16


class Alike(Rollout):
    """Plans in two ways to go on from the same card, which bring the same."""

    def plans(self, _state: ToyState, _seat: Seat, actions: Sequence[ToyAction]) -> list[ToyPlan]:
        """Plan the first action twice."""
        return [ToyPlan(actions[0]), ToyPlan(actions[0])]


def test_plans_that_begin_alike_are_settled_soon() -> None:
    """Which of them is better changes nothing now."""
    rollout = Alike()
    assert laid(Champion(), dealt(replace(JUDGED, rollout=rollout))) == Lay(HIGHEST)
    assert rollout.rolled_out == 2 * 16


class Marking(Rollout):
    """Imagines worlds of its own, marks them, and likes the lowest card best; it notes the first plan."""

    first: ToyPlan | None = None

    def imagine(self, state: ToyState, viewer: Viewer, rng: Rng) -> ToyState:
        """Mark the world."""
        return replace(TOY.rules.imagine(state, viewer, rng), chance=HIGHEST)

    def score(self, state: ToyState, seat: Seat, actions: Sequence[ToyAction]) -> Sequence[float]:
        """Like the earlier ones."""
        return MeekJudgement().score(state, seat, actions)

    def outcomes(
        self, world: ToyState, seat: Seat, tried: Sequence[ToyPlan], rng: Rng
    ) -> Sequence[tuple[float, float]]:
        """Note what is tried first, in a world with the mark."""
        assert world.chance == HIGHEST
        self.first = self.first or tried[0]
        return super().outcomes(world, seat, tried, rng)


def test_rollouts_imagine_and_prefer_for_the_champion() -> None:
    """The game's own worlds are played, and the action that its rollouts prefer is planned first."""
    rollout = Marking()
    laid(Champion(), dealt(replace(JUDGED, rollout=rollout)))
    assert rollout.first is not None
    assert rollout.first.action == Lay(1)


class Wavering(Rollout):
    """The best plan is much better in one world, and somewhat less worse in the next."""

    def outcomes(
        self, world: ToyState, seat: Seat, tried: Sequence[ToyPlan], rng: Rng
    ) -> Sequence[tuple[float, float]]:
        """Return a little more than a half in the mean for the best plan."""
        ends = super().outcomes(world, seat, tried, rng)
        self.answers = not self.answers
        best = 0.2 if self.answers else 0.9
        return [(best, best) if won else (0.5, 0.5) for won, _ in ends]


def test_what_is_compared_are_plans_where_a_game_has_rollouts() -> None:
    """The same action is good or bad by how the seat goes on; `speedup` times as many of them are tried, if need be.

    The best is played though its gain is not clear: in so many worlds it is the better guess.
    """
    rollout = Wavering()
    match = dealt(replace(JUDGED, rollout=rollout))
    assert laid(Champion(playouts=48), match) == Lay(1)
    assert 0.8 * 5 * 48 < rollout.rolled_out <= 5 * 48
    assert laid(Champion(), dealt(replace(JUDGED, rollout=Wavering()), [1, 3])) == Lay(1)


def test_where_nothing_is_planned_worlds_are_played_by_the_rules() -> None:
    """A game may have rollouts for a part of it."""
    rollout = Rollout(answers=False)
    match = dealt(replace(MEEK, rollout=rollout))
    assert laid(Champion(playouts=120), match) == Lay(HIGHEST)
    assert not rollout.rolled_out


def after(calls: int) -> Callable[[], bool]:
    """Return a clock by which time is up after so many looks at it."""
    left = [calls]

    def late() -> bool:
        left[0] -= 1
        return left[0] < 0

    return late


@pytest.mark.parametrize("calls", [0, 1, 3, 4, 5, 9, 30])
def test_choice_is_there_whenever_time_is_up(calls: int) -> None:
    """The deadline is a net: nothing seen yet means what the knight would play, later the best so far."""
    match, planned = dealt(MEEK), dealt(replace(JUDGED, rollout=Rollout()))
    action, rolled_out = (laid(Champion(playouts=400), each, late=after(calls)) for each in (match, planned))
    assert action in match.legal[ANN]
    assert rolled_out == Lay(HIGHEST if calls < 4 else 1)
    if calls < 4:
        assert action == Lay(1)
    assert laid(Champion(playouts=10**6), match, late=after(60)) == Lay(HIGHEST), "long before the budget is spent"


# Chances

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
