"""The contract itself, proved: a sound toy game passes, and each broken one is caught by the check meant for it."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from collections.abc import Iterable
from types import ModuleType

import pytest

from engine.game import AnyGame
from engine.match import Match
from tests.contract import broken, checks, primers, secrets, takebacks
from tests.contract.censuses import Census
from tests.contract.test_every_game import CHECKS
from tests.contract.walks import Check, Walk, sample, seed, walk
from tests.engine.ballot import BALLOT
from tests.engine.toy import TOY, ToyState

OF_A_POSITION: list[Check] = [
    check
    for check in dict.fromkeys(getattr(each, "values", each)[0] for each in CHECKS)
    if check is not checks.check_every_question_has_a_hint
]
"""The toys explain nothing."""

LASTING = secrets.check_frames_are_complete, takebacks.check_what_can_be_taken_back_told_nothing
"""Checks that try for each viewer of a position all that the others might hold or do."""

SOUND = pytest.mark.parametrize("game", [TOY, BALLOT], ids=lambda game: game.key)


MANY_SEATS = 3
POSITIONS = 6
FEWER = 3


def matches(game: AnyGame) -> Iterable[Walk]:
    """Return some random matches of a toy, with as few and with as many as can play."""
    numbers = range(1 if len(game.seats) > MANY_SEATS else 4)
    return [walk(game, seats, number) for seats in (game.seats[0], game.seats[-1]) for number in numbers]


def count(state: ToyState) -> Counter[int]:
    """Count the toy's cards that lie open, in hands or dropped."""
    return Counter([*(card for hand in state.hands for card in hand), *filter(None, state.laid), *state.dropped])


CENSUS = Census(count, lambda _cards, _seats: None)


def check_all(game: AnyGame, check: Check, positions: int = POSITIONS) -> None:
    """Hold a check against untouched matches, and against positions from the start to the end of some random ones."""
    for seats in (game.seats[0], game.seats[-1]):
        check(Match.start(game, seats, seed(0)))
    for walked in matches(game):
        for match in sample(walked[0], positions):
            check(match)


def takes(game: AnyGame, check: Check, positions: int) -> tuple[pytest.MarkDecorator, ...]:
    """Return how long a check takes: what looks at a position from every side takes long where there are eight."""
    lasting = game is BALLOT and check in LASTING
    return (pytest.mark.slow, pytest.mark.soak) if lasting or positions > FEWER else (pytest.mark.slow,)


@pytest.mark.parametrize(
    "check, positions, game",
    [
        pytest.param(
            check, positions, game, id=f"{check.__name__}-{positions}-{game.key}", marks=takes(game, check, positions)
        )
        for check in OF_A_POSITION
        for positions in (FEWER, POSITIONS)
        for game in (TOY, BALLOT)
    ],
)
def test_a_sound_game_passes_each_check_of_a_position(game: AnyGame, check: Check, positions: int) -> None:
    """The toys keep to the contract: hidden cards and chance, or eight who decide at once without a deal."""
    check_all(game, check, positions)


@pytest.mark.slow
@SOUND
def test_a_sound_game_passes_each_check_of_a_match(game: AnyGame) -> None:
    """The toys keep to the contract."""
    for walked in matches(game):
        checks.check_the_log_replays(walked)
        checks.check_the_log_replays_without_telling(walked)
        checks.check_the_end(walked)
        secrets.check_the_end_is_opened(walked)
        takebacks.check_a_log_with_take_backs_replays(walked[0][0], 1)
        takebacks.check_a_rewound_match_plays_the_same_again(walked[0][0], 1)
        secrets.check_imagination_deals_anew(walked)
        for match in sample(walked[0], POSITIONS):
            checks.check_refusals_change_nothing(match, checks.played_before(walked))


