"""The champion: tries what it considers in imagined worlds, and leaves the knight's choice only for a clear gain.

Theory of operation. A position with hidden cards is many positions; the champion imagines some, all of which its seat
can't tell from the real one, and plays each candidate out in every one of them, with the same draws: a candidate is
compared with the others in the same worlds, so that most of the luck of a world falls out of the comparison. When some
worlds have been seen, the worse half of the candidates is given up and the others get what is left of the budget
(sequential halving). What the knight would play is never given up, and another action takes its place only if its gain,
world by world, is more than chance would make of it.

A game may have rollouts of its own, so quick that each world is played to its end. What is compared then is what the
seat plans: the same action may be the beginning of several plans. In so many worlds the best plan is played. Such a
game imagines likely worlds for its champions, which fit how knights play. Where the best plan is better than all that
begin otherwise by more than chance would make of it, the rest of the budget is spared.

The budget counts playouts, never time, so that the same view and draws bring the same choice on every machine. Where
time is up earlier, the best choice so far stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log2, sqrt
from typing import Any

from engine.agents import random_actions
from engine.agents.agent import Pick, PickContext
from engine.agents.playouts import mix_worth, playout
from engine.frozen import frozen
from engine.game import A, Rollout
from engine.rng import Rng
from engine.scene import say

FEWEST_WORLDS = 4
"""Before so many worlds have been seen nothing is said of a gain."""
SETTLED = 2.0
"""By how many of its own standard errors a gain of a plan must lie above nothing for the rest to be spared."""
LOOK_EVERY = 8
"""After so many worlds, and each time from twice as many on, the plans are looked at for that."""


@frozen
class Champion:
    """The level that searches imagined worlds.

    `playouts` is the budget of a decision in all, more where a game's own are quicker, `candidates` how many actions
    are tried, `margin` by how many of its own standard errors a gain must lie above nothing.
    """

    playouts: int = 80
    candidates: int = 6
    margin: float = 1.0

    def pick(self, spot: PickContext[A]) -> Pick[A]:
        """Return the action with the best results, or the knight's where none is clearly better."""
        candidates = self._candidates(spot)
        if len(candidates) == 1:
            return Pick(candidates[0], say("agent-only"))

        rollout = spot.game.rollout
        budget = int(self.playouts * spot.share)
        margin = self.margin
        plans: Sequence[Any] = []
        if rollout is not None:
            plans = rollout.plans(spot.twin, spot.seat, candidates)

        if rollout is None or not plans:
            search = _Search(spot, candidates)
        else:
            search = _Search(spot, plans, rollout)
            budget *= rollout.speedup(spot.twin)
            margin = 0.0
            candidates = [plan.action for plan in plans]

        search.run(budget)
        chosen = search.best(margin)
        return Pick(
            candidates[chosen],
            say("agent-search", worlds=search.worlds, chance=search.percent(chosen)),
        )

    def _candidates(self, spot: PickContext[A]) -> list[A]:
        """Return the actions to be tried, the knight's choice first."""
        judgement = spot.game.judgement
        if len(spot.legal) == 1 or judgement is None:
            return random_actions.shortlist(spot.legal, self.candidates)

        considered = judgement.consider(spot.twin, spot.seat, spot.legal)
        if len(considered) == 1:
            return list(considered)

        scores = (spot.game.rollout or judgement).score(
            spot.twin, spot.seat, considered
        )
        places = range(len(considered))
        order = sorted(places, key=lambda at: -scores[at])
        best = order[: self.candidates]
        return [considered[at] for at in best]


