"""What lasting orders and take-backs may not do: one shows to nobody, the other costs nobody an order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine import saves, standing
from engine.game import AnyGame
from engine.match import Match
from engine.orders import Order, Orders
from engine.rng import Rng
from engine.scene import Seat
from tests.contract.orders import MOST_STEPS, picked, topics
from tests.contract.walks import AnyMatch, AnyMove, choose, seed, some, viewers

ACTIONS = 3
ORDERS = 2


def check_a_lasting_order_shows_nowhere(game: AnyGame, seats: int, number: int) -> int:
    """Play a match at random twice, where one seat has lasting orders and where it has none and answers by hand.

    Until the seat has answered, or the question is closed, everybody else sees the same, and the same seats are called
    for the same questions. Return in how many positions lasting orders had answered and nobody could see it.
    """
    owner, bare = Seat(number % seats), Match.start(game, seats, seed(number), orders=True)
    lasting, moves, hidden = *_lasting(bare, owner, number), 0
    for count in range(MOST_STEPS):
        bare = _caught_up(bare, lasting, moves, owner)
        _check_others_see_the_same(bare, lasting, owner)
        hidden += owner in lasting.presumed
        if not lasting.deciding:
            return hidden
        bare, lasting, made = _step(bare, lasting, owner, Rng(seed(number + 3_000_000), count))
        moves += made
    raise AssertionError(f"{game.key} goes on after {MOST_STEPS} steps")


def _lasting(match: AnyMatch, owner: Seat, number: int) -> tuple[AnyMatch, list[AnyMove]]:
    """Return a match in which a seat has given all lasting orders that there are; the first pick stands for none."""
    moves = list[AnyMove]()
    for place, topic in enumerate(topics(match, owner)):
        if topic.lasting:
            picks = Rng(seed(number), place).shuffled(topic.choices[1:])
            match, made = match.order(owner, topic.name, picks[: max(topic.at_least, topic.at_most // 2)])
            moves += made
    return match, moves


def _step(bare: AnyMatch, lasting: AnyMatch, owner: Seat, rng: Rng) -> tuple[AnyMatch, AnyMatch, Sequence[AnyMove]]:
    """Let somebody answer the same in both matches, the owner of the lasting orders last."""
    asked = [seat for seat in lasting.deciding if seat not in lasting.presumed]
    seat = rng.choice([each for each in asked if each != owner] or asked)
    if seat in lasting.legal and not lasting.shut:
        action = choose(lasting, seat, rng)
        return bare.play(seat, [action])[0], *lasting.play(seat, [action])
    assert lasting.posed is not None
    topic = standing.unanswered(lasting.posed.joint.topics[seat], _orders(lasting).of(seat))[0]
    picks = picked(topic, rng)
    return bare.order(seat, topic.name, picks)[0], *lasting.order(seat, topic.name, picks)


def _caught_up(bare: AnyMatch, lasting: AnyMatch, moves: Sequence[AnyMove], owner: Seat) -> AnyMatch:
    """Play by hand what lasting orders have played, where the question is closed by which they did."""
    while bare.seq < lasting.seq or (bare.shut and not lasting.shut):
        if bare.shut:
            assert bare.deciding == (owner,), "a question is closed before all others have answered"
            for order in _answers(bare, lasting, owner):
                bare, _ = bare.order(owner, order.topic, order.picks)
        else:
            move = moves[bare.seq]
            bare, _ = bare.play(move.seat, [move.action])
    return bare


def _answers(bare: AnyMatch, lasting: AnyMatch, owner: Seat) -> Sequence[Order]:
    ordering = bare.game.ordering
    assert ordering is not None
    return ordering.presumed(bare.state, owner, _orders(lasting).of(owner))


def _check_others_see_the_same(bare: AnyMatch, lasting: AnyMatch, owner: Seat) -> None:
    assert bare.state == lasting.state
    assert bare.deciding == lasting.deciding, f"seat {owner}'s lasting order shows by who is asked"
    for viewer in viewers(bare) if lasting.posed is not None else ():
        if viewer != owner:
            assert bare.frame(viewer) == lasting.frame(viewer), f"seat {viewer} sees a lasting order of seat {owner}"
    here, there = _orders(bare), _orders(lasting)
    assert (here.joint, here.since, here.put) == (there.joint, there.since, there.put), "a lasting order shows by calls"


def check_a_take_back_costs_nobody_an_order(match: AnyMatch) -> None:
    """Take moves back: ended orders return, also after a restart; what was ordered since stays; newcomers get none."""
    for seat in () if match.shut else match.legal:
        for action in some(match.legal[seat], ACTIONS, Rng(seed(7), match.seq)):
            after, _ = match.play(seat, [action])
            if after.pasts:
                for each in (after, _restarted(after)):
                    back, _ = each.take_back(seat)
                    assert _orders(back).given == _orders(match).given, "what a move has ended ends with its take-back"
                    assert _numbers(back, seat) == _numbers(match, seat), "a take-back calls the others anew"
                _check_what_was_ordered_since_stays(match, after, seat)


def _restarted(match: AnyMatch) -> AnyMatch:
    """Return a match as it is loaded, with what its log gives again."""
    return replace(saves.load(saves.dump(match), {match.game.key: match.game}), pasts=match.pasts)


def _numbers(match: AnyMatch, mover: Seat) -> Any:
    """Return by which numbers the others are known who are asked together; none where nobody is."""
    return match.posed and (_orders(match).since, [each for each in _orders(match).put if each[0] != mover])


def _check_what_was_ordered_since_stays(match: AnyMatch, after: AnyMatch, seat: Seat) -> None:
    ordering = match.game.ordering
    assert ordering is not None
    for other in map(Seat, range(match.seats)):
        gone, moves = after.newcomer(other)
        if not moves:
            assert not _orders(gone.take_back(seat)[0]).of(other), "somebody else's order returns to a newcomer"
        for topic in topics(after, other)[:ORDERS]:
            since, moves = after.order(other, topic.name, picked(topic, Rng(seed(11), match.seq)))
            order = _orders(since).of(other).get(topic.name)
            if not moves and order and ordering.stands(match.state, other, order):
                back, _ = since.take_back(seat)
                assert _orders(back).of(other)[topic.name] == order, "what was ordered since goes with a take-back"


def _orders(match: AnyMatch) -> Orders:
    assert match.orders is not None
    return match.orders
