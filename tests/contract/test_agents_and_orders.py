"""Agents and standing orders, held against every game at every number of seats; and cheats, who have to be caught."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import is_dataclass, replace
from itertools import pairwise
from types import FunctionType, ModuleType
from typing import Any

import pytest

from engine import standing_orders
from engine.agents import LEVELS
from engine.agents.agent import Agent, advise
from engine.agents.champion import Champion
from engine.agents.knight import Knight
from engine.events import Event
from engine.game import AgentView, AnyGame
from engine.games import GAMES
from engine.match import Match
from engine.orders import OrderAnswer
from engine.rng import Rng
from engine.scene import Seat
from tests.contract import broken, lasting, orders
from tests.contract.checks import check_every_question_has_a_hint
from tests.contract.orders import ordered_walk
from tests.contract.walks import AnyMatch, Check, imagined, sample, seed, walk
from tests.engine.ballot import BALLOT
from tests.engine.errand import ERRAND
from tests.engine.toy import TOY
from tests.every import by_turns, every_table, slow

WORLDS = 2
NO_PART = (type, ModuleType, FunctionType)
"""What a value only refers to: code."""


def chosen(match: AnyMatch, seat: Seat, agent: Agent, number: int = 0) -> tuple[Any, ...]:
    """Return what an agent plays for a seat, with the random stream of that number and without a deadline."""
    rng = Rng(seed(1_000_003 + number), 0)
    return advise(agent, match.game, match.view(seat, rng), rng).actions


def check_an_agent_goes_by_what_its_seat_knows(match: AnyMatch, agent: Agent) -> None:
    """Expect the same choice, without a deadline, in all states that the seat can't tell apart."""
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
    return isinstance(one, list | dict | set | bytearray) or (is_dataclass(one) and "__frozen__" not in vars(type(one)))


SMALL: dict[str, Agent] = {**LEVELS, "champion": Champion(playouts=12)}
"""The levels, the champion with a budget that a test can wait for."""

FOR_EVERY_TABLE = pytest.mark.parametrize("game, seats", every_table(GAMES.values()))
POSITIONS = 12


def positions(game: AnyGame, seats: int, most: int = POSITIONS) -> list[AnyMatch]:
    """Return some positions of a random match in which somebody has to decide, each seat in one of them at least."""
    asking = [match for match in walk(game, seats, 1)[0] if match.deciding]
    first = [next(match for match in asking if seat in match.deciding) for seat in range(seats)]
    return [*first, *sample(asking, most)]


@pytest.mark.parametrize(
    "check",
    [slow(check_an_agent_goes_by_what_its_seat_knows), check_an_answer_can_be_played],
)
@pytest.mark.parametrize("level, game, seats", by_turns(LEVELS, GAMES.values()))
def test_agents(check: Callable[[AnyMatch, Agent], None], level: str, game: AnyGame, seats: int) -> None:
    """Design, Agents: each check of an agent says what it proves."""
    for match in positions(game, seats):
        check(match, SMALL[level])


@pytest.mark.parametrize(
    "check, most",
    [
        (check_a_judgement_goes_by_what_the_seat_knows, 80),
        (check_plans_go_by_what_the_seat_knows, 40),
        (check_a_rollout_leaves_its_world_alone, POSITIONS),
        (check_a_view_holds_nothing_of_the_match, POSITIONS),
    ],
)
@FOR_EVERY_TABLE
def test_positions(check: Check, most: int, game: AnyGame, seats: int) -> None:
    """Design, Agents: each check of a position says what it proves."""
    for_each(check, positions(game, seats, most))


@FOR_EVERY_TABLE
def test_every_state_has_its_worth(game: AnyGame, seats: int) -> None:
    """A judgement tells how good a state is at any time, the start and the end included."""
    for_each(check_a_state_has_its_worth, sample(walk(game, seats, 1)[0], 40))


