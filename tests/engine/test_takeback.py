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
from tests.engine.trick import SEED, after, answered, dropping, ended, laid, started

ANN, BO = Seat(0), Seat(1)


def test_whoever_saw_a_move_hears_of_its_end() -> None:
    """Everybody is told of a card that was laid unseen, and its seat alone of a step in secret: nobody counts such."""
    secret = Match.start(BALLOT, 3, SEED).play(ANN, [Rank(DISHES[0])])[0]
    for match, to in ((laid(started(), 0), None), (secret, ANN)):
        _, (move,) = match.take_back(ANN)
        assert (move.seq, move.action) == (2, TakeBack(0, heard=to is None))
        assert move.told_events == (Told(say("told-take-back", player=Who(ANN)), to),)


def test_move_stands_once_more_came_of_it() -> None:
    """At the start, somebody else's, and what is undone; where others acted, cards turned over or chance had a part."""
    one, both, shown, over = laid(started(3), 0), laid(started(3), 0, 1), laid(started(), 0, 1), ended()
    assert shown.state.shown
    for match, seat in (
        (started(), ANN),
        (one, BO),
        (one.take_back(ANN)[0], ANN),
        (both, ANN),
        (both.take_back(BO)[0], ANN),
        (shown, BO),
        (over, over.state.winner),
    ):
        with pytest.raises(NothingToTakeBack):
            match.take_back(seat)
    with pytest.raises(NothingToTakeBack):
        list(replay(both, [(ANN, TakeBack(0).log_line)]))


def test_whole_answer_is_taken_back_at_once() -> None:
    """One press undoes what one answer did, however many picks it had, and another the one before."""
    before, winner = dropping()
    assert answered(before, winner, OfferReply(0)).take_back(winner)[0].state == before.state

    singly = after(before, winner, Drop(before.state.hands[winner][0]))
    twice = after(singly, winner, Drop(singly.state.hands[winner][0]))
    once, _ = twice.take_back(winner)
    assert once.state == singly.state
    assert once.take_back(winner)[0].state == twice.take_back(winner, before.seq)[0].state == before.state
    with pytest.raises(NothingToTakeBack):
        twice.take_back(winner, before.seq - 1)


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


def test_rewound_match_rests() -> None:
    """A save keeps how far the draws are behind, until other rules draw; a line that leads nowhere is refused.

    Everybody is told, old questions fit no more, and the same is drawn again, however often.
    """
    match, winner = dropping()
    before = after(match, winner, *(Drop(card) for card in match.state.hands[winner][:2]))
    first = after(before, winner, Name(2))
    back, (move,) = first.rewind(winner, before)
    assert (move.action, move.told_events) == (Rewind(before.seq), (Told(say("told-rewind", player=Who(winner))),))
    assert back.question_id(winner) != before.question_id(winner)
    again, _ = after(back, winner, Name(2)).rewind(winner, back)
    assert after(again, winner, Name(2)).state == first.state

    assert saves.load(saves.dump(back), {"toy": TOY}) == back
    newer = replace(TOY, version=TOY.version + 1, migrations={TOY.version: lambda state: state})
    assert (back.rewound, saves.load(saves.dump(back), {"toy": newer}).rewound) == (2, 0)
    for move_number in (before.seq - 1, before.seq + 1):
        with pytest.raises(IllegalAction):
            list(replay(before, [(winner, Rewind(move_number).log_line)]))
