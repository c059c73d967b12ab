"""What every agent, and every judgement of a game, has to keep to: it goes by what its seat knows, and nothing else."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from dataclasses import is_dataclass
from types import FunctionType, ModuleType
from typing import Any

from engine.agents.agent import Agent, advise
from engine.frozen import is_frozen
from engine.rng import Rng
from engine.scene import Seat
from tests.contract.walks import AnyMatch, imagined, seed

WORLDS = 2
NO_PART = (type, ModuleType, FunctionType)
"""What a value only refers to: code."""


def chosen(match: AnyMatch, seat: Seat, agent: Agent, number: int = 0) -> tuple[Any, ...]:
    """Return what an agent plays for a seat, with the random stream of that number and without a deadline."""
    rng = Rng(seed(1_000_003 + number), 0)
    return advise(agent, match.game, match.view(seat, rng), rng).actions


def check_an_agent_goes_by_what_its_seat_knows(match: AnyMatch, agent: Agent) -> None:
    """Expect the same choice in all states that the seat can't tell apart, with the same random stream."""
    for seat in match.deciding:
        here = chosen(match, seat, agent)
        for number in range(WORLDS):
            there = chosen(imagined(match, seat, number), seat, agent)
            assert there == here, f"seat {seat} plays {here} or {there} by something that it can't know"


def check_an_answer_can_be_played(match: AnyMatch, agent: Agent) -> None:
    """Expect as many picks as the question takes, all legal in their turn."""
    for seat in match.deciding:
        actions = chosen(match, seat, agent)
        picks = match.game.telling.question(match.state, seat).at_least
        assert len(actions) == picks, f"an answer takes {picks} picks, not {len(actions)}"
        match.play(seat, actions)


def check_a_judgement_goes_by_what_the_seat_knows(match: AnyMatch) -> None:
    """`consider` and `score` say the same of all states that the seat can't tell apart, and leave them alone."""
    judgement, rules = match.game.judgement, match.game.rules
    if judgement is None:
        return
    for seat in match.deciding:
        legal, before = match.legal[seat], match.state.copy()
        thought = judgement.consider(match.state, seat, legal)
        assert thought, "somebody sane thinks of one action at least"
        assert set(thought) <= set(legal), "`consider` takes from what is legal"
        scores = list(judgement.score(match.state, seat, thought))
        assert len(scores) == len(thought), "`score` has a score for each action"
        for number in range(WORLDS):
            other = imagined(match, seat, number).state
            same = list(judgement.consider(other, seat, rules.legal(other, seat))) == list(thought)
            assert same, f"what seat {seat} considers goes by something that it can't know"
            assert list(judgement.score(other, seat, thought)) == scores, (
                f"what seat {seat} prefers goes by something that it can't know: look at its own cards and open ones"
            )
        assert match.state == before, "a judgement leaves the state alone"


def check_plans_go_by_what_the_seat_knows(match: AnyMatch) -> None:
    """`plans` says the same in all states that the seat can't tell apart; each begins with a legal action."""
    rollout, judgement = match.game.rollout, match.game.judgement
    if rollout is None or judgement is None:
        return
    for seat in match.deciding:
        legal, before = match.legal[seat], match.state.copy()
        thought = judgement.consider(match.state, seat, legal)
        plans = list(rollout.plans(match.state, seat, thought))
        assert all(plan.action in legal for plan in plans), "a plan begins with what is legal"
        for number in range(WORLDS):
            there = list(rollout.plans(imagined(match, seat, number).state, seat, thought))
            assert there == plans, f"what seat {seat} plans goes by something that it can't know: {plans} or {there}"
        assert match.state == before, "to plan leaves the state alone"


def check_a_rollout_leaves_its_world_alone(match: AnyMatch) -> None:
    """`outcomes` has two numbers from 0 to 1 for each plan, the same with the same draws, whatever else is tried."""
    rollout, judgement = match.game.rollout, match.game.judgement
    if rollout is None or judgement is None:
        return
    for seat in match.deciding:
        world = imagined(match, seat, 1).state
        before, plans = world.copy(), rollout.plans(world, seat, judgement.consider(world, seat, match.legal[seat]))
        if not plans:
            continue
        ends = list(rollout.outcomes(world, seat, plans, Rng(seed(5), 0)))
        assert all(0 <= number <= 1 for end in ends for number in end), "what comes out lies between 0 and 1"
        alone = [rollout.outcomes(world, seat, [plan], Rng(seed(5), 0))[0] for plan in plans]
        assert alone == ends, "a plan comes out the same whatever is tried beside it"
        assert world == before, "a rollout leaves its world alone"


def check_a_state_has_its_worth(match: AnyMatch) -> None:
    """`worth` lies between 0 and 1, in every position."""
    judgement = match.game.judgement
    for seat in range(match.seats if judgement else 0):
        worth = judgement.worth(match.state, Seat(seat)) if judgement else 0
        assert 0 <= worth <= 1, f"`worth` is about a chance: {worth}"


def check_a_view_holds_nothing_of_the_match(match: AnyMatch) -> None:
    """Nothing that can change is shared with the real state, and neither the match nor its seed is within reach."""
    real = {id(one) for one in reach(match.state) if _changes(one)}
    for seat in match.deciding:
        view = match.view(seat, Rng(seed(7), 0))
        for one in reach(view):
            assert id(one) not in real, f"seat {seat}'s view shares a {type(one).__name__} with the real state"
            assert one is not match, f"seat {seat}'s view leads to the match"
            assert one != match.seed, f"seat {seat}'s view leads to the seed"


def reach(root: Any) -> Iterator[Any]:
    """Yield everything that a value leads to, but for code."""
    seen, todo = {id(root)}, [root]
    while todo:
        one = todo.pop()
        yield one
        new = [other for other in gc.get_referents(one) if id(other) not in seen and not isinstance(other, NO_PART)]
        seen.update(map(id, new))
        todo += new


def _changes(one: Any) -> bool:
    return isinstance(one, list | dict | set | bytearray) or (is_dataclass(one) and not is_frozen(one))
