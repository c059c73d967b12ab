"""The contract, held against every game in GAMES, for every number of seats that it can be played with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.errors import WrongSeats
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import Match
from tests import games
from tests.contract import checks, primers, secrets, takebacks
from tests.contract.walks import Walk, sample, seed, walk
from tests.every import FOR_EVERY_GAME, by_turns, every_table, slow, soak
from tests.test_architecture import files, inside, read

SEEDS = 1, 2
"""The random matches that are played by each number of people."""

BY_SEED = pytest.mark.parametrize("number", [1, soak(2)])
FOR_EVERY_TABLE = pytest.mark.parametrize("game, seats", every_table(GAMES.values()))
BY_TURNS = pytest.mark.parametrize(
    "game, seats",
    [
        pytest.param(*table.values, id=table.id, marks=(*table.marks, *([] if met else [pytest.mark.soak])))
        for turn, game in enumerate(GAMES.values())
        for table in every_table([game])
        for met in [table.values[1] == game.seats[-(turn % 2)]]
    ],
)
"""The fewest people or the most by turns of the games, for what takes long; the soak has all."""


@FOR_EVERY_GAME
def test_a_game_stands_under_its_own_key(game: AnyGame) -> None:
    """Design, Game: key, version and migrations from every older version."""
    assert GAMES[game.key] is game
    assert game.version >= 1
    assert set(game.migrations) <= set(range(game.version))
    assert game.seats.step == 1
    assert game.seats.start >= 1


@FOR_EVERY_GAME
def test_a_game_says_how_long_it_takes(game: AnyGame) -> None:
    """Design, Game.minutes: in minutes, with any number of people."""
    how = f"`minutes` in the game's record says how long it takes with each of {list(game.seats)}: {dict(game.minutes)}"
    assert set(game.minutes) == set(game.seats), how
    assert min(game.minutes.values()) > 0, how


@FOR_EVERY_GAME
def test_nobody_can_play_with_too_few_or_too_many(game: AnyGame) -> None:
    """Design, Game.seats."""
    for seats in (0, game.seats.start - 1, game.seats.stop):
        with pytest.raises(WrongSeats):
            Match.start(game, seats, seed(0))


@FOR_EVERY_GAME
def test_what_is_drawn_at_the_start_depends_on_the_seed(game: AnyGame) -> None:
    """Design, Randomness: ten seeds never make one deal ten times, unless there is nothing to draw."""
    checks.check_the_seed_counts(game)


@pytest.mark.parametrize("number", SEEDS)
@FOR_EVERY_GAME
def test_the_draws_of_a_duplicate_deal_go_by_their_occasion(game: AnyGame, number: int) -> None:
    """Design, Duplicate: none is drawn twice."""
    checks.check_draws_have_occasions(game, game.best, number)


@FOR_EVERY_GAME
def test_the_rules_know_no_words(game: AnyGame) -> None:
    """Search, replay and verification need the rules alone: nothing that they import makes a text or a scene."""
    found = shown_by(f"engine.games.{game.key}.rules")
    assert found == {}, f"let rules.py, and what it imports, take nothing but seats from engine.scene: {found}"


def test_rules_that_know_words_are_found() -> None:
    """What tells a game does make texts: a search that finds none there finds none anywhere."""
    assert {"Text", "say"} <= shown_by("engine.games.oriflamme.telling")["engine.games.oriflamme.final_report"]


SAID_BY_RULES = {"Seat", "Viewer"}


def shown_by(root: str) -> dict[str, set[str]]:
    """Return what a module and all of its game that it needs take from the vocabulary of scenes, beyond seats."""
    folder = root.rpartition(".")[0]
    modules = {each.name: each for each in map(read, files(folder.replace(".", "/"))) if each.name != folder}
    needed = [root]
    for name in needed:
        reaches = modules[name].reaches
        needed += [each for each in {*modules} - {*needed} if any(inside(reached, each) for reached in reaches)]
    found = {name: {taken for origin, taken in modules[name].imports if origin == "engine.scene"} for name in needed}
    return {name: words for name, taken in found.items() if (words := taken - SAID_BY_RULES)}


CHECKS: list[Any] = [
    (checks.check_the_questions, 200),
    (checks.check_every_question_has_a_hint, 80),
    (checks.check_the_phase, 200),
    slow(checks.check_every_choice_can_be_played, 80),
    (checks.check_telling_changes_nothing, 80),
    (checks.check_a_question_stands_for_its_seat, 40),
    (checks.check_a_way_back_shows_nothing, 40),
    slow(checks.check_an_update_refuses_old_answers, 40),
    (checks.check_other_choices_refuse_old_answers, 40),
    (checks.check_faults_change_nothing, 40),
    (checks.check_a_save_is_the_match, 80),
    (secrets.check_imagination_changes_no_frame, 100),
    (secrets.check_imagination_needs_no_more_than_the_frame, 100),
    (secrets.check_what_helps_to_decide_is_its_seats_alone, 100),
    slow(secrets.check_imagination_can_be_played, 5),
    slow(secrets.check_frames_are_complete, 20),
    soak(secrets.check_frames_are_complete, 50),
    (takebacks.check_what_is_taken_back_was_never_there, 40),
    slow(takebacks.check_what_can_be_taken_back_told_nothing, 15),
    soak(takebacks.check_what_can_be_taken_back_told_nothing, 40),
    (takebacks.check_only_who_moved_last_takes_back, 20),
]


@pytest.mark.parametrize("number, of", [(1, 2), *(soak(number, 1) for number in SEEDS)])
@pytest.mark.parametrize("check, positions, game, seats", by_turns(CHECKS, GAMES.values()))
def test_positions(
    check: Callable[[Any], None], positions: int, game: AnyGame, seats: int, number: int, of: int
) -> None:
    """Each check of a position says what it proves; here it meets those of whole random matches, or every other one."""
    for match in sample(walk(game, seats, number)[0], -(-positions // of)):
        check(match)


@pytest.mark.slow
@BY_SEED
@FOR_EVERY_TABLE
def test_what_is_refused_changes_nothing(game: AnyGame, seats: int, number: int) -> None:
    """The law of the engine, with actions that were legal at other times and seats that were asked at other times."""
    match = walk(game, seats, number)
    for position in sample(match[0], 40):
        checks.check_refusals_change_nothing(position, checks.played_before(match))


@pytest.mark.parametrize(
    "check",
    [
        checks.check_the_log_replays,
        checks.check_the_log_replays_without_telling,
        checks.check_the_end,
        secrets.check_imagination_deals_anew,
    ],
)
@BY_SEED
@FOR_EVERY_TABLE
def test_whole_matches(check: Callable[[Walk], None], game: AnyGame, seats: int, number: int) -> None:
    """Each check of a match says what it proves. Design, Saves: seed and log give every position again."""
    check(walk(game, seats, number))


@BY_SEED
@FOR_EVERY_TABLE
def test_a_log_with_take_backs_replays_to_the_position(game: AnyGame, seats: int, number: int) -> None:
    """Design, Take back: a whole match in which people change their minds, replayed line by line."""
    start = walk(game, seats, number)[0][0]
    taken_back = takebacks.check_a_log_with_take_backs_replays(start, number)
    assert taken_back or not any(match.pasts for match in walk(game, seats, number)[0])


@BY_SEED
@FOR_EVERY_TABLE
def test_a_rewound_match_plays_the_same_again(game: AnyGame, seats: int, number: int) -> None:
    """Design, Rewind: the draws after a moment come again, also from its log."""
    takebacks.check_a_rewound_match_plays_the_same_again(walk(game, seats, number)[0][0], number)


@FOR_EVERY_GAME
def test_a_primer_teaches_everything(game: AnyGame) -> None:
    """Whoever presses what is suggested meets each lesson, and is through in 25 presses."""
    primers.check_a_primer_teaches_everything(game)


@BY_SEED
@FOR_EVERY_TABLE
def test_everybody_is_told_the_headings_of_the_log(game: AnyGame, seats: int, number: int) -> None:
    """Design, Game.headings: each of them in every match, by an event that is told to all alike."""
    _, moves = walk(game, seats, number)
    heads = [told for move in moves for told in move.told_events if game.is_heading(told.event)]
    missing = {f"{game.key}-told-{key}" for key in game.headings} - {told.event.key for told in heads}
    assert not missing, f"`headings` in the game's record names what this match never tells: {sorted(missing)}"
    alone = {told.event.key for told in heads if told.to is not None or told.but is not None}
    assert not alone, f"tell everybody what is in `headings`, by `sink.all`: {sorted(alone)}"


@pytest.mark.slow
@FOR_EVERY_GAME
def test_whatever_begins_a_chapter_is_told(game: AnyGame) -> None:
    """Design, Game.chapters: in some match each of them; a name that nothing is told by would begin none."""
    moves = [move for seats in game.seats for number in SEEDS for move in walk(game, seats, number)[1]]
    told = {each.event.key for move in moves for each in move.told_events if each.to is None}
    missing = {f"{game.key}-told-{key}" for key in game.chapters} - told
    assert not missing, f"`chapters` in the game's record names what no match tells: {sorted(missing)}"


@BY_SEED
@BY_TURNS
def test_nothing_stays_hidden_once_a_match_is_over(game: AnyGame, seats: int, number: int) -> None:
    """Design, Proof: whoever asks sees every pile that nobody could look into, and before the end nobody does."""
    secrets.check_the_end_is_opened(walk(game, seats, number))
    secrets.check_every_pile_is_open_at_the_end(walk(game, seats, number)[0][-1], games.data(game.key).census)


@pytest.mark.slow
@BY_SEED
@BY_TURNS
def test_every_pile_that_is_hidden_is_dealt_anew(game: AnyGame, seats: int, number: int) -> None:
    """Design, imagine: none is forgotten, or a leak of that pile would be found by nothing."""
    for match in sample(walk(game, seats, number)[0], 5)[1:-1]:
        secrets.check_what_is_hidden_is_dealt_anew(match, games.data(game.key).census)


@BY_SEED
@FOR_EVERY_TABLE
def test_cards_are_kept_and_lie_where_they_can(game: AnyGame, seats: int, number: int) -> None:
    """The game's own count, and what its rules rule out: in every position, and in what people imagine of some."""
    census = games.data(game.key).census
    secrets.check_cards_are_kept(walk(game, seats, number), census.count, census.check)
    secrets.check_only_the_possible(walk(game, seats, number), census.possible)
