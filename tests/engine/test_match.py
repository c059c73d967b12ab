"""The turn engine, proved on a toy game with hidden cards."""

import re
from collections import Counter
from dataclasses import FrozenInstanceError, replace
from hashlib import blake2b, sha256
from typing import Any

import pytest

from engine.agents import chance
from engine.errors import IllegalAction, MatchOver, NotSeated, NotYourTurn, Refused, StaleAction, WrongSeats
from engine.game import Option
from engine.match import Ask, Choice, Match, Offered, Picks
from engine.rng import Rng
from engine.scene import Seat, say
from tests.engine.matches import (
    SEED,
    after,
    answered,
    dropping,
    ended,
    laid,
    refuses,
    refuses_answer,
    started,
)
from tests.engine.toy import TOY, Drop, Lay, Name, ToyAction, ToyRules, ToyState


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
