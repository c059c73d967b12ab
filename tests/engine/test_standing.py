"""Standing orders in the turn engine, proved on a toy."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from engine import saves
from engine.errors import IllegalAction, MatchOver, NotYourTurn, StaleAction
from engine.match import Match, PicksReply
from engine.orders import Ended, Order, Orders
from engine.scene import Seat
from engine.standing_orders import after_move
from tests.contract.orders import orders_of
from tests.engine.errand import ERRAND, ErrandOrdering
from tests.engine.ordered import follow
from tests.engine.toy import SEED, TOY, Drop, Lay, Name

A, B = Seat(0), Seat(1)
AnyMatch = Match[Any, Any]


def begun() -> AnyMatch:
    """Return the errand before anybody has said a price."""
    return Match.start(ERRAND, 2, SEED, orders=True)


def given(match: AnyMatch, orders: str) -> AnyMatch:
    """Return a match after some orders, such as "A: price = 2"."""
    return follow(match, orders, "AB")[0]


def shown(match: AnyMatch) -> tuple[AnyMatch, Seat, tuple[Any, ...]]:
    """Return the match after both have laid their lowest card, the winner, and the last moves."""
    match, _ = match.play(A, [Lay(match.state.hands[A][0])])
    match, moves = match.play(B, [Lay(match.state.hands[B][0])])
    return match, match.state.winner, moves


def test_nothing_is_played_before_all_have_answered_a_sealed_question() -> None:
    """NotYourTurn for whoever the rules would ask; everybody sees who has answered, and nobody what."""
    match = begun()
    assert (match.deciding, match.is_shut) == ((A, B), True)
    with pytest.raises(NotYourTurn):
        match.play(A, [Lay(match.state.hands[A][0])])
    match, moves = match.give_order(A, "price", (2,))
    assert (match.deciding, match.seq, moves) == ((B,), 0, ())
    for viewer in (A, B, None):
        seen = match.frame(viewer).joint
        assert seen is not None
        assert (seen.asked, seen.answered, seen.sealed) == ((A, B), (A,), True)
    with pytest.raises(NotYourTurn):
        match.answer(A, "0" * 12, PicksReply((0,)))
    assert given(match, "A: price = 2, B: price = ask").is_shut is False


def test_an_order_is_played_in_the_same_turn_as_the_move_that_asks_its_seat() -> None:
    """One call returns all the moves, to be kept together; each is told to its owner as ordered."""
    match = given(begun(), "A: price = 2, B: price = 2")
    match = given(match, "A: low = low, B: low = low")
    match, winner, moves = shown(match)
    assert [type(move.action) for move in moves] == [Lay, Drop, Drop, Name]
    assert [match.game.is_by_order(told.event) for told in moves[3].told_events] == [False, True, False]
    assert moves[1].told_events[-1].to == winner
    assert match.outcome is not None


def test_what_is_no_order_is_refused() -> None:
    """IllegalAction; NotYourTurn about what is not at hand, StaleAction for an old question, MatchOver at the end."""
    for topic, picks in (("price", (4,)), ("price", ()), ("price", (1, 2)), ("low", (1,))):
        with pytest.raises(IllegalAction):
            begun().give_order(A, topic, picks)
    match, winner, _ = shown(given(begun(), "A: price = 1, B: price = 1"))
    loser = B if winner == A else A
    with pytest.raises(NotYourTurn):
        match.give_order(loser, "price", (1,))
    with pytest.raises(StaleAction):
        match.order_question(A, "0" * 12)
    match = given(match, "A: low = low, B: low = low")
    with pytest.raises(MatchOver):
        match.give_order(A, "low", ("off",))


def test_ended_order_is_kept_while_its_move_can_be_taken_back() -> None:
    """Here all moves from the second one on."""
    match = begun()
    ended = tuple(Ended(move, A, Order("price", (1,))) for move in (1, 2))
    after = after_move(ERRAND, match.state, 3, replace(orders_of(match), ended=ended), back=2)
    assert after.ended == ended[1:]


def test_a_lasting_order_answers_what_all_are_asked() -> None:
    """Nobody waits for it; to everybody else it hasn't answered before it does so itself."""
    match = given(begun(), "A: cheap = cheap")
    assert (match.deciding, match.presumed_seats) == ((A, B), (A,))
    assert match.frame(B) == begun().frame(B)
    mine = match.frame(A).mine
    assert mine is not None
    assert mine.presumed
    assert orders_of(match).of(A)["price"].picks == (1,)
    own = given(match, "A: price = 2")
    assert (own.deciding, own.presumed_seats) == ((B,), ())


