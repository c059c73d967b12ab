"""The champion: it finds what wins in the worlds that it imagines, and leaves the knight's choice for nothing less."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pytest

from engine.agents.agent import Late, advise, in_time
from engine.agents.champion import Champion
from engine.agents.knight import Knight
from engine.game import AnyGame
from engine.match import Match
from engine.rng import Rng
from engine.scene import Seat, Viewer
from tests.contract.broken import JUDGED, HonestJudgement, HonestRollout, ToyPlan
from tests.contract.walks import seed
from tests.engine.toy import TOY, Drop, Lay, ToyAction, ToyState

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
