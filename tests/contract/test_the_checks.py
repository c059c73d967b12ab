"""The contract itself, proved: a sound toy game passes, and each broken one is caught by the check meant for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import pytest

from engine.match import Match
from tests.contract import broken_toys, checks
from tests.contract.walks import AnyMatch, Walk, seed, walk
from tests.engine.toy import Toy, ToyState

OF_A_POSITION: tuple[Callable[[AnyMatch], None], ...] = (
    checks.check_the_questions,
    checks.check_every_choice_can_be_played,
    checks.check_faults_change_nothing,
    checks.check_a_save_is_the_match,
    checks.check_imagination_changes_no_frame,
    checks.check_imagination_needs_no_more_than_the_frame,
    checks.check_imagination_can_be_played,
    checks.check_frames_are_complete,
)


def matches(game: Toy) -> Iterable[Walk]:
    """Return some random matches of a toy."""
    return [walk(game, seats, number) for seats in game.seats for number in range(4)]


def count(state: ToyState) -> Counter[int]:
    """Count the toy's cards that lie open, in hands or dropped."""
    return Counter([*(card for hand in state.hands for card in hand), *filter(None, state.laid), *state.dropped])


def check_all(game: Toy, check: Callable[[AnyMatch], None]) -> None:
    """Hold a check against untouched matches, and against every position of some random ones."""
    for seats in game.seats:
        check(Match.start(game, seats, seed(0)))
    for walked in matches(game):
        for match in walked[0]:
            check(match)


@pytest.mark.parametrize("check", OF_A_POSITION, ids=lambda check: check.__name__)
def test_a_sound_game_passes_each_check_of_a_position(check: Callable[[AnyMatch], None]) -> None:
    """The toy keeps to the contract."""
    check_all(Toy(), check)


def test_a_sound_game_passes_each_check_of_a_match() -> None:
    """The toy keeps to the contract."""
    for walked in matches(Toy()):
        checks.check_the_log_replays(walked)
        checks.check_the_end(walked)
        checks.check_imagination_deals_anew(walked)
        for match in walked[0]:
            checks.check_refusals_change_nothing(match, checks.played_before(walked))


@pytest.mark.parametrize(
    ("game", "check"),
    [
        (broken_toys.PeekingToy(), checks.check_imagination_changes_no_frame),
        (broken_toys.TattlingToy(), checks.check_frames_are_complete),
        (broken_toys.CheatingToy(), checks.check_imagination_needs_no_more_than_the_frame),
        (broken_toys.MeddlingToy(), checks.check_imagination_changes_no_frame),
        (broken_toys.RepeatingToy(), checks.check_the_questions),
        (broken_toys.SharingToy(), checks.check_every_choice_can_be_played),
        (broken_toys.SharingToy(), checks.check_faults_change_nothing),
    ],
    ids=lambda value: getattr(value, "__name__", type(value).__name__),
)
def test_a_broken_game_is_caught(game: Toy, check: Callable[[AnyMatch], None]) -> None:
    """A check that lets a fault through proves nothing."""
    with pytest.raises(AssertionError):
        check_all(game, check)


def test_a_lost_card_is_caught() -> None:
    """Conservation: the census of a broken toy changes."""
    for walked in matches(Toy()):
        assert {count(match.state).total() for match in walked[0]} == {4 * walked[0][0].seats}
    for walked in matches(broken_toys.LosingToy()):
        with pytest.raises(AssertionError):
            checks.check_cards_are_kept(walked, count, lambda _cards, _seats: None)
