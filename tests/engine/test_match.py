"""The turn engine, proved on a toy game with hidden cards."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import FrozenInstanceError, replace
from hashlib import blake2b, sha256
from typing import Any

import pytest

from engine.agents import chance
from engine.errors import IllegalAction, MatchOver, NotSeated, NotYourTurn, Refused, StaleAction, WrongSeats
from engine.game import Option
from engine.match import Ask, Choice, Match, Named, Offered, Picks, Reply
from engine.rng import Rng
from engine.scene import Seat, say
from engine.telling import Tell
from tests.engine.ballot import BALLOT, Anew, Rank
from tests.engine.toy import TOY, Drop, Lay, Name, ToyAction, ToyRules, ToyState

SEED = bytes(range(32))
ToyMatch = Match[ToyState, ToyAction]


def started(seats: int = 2) -> ToyMatch:
    """Return a toy match before its first move."""
    return Match.start(TOY, seats, SEED)


def after(match: ToyMatch, seat: int, *actions: ToyAction) -> ToyMatch:
    """Return the match after a seat has played."""
    return match.play(Seat(seat), actions)[0]


def laid(match: ToyMatch, *seats: int) -> ToyMatch:
    """Return the match after these seats have laid their lowest cards."""
    for seat in seats:
        match = after(match, seat, Lay(match.state.hands[seat][0]))
    return match


def dropping(seats: int = 2) -> tuple[ToyMatch, Seat]:
    """Return a match whose winner must drop two cards, and the winner."""
    match = laid(started(seats), *range(seats))
    return match, match.state.winner


def ended() -> ToyMatch:
    """Return a match that is over."""
    match, winner = dropping()
    match = after(match, winner, *(Drop(card) for card in match.state.hands[winner][:2]))
    return after(match, winner, Name(2))


def answered(match: ToyMatch, seat: int, reply: Reply) -> ToyMatch:
    """Return the match after a seat has answered the question that stands."""
    return match.answer(Seat(seat), match.question_id(Seat(seat)), reply)[0]


def refuses(match: ToyMatch, seat: int, actions: Sequence[ToyAction], kind: type[Refused]) -> None:
    """Check that actions are turned down as expected, and that the match is what it was."""
    turned_down(match, kind, lambda: match.play(Seat(seat), actions))


def refuses_answer(match: ToyMatch, seat: int, question: str, reply: Reply, kind: type[Refused]) -> None:
    """Check that an answer is turned down as expected, and that the match is what it was."""
    turned_down(match, kind, lambda: match.answer(Seat(seat), question, reply))


def turned_down(match: ToyMatch, kind: type[Refused], play: Callable[[], object]) -> None:
    """Check that something is refused as expected, and that the match is what it was."""
    untouched = started(match.seats) if match.seq == 0 else None
    state = match.state.copy()
    with pytest.raises(kind) as refusal:
        play()
    assert type(refusal.value) is kind
    assert match.state == state
    assert untouched is None or match == untouched


def test_a_match_can_be_started_for_each_number_of_seats_and_no_other() -> None:
    """Design, Game.seats: WrongSeats for any other number."""
    assert [len(started(seats).state.hands) for seats in (2, 3)] == [2, 3]
    for seats in (0, 1, 4):
        with pytest.raises(WrongSeats):
            started(seats)


def test_the_same_seed_and_the_same_actions_give_the_same_match() -> None:
    """The law of the engine."""
    assert ended() == ended()
    assert Match.start(TOY, 2, SEED[::-1]).state != started().state


def test_a_match_shows_the_commitment_of_its_seed() -> None:
    """Design, Randomness: public from the start."""
    assert started().commitment == sha256(SEED).hexdigest()


def test_a_move_counts_and_returns_what_was_told() -> None:
    """Design, The idea in one paragraph: `play` returns the next match and the turn that was made."""
    match = started()
    card = match.state.hands[0][0]
    following, (move,) = match.play(Seat(0), [Lay(card)])
    assert (move.seq, move.seat, move.action) == (1, 0, Lay(card))
    assert [(told.event.key, told.to) for told in move.told] == [("toy-told-laid", None), ("toy-told-you-laid", 0)]
    assert (match.seq, following.seq) == (0, 1)
    assert card in match.state.hands[0]
    assert card not in following.state.hands[0]


def test_a_match_never_changes_in_place() -> None:
    """A match is a value."""
    with pytest.raises(FrozenInstanceError):
        started().seq = 7  # type: ignore[misc]  # the assignment is what is refused


def test_who_is_not_asked_is_refused() -> None:
    """NotYourTurn: after laying, before dropping, and for a seat that isn't there."""
    match = laid(started(), 0)
    refuses(match, 0, [Lay(match.state.hands[0][0])], NotYourTurn)
    refuses(match, 7, [Lay(1)], NotYourTurn)
    match, winner = dropping()
    loser = 1 - winner
    refuses(match, loser, [Drop(match.state.hands[loser][0])], NotYourTurn)


