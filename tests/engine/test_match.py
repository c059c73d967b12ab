"""The turn engine, proved on a toy game with hidden cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engine.asking import Suggestion
from engine.errors import NotYourTurn
from engine.game import AnyGame, Option
from engine.games import GAMES
from engine.match import Ask, Choice, Match, OfferReply, PicksReply
from engine.scene import Seat, Who, say
from tests.engine.toy import TOY, Drop, Lay, ToyAction, ToyRules, ToyState
from tests.engine.trick import SEED, after, answered, dropping, ended, laid, refuses, started


def test_a_move_counts_and_returns_what_was_told() -> None:
    """Design, The idea in one paragraph: `play` returns the next match and the turn that was made."""
    match = started()
    card = match.state.hands[0][0]
    following, (move,) = match.play(Seat(0), [Lay(card)])
    assert (move.seq, move.seat, move.action) == (1, 0, Lay(card))
    assert [(told.event.key, told.to) for told in move.told_events] == [
        ("toy-told-laid", None),
        ("toy-told-you-laid", 0),
    ]
    assert (match.seq, following.seq) == (0, 1)
    assert card in match.state.hands[0]
    assert card not in following.state.hands[0]


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


def test_who_is_not_asked_is_refused() -> None:
    """NotYourTurn: after laying, before dropping, and for a seat that isn't there."""
    match = laid(started(), 0)
    refuses(match, 0, [Lay(match.state.hands[0][0])], NotYourTurn)
    refuses(match, 7, [Lay(1)], NotYourTurn)
    match, winner = dropping()
    loser = 1 - winner
    refuses(match, loser, [Drop(match.state.hands[loser][0])], NotYourTurn)


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
        match.answer(Seat(1), match.question_id(Seat(1)), PicksReply((0,)))
    counted.clear()
    assert [match.frame(viewer).mine is None for viewer in (Seat(0), Seat(1), None)] == [True, False, True]
    assert match.deciding == (1,)
    assert not counted


def test_a_question_can_be_had_without_all_else_that_its_seat_sees() -> None:
    """It is the one in the frame, and nobody who isn't asked has one; the scene isn't made for it."""
    for match in (started(), laid(started(), 0), ended()):
        for seat in map(Seat, range(match.seats)):
            ask = match.ask(seat)
            assert not match._frames
            assert ask == replace(match).frame(seat).mine


def test_several_picks_are_played_together() -> None:
    """Design, Actions: a sequence of single picks, each with a number of its own, as one after the other."""
    match, winner = dropping()
    one, two = (Drop(card) for card in match.state.hands[winner][1:3])
    following, moves = match.play(winner, [one, two])
    assert [move.seq for move in moves] == [match.seq + 1, match.seq + 2]
    assert following == after(after(match, winner, one), winner, two)
    assert following.state.dropped == [one.card, two.card]


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
    assert (mine.prompt, mine.offers) == (say("toy-drop"), (Suggestion(say("toy-lowest")),))
    assert (mine.at_least, mine.at_most, mine.question) == (2, 2, match.question_id(winner))


def test_an_open_question_shows_its_choices_to_everybody() -> None:
    """Design, Secrets: the choices tell nothing secret."""
    match, winner = dropping()
    match = answered(match, winner, OfferReply(0))
    asks = {viewer: match.frame(viewer).asks for viewer in (Seat(0), Seat(1), None)}
    assert asks[Seat(0)] == asks[Seat(1)] == asks[None]
    assert [choice.option.amount for choice in asks[None][0].choices] == [1, 2, 3]
    assert match.frame(winner).mine == asks[None][0]
    assert match.frame(Seat(1 - winner)).mine is None


def test_a_frame_is_made_once_for_each_viewer_and_shown_to_nobody_else() -> None:
    """Design, Secrets: what is kept for one viewer is not what another one gets."""
    match = started()
    viewers = (Seat(0), Seat(1), None)
    frames = [match.frame(viewer) for viewer in viewers]
    assert [frame.viewer for frame in frames] == list(viewers)
    assert all(match.frame(viewer) is frame for viewer, frame in zip(viewers, frames, strict=True))
    assert len({frame.scene.hand for frame in frames}) == len(viewers)


def test_a_frame_tells_the_end() -> None:
    """Design, Secrets: who returns after two days sees the outcome."""
    match = ended()
    frame = match.frame(None)
    assert frame.asks == ()
    assert frame.outcome == match.outcome is not None
    assert match.outcome is not None
    assert match.outcome.winners == (match.state.winner,)
    assert match.deciding == ()
