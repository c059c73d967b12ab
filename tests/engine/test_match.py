"""The turn engine, proved on a toy game with hidden cards."""

from collections.abc import Callable, Sequence
from dataclasses import FrozenInstanceError
from hashlib import sha256

import pytest

from engine.agents import chance
from engine.errors import IllegalAction, MatchOver, NotSeated, NotYourTurn, Refused, StaleAction, WrongSeats
from engine.game import Option, Told
from engine.match import Ask, Choice, Match
from engine.rng import Rng
from engine.scene import Seat, say
from tests.engine.toy import Drop, Lay, Name, Toy, ToyAction, ToyState

SEED = bytes(range(32))
ToyMatch = Match[ToyState, ToyAction]


def started(seats: int = 2) -> ToyMatch:
    """Return a toy match before its first move."""
    return Match.start(Toy(), seats, SEED)


def after(match: ToyMatch, seat: int, *actions: ToyAction) -> ToyMatch:
    """Return the match after a seat has played, whatever its question's number."""
    return match.play(Seat(seat), actions, match.asked[seat])[0]


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


def refuses(match: ToyMatch, seat: int, actions: Sequence[ToyAction], asked: int, kind: type[Refused]) -> None:
    """Check that actions are turned down as expected, and that the match is what it was."""
    untouched = started(match.seats) if match.seq == 0 else None
    state = match.state.copy()
    with pytest.raises(kind) as refusal:
        match.play(Seat(seat), actions, asked)
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
    assert Match.start(Toy(), 2, SEED[::-1]).state != started().state


def test_a_match_shows_the_commitment_of_its_seed() -> None:
    """Design, Randomness: public from the start."""
    assert started().commitment == sha256(SEED).hexdigest()


def test_a_move_counts_and_returns_what_was_told() -> None:
    """Design, The idea in one paragraph: `play` returns the next match and the turn that was made."""
    match = started()
    card = match.state.hands[0][0]
    following, (move,) = match.play(Seat(0), [Lay(card)], 0)
    assert (move.seq, move.seat, move.action) == (1, 0, Lay(card))
    assert [(told.event.key, told.to) for told in move.told] == [("toy-laid", None), ("toy-you-laid", 0)]
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
    refuses(match, 0, [Lay(match.state.hands[0][0])], match.asked[0], NotYourTurn)
    refuses(match, 7, [Lay(1)], 0, NotYourTurn)
    match, winner = dropping()
    loser = 1 - winner
    refuses(match, loser, [Drop(match.state.hands[loser][0])], match.asked[loser], NotYourTurn)


def test_an_action_that_is_not_legal_is_refused() -> None:
    """IllegalAction: somebody else's card, an action of another time, a price too high, and nothing at all."""
    match = started()
    refuses(match, 0, [Lay(match.state.hands[1][0])], 0, IllegalAction)
    refuses(match, 0, [Drop(match.state.hands[0][0])], 0, IllegalAction)
    refuses(match, 0, [Name(9)], 0, IllegalAction)
    refuses(match, 0, [], 0, IllegalAction)


def test_nothing_can_be_played_when_the_match_is_over() -> None:
    """MatchOver, for who was asked last and for all others."""
    match = ended()
    for seat in range(2):
        refuses(match, seat, [Name(1)], match.asked[seat], MatchOver)


def test_an_answer_to_an_older_question_is_refused() -> None:
    """StaleAction: the first drop has changed the question, even where the same card is still there."""
    match, winner = dropping()
    first, second = match.state.hands[winner][:2]
    following = after(match, winner, Drop(first))
    refuses(following, winner, [Drop(second)], match.asked[winner], StaleAction)
    refuses(following, winner, [Drop(second)], following.asked[winner] + 1, StaleAction)
    assert after(following, winner, Drop(second)).state.dropped == [first, second]


def test_two_players_asked_at_once_do_not_make_each_other_stale() -> None:
    """Design, Stale clicks: the number is each seat's own."""
    match = laid(started(), 1)
    assert match.asked == (0, 1)
    following, _ = match.play(Seat(0), [Lay(match.state.hands[0][0])], 0)
    assert following.state.shown


def test_a_question_that_another_players_move_has_changed_is_a_new_one() -> None:
    """Design, Stale clicks: the last of three to lay is told so, and an older click of theirs is refused."""
    match = laid(started(3), 0)
    assert match.asked == (1, 0, 0)
    match = laid(match, 1)
    assert match.asked == (1, 2, 2)
    refuses(match, 2, [Lay(match.state.hands[2][0])], 0, StaleAction)


def test_several_picks_are_played_together() -> None:
    """Design, Actions: a sequence of single picks, each with a number of its own."""
    match, winner = dropping()
    cards = match.state.hands[winner][1:3]
    following, moves = match.play(winner, [Drop(card) for card in cards], match.asked[winner])
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
    refuses(match, winner, [Drop(first), Drop(first)], match.asked[winner], IllegalAction)
    refuses(match, winner, [Drop(first), Name(1)], match.asked[winner], IllegalAction)


