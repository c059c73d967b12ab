"""What people order ahead in Oriflamme, scene by scene."""

from __future__ import annotations

import pytest

from engine.errors import StaleAction
from engine.games.oriflamme.actions import PutTwin, Target
from engine.match import PicksReply
from engine.scene import say
from tests.contract.walks import AnyMatch
from tests.engine.games.oriflamme.table import LEAVE, REVEAL, B, G, R, resolving, written
from tests.engine.ordered import answered, ordered, taking_orders


def ahead(*queue: str) -> AnyMatch:
    """Return a queue that is being resolved, where people can give orders."""
    return taking_orders(resolving(*queue).match)


def lying(match: AnyMatch) -> list[str]:
    """Return the queue in the notation of the rulings."""
    return [" / ".join(map(written, position)) for position in match.state.queue]


def test_all_with_a_face_down_card_on_top_are_asked_together() -> None:
    """R10: card by card; who has only open or covered cards isn't."""
    match = ahead("R:felon_0", "B:queen_0", "G:queen^", "B:trap_0", "G:plot_0 / G:felon^")
    assert (match.deciding, answered(match)) == ((R, B), [])
    match = ordered(match, (B, "turn 1-queen", "leave"))
    assert (match.deciding, answered(match)) == ((R, B), [])
    match = ordered(match, (B, "turn 1-trap", "leave"))
    assert (match.deciding, answered(match)) == ((R,), [B])


def test_the_queue_goes_on_as_far_as_it_is_ordered() -> None:
    """R10: whoever is at the pointer needn't wait for the others."""
    match = ahead("R:felon_0", "B:queen_0", "G:queen_0")
    match, moves = match.play(R, [LEAVE])
    assert (len(moves), match.deciding) == (1, (B, G))
    match = ordered(match, (G, "turn 2-queen", "leave"))
    match, moves = match.give_order(B, "turn 1-queen", ("leave",))
    assert [move.seat for move in moves] == [B, G]
    assert lying(match) == ["R:felon_1", "B:queen_1", "G:queen_1"]
    assert match.state.phase == "placement"


def test_a_card_is_revealed_by_an_order_while_the_queue_lies_as_it_did() -> None:
    """R10: tokens that are laid on other cards don't count."""
    match = ordered(ahead("R:felon_0", "B:queen_0", "G:trap_0"), (B, "turn 1-queen", "reveal"))
    match, moves = match.play(R, [LEAVE])
    assert [move.seat for move in moves] == [R, B]
    assert match.state.players[B].influence == 3


def test_to_reveal_is_asked_anew_where_a_face_has_changed() -> None:
    """R10: anywhere in the queue; its owner reads so at once, and others see no difference to being asked."""
    laid = ahead("R:queen_0", "G:felon_0", "B:queen_0", "G:trap_0")
    revealing = ordered(laid, (B, "turn 1-queen", "reveal"), (G, "turn 2-felon", "leave"), (G, "turn 2-trap", "leave"))
    asking = ordered(laid, (B, "turn 1-queen", "ask"), (G, "turn 2-felon", "leave"), (G, "turn 2-trap", "leave"))
    after, _ = revealing.play(R, [REVEAL])
    other, _ = asking.play(R, [REVEAL])
    assert after.deciding == (B,)
    for viewer in (R, G, None):
        assert after.frame(viewer) == other.frame(viewer)
    told = [one.does for one in after.frame(B).orders]
    assert told == [say("oriflamme-does-anew", card=say("oriflamme-card-queen"))]


def test_who_wanted_to_be_asked_reads_that_this_is_now() -> None:
    """R10: once the queue has reached the card, and not that it will."""
    match = ordered(ahead("R:queen_0", "B:queen_0", "G:trap_0"), (B, "turn 1-queen", "ask"))
    card = say("oriflamme-card-queen")
    assert [one.does for one in match.frame(B).orders] == [say("oriflamme-does-ask-turn", card=card)]
    match, _ = match.play(R, [LEAVE])
    assert [one.does for one in match.frame(B).orders] == [say("oriflamme-does-ask-now", card=card)]


def test_what_leaves_the_queue_elsewhere_changes_nothing_for_a_card_to_be_revealed() -> None:
    """R47: a Trap is disarmed two places away; beside the card it would be asked about anew."""
    match = ordered(ahead("R:trap_0", "G:felon^", "B:queen_0", "G:schemer^"), (B, "turn 1-queen", "reveal"))
    match, moves = match.play(R, [REVEAL])
    assert [move.seat for move in moves] == [R, B]
    beside = ordered(ahead("R:trap_0", "B:queen_0", "G:schemer^"), (B, "turn 1-queen", "reveal"))
    beside, moves = beside.play(R, [REVEAL])
    assert (len(moves), beside.deciding) == (1, (B,))


def test_who_has_answered_is_asked_once_more_about_a_card_that_was_uncovered_since() -> None:
    """R10: that is another question, put after another move; who hasn't answered keeps the one that was put before."""
    match = ahead("R:cutthroat_0", "G:plot_0 / G:felon^", "G:queen_0", "B:trap_0")
    match = ordered(match, (G, "turn 2-queen", "leave"))
    assert (match.deciding, answered(match)) == ((R, B), [G])
    match, moves = match.play(R, [REVEAL])
    assert lying(match)[:3] == ["R:cutthroat^", "G:plot_0", "G:queen_0"]
    assert match.deciding == (B, G)
    assert match.orders is not None
    assert match.orders.put == ((B, 0), (G, len(moves)))


