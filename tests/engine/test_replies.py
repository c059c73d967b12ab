"""Answers as data: picks, ready-made answers and named numbers, each played whole or refused."""

from dataclasses import replace

import pytest

from engine.errors import IllegalAction, MatchOver, NotYourTurn, StaleAction
from engine.match import Match, Named, Offered, Picks, Reply
from engine.rng import Rng
from engine.scene import Seat
from engine.telling import Tell
from tests.engine.ballot import BALLOT, Anew, Rank
from tests.engine.matches import SEED, after, answered, dropping, ended, refuses, refuses_answer
from tests.engine.toy import TOY, Drop, Lay, Name, ToyAction, ToyRules, ToyState


def test_several_picks_are_played_together() -> None:
    """Design, Actions: a sequence of single picks, each with a number of its own."""
    match, winner = dropping()
    cards = match.state.hands[winner][1:3]
    following, moves = match.play(winner, [Drop(card) for card in cards])
    assert [move.seq for move in moves] == [match.seq + 1, match.seq + 2]
    assert following.seq == match.seq + 2
    assert following.state.dropped == cards


def test_several_picks_are_the_same_as_one_after_the_other() -> None:
    """Design, Actions: together or singly, the match is the same."""
    match, winner = dropping()
    one, two = (Drop(card) for card in match.state.hands[winner][:2])
    together, singly = after(match, winner, one, two), after(after(match, winner, one), winner, two)
    assert together.state == singly.state
    assert together.seq == singly.seq


def test_of_several_picks_all_are_played_or_none() -> None:
    """Design, Actions: the second one is illegal, so the first one wasn't played either."""
    match, winner = dropping()
    first = match.state.hands[winner][0]
    refuses(match, winner, [Drop(first), Drop(first)], IllegalAction)
    refuses(match, winner, [Drop(first), Name(1)], IllegalAction)


def test_a_fault_of_the_game_in_the_middle_of_several_picks_changes_nothing() -> None:
    """Design, Refusals: everything else is a bug, and it too leaves the match as it was."""

    class Faulty(ToyRules):
        def apply(self, state: ToyState, seat: Seat, action: ToyAction, rng: Rng, tell: Tell) -> None:
            super().apply(state, seat, action, rng, tell)
            raise ZeroDivisionError

    faulty = replace(TOY, rules=Faulty())
    match = Match.start(faulty, 2, SEED)
    with pytest.raises(ZeroDivisionError):
        match.play(Seat(0), [Lay(match.state.hands[0][0])])
    assert match == Match.start(faulty, 2, SEED)


def test_numbers_of_choices_stand_for_the_legal_actions() -> None:
    """Design, Stale clicks: a custom_id carries a number, not a card; the order of picks counts for nothing here."""
    match, winner = dropping()
    hand = match.state.hands[winner]
    for numbers in ((2, 0), (0, 2)):
        assert answered(match, winner, Picks(numbers)).state.dropped == [hand[0], hand[2]]


def test_the_order_of_picks_counts_where_the_question_says_so() -> None:
    """Question.ordered: the first pick is ranked first."""
    match = Match.start(BALLOT, 2, SEED)
    question = match.question_id(Seat(0))
    assert match.answer(Seat(0), question, Picks((2, 0, 1)))[0].state.ranked[0] == ["fish", "soup", "pie"]
    assert match.answer(Seat(0), question, Picks((0, 1, 2)))[0].state.ranked[0] == ["soup", "pie", "fish"]
    mine = match.frame(Seat(0)).mine
    assert mine
    assert mine.ordered


def test_eight_play_who_decide_at_once() -> None:
    """Eight seats: each answers the question that was there from the start, in any order."""
    match = Match.start(BALLOT, 8, SEED)
    questions = [match.question_id(seat) for seat in match.deciding]
    for seat in map(Seat, (7, 3, 0, 5, 1, 6, 2, 4)):
        match, _ = match.answer(seat, questions[seat], Picks((0, 1, 2)))
    assert match.outcome is not None
    assert match.outcome.places == (1,) * 8


def test_nobody_sees_how_often_somebody_went_back_and_forth() -> None:
    """Design, Secrets: the others' frames are the same after three private steps, a way back, or none of it."""
    match = Match.start(BALLOT, 3, SEED)
    once, _ = match.play(Seat(0), [Rank("pie"), Anew(), Rank("pie")])
    for viewer in (Seat(1), Seat(2), None):
        assert once.frame(viewer) == match.frame(viewer)
    assert once.question_id(Seat(0)) != match.play(Seat(0), [Rank("pie")])[0].question_id(Seat(0))


@pytest.mark.parametrize("numbers", [(), (-1,), (-1, 0), (0,), (0, 3), (0, 1, 2), (1, 1)], ids=str)
def test_picks_that_stand_for_no_answer_are_refused(numbers: tuple[int, ...]) -> None:
    """IllegalAction: too few, too many, the same twice, and never the last choice by a negative number."""
    match, winner = dropping()
    refuses_answer(match, winner, match.question_id(winner), Picks(numbers), IllegalAction)


def test_a_ready_made_answer_stands_for_its_actions() -> None:
    """Design, Actions: "the two lowest"."""
    match, winner = dropping()
    assert answered(match, winner, Offered(0)).state.dropped == match.state.hands[winner][:2]


@pytest.mark.parametrize("number", [-1, 1])
def test_a_ready_made_answer_that_is_not_offered_is_refused(number: int) -> None:
    """IllegalAction."""
    match, winner = dropping()
    refuses_answer(match, winner, match.question_id(winner), Offered(number), IllegalAction)


def test_a_number_can_be_named() -> None:
    """Design, Actions: a price that is typed in; one that no choice has is refused."""
    match, winner = dropping()
    refuses_answer(match, winner, match.question_id(winner), Named(2), IllegalAction)
    match = answered(match, winner, Offered(0))
    assert answered(match, winner, Named(2)).state.price == 2
    refuses_answer(match, winner, match.question_id(winner), Named(4), IllegalAction)


@pytest.mark.parametrize("reply", [Picks((0, 1)), Offered(0), Named(1)], ids=str)
def test_every_reply_knows_whose_turn_it_is(reply: Reply) -> None:
    """NotYourTurn, StaleAction and MatchOver come before anything is looked up."""
    match, winner = dropping()
    question = match.question_id(winner)
    refuses_answer(match, 1 - winner, question, reply, NotYourTurn)
    refuses_answer(after(match, winner, Drop(match.state.hands[winner][0])), winner, question, reply, StaleAction)
    refuses_answer(ended(), winner, question, reply, MatchOver)
