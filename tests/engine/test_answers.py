"""Answers to questions: which question they name, what they stand for, and what is refused."""

from __future__ import annotations

import re
from dataclasses import replace
from hashlib import blake2b

import pytest

from engine.errors import IllegalAction, MatchOver, NotYourTurn, StaleAction
from engine.match import AmountReply, Match, OfferReply, PicksReply, Reply
from engine.scene import Seat
from tests.engine.ballot import BALLOT, Anew, Rank
from tests.engine.toy import TOY, Drop, ToyAction, ToyRules, ToyState
from tests.engine.trick import SEED, after, answered, dropping, ended, laid, refuses_answer, started


class CrowdedRules(ToyRules):
    """The trick, where the highest cards can't be laid any more once somebody has laid."""

    def legal(self, state: ToyState, seat: Seat) -> tuple[ToyAction, ...]:
        """List all but the highest card."""
        legal = super().legal(state, seat)
        return legal[:-1] if any(state.laid) and not state.shown else legal


def test_choices_that_another_players_move_has_changed_make_a_new_question() -> None:
    """Design, Stale clicks: an older click of whoever can choose from other actions now is refused."""
    match = Match.start(replace(TOY, rules=CrowdedRules()), 3, SEED)
    old = match.question_id(Seat(2))
    match = laid(match, 0)
    assert match.asked == (1, 1, 1)
    refuses_answer(match, 2, old, PicksReply((0,)), StaleAction)
    assert laid(match, 1).asked == (1, 2, 1)


def test_the_name_of_a_question_is_twelve_signs_that_tell_nothing() -> None:
    """Design, Secrets: neither the move nor how often somebody has gone back and forth can be read from it."""
    match = started()
    names = {match.question_id(seat) for seat in match.deciding}
    assert len(names) == 2
    assert all(re.fullmatch("[0-9a-f]{12}", name) for name in names)
    assert Match.start(TOY, 2, SEED[::-1]).question_id(Seat(0)) not in names


def test_the_name_of_a_question_is_no_draw() -> None:
    """Design, Randomness: the seed makes both, in ways that never meet."""
    match = started()
    what = repr((2, 0, 0, match.legal[Seat(0)], ()))
    drawn = blake2b(what.encode(), key=SEED, digest_size=6).hexdigest()
    assert match.question_id(Seat(0)) != drawn


def test_numbers_of_choices_stand_for_the_legal_actions() -> None:
    """Design, Stale clicks: a custom_id carries a number, not a card; the order of picks counts for nothing here."""
    match, winner = dropping()
    hand = match.state.hands[winner]
    for numbers in ((2, 0), (0, 2)):
        assert answered(match, winner, PicksReply(numbers)).state.dropped == [hand[0], hand[2]]


def test_the_order_of_picks_counts_where_the_question_says_so() -> None:
    """Question.ordered: the first pick is ranked first."""
    match = Match.start(BALLOT, 2, SEED)
    question = match.question_id(Seat(0))
    assert match.answer(Seat(0), question, PicksReply((2, 0, 1)))[0].state.ranked[0] == ["fish", "soup", "pie"]
    assert match.answer(Seat(0), question, PicksReply((0, 1, 2)))[0].state.ranked[0] == ["soup", "pie", "fish"]
    mine = match.frame(Seat(0)).mine
    assert mine
    assert mine.ordered


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
    refuses_answer(match, winner, match.question_id(winner), PicksReply(numbers), IllegalAction)


def test_a_number_can_be_named() -> None:
    """Design, Actions: a price that is typed in; one that no choice has is refused."""
    match, winner = dropping()
    refuses_answer(match, winner, match.question_id(winner), AmountReply(2), IllegalAction)
    match = answered(match, winner, OfferReply(0))
    assert answered(match, winner, AmountReply(2)).state.price == 2
    refuses_answer(match, winner, match.question_id(winner), AmountReply(4), IllegalAction)


@pytest.mark.parametrize("reply", [PicksReply((0, 1)), OfferReply(0), AmountReply(1)], ids=str)
def test_every_reply_knows_whose_turn_it_is(reply: Reply) -> None:
    """NotYourTurn, StaleAction and MatchOver come before anything is looked up."""
    match, winner = dropping()
    question = match.question_id(winner)
    refuses_answer(match, 1 - winner, question, reply, NotYourTurn)
    refuses_answer(after(match, winner, Drop(match.state.hands[winner][0])), winner, question, reply, StaleAction)
    refuses_answer(ended(), winner, question, reply, MatchOver)
