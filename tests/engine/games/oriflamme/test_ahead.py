"""What people order ahead in Oriflamme, scene by scene."""

from __future__ import annotations

import pytest

from engine.errors import StaleAction
from engine.match import PicksReply
from engine.scene import Seat
from tests.contract.orders import orders_of
from tests.contract.walks import AnyMatch
from tests.engine.games.oriflamme.scenarios import LEAVE, LETTERS, REVEAL, Ahead, B, G, R, resolving
from tests.engine.games.scenarios import scenarios, spelled
from tests.engine.ordered import follow, taking_orders


@scenarios(
    Ahead,
    """
all with a face-down card on top are asked together, card by card (R10)
    queue: R:felon_0, B:queen_0, G:queen^, B:trap_0, G:plot_0 / G:felon^
    choices: B: turn 1-queen = leave
    result: R asked since 0, B asked since 0, >R:felon_0, B:queen_0, G:queen^, B:trap_0, G:plot_0 / G:felon^

and everybody sees who has answered (R10)
    queue: R:felon_0, B:queen_0, G:queen^, B:trap_0, G:plot_0 / G:felon^
    choices: B: turn 1-queen = leave, B: turn 1-trap = leave
    result: R asked since 0, B answered, >R:felon_0, B:queen_0, G:queen^, B:trap_0, G:plot_0 / G:felon^

who is at the pointer needn't wait for the others (R10)
    queue: R:felon_0, B:queen_0, G:queen_0
    choices: R: leave
    result: R leave, B asked since 0, G asked since 0, R:felon_1, >B:queen_0, G:queen_0

the queue goes on as far as it is ordered (R10)
    queue: R:felon_0, B:queen_0, G:queen_0
    choices: R: leave, G: turn 2-queen = leave, B: turn 1-queen = leave
    result: R leave, B leave, G leave, B asked since now, R:felon_1, B:queen_1, G:queen_1

a card is revealed by an order where only tokens were laid (R10)
    queue: R:felon_0, B:queen_0, G:trap_0
    choices: B: turn 1-queen = reveal, R: leave
    result: R leave, B reveal, G asked since 0, R:felon_1, B:queen^, >G:trap_0 | B+2

that is asked anew where a face has changed (R10)
    queue: R:queen_0, G:felon_0, B:queen_0, G:trap_0
    choices: B: turn 1-queen = reveal, G: turn 2-felon = leave, G: turn 2-trap = leave, R: reveal
    result: R reveal, G leave, B asked since now, B answered, G answered, R:queen^, G:felon_1, >B:queen_0, G:trap_0 |
        R+2

not where a Trap was disarmed two places away (R47)
    queue: R:trap_0, G:felon^, B:queen_0, G:schemer^
    choices: B: turn 1-queen = reveal, R: reveal
    result: R reveal, B reveal, B asked since now, G:felon^, B:queen^, G:schemer^ | R+1, B+1, G+2 | R: trap

but beside the card (R47)
    queue: R:trap_0, B:queen_0, G:schemer^
    choices: B: turn 1-queen = reveal, R: reveal
    result: R reveal, B asked since now, B answered, >B:queen_0, G:schemer^ | R+1 | R: trap

who has answered is asked about a card that was uncovered since (R10)
    queue: R:cutthroat_0, G:plot_0 / G:felon^, G:queen_0, B:trap_0
    choices: G: turn 2-queen = leave, R: reveal
    result: R reveal, B asked since 0, G asked since 1, R:cutthroat^, >G:plot_0, G:queen_0, B:trap_0 | G: felon

to leave a card holds whatever happens (R10)
    queue: R:queen_0, B:queen_0, G:trap_0
    choices: B: turn 1-queen = leave, R: reveal
    result: R reveal, B leave, G asked since 0, R:queen^, B:queen_1, >G:trap_0 | R+2

an order to leave outlives that the card is covered and uncovered (R10)
    queue: B:prince_0, R:cutthroat_0, B:queen_0, G:trap_0
    choices: B: turn 1-queen = leave, G: turn 2-trap = leave, B: reveal, B: twin 3, R: reveal, R: target 3
    result: B reveal, B twin 3, R reveal, R target 3, B leave, G leave, B asked since now, R:cutthroat^, B:queen_1,
        G:trap_1 | B+1 | B: twin prince

an order to reveal outlives that the card is covered and uncovered (R10)
    queue: B:prince_0, R:cutthroat_0, B:queen_0, G:trap_0
    choices: B: turn 1-queen = reveal, G: turn 2-trap = leave, B: reveal, B: twin 3, R: reveal, R: target 3
    result: B reveal, B twin 3, R reveal, R target 3, B asked since now, B answered, G answered, R:cutthroat^,
        >B:queen_0, G:trap_0 | B+1 | B: twin prince

an order to ask outlives that the card is covered and uncovered (R10)
    queue: B:prince_0, R:cutthroat_0, B:queen_0, G:trap_0
    choices: B: turn 1-queen = ask, G: turn 2-trap = leave, B: reveal, B: twin 3, R: reveal, R: target 3
    result: B reveal, B twin 3, R reveal, R target 3, B asked since now, B answered, G answered, R:cutthroat^,
        >B:queen_0, G:trap_0 | B+1 | B: twin prince

a target can be named ahead (R25)
    queue: R:felon_0, B:cutthroat_0, G:queen^, R:trap_0
    choices: B: aim 1-cutthroat = 2-queen, B: turn 1-cutthroat = reveal, R: leave
    result: R leave, B reveal, B target 3, R asked since 0, R:felon_1, B:cutthroat^, >R:trap_0 | B+1 | G: queen

the place of the Twin as well (R22, R23)
    queue: R:prince_0, B:queen_0
    choices: R: aim 0-prince = last, R: turn 0-prince = reveal
    result: R reveal, R twin last, B asked since 0, R:prince^, >B:queen_0, R:twin^ | R+1

and what a Plot does with each token (R43)
    queue: R:plot_2, R:queen^, B:queen_0
    choices: R: aim 0-plot = 0-queen, R: tokens 0-plot = gain, R: turn 0-plot = reveal
    result: R reveal, R gain, R gain, B asked since 0, R:queen^, >B:queen_0 | R+6 | R: plot

orders end with the round (R10)
    queue: R:felon_0, B:queen_0
    choices: B: turn 1-queen = leave, R: turn 0-felon = leave
    result: R leave, B leave, B asked since now, R:felon_1, B:queen_1
""",
)
def test_orders_play_as_ruled(scenario: Ahead) -> None:
    """R10, R22, R23, R25, R43, R47: what is left, revealed and aimed at by orders, and who is asked then."""
    scenario.check()