def test_an_action_that_is_not_legal_is_refused() -> None:
    """IllegalAction: somebody else's card, an action of another time, a price too high, and nothing at all."""
    match = started()
    refuses(match, 0, [Lay(match.state.hands[1][0])], IllegalAction)
    refuses(match, 0, [Drop(match.state.hands[0][0])], IllegalAction)
    refuses(match, 0, [Name(9)], IllegalAction)
    refuses(match, 0, [], IllegalAction)


def test_nothing_can_be_played_when_the_match_is_over() -> None:
    """MatchOver, for who was asked last and for all others."""
    match = ended()
    for seat in range(2):
        refuses(match, seat, [Name(1)], MatchOver)


def test_an_answer_to_an_older_question_is_refused() -> None:
    """StaleAction: the same number would drop another card after the first drop."""
    match, winner = dropping()
    old = match.question_id(winner)
    following = after(match, winner, Drop(match.state.hands[winner][0]))
    refuses_answer(following, winner, old, Picks((0,)), StaleAction)
    refuses_answer(following, winner, "", Picks((0,)), StaleAction)
    refuses_answer(following, winner, "57", Picks((0,)), StaleAction)
    assert len(answered(following, winner, Picks((0,))).state.dropped) == 2


def test_two_players_asked_at_once_do_not_make_each_other_stale() -> None:
    """Design, Stale clicks: a question is each seat's own."""
    match = started()
    question = match.question_id(Seat(0))
    match = laid(match, 1)
    assert match.asked == (0, 1)
    assert match.question_id(Seat(0)) == question
    following, _ = match.answer(Seat(0), question, Picks((0,)))
    assert following.state.shown


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
    refuses_answer(match, 2, old, Picks((0,)), StaleAction)
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


@pytest.mark.parametrize("updated", [{"version": 3}, {"rules": CrowdedRules()}], ids=["version", "rules"])
def test_a_question_of_older_rules_is_another_one(updated: dict[str, Any]) -> None:
    """D1: after an update, a button from before it plays nothing, whether the version or only the choices changed."""
    before = laid(started(3), 0)
    now = replace(before, game=replace(TOY, **updated))
    refuses_answer(now, 1, before.question_id(Seat(1)), Picks((0,)), StaleAction)


def test_who_is_asked_and_what_is_legal_is_found_out_once_a_move() -> None:
    """A cheaper move: the rules are asked when the match comes about, and never again by who plays or looks."""
    counted: Counter[str] = Counter()

    class Counting(ToyRules):
        def deciding(self, state: ToyState) -> tuple[Seat, ...]:
            counted["deciding"] += 1
            return super().deciding(state)

        def legal(self, state: ToyState, seat: Seat) -> tuple[ToyAction, ...]:
            counted["legal"] += 1
            return super().legal(state, seat)

    match = Match.start(replace(TOY, rules=Counting()), 2, SEED)
    counted.clear()
    match = laid(match, 0)
    assert counted == {"deciding": 2, "legal": 1}
    for _ in range(3):
        match.answer(Seat(1), match.question_id(Seat(1)), Picks((0,)))
    counted.clear()
    assert [match.frame(viewer).mine is None for viewer in (Seat(0), Seat(1), None)] == [True, False, True]
    assert match.deciding == (1,)
    assert not counted


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


