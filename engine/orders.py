"""Standing orders (pre-moves): answers that seats have given to the turn engine in advance, in secret.

Orders belong to a match and not to its state: rules, search and replay know nothing of them. A game that takes orders
has an `OrderRules`, pure functions of its state: the topics of a seat, also when it isn't asked, and the answer of its
orders when it is. What an order means is the game's: here it is a topic with picks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Generic, Protocol, TypeAlias, TypeVar

from engine.events import Plain
from engine.frozen import frozen, replace
from engine.scene import Seat

S_contra = TypeVar("S_contra", contravariant=True)
A = TypeVar("A")

Pick: TypeAlias = int | str
"""Something that can be picked for an order: a number, or a key of the game's."""


@frozen
class Topic:
    """A subject on which a seat can give an order now.

    `picks` lists each pick as often as one order may have it; an order has from `at_least` to `at_most` of them, and
    they count in their order where it is `ordered`. `given` names the occasion: on another one the same topic is
    another question. `seen` describes the part of the position that the seat goes by: an order given by something else
    may be asked anew, but for `steady` picks, which mean the same at all times. `lasting` orders stay until they are
    changed; the first pick of such a topic is as if nothing were ordered.
    """

    name: str
    picks: tuple[Pick, ...]
    given: str = ""
    seen: str = ""
    at_least: int = 1
    at_most: int = 1
    ordered: bool = False
    lasting: bool = False
    steady: tuple[Pick, ...] = ()

    @property
    def choices(self) -> tuple[Pick, ...]:
        """Return the different `picks`, in their order."""
        return tuple(dict.fromkeys(self.picks))

    def takes(self, picks: Sequence[Pick]) -> bool:
        """Tell whether `picks` make an order about this topic."""
        if not self.at_least <= len(picks) <= self.at_most:
            return False
        return Counter(picks) <= Counter(self.picks)

    def order(self, picks: Sequence[Pick]) -> Order:
        """Return the order of `picks` about this topic, given now."""
        return Order(self.name, tuple(picks), self.given, self.seen)


@frozen
class Order:
    """A seat's instruction: its `topic`, the `picks`, the occasion (`given`), and what the seat went by (`seen`).

    One that is `presumed` was made of the seat's lasting orders: to everybody else the seat hasn't answered yet.
    """

    topic: str
    picks: tuple[Pick, ...]
    given: str = ""
    seen: str = ""
    presumed: bool = False


Given: TypeAlias = Mapping[str, Order]
"""The orders of one seat, by their topics."""


@frozen
class JointQuestion:
    """A simultaneous decision: a question put to several seats at once, with the `topics` for an order of each.

    `key` names it, another one for each time that it is put. A seat has answered when it has an order about each of its
    topics, given on this occasion, whichever it is. Where the question is `sealed` nothing is played before every seat
    has answered, or has lasting orders that answer; else a seat that the rules ask goes on meanwhile.

    `open` are picks that everybody may be offered, where all are asked about the same single topic: each is an order,
    and tells nothing of anybody.
    """

    key: str
    topics: Mapping[Seat, tuple[Topic, ...]]
    sealed: bool = False
    open: Sequence[Pick] = ()


@frozen
class OrderAnswer(Generic[A]):
    """The answer of orders to the question of a seat: `actions` to be played together, and an event for the owner.

    `told` is the key of the event, with its `facts`; the seat alone hears it, with the first of the actions.
    """

    actions: tuple[A, ...]
    told: str
    facts: Mapping[str, Plain]


class OrderRules(Protocol[S_contra, A]):
    """The orders of a game, as functions of its state that go by the seat's knowledge; no words.

    `orders` are always those of the seat, by their topics.
    """

    def joint(self, state: S_contra) -> JointQuestion | None:
        """Return the joint question of this state, None if there is none; its seats still have to decide."""

    def topics(self, state: S_contra, seat: Seat) -> tuple[Topic, ...]:
        """Return the topics on which `seat` can give orders now, most urgent first, in a stable order."""

    def stands(self, state: S_contra, seat: Seat, order: Order) -> bool:
        """Tell whether an `order` still has something to answer, or is still worth remembering."""

    def presume(self, state: S_contra, seat: Seat, orders: Given) -> tuple[Order, ...]:
        """Return the answers of lasting `orders` to a joint question that the seat hasn't answered itself.

        The turn engine keeps them from everybody else until the seat answers itself, or nothing else is waited for.
        """

    def answer(
        self, state: S_contra, seat: Seat, orders: Given
    ) -> OrderAnswer[A] | None:
        """Return the answer of `orders` to the question that the rules ask `seat`; None leaves it to the person."""


@frozen
class Ended:
    """An order that ended with the move of number `move`: it returns if that move is taken back."""

    move: int
    seat: Seat
    order: Order


@frozen
class Orders:
    """The orders of all seats of a match, and the seats that are answered for without orders, such as a rival's.

    A seat that is `stood_in` for counts as having answered each joint question: it is asked by the rules alone. `joint`
    is the key of the last joint question, `since` the number of the move after which it was put. `put` tells the same
    for each seat that has still to answer: one that had may be asked once more, when there is more to say about it.
    `heard` says for each seat after which move its person gave an order last: what came before that is no news there.
    `ended` are the orders that ended with moves that can still be taken back, oldest first.
    """

    given: tuple[tuple[Order, ...], ...]
    stood_in: tuple[Seat, ...] = ()
    joint: str = ""
    since: int = 0
    put: tuple[tuple[Seat, int], ...] = ()
    heard: tuple[tuple[Seat, int], ...] = ()
    ended: tuple[Ended, ...] = ()

    @classmethod
    def none(cls, seats: int) -> Orders:
        """Return the orders of a match of so many `seats` in which none was given."""
        return cls(((),) * seats)

    def of(self, seat: Seat) -> dict[str, Order]:
        """Return the orders of `seat` by their topics."""
        return {order.topic: order for order in self.given[seat]}

    def with_orders(self, seat: Seat, orders: Given) -> Orders:
        """Return a copy with `orders` for one seat in the place of its own."""
        own = tuple(orders[topic] for topic in sorted(orders))
        if own == self.given[seat]:
            return self
        given = (*self.given[:seat], own, *self.given[seat + 1 :])
        return replace(self, given=given)

    def with_heard(self, seat: Seat, seq: int) -> Orders:
        """Return a copy in which `seat` gave an order after the move of number `seq`; 0 for a person who comes."""
        others = [each for each in self.heard if each[0] != seat]
        heard = tuple(sorted([*others, (seat, seq)]))
        return replace(self, heard=heard)

    def without(self, seat: Seat) -> Orders:
        """Return a copy without the orders of `seat`, which don't return, either."""
        ended = tuple(each for each in self.ended if each.seat != seat)
        return replace(self.with_orders(seat, {}), ended=ended).with_heard(seat, 0)

    def with_stand_in(self, seat: Seat, *, present: bool) -> Orders:
        """Return a copy in which `seat` is answered for without orders, if `present`, or is no longer."""
        seats = {*self.stood_in, seat} if present else {*self.stood_in} - {seat}
        return replace(self, stood_in=tuple(sorted(seats)))