def test_a_fault_of_the_game_in_the_middle_of_several_picks_changes_nothing() -> None:
    """Design, Refusals: everything else is a bug, and it too leaves the match as it was."""

    class Faulty(Toy):
        def apply(self, state: ToyState, seat: Seat, action: ToyAction, rng: Rng) -> Sequence[Told]:
            super().apply(state, seat, action, rng)
            raise ZeroDivisionError

    match = Match.start(Faulty(), 2, SEED)
    with pytest.raises(ZeroDivisionError):
        match.play(Seat(0), [Lay(match.state.hands[0][0])], 0)
    assert match == Match.start(Faulty(), 2, SEED)


def test_numbers_of_choices_stand_for_the_legal_actions() -> None:
    """Design, Stale clicks: a custom_id carries a number, not a card."""
    match, winner = dropping()
    hand, asked = match.state.hands[winner], match.asked[winner]
    assert match.picks(winner, asked, [0]) == (Drop(hand[0]),)
    assert match.picks(winner, asked, [2, 0]) == (Drop(hand[0]), Drop(hand[2]))


@pytest.mark.parametrize("numbers", [[], [-1], [3], [0, 3]])
def test_a_number_that_stands_for_nothing_is_refused(numbers: list[int]) -> None:
    """IllegalAction, and never somebody else's choice or the last one by a negative number."""
    match, winner = dropping()
    with pytest.raises(IllegalAction):
        match.picks(winner, match.asked[winner], numbers)


def test_a_ready_made_answer_stands_for_its_actions() -> None:
    """Design, Actions: "the two lowest"."""
    match, winner = dropping()
    lowest = match.state.hands[winner][:2]
    actions = match.offer(winner, match.asked[winner], 0)
    assert actions == tuple(Drop(card) for card in lowest)
    assert after(match, winner, *actions).state.dropped == lowest


@pytest.mark.parametrize("number", [-1, 1])
def test_a_ready_made_answer_that_is_not_offered_is_refused(number: int) -> None:
    """IllegalAction."""
    match, winner = dropping()
    with pytest.raises(IllegalAction):
        match.offer(winner, match.asked[winner], number)


def test_a_number_can_be_named() -> None:
    """Design, Actions: a price that is typed in; one that no choice has is refused."""
    match, winner = dropping()
    asked = match.asked[winner]
    with pytest.raises(IllegalAction):
        match.named(winner, asked, 2)
    match = after(match, winner, *match.offer(winner, asked, 0))
    assert match.named(winner, match.asked[winner], 2) == (Name(2),)
    with pytest.raises(IllegalAction):
        match.named(winner, match.asked[winner], 4)


@pytest.mark.parametrize(
    "ask",
    [
        lambda match, *to: match.picks(*to, [0]),
        lambda match, *to: match.offer(*to, 0),
        lambda match, *to: match.named(*to, 1),
    ],
    ids=["picks", "offer", "named"],
)
def test_picks_and_ready_made_answers_know_whose_turn_it_is(ask: Callable[..., object]) -> None:
    """NotYourTurn, StaleAction and MatchOver come before anything is looked up."""
    match, winner = dropping()
    for against, seat, asked, kind in (
        (match, 1 - winner, match.asked[1 - winner], NotYourTurn),
        (match, winner, match.asked[winner] - 1, StaleAction),
        (ended(), winner, ended().asked[winner], MatchOver),
    ):
        with pytest.raises(kind):
            ask(against, Seat(seat), asked)


def test_a_closed_question_hides_its_choices_from_everybody_else() -> None:
    """Design, Secrets: a frame holds choices for its own viewer only, and neither their number nor the prompt."""
    match, winner = dropping()
    loser, waits = Seat(1 - winner), say("toy-waits-drop")
    for viewer in (loser, None):
        (ask,) = match.frame(viewer).asks
        assert ask == Ask(winner, match.asked[winner], waits, waits, open=False)
        assert match.frame(viewer).mine is None


def test_who_is_asked_sees_the_choices_in_the_order_of_their_numbers() -> None:
    """Design, Secrets: the scene for one viewer, and that viewer's own choices."""
    match, winner = dropping()
    mine = match.frame(winner).mine
    assert mine is not None
    hand = match.state.hands[winner]
    assert mine.choices == tuple(Choice(number, Option(say("toy-card", card=hand[number]))) for number in range(3))
    assert (mine.prompt, mine.offers) == (say("toy-drop"), (say("toy-lowest"),))
    assert (mine.at_least, mine.at_most, mine.asked) == (2, 2, match.asked[winner])


def test_an_open_question_shows_its_choices_to_everybody() -> None:
    """Design, Secrets: the choices tell nothing secret."""
    match, winner = dropping()
    match = after(match, winner, *match.offer(winner, match.asked[winner], 0))
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
    picked = {chance.choose(match, Seat(1), Rng(SEED, draw)) for draw in range(60)}
    assert picked == set(match.game.legal(match.state, Seat(1)))


def test_chance_finishes_a_match() -> None:
    """The random agent plays all seats to the end."""
    match = started(3)
    while match.deciding:
        seat = match.deciding[-1]
        match = after(match, seat, chance.choose(match, seat, Rng(SEED[::-1], match.seq)))
    assert match.outcome is not None


def test_every_refusal_names_a_text_of_its_own() -> None:
    """Design, Refusals: the class names its text key."""
    kinds = [Refused, NotSeated, NotYourTurn, IllegalAction, StaleAction, MatchOver, WrongSeats]
    assert len({kind.key for kind in kinds}) == len(kinds)
    assert all(kind.key.startswith("refused") for kind in kinds)