def test_a_closed_question_hides_its_choices_from_everybody_else() -> None:
    """Design, Secrets: a frame holds choices for its own viewer only, and neither their number nor the prompt."""
    match, winner = dropping()
    loser, waits = Seat(1 - winner), say("toy-waits-drop")
    for viewer in (loser, None):
        (ask,) = match.frame(viewer).asks
        assert ask == Ask(winner, waits, waits, open=False)
        assert ask.question == ""
        assert match.frame(viewer).mine is None


def test_who_is_asked_sees_the_choices_in_the_order_of_their_numbers() -> None:
    """Design, Secrets: the scene for one viewer, and that viewer's own choices."""
    match, winner = dropping()
    mine = match.frame(winner).mine
    assert mine is not None
    hand = match.state.hands[winner]
    assert mine.choices == tuple(Choice(number, Option(say("toy-card", card=hand[number]))) for number in range(3))
    assert (mine.prompt, mine.offers) == (say("toy-drop"), (say("toy-lowest"),))
    assert (mine.at_least, mine.at_most, mine.question) == (2, 2, match.question_id(winner))


def test_an_open_question_shows_its_choices_to_everybody() -> None:
    """Design, Secrets: the choices tell nothing secret."""
    match, winner = dropping()
    match = answered(match, winner, Offered(0))
    asks = {viewer: match.frame(viewer).asks for viewer in (Seat(0), Seat(1), None)}
    assert asks[Seat(0)] == asks[Seat(1)] == asks[None]
    assert [choice.option.amount for choice in asks[None][0].choices] == [1, 2, 3]
    assert match.frame(winner).mine == asks[None][0]
    assert match.frame(Seat(1 - winner)).mine is None


def test_each_of_several_players_asked_sees_only_their_own_cards() -> None:
    """Design, Secrets: with two asked at once, nobody's choices are in anybody else's frame."""
    match = started(3)
    for viewer in range(3):
        asks = match.frame(Seat(viewer)).asks
        assert [ask.seat for ask in asks] == [0, 1, 2]
        assert [bool(ask.choices) for ask in asks] == [seat == viewer for seat in range(3)]


def test_the_public_is_nobodys_seat() -> None:
    """A frame of the public has no question of its own."""
    frame = started().frame(None)
    assert frame.mine is None
    assert frame.scene.hand == ()


def test_a_frame_tells_the_end() -> None:
    """Design, Secrets: who returns after two days sees the outcome."""
    match = ended()
    frame = match.frame(None)
    assert frame.asks == ()
    assert frame.outcome == match.outcome is not None
    assert match.outcome is not None
    assert match.outcome.winners == (match.state.winner,)
    assert match.deciding == ()


def test_who_must_decide_is_known() -> None:
    """`deciding` is the seats asked, in order."""
    assert started(3).deciding == (0, 1, 2)
    assert laid(started(3), 1).deciding == (0, 2)


def test_chance_plays_every_legal_action_sooner_or_later_and_no_other() -> None:
    """The random agent: legal, and free in its choice."""
    match = started()
    picked = {chance.choose(match.legal[Seat(1)], Rng(SEED, draw)) for draw in range(60)}
    assert picked == set(match.legal[Seat(1)])


def test_chance_finishes_a_match() -> None:
    """The random agent plays all seats to the end."""
    match = started(3)
    while match.deciding:
        seat = match.deciding[-1]
        match = after(match, seat, chance.choose(match.legal[seat], Rng(SEED[::-1], match.seq)))
    assert match.outcome is not None


def test_every_refusal_names_a_text_of_its_own() -> None:
    """Design, Refusals: the class names its text key."""
    kinds = [Refused, NotSeated, NotYourTurn, IllegalAction, StaleAction, MatchOver, WrongSeats]
    assert len({kind.key for kind in kinds}) == len(kinds)
    assert all(kind.key.startswith("refused") for kind in kinds)