@pytest.mark.parametrize("game", [TOY, BALLOT, broken.JUDGED], ids=lambda game: game.key)
@pytest.mark.parametrize("level", LEVELS)
def test_a_toy_is_played_at_every_level(level: str, game: AnyGame) -> None:
    """A new game has rivals from its contract alone, also where many decide at once or one answer has several picks."""
    for match in positions(game, game.seats.start):
        check_an_agent_goes_by_what_its_seat_knows(match, SMALL[level])
        check_an_answer_can_be_played(match, SMALL[level])
        check_a_judgement_goes_by_what_the_seat_knows(match)
        check_a_view_holds_nothing_of_the_match(match)


def for_each(check: Check, matches: Iterable[AnyMatch]) -> None:
    """Hold a check against every position."""
    for match in matches:
        check(match)


def check_a_peeker(match: AnyMatch) -> None:
    """Hold an agent that reads all cards of what it gets against the contract."""
    check_an_agent_goes_by_what_its_seat_knows(match, broken.Peeker())


@pytest.mark.parametrize(
    "game, check",
    [
        (broken.PEEKING_JUDGEMENT, check_a_judgement_goes_by_what_the_seat_knows),
        (broken.PEEKING_ROLLOUT, check_plans_go_by_what_the_seat_knows),
        (broken.SPOILING_ROLLOUT, check_a_rollout_leaves_its_world_alone),
        (broken.FORESIGHT, check_a_peeker),
        (broken.LOAN, check_a_view_holds_nothing_of_the_match),
    ],
    ids=[
        "a judgement that peeks",
        "plans that peek",
        "a rollout that changes its world",
        "a game that passes real cards round",
        "a game that lends its state",
    ],
)
def test_a_cheat_is_caught(game: AnyGame, check: Check) -> None:
    """A check that lets a cheat through proves nothing."""
    with pytest.raises(AssertionError):
        for_each(check, [match for number in range(4) for match in walk(game, 3, number)[0]])


def test_who_peeks_at_a_twin_learns_nothing() -> None:
    """The same agent that cheats where it sees the real cards is harmless with a twin: it only guesses."""
    for_each(check_a_peeker, positions(TOY, 3))


