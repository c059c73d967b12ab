"""Agents, judgements and games that cheat: the contract has to catch every one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from engine.agents.agent import Pick, PickContext
from engine.game import A, Game
from engine.rng import Rng
from engine.scene import Seat, Viewer, say
from tests.engine.toy import CARDS, TOY, ToyAction, ToyRules, ToyState


class HonestJudgement:
    """A sound judgement of the toy: likes what the rules list last, the highest card."""

    horizon = 4

    def consider(self, _state: ToyState, _seat: Seat, legal: Sequence[ToyAction]) -> Sequence[ToyAction]:
        """Think of everything."""
        return legal

    def score(self, _state: ToyState, _seat: Seat, actions: Sequence[ToyAction]) -> Sequence[float]:
        """Like the later ones."""
        return [float(at) for at, _ in enumerate(actions)]

    def worth(self, state: ToyState, seat: Seat) -> float:
        """Take a high card for a good one."""
        return state.laid[seat] / 15


class PeekingJudgement(HonestJudgement):
    """A broken judgement: what it prefers goes by the others' hands."""

    def score(self, state: ToyState, seat: Seat, actions: Sequence[ToyAction]) -> Sequence[float]:
        """Like the later ones, or the earlier ones if the others hold odd cards."""
        odd = sum(card for other, hand in enumerate(state.hands) if other != seat for card in hand) % 2
        return [float(at) * (1 - 2 * odd) for at, _ in enumerate(actions)]


class ToyPlan(NamedTuple):
    """An action, and how good the toy's rollouts find it."""

    action: ToyAction
    good: float = 0.0


class HonestRollout:
    """A sound rollout of the toy, in which every action is as good."""

    imagine = staticmethod(TOY.rules.imagine)
    score = staticmethod(HonestJudgement().score)

    def speedup(self, _state: ToyState) -> int:
        """Return how many rollouts may take the place of a playout."""
        return 5

    def plans(self, _state: ToyState, _seat: Seat, actions: Sequence[ToyAction]) -> list[ToyPlan]:
        """Plan each action."""
        return [*map(ToyPlan, actions)]

    def outcomes(
        self, _world: ToyState, _seat: Seat, tried: Sequence[ToyPlan], _rng: Rng
    ) -> Sequence[tuple[float, float]]:
        """Return what was planned."""
        return [(plan.good, plan.good) for plan in tried]


class PeekingRollout(HonestRollout):
    """A broken rollout: what it plans goes by the others' hands."""

    def plans(self, state: ToyState, seat: Seat, actions: Sequence[ToyAction]) -> list[ToyPlan]:
        """Plan each action the better the higher the others' cards are."""
        others = sum(card for other, hand in enumerate(state.hands) if other != seat for card in hand)
        return [ToyPlan(action, others / 100) for action in actions]


class SpoilingRollout(HonestRollout):
    """A broken rollout: it plays in the world that it gets."""

    def outcomes(
        self, world: ToyState, seat: Seat, tried: Sequence[ToyPlan], rng: Rng
    ) -> Sequence[tuple[float, float]]:
        """Lay a card."""
        world.laid[seat] = max(CARDS)
        return super().outcomes(world, seat, tried, rng)


class ForesightRules(ToyRules):
    """A broken game: what it imagines begins with the hands as they are."""

    def imagine(self, state: ToyState, viewer: Viewer, rng: Rng) -> ToyState:
        """Deal anew, and pass the real hands of the others round."""
        imagined = super().imagine(state, viewer, rng)
        others = [seat for seat in range(len(state.hands)) if seat != viewer]
        for seat, other in zip(others, reversed(others), strict=True):
            imagined.hands[seat] = state.hands[other].copy()
        return imagined


class LoanRules(ToyRules):
    """A broken game: what it imagines shares a list with what is."""

    def imagine(self, state: ToyState, viewer: Viewer, rng: Rng) -> ToyState:
        """Deal anew, and lend the cards that were laid."""
        imagined = super().imagine(state, viewer, rng)
        if state.shown:
            imagined.laid = state.laid
        return imagined


class Peeker:
    """A broken agent, where it gets hold of the real cards: it plays by the first card of the next hand."""

    def pick(self, spot: PickContext[A]) -> Pick[A]:
        """Return an action by a card of somebody else's, as the twin has it."""
        other = spot.twin.hands[(spot.seat + 1) % len(spot.twin.hands)]
        return Pick(spot.legal[sum(other) % len(spot.legal)], say("peeked"))


def _toy(**changes: Any) -> Game[Any, Any]:
    return replace(TOY, **changes)


JUDGED = _toy(key="judged", judgement=HonestJudgement())
PEEKING_JUDGEMENT = _toy(judgement=PeekingJudgement())
PEEKING_ROLLOUT = _toy(judgement=HonestJudgement(), rollout=PeekingRollout())
SPOILING_ROLLOUT = _toy(judgement=HonestJudgement(), rollout=SpoilingRollout())
FORESIGHT = _toy(rules=ForesightRules())
LOAN = _toy(rules=LoanRules())
