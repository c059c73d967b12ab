"""Answers to questions: which question they name, what they stand for, and what is refused."""

from __future__ import annotations

import re
from dataclasses import replace
from hashlib import blake2b

from engine.errors import IllegalAction, StaleAction
from engine.match import AmountReply, Match, OfferReply, PicksReply
from engine.scene import Seat
from tests.engine.ballot import BALLOT
from tests.engine.toy import TOY, ToyAction, ToyRules, ToyState
from tests.engine.trick import SEED, answered, dropping, laid, refuses_answer, started


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


def test_name_of_question_tells_nothing() -> None:
    """Design, Secrets, Randomness: twelve signs, made by the seed in a way that never meets a draw."""
    match = started()
    names = {match.question_id(seat) for seat in match.deciding}
    assert len(names) == 2
    assert all(re.fullmatch("[0-9a-f]{12}", name) for name in names)
    assert Match.start(TOY, 2, SEED[::-1]).question_id(Seat(0)) not in names

    what = repr((2, 0, 0, match.legal[Seat(0)], ()))
    assert blake2b(what.encode(), key=SEED, digest_size=6).hexdigest() not in names


def test_numbers_stand_for_legal_actions() -> None:
    """Design, Stale clicks, Actions: of choices, each once, in any order, or of a price that a choice has."""
    match, winner = dropping()
    hand = match.state.hands[winner]
    for numbers in ((2, 0), (0, 2)):
        assert answered(match, winner, PicksReply(numbers)).state.dropped == [hand[0], hand[2]]
    refuses_answer(match, winner, match.question_id(winner), PicksReply((1, 1)), IllegalAction)

    match = answered(match, winner, OfferReply(0))
    assert answered(match, winner, AmountReply(2)).state.price == 2
    refuses_answer(match, winner, match.question_id(winner), AmountReply(4), IllegalAction)


def test_order_of_picks_counts_where_said() -> None:
    """Question.ordered: the first pick is ranked first."""
    match = Match.start(BALLOT, 2, SEED)
    for numbers, ranked in (((2, 0, 1), ["fish", "soup", "pie"]), ((0, 1, 2), ["soup", "pie", "fish"])):
        assert answered(match, 0, PicksReply(numbers)).state.ranked[0] == ranked
    mine = match.frame(Seat(0)).mine
    assert mine
    assert mine.ordered
