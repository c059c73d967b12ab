"""Agents of every level, held against every game at every number of seats; and cheats, who have to be caught."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from engine.agent_view import AgentView
from engine.agents import LEVELS
from engine.agents.agent import Agent
from engine.agents.champion import Champion
from engine.agents.knight import Knight
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import Match
from tests.contract import agents, broken_agents
from tests.contract.tables import by_turns, every_table
from tests.contract.walks import AnyMatch, sample, walk
from tests.engine.ballot import BALLOT
from tests.engine.toy import TOY

SMALL: dict[str, Agent] = {**LEVELS, "champion": Champion(playouts=12)}
"""The levels, the champion with a budget that a test can wait for."""

FOR_EVERY_TABLE = pytest.mark.parametrize(("game", "seats"), every_table(GAMES.values()))
FOR_EVERY_LEVEL = pytest.mark.parametrize("level", LEVELS)
EVERY_LEVEL_AT_EVERY_TABLE = pytest.mark.parametrize(("level", "game", "seats"), by_turns(LEVELS, GAMES.values()))
TOYS = pytest.mark.parametrize("game", [TOY, BALLOT, broken_agents.JUDGED], ids=lambda game: game.key)
POSITIONS = 12


def positions(game: AnyGame, seats: int, most: int = POSITIONS) -> list[AnyMatch]:
    """Return some positions of a random match in which somebody has to decide, each seat in one of them at least."""
    asking = [match for match in walk(game, seats, 1)[0] if match.deciding]
    first = [next(match for match in asking if seat in match.deciding) for seat in range(seats)]
    return [*first, *sample(asking, most)]


@pytest.mark.slow
@EVERY_LEVEL_AT_EVERY_TABLE
def test_an_agent_goes_by_what_its_seat_knows(level: str, game: AnyGame, seats: int) -> None:
    """Design, Agents: the same choice in every state that the seat can't tell from the real one, without a deadline."""
    for match in positions(game, seats):
        agents.check_an_agent_goes_by_what_its_seat_knows(match, SMALL[level])


@EVERY_LEVEL_AT_EVERY_TABLE
def test_an_answer_can_be_played(level: str, game: AnyGame, seats: int) -> None:
    """Design, Agents: a whole answer at a time, with as many picks as the question takes."""
    for match in positions(game, seats):
        agents.check_an_answer_can_be_played(match, SMALL[level])


@pytest.mark.parametrize(
    ("check", "most"),
    [
        (agents.check_a_judgement_goes_by_what_the_seat_knows, 80),
        (agents.check_plans_go_by_what_the_seat_knows, 40),
        (agents.check_a_rollout_leaves_its_world_alone, POSITIONS),
        (agents.check_a_view_holds_nothing_of_the_match, POSITIONS),
    ],
)
@FOR_EVERY_TABLE
def test_positions(check: Callable[[AnyMatch], None], most: int, game: AnyGame, seats: int) -> None:
    """Design, Agents: each check of a position says what it proves."""
    for_each(check, positions(game, seats, most))


@FOR_EVERY_TABLE
def test_every_state_has_its_worth(game: AnyGame, seats: int) -> None:
    """A judgement tells how good a state is at any time, the start and the end included."""
    for_each(agents.check_a_state_has_its_worth, sample(walk(game, seats, 1)[0], 40))


@TOYS
@FOR_EVERY_LEVEL
def test_a_toy_is_played_at_every_level(level: str, game: AnyGame) -> None:
    """A new game has rivals from its contract alone, also where many decide at once or one answer has several picks."""
    for match in positions(game, game.seats.start):
        agents.check_an_agent_goes_by_what_its_seat_knows(match, SMALL[level])
        agents.check_an_answer_can_be_played(match, SMALL[level])
        agents.check_a_judgement_goes_by_what_the_seat_knows(match)
        agents.check_a_view_holds_nothing_of_the_match(match)


def for_each(check: Callable[[AnyMatch], None], matches: Iterable[AnyMatch]) -> None:
    """Hold a check against every position."""
    for match in matches:
        check(match)


def check_a_peeker(match: AnyMatch) -> None:
    """Hold an agent that reads all cards of what it gets against the contract."""
    agents.check_an_agent_goes_by_what_its_seat_knows(match, broken_agents.Peeker())


@pytest.mark.parametrize(
    ("game", "check"),
    [
        (broken_agents.PEEKING_JUDGEMENT, agents.check_a_judgement_goes_by_what_the_seat_knows),
        (broken_agents.PEEKING_ROLLOUT, agents.check_plans_go_by_what_the_seat_knows),
        (broken_agents.SPOILING_ROLLOUT, agents.check_a_rollout_leaves_its_world_alone),
        (broken_agents.FORESIGHT, check_a_peeker),
        (broken_agents.LOAN, agents.check_a_view_holds_nothing_of_the_match),
    ],
    ids=[
        "a judgement that peeks",
        "plans that peek",
        "a rollout that changes its world",
        "a game that passes real cards round",
        "a game that lends its state",
    ],
)
def test_a_cheat_is_caught(game: AnyGame, check: Callable[[AnyMatch], None]) -> None:
    """A check that lets a cheat through proves nothing."""
    with pytest.raises(AssertionError):
        for_each(check, [match for number in range(4) for match in walk(game, 3, number)[0]])


def test_who_peeks_at_a_twin_learns_nothing() -> None:
    """The same agent that cheats where it sees the real cards is harmless with a twin: it only guesses."""
    for_each(check_a_peeker, positions(TOY, 3))


@pytest.mark.parametrize(
    ("twin", "check", "why"),
    [
        (lambda match: match.state.copy(), check_a_peeker, "can't know"),
        (lambda match: (None, match.seed), agents.check_a_view_holds_nothing_of_the_match, "seed"),
    ],
)
def test_views_of_more_than_twins_are_caught(
    twin: Callable[[AnyMatch], Any], check: Callable[[AnyMatch], None], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Agents would play by what nobody told them: what is, as a copy, or by the seed, however deep it lies."""
    monkeypatch.setattr(Match, "view", lambda match, seat, _rng: AgentView(seat, twin(match)))
    with pytest.raises(AssertionError, match=why):
        for_each(check, positions(TOY, 3))


def test_a_knight_without_a_judgement_plays_as_a_squire() -> None:
    """Where a game says nothing of what is worth what."""
    for match in positions(TOY, 3):
        for seat in match.deciding:
            assert agents.chosen(match, seat, Knight()) == agents.chosen(match, seat, LEVELS["squire"])