def test_lasting_orders_settle_open_questions_alone() -> None:
    """They answer one anew if they are given anew, or nothing if withdrawn, until nobody is left without one.

    Then all have answered, also for who is asked anew later; it may be closed as soon as it is put.
    """
    match = given(begun(), "A: cheap = cheap")
    gone, moves = match.drop_presumed_orders(A).give_order(A, "cheap", ("off",))
    assert (gone.deciding, gone.presumed_seats, moves) == ((A, B), (), ())
    assert gone.frame(B) == match.frame(B)

    closed = given(match, "B: price = 2")
    assert closed.drop_presumed_orders(A) == closed
    assert (closed.is_shut, closed.presumed_seats) == (False, ())
    reopened, _ = closed.seat_newcomer(B)
    assert (reopened.deciding, reopened.presumed_seats) == ((B,), ())
    both = given(match, "B: cheap = cheap")
    assert (both.is_shut, both.presumed_seats, both.deciding) == (False, (), tuple(both.legal))


def test_orders_are_saved_with_the_match() -> None:
    """A save without any is one of a match that takes none, as all were before there were orders."""
    match = given(begun(), "A: price = 2")
    save = saves.dump(match)
    assert saves.load(save, {"toy": ERRAND}) == match
    assert "orders" not in saves.dump(Match.start(ERRAND, 2, SEED)).orders
    old = saves.load(replace(save, orders=""), {"toy": ERRAND})
    assert (old.orders, old.deciding, old.frame(A).orders) == (None, (A, B), ())
    old.play(A, [Lay(old.state.hands[A][0])])


def test_orders_of_before_lasting_ones_were_silent_are_read() -> None:
    """What such an order had answered by then has been shown, and stays so."""
    save = saves.dump(given(begun(), "A: cheap = cheap"))
    orders = json.loads(save.orders)
    del orders["ended"]
    for order in orders["given"][A]:
        del order["presumed"]
    old = saves.load(replace(save, orders=json.dumps(orders)), {"toy": ERRAND})
    assert (old.deciding, old.presumed_seats) == ((B,), ())


def test_orders_end_with_an_update_of_the_rules() -> None:
    """What was ordered may mean something else then; people are asked, and who is stood in for stays so."""
    match = given(begun(), "A: price = 2")
    match, _ = match.stand_in(B, present=True)
    newer = replace(ERRAND, version=3, migrations={**ERRAND.migrations, 2: dict})
    migrated = saves.load(saves.dump(match), {"toy": newer})
    assert migrated.orders == Orders(((), ()), (B,))
    assert migrated.deciding == (A,)


def test_broken_orders_are_unreadable_and_quoted_nowhere() -> None:
    """As a broken state is: what they hold is as secret."""
    save = replace(saves.dump(begun()), orders='{"given": "secret"}')
    with pytest.raises(saves.Unreadable) as unreadable:
        saves.load(save, {"toy": ERRAND})
    assert "secret" not in str(unreadable.value)
    assert unreadable.value.__suppress_context__


class WildOrdering(ErrandOrdering):
    """Names a price that can't be named."""

    def answer(self, state: Any, seat: Seat, orders: Any) -> Any:
        """Name nine."""
        carried = super().answer(state, seat, orders)
        return carried and replace(carried, actions=(Name(9),))


def test_an_order_that_answers_illegally_leaves_the_question_to_its_person() -> None:
    """Whoever moved before is not refused for it."""
    game = replace(ERRAND, ordering=WildOrdering())
    match = given(Match.start(game, 2, SEED, orders=True), "A: price = 2, B: price = 2")
    match = given(match, "A: low = low, B: low = low")
    match, winner, moves = shown(match)
    assert (len(moves), match.deciding) == (1, (winner,))
    match.play(winner, [Drop(match.state.hands[winner][0])])


def test_game_without_orders_takes_none() -> None:
    """`Game.ordering` is optional; where there is one, `Game.orders_begin` says at once, unless the game says when."""
    match = Match.start(TOY, 2, SEED, orders=True)
    assert (match.orders, match.frame(A).orders, match.frame(A).joint) == (None, (), None)
    assert ERRAND.orders_begin(match.state)