@pytest.mark.parametrize(
    "twin, check, why",
    [
        (lambda match: match.state.copy(), check_a_peeker, "can't know"),
        (lambda match: (None, match.seed), check_a_view_holds_nothing_of_the_match, "seed"),
    ],
)
def test_views_of_more_than_twins_are_caught(
    twin: Callable[[AnyMatch], Any], check: Check, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Agents would play by what nobody told them: what is, as a copy, or by the seed, however deep it lies."""
    monkeypatch.setattr(Match, "view", lambda match, seat, _rng: AgentView(seat, twin(match)))
    with pytest.raises(AssertionError, match=why):
        for_each(check, positions(TOY, 3))


def test_a_knight_without_a_judgement_plays_as_a_squire() -> None:
    """Where a game says nothing of what is worth what."""
    for match in positions(TOY, 3):
        for seat in match.deciding:
            assert chosen(match, seat, Knight()) == chosen(match, seat, LEVELS["squire"])


# Standing orders

ORDERED = [game for game in (ERRAND, *GAMES.values()) if game.ordering is not None]
TABLES = every_table(ORDERED)


@pytest.mark.parametrize("positions", [POSITIONS, pytest.param(40, marks=(pytest.mark.slow, pytest.mark.soak))])
@pytest.mark.parametrize(
    "check, game, seats", by_turns([*orders.CHECKS, lasting.check_a_take_back_costs_nobody_an_order], ORDERED)
)
def test_orders(check: Check, positions: int, game: AnyGame, seats: int) -> None:
    """Each check of a position says what it proves; here it meets the positions of whole random matches."""
    for_each(check, orders.every(ordered_walk(game, seats, 1)[0], positions))


@pytest.mark.parametrize("game, seats", every_table(ORDERED[1:]))
def test_every_order_is_explained(game: AnyGame, seats: int) -> None:
    """Beside the questions of the rules, which are explained in every match."""
    for_each(check_every_question_has_a_hint, orders.every(ordered_walk(game, seats, 1)[0], 40))


@pytest.mark.parametrize(
    "part, check",
    [
        (broken.TattlingOrdering, orders.check_an_order_shows_nobody_what_it_is),
        (broken.ImmortalOrdering, orders.check_orders_end),
        (broken.RecklessOrdering, orders.check_orders_answer_legally),
        (broken.EmptyOrdering, orders.check_orders_answer_legally),
        (broken.ObligingOrdering, orders.check_what_nobody_ordered_is_answered_whatever_the_hand),
        (broken.PeekingOrdering, orders.check_what_can_be_ordered_goes_by_what_the_seat_knows),
        (broken.BiasedOrdering, orders.check_what_can_be_ordered_goes_by_what_the_seat_knows),
        (broken.MumblingTelling, orders.check_orders_have_words),
    ],
    ids=lambda value: value.__name__,
)
def test_a_broken_order_is_caught(part: broken.Part, check: Check) -> None:
    """A check that a broken toy passes proves nothing."""
    positions = [match for number in range(8) for match in walked(broken.broken(part), number)]
    with pytest.raises(AssertionError):
        for_each(check, positions)


@pytest.mark.parametrize("game, seats", TABLES)
def test_a_lasting_order_shows_nowhere(game: AnyGame, seats: int) -> None:
    """Design, Secrets: neither that there is one nor which, before its seat has answered or the question is closed."""
    hidden = lasting.check_a_lasting_order_shows_nowhere(game, seats)
    begun = Match.start(game, seats, seed(1), orders=True)
    assert hidden or not any(topic.lasting for topic in begun.topics(Seat(0)))


@pytest.mark.parametrize("game", [ERRAND, GAMES["fortheking"]], ids=lambda game: game.key)
def test_a_lasting_order_that_is_shown_is_caught(monkeypatch: pytest.MonkeyPatch, game: AnyGame) -> None:
    """What lasting orders come to counted as an answer once, which told everybody that there is one."""
    monkeypatch.setattr(standing_orders, "mark_presumed", lambda order: order)
    with pytest.raises(AssertionError, match="shows by who is asked"):
        lasting.check_a_lasting_order_shows_nowhere(game, game.seats[0])


@pytest.mark.parametrize("game, number", [("fortheking", 5), ("oriflamme", 1)])
def test_a_take_back_that_ends_orders_is_caught(monkeypatch: pytest.MonkeyPatch, game: str, number: int) -> None:
    """A past that knows nothing of orders gives the state back, and the others are asked by hand."""
    monkeypatch.setattr(standing_orders, "restore_ended", lambda _game, _state, found, _to: found)
    with pytest.raises(AssertionError, match="ends with its take-back"):
        for_each(lasting.check_a_take_back_costs_nobody_an_order, ordered_walk(GAMES[game], 3, number)[0])


def walked(game: AnyGame, number: int) -> list[AnyMatch]:
    """Return the positions of the sound toy's walk, each with what the orders come to in a broken one."""
    return [
        replace(
            match,
            game=game,
            orders=standing_orders.drop_fallen_orders(game, match.state, match.seq, before.orders or match.orders),
        )
        for before, match in pairwise(ordered_walk(ERRAND, 3, number)[0])
        if match.orders is not None
    ]


def test_an_order_that_leaks_by_an_event_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an owner is told of an order must reach nobody else."""

    def loud(_seat: Seat, carried: OrderAnswer[object], events: Sequence[Event]) -> tuple[Event, ...]:
        return (*events, Event(f"ordered-{carried.told}", carried.facts))

    monkeypatch.setattr(standing_orders, "note_order", loud)
    positions = [match for number in range(8) for match in ordered_walk(ERRAND, 3, number)[0]]
    with pytest.raises(AssertionError, match="had ordered"):
        for_each(orders.check_an_ordered_move_is_told_as_if_made_by_hand, positions)