class _Search:
    """The results of each candidate, world by world; the first candidate is the favourite where a judgement is.

    With a `rollout` the candidates are its plans, otherwise actions.
    """

    def __init__(
        self,
        spot: PickContext[A],
        candidates: Sequence[Any],
        rollout: Rollout[Any, A] | None = None,
    ) -> None:
        self._spot = spot
        self._candidates = candidates
        self._rollout = rollout
        self._results: list[list[float]] = [[] for _ in candidates]
        self._alive = list(range(len(candidates)))
        self._favoured = spot.game.judgement is not None

    @property
    def worlds(self) -> int:
        """Return the number of worlds that all remaining candidates were tried in."""
        return min(len(self._results[at]) for at in self._alive)

    def percent(self, at: int) -> int:
        """Return the result of the candidate `at`, in hundredths."""
        return round(100 * self._mean(at))

    def run(self, budget: int) -> None:
        """Try the candidates in world after world until the `budget` of playouts is spent or time is up."""
        stages = ceil(log2(len(self._candidates)))

        for stage in range(stages):
            part = budget // (stages - stage)
            rounds = max(1, part // len(self._alive))
            budget -= rounds * len(self._alive)
            for _ in range(rounds):
                if not self._try_all() or self._is_settled():
                    return

            if stage < stages - 1:
                self._halve()

    def _try_all(self) -> bool:
        """Try all candidates that are left in one more world, or return False if time was up first."""
        spot = self._spot
        source = spot.game.rollout or spot.game.rules
        world = source.imagine(spot.twin, spot.seat, spot.rng)
        draws = spot.rng.fresh_seed()

        if self._rollout is not None:
            return self._roll_out(self._rollout, world, Rng(draws, 0))

        for at in self._alive:
            if spot.late():
                return False
            done = playout(
                spot.game,
                world.copy(),
                spot.seat,
                self._candidates[at],
                Rng(draws, 0),
            )
            self._results[at].append(done)

        return True

    def _roll_out(self, rollout: Rollout[Any, A], world: Any, rng: Rng) -> bool:
        """Try all remaining plans in a `world`; return False if time was up first."""
        if self._spot.late():
            return False
        tried = [self._candidates[at] for at in self._alive]
        for at, ends in zip(
            self._alive,
            rollout.outcomes(world, self._spot.seat, tried, rng),
            strict=True,
        ):
            self._results[at].append(mix_worth(*ends))
        return True

    def _halve(self) -> None:
        """Give up the worse half, but not the favourite."""
        ranked = sorted(self._alive, key=lambda at: (-self._mean(at), at))
        kept = ranked[: (len(ranked) + 1) // 2]
        self._alive = sorted({*kept, 0} if self._favoured else kept)

    def best(self, margin: float) -> int:
        """Return the number of the candidate to play."""
        if not self.worlds:
            return 0

        leader = self._leader()
        if self._favoured and not self._is_clear(leader, 0, margin):
            return 0
        return leader

    def _leader(self) -> int:
        return max(self._alive, key=lambda at: (self._mean(at), -at))

    def _is_settled(self) -> bool:
        """Tell whether the best plan is clearly better than all that are left and begin with another action."""
        worlds = self.worlds
        if self._rollout is None or worlds < 2 * LOOK_EVERY or worlds % LOOK_EVERY:
            return False

        leader = self._leader()
        action = self._candidates[leader].action
        return all(
            self._candidates[at].action == action or self._is_clear(leader, at, SETTLED)
            for at in self._alive
        )

    def _is_clear(self, leader: int, behind: int, margin: float) -> bool:
        """Tell whether the gain of `leader` over another is clear, in the worlds that both were tried in."""
        pairs = zip(self._results[leader], self._results[behind], strict=False)
        gains = [one - other for one, other in pairs]
        if len(gains) < FEWEST_WORLDS:
            return False
        mean, error = mean_and_error(gains)
        return mean > margin * error

    def _mean(self, at: int) -> float:
        """Return the mean over the worlds that all remaining candidates were tried in."""
        results = self._results[at][: self.worlds]
        return sum(results) / len(results) if results else 0.0


def mean_and_error(gains: Sequence[float]) -> tuple[float, float]:
    """Return the mean of two `gains` or more, and its standard error."""
    count = len(gains)
    mean = sum(gains) / count
    variance = sum((gain - mean) ** 2 for gain in gains) / (count - 1)
    return mean, sqrt(variance / count)
