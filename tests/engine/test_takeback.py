"""Taking moves back, proved on the toy: until somebody else has acted, and never what has shown anything."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import logged_moves, saves
from engine.errors import IllegalAction, NothingToTakeBack
from engine.events import Told
from engine.logged_moves import LONGEST, Rewind, TakeBack
from engine.match import Match, OfferReply
from engine.saves import replay
from engine.scene import Seat, Who, say
from tests.engine.ballot import BALLOT, DISHES, Anew, Rank
from tests.engine.toy import TOY, Drop, Name
from tests.engine.trick import SEED, ToyMatch, after, answered, dropping, ended, laid, started

ANN, BO = Seat(0), Seat(1)


def refused(match: ToyMatch, seat: Seat) -> None:
    """Check that a seat can't take anything back."""
    with pytest.raises(NothingToTakeBack):
        match.take_back(seat)


def test_a_card_that_was_laid_unseen_can_be_taken_back() -> None:
    """It lies in the hand again, and everybody is told; the move keeps its number."""
    before = started()
    match, (move,) = laid(before, 0).take_back(ANN)
    assert match.state == before.state
    assert (match.seq, move.seq, move.action) == (2, 2, TakeBack(0))
    assert move.told_events == (Told(say("told-take-back", player=Who(ANN))),)


def test_nothing_can_be_taken_back_before_a_move_nor_twice() -> None:
    """NothingToTakeBack: at the start, of somebody else's, and what is undone already."""
    refused(started(), ANN)
    match = laid(started(3), 0)
    refused(match, BO)
    refused(match.take_back(ANN)[0], ANN)


def test_a_move_stands_once_somebody_else_has_acted() -> None:
    """Also where the other's move is taken back, and in a log that is replayed."""
    match = laid(started(3), 0, 1)
    refused(match, ANN)
    refused(match.take_back(BO)[0], ANN)
    with pytest.raises(NothingToTakeBack):
        list(replay(match, [(ANN, TakeBack(0).log_line)]))


def test_what_turns_cards_over_stands() -> None:
    """The last card laid shows them all."""
    match = laid(started(), 0, 1)
    assert match.state.shown
    refused(match, BO)


def test_what_chance_had_a_part_in_stands() -> None:
    """Naming a price throws the dice; the match is over besides."""
    refused(ended(), ended().state.winner)


def test_a_whole_answer_is_taken_back_at_once_and_then_the_one_before() -> None:
    """One press undoes what one answer did, however many picks it had."""
    before, winner = dropping()
    match = answered(before, winner, OfferReply(0))
    assert match.seq == before.seq + 2
    assert match.take_back(winner)[0].state == before.state
    singly = after(before, winner, Drop(before.state.hands[winner][0]))
    twice = after(singly, winner, Drop(singly.state.hands[winner][0]))
    once, _ = twice.take_back(winner)
    assert once.state == singly.state
    assert once.take_back(winner)[0].state == before.state
    assert twice.take_back(winner, before.seq)[0].state == before.state
    with pytest.raises(NothingToTakeBack):
        twice.take_back(winner, before.seq - 1)


def test_a_step_in_secret_is_taken_back_in_secret() -> None:
    """Only who took it is told, so that nobody can count such steps."""
    match = Match.start(BALLOT, 3, SEED).play(ANN, [Rank(DISHES[0])])[0]
    _, (move,) = match.take_back(ANN)
    assert move.told_events == (Told(say("told-take-back", player=Who(ANN)), ANN),)


def test_a_match_remembers_only_so_far_back() -> None:
    """Whoever goes to and fro all day takes no more room."""
    match = Match.start(BALLOT, 3, SEED)
    for _ in range(LONGEST):
        match = match.play(ANN, [Rank(DISHES[0])])[0].play(ANN, [Anew()])[0]
    assert len(match.pasts) == LONGEST


@pytest.mark.parametrize("document", ["take_back", '{"take_back": "0"}', '{"take_back": 0, "kind": "lay"}', "[1]", ""])
def test_only_a_line_of_its_own_takes_back(document: str) -> None:
    """An action of a game that has such a word in it is an action of the game."""
    assert logged_moves.read_detour(document) is None
    assert logged_moves.read_detour('{"take_back":0}') == TakeBack(0)


def thrown() -> tuple[ToyMatch, ToyMatch, Seat]:
    """Return a match before the dice are thrown and after it, and whose throw it is."""
    match, winner = dropping()
    before = after(match, winner, *(Drop(card) for card in match.state.hands[winner][:2]))
    return before, after(before, winner, Name(2)), winner


def test_a_rewound_match_draws_the_same_again() -> None:
    """Whatever was drawn since; the line that rewinds has a number of its own, and old questions fit no more."""
    before, first, winner = thrown()
    back, (move,) = first.rewind(winner, before)
    again = after(back, winner, Name(2))
    assert (back.seq, move.action, back.state) == (first.seq + 1, Rewind(before.seq), before.state)
    assert move.told_events == (Told(say("told-rewind", player=Who(winner))),)
    assert back.question_id(winner) != before.question_id(winner)
    assert (again.state, again.seq) == (first.state, first.seq + 2)
    assert after(again.rewind(winner, back)[0], winner, Name(2)).state == first.state


def test_a_rewound_match_rests_and_replays() -> None:
    """A save keeps how far the draws are behind, until other rules draw; a line that leads nowhere is refused."""
    before, first, winner = thrown()
    back, (move,) = first.rewind(winner, before)
    lines = [(winner, saves.dump_action(TOY, each)) for each in (Name(2), move.action)]
    assert [each for each, _ in replay(before, lines)][-1] == back == saves.load(saves.dump(back), {"toy": TOY})
    newer = replace(TOY, version=TOY.version + 1, migrations={TOY.version: lambda state: state})
    assert (back.rewound, saves.load(saves.dump(back), {"toy": newer}).rewound) == (2, 0)
    for move_number in (before.seq - 1, before.seq + 1):
        with pytest.raises(IllegalAction):
            list(replay(before, [(winner, Rewind(move_number).log_line)]))