def after(steps: str, queue: str) -> AnyMatch:
    """Return a queue that is being resolved, after some steps of people who can give orders."""
    return follow(taking_orders(resolving(queue).match), steps, LETTERS)[0]


def does(match: AnyMatch, seat: Seat) -> list[str]:
    """Return what a seat reads of its orders."""
    return [spelled(one.does, "oriflamme") for one in match.frame(seat).orders if one.does]


def test_owner_reads_what_has_become_of_an_order() -> None:
    """R10, R25: it will be asked in its turn, or now; anew, for a face has changed; or for a target that is gone."""
    asking = after("B: turn 1-queen = ask", "R:queen_0, B:queen_0, G:trap_0")
    assert does(asking, B) == ["does-ask-turn card-queen"]
    assert does(follow(asking, "R: leave", LETTERS)[0], B) == ["does-ask-now card-queen"]

    anew = after("B: turn 1-queen = reveal, R: reveal", "R:queen_0, B:queen_0, G:trap_0")
    assert does(anew, B) == ["does-anew card-queen"]

    queue = "R:cutthroat_0, G:felon^, B:queen^, R:trap_0, B:apothecary^"
    gone = after("B: aim 1-apothecary = 2-felon, R: reveal", queue)
    assert "does-gone card-apothecary" in does(gone, B)


def test_question_of_acting_card_names_no_other_order() -> None:
    """R25: whoever is asked for a target reads first what they had ordered about that, and of no card further on."""
    steps = "R: turn 0-apothecary = ask, R: turn 0-trap = ask, G: turn 2-queen = leave, R: reveal"
    frame = after(steps, "R:apothecary_0, G:felon^, B:queen^, R:trap_0, G:queen_0").frame(R)
    assert frame.mine is not None
    assert frame.mine.prompt.key == "oriflamme-ask-apothecary"
    assert spelled(frame.orders[0].label, "oriflamme") == "order-aim card-apothecary"


def test_to_leave_a_card_can_be_pressed_though_the_queue_has_changed_since_the_question_was_shown() -> None:
    """R10: it holds whatever others reveal meanwhile; to reveal it doesn't, and the present question is shown first."""
    match = after("", "R:felon_1, G:trap_0, B:queen_0")
    asked = match.question_id(B)
    later, _ = match.play(R, [REVEAL])
    left, _ = later.answer(B, asked, PicksReply((0,)))
    assert orders_of(left).of(B)["turn 1-queen"].picks == ("leave",)
    with pytest.raises(StaleAction):
        later.answer(B, asked, PicksReply((1,)))

    renewed = later.question_id(B)
    assert renewed != asked
    later.answer(B, renewed, PicksReply((1,)))
    reached, _ = later.play(G, [LEAVE])
    _, (move, *_) = reached.answer(B, asked, PicksReply((0,)))
    assert (move.seat, move.action) == (B, LEAVE), "also when the queue has just got there"
