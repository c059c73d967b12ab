"""What lasting orders and take-backs may not do: one shows to nobody, the other costs nobody an order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.game import AnyGame
from engine.match import Match
from engine.orders import Given, Order
from engine.rng import Rng
from engine.scene import Seat
from tests.contract.orders import MOST_STEPS, answer, orders_of, picked
from tests.contract.walks import AnyMatch, AnyMove, reloaded, seats_of, seed, some, viewers

ACTIONS = 3
ORDERS = 2


def check_a_lasting_order_shows_nowhere(game: AnyGame, seats: int) -> int:
    """Play a match at random twice, where one seat has lasting orders and where it has none and answers by hand.

    Until the seat has answered, or the question is closed, everybody else sees the same, and the same seats are called
    for the same questions. Return in how many positions lasting orders had answered and nobody could see it.
    """
    owner, bare = Seat(1), _Played(Match.start(game, seats, seed(1), orders=True))
    lasting, hidden = _lasting(bare.match, owner), 0
    for count in range(MOST_STEPS):
        _catch_up(bare, lasting, owner)
        _check_others_see_the_same(bare.match, lasting.match, owner)
        if owner in lasting.match.presumed_seats:
            hidden += 1
            _check_a_withdrawal_shows_nowhere(bare.match, lasting, owner)
        if not lasting.match.deciding:
            return hidden
        _step(bare, lasting, owner, Rng(seed(3_000_001), count))
    raise AssertionError(f"{game.key} goes on after {MOST_STEPS} steps")


def _check_a_withdrawal_shows_nowhere(bare: AnyMatch, lasting: _Played, owner: Seat) -> None:
    """Withdraw what has answered an open question: it is as if there had been no order, until it is given anew."""
    gone = lasting.match
    for topic in gone.topics(owner):
        if topic.lasting:
            gone, moves = gone.drop_presumed_orders(owner).give_order(owner, topic.name, topic.picks[:1])
            assert not moves, "a withdrawal is no answer"
    assert owner not in gone.presumed_seats, "what is withdrawn answers all the same"
    _check_others_see_the_same(bare, gone, owner)
    for name, order in lasting.given.items():
        gone, moves = gone.drop_presumed_orders(owner).give_order(owner, name, order.picks)
        assert not moves
    assert orders_of(gone).of(owner) == orders_of(lasting.match).of(owner), "the same orders come to something else"


@dataclass(slots=True)
class _Played:
    """A match that goes on, with all its moves, and the lasting orders that one seat has given."""

    match: AnyMatch
    moves: list[AnyMove] = field(default_factory=list)
    given: dict[str, Order] = field(default_factory=dict)

    def becomes(self, after: tuple[AnyMatch, Sequence[AnyMove]]) -> None:
        """Go on with another position, after some moves."""
        self.match, moves = after
        self.moves += moves


def _lasting(match: AnyMatch, owner: Seat) -> _Played:
    """Return a match in which a seat has given all lasting orders that there are; the first pick stands for none."""
    lasting = _Played(match)
    for place, topic in enumerate(match.topics(owner)):
        if topic.lasting:
            picks = Rng(seed(1), place).shuffled(topic.choices[1:])
            most = max(topic.at_least, topic.at_most // 2)
            lasting.becomes(lasting.match.give_order(owner, topic.name, picks[:most]))
    lasting.given = {name: order for name, order in orders_of(lasting.match).of(owner).items() if not order.presumed}
    return lasting


def _step(bare: _Played, lasting: _Played, owner: Seat, rng: Rng) -> None:
    """Let somebody answer the same in both matches, the owner of the lasting orders last."""
    match = lasting.match
    asked = [seat for seat in match.deciding if seat not in match.presumed_seats]
    answered = answer(match, rng.choice([each for each in asked if each != owner] or asked), rng)
    bare.becomes(answered(bare.match))
    lasting.becomes(answered(match))


def _catch_up(bare: _Played, lasting: _Played, owner: Seat) -> None:
    """Play by hand in one match what orders have played in the other, where a question is closed by which they did."""
    while bare.match.seq != lasting.match.seq or bare.match.is_shut is not lasting.match.is_shut:
        behind, ahead = sorted((bare, lasting), key=lambda each: each.match.seq)
        if behind.match.is_shut:
            assert behind is bare, "a lasting order keeps a question open"
            assert bare.match.deciding == (owner,), "a question is closed before all others have answered"
            answers = _answers(bare.match, lasting.given, owner)
            assert answers, "a question is closed that no lasting order answers"
            for order in answers:
                bare.becomes(bare.match.give_order(owner, order.topic, order.picks))
        else:
            move = ahead.moves[behind.match.seq]
            assert move.seat == owner, "what others have ordered is played in both"
            behind.becomes(behind.match.play(move.seat, [move.action]))


def _answers(bare: AnyMatch, given: Given, owner: Seat) -> Sequence[Order]:
    """Return what lasting orders come to; at the end of the match where they stood none are left."""
    ordering = bare.game.ordering
    assert ordering is not None
    return ordering.presume(bare.state, owner, given)


def _check_others_see_the_same(bare: AnyMatch, lasting: AnyMatch, owner: Seat) -> None:
    assert bare.state == lasting.state
    assert bare.deciding == lasting.deciding, f"seat {owner}'s lasting order shows by who is asked"
    for viewer in viewers(bare) if lasting.open_joint is not None else ():
        if viewer != owner:
            assert bare.frame(viewer) == lasting.frame(viewer), f"seat {viewer} sees a lasting order of seat {owner}"
    here, there = orders_of(bare), orders_of(lasting)
    assert (here.joint, here.since, here.put) == (there.joint, there.since, there.put), "a lasting order shows by calls"


def check_a_take_back_costs_nobody_an_order(match: AnyMatch) -> None:
    """Take moves back: ended orders return, also after a restart; what was ordered since stays; newcomers get none."""
    for seat in () if match.is_shut else match.legal:
        for action in some(match.legal[seat], ACTIONS, Rng(seed(7), match.seq)):
            after, _ = match.play(seat, [action])
            if after.pasts:
                for each in (after, replace(reloaded(after), pasts=after.pasts)):
                    back, _ = each.take_back(seat)
                    assert orders_of(back).given == orders_of(match).given, (
                        "what a move has ended ends with its take-back"
                    )
                    assert _numbers(back, seat) == _numbers(match, seat), "a take-back calls the others anew"
                _check_what_was_ordered_since_stays(match, after, seat)


def _numbers(match: AnyMatch, mover: Seat) -> Any:
    """Return by which numbers the others are known who are asked together; none where nobody is."""
    return match.open_joint and (orders_of(match).since, [each for each in orders_of(match).put if each[0] != mover])


def _check_what_was_ordered_since_stays(match: AnyMatch, after: AnyMatch, seat: Seat) -> None:
    ordering = match.game.ordering
    assert ordering is not None
    for other in seats_of(match):
        gone, moves = after.seat_newcomer(other)
        if not moves:
            assert not orders_of(gone.take_back(seat)[0]).of(other), "somebody else's order returns to a newcomer"
        for topic in after.topics(other)[:ORDERS]:
            since, moves = after.give_order(other, topic.name, picked(topic, Rng(seed(11), match.seq)))
            order = orders_of(since).of(other).get(topic.name)
            if not moves and order and ordering.stands(match.state, other, order):
                back, _ = since.take_back(seat)
                assert orders_of(back).of(other)[topic.name] == order, "what was ordered since goes with a take-back"