def test_to_leave_a_card_holds_whatever_happens() -> None:
    """R10: nothing that others do can make it worse than it is."""
    match = ordered(ahead("R:queen_0", "B:queen_0", "G:trap_0"), (B, "turn 1-queen", "leave"))
    match, moves = match.play(R, [REVEAL])
    assert [move.seat for move in moves] == [R, B]
    assert lying(match)[1] == "B:queen_1"


@pytest.mark.parametrize(("pick", "after"), [("leave", "B:queen_1"), ("reveal", "B:queen_0"), ("ask", "B:queen_0")])
def test_an_order_for_a_card_outlives_its_being_covered_and_uncovered(pick: str, after: str) -> None:
    """R10: nobody is called about it anew, whatever was ordered; to reveal it is asked about in its turn."""
    match = ahead("B:prince_0", "R:cutthroat_0", "B:queen_0", "G:trap_0")
    match = ordered(match, (B, "turn 1-queen", pick), (G, "turn 2-trap", "leave"))
    match, _ = match.play(B, [REVEAL, PutTwin(3)])
    assert lying(match)[2] == "B:queen_0 / B:twin^"
    match, _ = match.play(R, [REVEAL, Target(3)])
    assert lying(match) == ["R:cutthroat^", after, f"G:trap_{int(pick == 'leave')}"]
    assert match.orders is not None
    assert match.orders.put == ()


def test_a_target_can_be_named_ahead() -> None:
    """R25: it is hit as soon as the card is revealed, and its owner alone is told of the order."""
    match = ahead("R:felon_0", "B:cutthroat_0", "G:queen^", "R:trap_0")
    match = ordered(match, (B, "aim 1-cutthroat", "2-queen"), (B, "turn 1-cutthroat", "reveal"))
    match, moves = match.play(R, [LEAVE])
    assert [move.seat for move in moves] == [R, B, B]
    assert lying(match) == ["R:felon_1", "B:cutthroat^", "R:trap_0"]
    assert {told.to for move in moves for told in move.told_events if match.game.is_by_order(told.event)} == {B}


def test_a_target_that_is_gone_is_asked_for() -> None:
    """Its owner reads that it is gone."""
    match = ahead("R:cutthroat_0", "G:felon^", "B:queen^", "R:trap_0", "B:apothecary^")
    match = ordered(match, (B, "aim 1-apothecary", "2-felon"))
    match, _ = match.play(R, [REVEAL])
    assert lying(match) == ["R:cutthroat^", "B:queen^", "R:trap_0", "B:apothecary^"]
    gone = say("oriflamme-does-gone", card=say("oriflamme-card-apothecary"))
    assert gone in [one.does for one in match.frame(B).orders]


def test_question_of_acting_card_names_no_other_order() -> None:
    """R25: whoever is asked for a target reads first what they had ordered about that, and of no card further on."""
    match = ahead("R:apothecary_0", "G:felon^", "B:queen^", "R:trap_0", "G:queen_0")
    match = ordered(match, (R, "turn 0-apothecary", "ask"), (R, "turn 0-trap", "ask"), (G, "turn 2-queen", "leave"))
    match, _ = match.play(R, [REVEAL])
    mine = match.frame(R).mine
    assert mine is not None
    assert mine.prompt.key == "oriflamme-ask-apothecary"
    label = say("oriflamme-order-aim", card=say("oriflamme-card-apothecary"))
    assert match.frame(R).orders[0].label == label


def test_the_place_of_the_twin_can_be_named_ahead() -> None:
    """R22, R23: an end of the queue, or an own card."""
    match = ordered(ahead("R:prince_0", "B:queen_0"), (R, "aim 0-prince", "last"), (R, "turn 0-prince", "reveal"))
    assert lying(match) == ["R:prince^", "B:queen_0", "R:twin^"]


def test_what_a_plot_does_can_be_named_ahead() -> None:
    """R43: its activation, and what each token is used for."""
    orders = ((R, "aim 0-plot", "0-queen"), (R, "tokens 0-plot", "gain"), (R, "turn 0-plot", "reveal"))
    match = ordered(ahead("R:plot_2", "R:queen^", "B:queen_0"), *orders)
    assert match.state.players[R].influence == 1 + 2 + 2 + 2
    assert match.deciding == (B,)


def test_orders_end_with_the_round() -> None:
    """In the next one everybody is asked again."""
    match = ordered(ahead("R:felon_0", "B:queen_0"), (B, "turn 1-queen", "leave"), (R, "turn 0-felon", "leave"))
    assert match.state.phase == "placement"
    assert match.orders is not None
    assert set(match.orders.given) == {()}


def test_to_leave_a_card_can_be_pressed_though_the_queue_has_changed_since_the_question_was_shown() -> None:
    """R10: it holds whatever others reveal meanwhile; to reveal it doesn't, and the present question is shown first."""
    match = ahead("R:felon_1", "G:trap_0", "B:queen_0")
    asked = match.ask(B)
    assert asked is not None
    after, _ = match.play(R, [REVEAL])
    left, _ = after.answer(B, asked.question, PicksReply((0,)))
    assert left.orders is not None
    assert left.orders.of(B)["turn 1-queen"].picks == ("leave",)
    with pytest.raises(StaleAction):
        after.answer(B, asked.question, PicksReply((1,)))
    renewed = after.ask(B)
    assert renewed is not None
    assert renewed.question != asked.question
    after.answer(B, renewed.question, PicksReply((1,)))
    reached, _ = after.play(G, [LEAVE])
    _, (move, *_) = reached.answer(B, asked.question, PicksReply((0,)))
    assert (move.seat, move.action) == (B, LEAVE), "also when the queue has just got there"