@pytest.mark.parametrize(
    "part, check",
    [
        (broken.PeekingTelling, secrets.check_imagination_changes_no_frame),
        (broken.TattlingRules, secrets.check_frames_are_complete),
        (broken.ListeningRules, checks.check_telling_changes_nothing),
        (broken.CheatingRules, secrets.check_imagination_needs_no_more_than_the_frame),
        (broken.MeddlingRules, secrets.check_imagination_changes_no_frame),
        (broken.RepeatingRules, checks.check_the_questions),
        (broken.EndlessRankingTelling, checks.check_the_questions),
        (broken.SharingRules, checks.check_every_choice_can_be_played),
        (broken.SharingRules, checks.check_faults_change_nothing),
        (broken.ChattyTelling, checks.check_a_question_stands_for_its_seat),
        (broken.PrivatePhaseTelling, checks.check_the_phase),
        (broken.CarelessRules, takebacks.check_what_can_be_taken_back_told_nothing),
        (broken.HintingRules, takebacks.check_what_can_be_taken_back_told_nothing),
        (broken.TattlingRules, takebacks.check_what_can_be_taken_back_told_nothing),
        (broken.SmudgingTelling, checks.check_a_way_back_shows_nothing),
    ],
    ids=lambda value: value.__name__,
)
def test_a_broken_game_is_caught(part: broken.Part, check: Check) -> None:
    """A check that lets a fault through proves nothing."""
    with pytest.raises(AssertionError):
        check_all(broken.broken(part), check)


@pytest.mark.slow
def test_a_pile_that_is_not_imagined_is_caught() -> None:
    """All other checks are content with it: what `imagine` forgets is the same in all that they compare."""
    partial = broken.broken(broken.PartialRules)
    for game in (TOY, partial):
        for walked in matches(game):
            for check in (secrets.check_imagination_changes_no_frame, checks.check_the_questions):
                check(walked[0][0])
    for walked in matches(TOY):
        for match in walked[0]:
            secrets.check_what_is_hidden_is_dealt_anew(match, CENSUS)
    for number in range(4):
        begun = walk(partial, partial.seats[-1], number)[0][0]
        with pytest.raises(AssertionError, match=r"can't see what lies in state.hands\[0\], and it matters later"):
            secrets.check_what_is_hidden_is_dealt_anew(begun, CENSUS)


@pytest.mark.parametrize("module", [checks, primers, secrets, takebacks], ids=lambda module: module.__name__)
def test_every_check_says_what_to_do(module: ModuleType) -> None:
    """A game's author reads the sentence of the check that fails, not its code."""
    asserts = [node for node in ast.walk(ast.parse(inspect.getsource(module))) if isinstance(node, ast.Assert)]
    assert asserts
    assert not [ast.unparse(node) for node in asserts if node.msg is None]


@SOUND
def test_a_sound_game_starts_by_its_seed_or_draws_nothing(game: AnyGame) -> None:
    """The toys keep to the contract: one deals, the other has no deal."""
    checks.check_the_seed_counts(game)


def test_a_deal_that_is_always_the_same_is_caught() -> None:
    """Design, Randomness: who draws and doesn't use it is found out."""
    with pytest.raises(AssertionError, match="drawn"):
        checks.check_the_seed_counts(broken.broken(broken.StackedRules))


def test_what_stays_hidden_after_the_end_is_caught() -> None:
    """Design, Proof: a game that forgets what everybody held, though it may follow from all that lies open."""
    for walked in matches(TOY):
        secrets.check_every_pile_is_open_at_the_end(walked[0][-1], CENSUS)
    for walked in matches(broken.FORGETFUL):
        with pytest.raises(AssertionError, match="hidden"):
            secrets.check_the_end_is_opened(walked)
        with pytest.raises(AssertionError, match=r"nobody sees state\.\w+.*: show it in `opened`"):
            secrets.check_every_pile_is_open_at_the_end(walked[0][-1], CENSUS)


def test_a_lost_card_is_caught() -> None:
    """Conservation: the census of a broken toy changes."""
    for walked in matches(TOY):
        assert {count(match.state).total() for match in walked[0]} == {4 * walked[0][0].seats}
    for walked in matches(broken.broken(broken.LosingRules)):
        with pytest.raises(AssertionError):
            secrets.check_cards_are_kept(walked, count, CENSUS.check)
