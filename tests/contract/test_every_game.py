"""The contract, held against every game in GAMES, for every number of seats that it can be played with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.errors import WrongSeats
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import Match
from tests.contract import checks
from tests.contract.censuses import CENSUSES
from tests.contract.walks import sample, seed, walk

SEEDS = (1, 2)
TABLES = [
    pytest.param(game, seats, number, id=f"{game.key}-{seats}p-{number}", marks=() if smallest else pytest.mark.slow)
    for game in GAMES.values()
    for seats in game.seats
    for number in SEEDS
    for smallest in [(seats, number) == (game.seats.start, SEEDS[0])]
]
FOR_EVERY_TABLE = pytest.mark.parametrize(("game", "seats", "number"), TABLES)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_stands_under_its_own_key(game: AnyGame) -> None:
    """Design, Game: key, version and migrations from every older version."""
    assert GAMES[game.key] is game
    assert game.rules >= 1
    assert set(game.migrations) <= set(range(game.rules))
    assert game.seats.step == 1
    assert game.seats.start >= 1


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_nobody_can_play_with_too_few_or_too_many(game: AnyGame) -> None:
    """Design, Game.seats."""
    for seats in (0, game.seats.start - 1, game.seats.stop):
        with pytest.raises(WrongSeats):
            Match.start(game, seats, seed(0))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_another_seed_is_another_match(game: AnyGame) -> None:
    """Design, Randomness: ten seeds, ten deals."""
    starts = [Match.start(game, game.seats.stop - 1, seed(number)).state for number in range(10)]
    assert all(start not in starts[:place] for place, start in enumerate(starts))


@FOR_EVERY_TABLE
@pytest.mark.parametrize(
    ("check", "positions"),
    [
        (checks.check_the_questions, 200),
        (checks.check_every_choice_can_be_played, 80),
        (checks.check_faults_change_nothing, 40),
        (checks.check_a_save_is_the_match, 80),
        (checks.check_imagination_changes_no_frame, 100),
        (checks.check_imagination_needs_no_more_than_the_frame, 100),
        (checks.check_imagination_can_be_played, 5),
        (checks.check_frames_are_complete, 50),
    ],
    ids=lambda value: value.__name__.removeprefix("check_") if callable(value) else str(value),
)
def test_positions(check: Callable[[Any], None], positions: int, game: AnyGame, seats: int, number: int) -> None:
    """Each check of a position says what it proves; here it meets the positions of whole random matches."""
    for match in sample(walk(game, seats, number)[0], positions):
        check(match)


@FOR_EVERY_TABLE
def test_what_is_refused_changes_nothing(game: AnyGame, seats: int, number: int) -> None:
    """The law of the engine, with actions that were legal at other times and seats that were asked at other times."""
    match = walk(game, seats, number)
    for position in sample(match[0], 40):
        checks.check_refusals_change_nothing(position, checks.played_before(match))


@FOR_EVERY_TABLE
def test_the_log_replays_to_the_position(game: AnyGame, seats: int, number: int) -> None:
    """Design, Saves: within one version of the rules, seed and log give every position again."""
    checks.check_the_log_replays(walk(game, seats, number))


@FOR_EVERY_TABLE
def test_a_match_ends_with_a_place_for_everybody(game: AnyGame, seats: int, number: int) -> None:
    """Design, Game: after a bounded number of moves."""
    checks.check_the_end(walk(game, seats, number))


@FOR_EVERY_TABLE
def test_what_is_hidden_is_dealt_anew(game: AnyGame, seats: int, number: int) -> None:
    """Design, imagine: it isn't a copy."""
    checks.check_imagination_deals_anew(walk(game, seats, number))


@FOR_EVERY_TABLE
def test_no_card_is_lost(game: AnyGame, seats: int, number: int) -> None:
    """Conservation: the game's own count, in every position and in what people imagine."""
    census = CENSUSES[game.key]
    checks.check_cards_are_kept(walk(game, seats, number), census.count, census.check)
