"""The effects of standing orders in a position: joint questions, orders that still stand, and their answers.

Here is the one place that reads everybody's orders; all that leaves it for others is which seats have answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.events import Event
from engine.frozen import frozen, replace
from engine.game import BY_ORDER, AnyGame
from engine.orders import (
    Ended,
    Given,
    JointQuestion,
    Order,
    OrderAnswer,
    Orders,
    Topic,
)
from engine.scene import Seat


@frozen
class OpenJoint:
    """A joint question that is open: the seats that haven't answered it, as everybody sees it, in their order.

    Lasting orders have answered for the `presumed` of them: they are asked like the others, and keep nobody waiting.
    """

    joint: JointQuestion
    waits: tuple[Seat, ...]
    presumed: tuple[Seat, ...] = ()

    @property
    def is_waiting(self) -> bool:
        """Tell whether a seat has still to answer, for which no lasting order has."""
        return len(self.waits) > len(self.presumed)

    @property
    def is_shut(self) -> bool:
        """Tell whether nothing is played until one more seat has answered."""
        return self.joint.sealed and self.is_waiting


def open_joint(joint: JointQuestion, orders: Orders) -> OpenJoint:
    """Return a `joint` question with the seats that haven't answered it by their `orders`."""
    asked = [seat for seat in sorted(joint.topics) if seat not in orders.stood_in]
    waits, bare = (
        tuple(
            seat
            for seat in asked
            if unanswered_topics(joint.topics[seat], orders.of(seat), presumed=presumed)
        )
        for presumed in (False, True)
    )
    return OpenJoint(joint, waits, tuple(seat for seat in waits if seat not in bare))


def unanswered_topics(
    topics: Sequence[Topic], orders: Given, *, presumed: bool = False
) -> tuple[Topic, ...]:
    """Return those of a joint question's `topics` on which a seat hasn't ordered itself on this occasion.

    Orders that are made of lasting ones count if they are allowed, as `presumed`.
    """
    own = {
        name: each.given
        for name, each in orders.items()
        if presumed or not each.presumed
    }
    return tuple(topic for topic in topics if own.get(topic.name) != topic.given)


def no_orders(game: AnyGame, state: Any, seq: int, seats: int) -> Orders | None:
    """Return the orders of so many `seats` that may order from now on; None if the game takes none."""
    if game.ordering is None:
        return None
    return drop_fallen_orders(game, state, seq, Orders.none(seats))


def after_move(
    game: AnyGame, state: Any, seq: int, orders: Orders, back: int | None
) -> Orders:
    """Return the `orders` that stand after the move of number `seq`, with those that ended and may return.

    `back` is the first move that can still be taken back, None if there is none.
    """
    after = drop_fallen_orders(game, state, seq, orders)
    if back is None:
        return replace(after, ended=())
    gone = (
        Ended(seq, Seat(seat), order)
        for seat, given in enumerate(orders.given)
        for order in given
        if order not in after.given[seat]
    )
    kept = (each for each in orders.ended if each.move >= back)
    return replace(after, ended=(*kept, *gone))


def restore_ended(game: AnyGame, state: Any, orders: Orders, to: int) -> Orders:
    """Return all `orders` with those that ended with moves after `to`; orders given since go first."""
    ordering = game.ordering
    if ordering is not None:
        for seat in map(Seat, range(len(orders.given))):
            back = [
                each.order
                for each in orders.ended
                if each.seat == seat and each.move > to
            ]
            known = (*back, *orders.given[seat])
            stays = {
                order.topic: order
                for order in known
                if ordering.stands(state, seat, order)
            }
            orders = orders.with_orders(seat, stays)

    return replace(
        orders, ended=tuple(each for each in orders.ended if each.move <= to)
    )


def after_rewind(game: AnyGame, state: Any, seq: int, orders: Orders) -> Orders:
    """Return the `orders` that stand in a match rewound to `state`, after the move `seq`: the lasting ones alone."""
    lasting = tuple(
        tuple(each for each in given if not each.given and not each.presumed)
        for given in orders.given
    )
    return drop_fallen_orders(
        game, state, seq, Orders(lasting, orders.stood_in, heard=orders.heard)
    )


def drop_fallen_orders(game: AnyGame, state: Any, seq: int, orders: Orders) -> Orders:
    """Return the `orders` that stand after a move or an order; none are left when the match is over."""
    ordering = game.ordering
    if ordering is None or not game.rules.deciding(state):
        return Orders(((),) * len(orders.given), orders.stood_in, heard=orders.heard)

    joint = ordering.joint(state)
    for seat in map(Seat, range(len(orders.given))):
        own = {
            topic: order
            for topic, order in orders.of(seat).items()
            if ordering.stands(state, seat, order)
        }
        asked = joint.topics.get(seat, ()) if joint else ()
        if unanswered_topics(asked, own, presumed=True):
            presumed = map(mark_presumed, ordering.presume(state, seat, own))
            own |= {order.topic: order for order in presumed}
        orders = orders.with_orders(seat, own)

    if joint is None:
        # A move that is taken back may have interrupted a question: it goes on as the same one.
        return orders

    if joint.key != orders.joint:
        orders = replace(orders, joint=joint.key, since=seq, put=())
    orders = _close_joint(joint, orders)

    known = dict(orders.put)
    waits = open_joint(joint, orders).waits
    return replace(orders, put=tuple((seat, known.get(seat, seq)) for seat in waits))


def mark_presumed(order: Order) -> Order:
    """Return `order`, made of lasting ones, as one that is hidden from others until the question is closed."""
    return replace(order, presumed=True)


def _close_joint(joint: JointQuestion, orders: Orders) -> Orders:
    """Return the `orders` as everybody may see them, once a sealed question waits for no seat without lasting ones."""
    if not joint.sealed or open_joint(joint, orders).is_waiting:
        return orders
    for seat in joint.topics:
        known = {
            topic: replace(order, presumed=False)
            for topic, order in orders.of(seat).items()
        }
        orders = orders.with_orders(seat, known)

    return orders


def note_order(
    seat: Seat, carried: OrderAnswer[Any], events: Sequence[Event]
) -> tuple[Event, ...]:
    """Return the events of an ordered move, with the one that tells the order's owner alone that it was one.

    It stands behind the events of the action itself, before those of its consequences: the next question is none of it.
    """
    heard = [event.to in {None, seat} and event.but != seat for event in events]
    own = 1 + heard.index(True) if any(heard) else 0
    note = Event(f"{BY_ORDER}{carried.told}", carried.facts, seat)
    return (*events[:own], note, *events[own:])
