"""The turn engine, proved on a toy game with hidden cards: what is asked, answered, told and taken back."""

from __future__ import annotations

import re
from dataclasses import replace
from hashlib import blake2b
from unittest.mock import Mock

import pytest

from engine import logged_moves, saves
from engine.asking import Suggestion
from engine.errors import IllegalAction, NothingToTakeBack, StaleAction
from engine.events import SILENT, EventSink, Told
from engine.game import AnyGame, Option
from engine.games import GAMES
from engine.logged_moves import Rewind, TakeBack
from engine.match import LONGEST, AmountReply, Ask, Choice, Match, OfferReply, PicksReply
from engine.saves import replay
from engine.scene import Seat, Who, say
from tests.contract.walks import seats_of
from tests.engine.ballot import BALLOT, DISHES, Anew, Rank
from tests.engine.toy import (
    SEED,
    TOY,
    Drop,
    Lay,
    Name,
    ToyAction,
    ToyRules,
    ToyState,
    ToyTelling,
    after,
    answered,
    dropping,
    ended,
    laid,
    refuses_answer,
    started,
)

ANN, BO = Seat(0), Seat(1)
VIEWERS = ANN, BO, None


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
        match.answer(BO, match.question_id(BO), PicksReply((0,)))
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
        frame = match.frame(viewer)
        assert frame is match.frame(viewer)
        assert frame.viewer == viewer


# Answers


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
    assert Match.start(TOY, 2, SEED[::-1]).question_id(ANN) not in names

    what = repr((2, 0, 0, match.legal[ANN], ()))
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
    mine = match.frame(ANN).mine
    assert mine
    assert mine.ordered


# What is told


def told(tale: EventSink) -> tuple[Told, ...]:
    """Return what was told, in the words of a game that calls seats by their people."""
    return tuple(each.put_into_words("toy", {"who": Who}) for each in tale.events)


def test_an_event_is_told_to_everybody_to_one_or_to_all_others() -> None:
    """Design, Events: each viewer hears what is meant for them; who is told more doesn't hear it twice."""
    tale = EventSink()
    tale.all("all")
    tale.only(BO, "only")
    tale.others(BO, "others")
    heard = {viewer: [each.event.key for each in told(tale) if each.is_heard_by(viewer)] for viewer in VIEWERS}
    assert heard[BO] == ["toy-told-all", "toy-told-only"]
    assert heard[ANN] == heard[None] == ["toy-told-all", "toy-told-others"]


def test_what_is_told_once_is_not_told_again() -> None:
    """Several cards that had only one place left, of the same person."""
    tale = EventSink()
    for who in (ANN, ANN, BO, ANN):
        tale.once("forced", who=who)
    assert [each.event.facts for each in told(tale)] == [(("who", Who(ANN)),), (("who", Who(BO)),)]


def test_words_are_made_when_they_are_read() -> None:
    """Telling costs nothing where nobody listens: a match can be played without one text being made."""
    person = Mock(side_effect=Who)
    telling = ToyTelling()
    telling.wording = {"who": person, "winner": Who}
    match = Match.start(replace(TOY, telling=telling), 2, SEED)

    _, (move,) = match.play(ANN, [Lay(match.state.hands[ANN][0])])
    assert not person.called

    assert move.told_events[0].event == say("toy-told-laid", who=Who(ANN))
    person.assert_called_once()


def test_nobody_hears_what_is_told_in_silence() -> None:
    """SILENT keeps nothing at all."""
    SILENT.all("all", who=ANN)
    SILENT.once("once")
    SILENT.others(ANN, "others", amount=1)
    SILENT.only(ANN, "only")
    SILENT.unveil()
    assert [name for name in dir(SILENT) if not name.startswith("_")] == ["all", "once", "only", "others", "unveil"]
    assert not vars(SILENT)


# What is taken back


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
