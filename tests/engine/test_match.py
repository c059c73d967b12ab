"""The turn engine, proved on a toy game with hidden cards."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import Mock

import pytest

from engine.asking import Suggestion
from engine.game import AnyGame, Option
from engine.games import GAMES
from engine.match import Ask, Choice, Match, OfferReply, PicksReply
from engine.scene import Seat, Who, say
from tests.contract.walks import seats_of
from tests.engine.toy import TOY
from tests.engine.trick import SEED, answered, dropping, ended, laid, started

VIEWERS = Seat(0), Seat(1), None


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.opening], ids=lambda game: game.key)
def test_what_begins_with_the_match_is_told_as_its_next_part_is_and_by_no_move(game: AnyGame) -> None:
    """Design, Game.opening: it heads the log, the same after whatever move, and leaves the log as it was."""
    match = Match.start(game, game.seats[0], SEED)
    (begun,) = match.opening
    assert game.is_heading(begun)
    assert game.is_chapter(begun)
    assert Who(match.deciding[0]) in [fact for _, fact in begun.facts]
    seat = match.deciding[0]
    following, (move,) = match.play(seat, [match.legal[seat][0]])
    assert following.opening == (begun,)
    assert begun not in [told.event for told in move.told_events]


def test_a_game_that_tells_nothing_of_its_beginning_has_none() -> None:
    """The toy game says nothing before the first move."""
    assert started().opening == ()


def test_rules_are_asked_once_a_move() -> None:
    """A cheaper move: who decides and what is legal is found out when the match comes about, and never again."""
    rules = Mock(wraps=TOY.rules)
    match = Match.start(replace(TOY, rules=rules), 2, SEED)
    rules.reset_mock()

    match = laid(match, 0)
    assert (rules.deciding.call_count, rules.legal.call_count) == (1, 1)

    for _ in range(3):
        match.answer(Seat(1), match.question_id(Seat(1)), PicksReply((0,)))
    rules.reset_mock()
    assert [match.frame(viewer).mine is None for viewer in VIEWERS] == [True, False, True]
    assert match.deciding == (1,)
    assert not rules.deciding.called
    assert not rules.legal.called


def test_a_question_can_be_had_without_all_else_that_its_seat_sees() -> None:
    """It is the one in the frame, and nobody who isn't asked has one; the scene isn't made for it."""
    for match in (started(), laid(started(), 0), ended()):
        for seat in seats_of(match):
            ask = match.ask(seat)
            assert not match._frames
            assert ask == replace(match).frame(seat).mine


def test_closed_question_tells_others_to_wait() -> None:
    """Design, Secrets: its own seat alone has choices, in the order of their numbers, and the prompt."""
    match, winner = dropping()
    loser, waits, hand = Seat(1 - winner), say("toy-waits-drop"), match.state.hands[winner]
    mine = match.frame(winner).mine
    assert mine is not None
    assert mine.choices == tuple(Choice(number, Option(say("toy-card", card=hand[number]))) for number in range(3))
    assert (mine.prompt, mine.offers) == (say("toy-drop"), (Suggestion(say("toy-lowest")),))
    assert (mine.at_least, mine.at_most, mine.question) == (2, 2, match.question_id(winner))

    for viewer in (loser, None):
        assert match.frame(viewer).asks == (Ask(winner, waits, waits, open=False),)


def test_open_question_shows_choices_to_everybody() -> None:
    """Design, Secrets: the choices tell nothing secret."""
    match, winner = dropping()
    match = answered(match, winner, OfferReply(0))
    (ask,) = match.frame(None).asks
    assert all(match.frame(viewer).asks == (ask,) for viewer in VIEWERS)
    assert [choice.option.amount for choice in ask.choices] == [1, 2, 3]


def test_frame_is_made_once_for_each_viewer() -> None:
    """Design, Secrets: what is kept for one viewer is not what another one gets."""
    match = started()
    for viewer in VIEWERS:
        assert match.frame(viewer) is match.frame(viewer)
