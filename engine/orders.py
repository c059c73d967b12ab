"""Standing orders: what seats have told the turn engine to answer for them, in secret.

Orders belong to a match and not to its state: rules, search and replay know nothing of them. A game that takes orders
says so by `Ordering`, pure functions of its state: what a seat can order now, also when it isn't asked, and what its
orders answer when it is. What an order means is the game's: here it is a topic with what was picked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeAlias, TypeVar

from engine.scene import Seat
from engine.telling import Plain

S_contra = TypeVar("S_contra", contravariant=True)
A = TypeVar("A")

Pick: TypeAlias = int | str
"""Something that can be picked for an order: a number, or a key of the game's."""


@dataclass(frozen=True, slots=True)
class Topic:
    """What a seat can give an order about now.

    `picks` lists each pick as often as one order may have it; an order has from `at_least` to `at_most` of them, and
    they count in their order where it is `ordered`. `given` names the occasion: on another one the same topic is
    another question. `seen` is what the seat goes by: an order that was given by something else may be asked anew, but
    for `steady` picks, which mean the same whatever was seen. `lasting` orders stay until they are changed; the first
    pick of such a topic is as if nothing were ordered.
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
        """Return the different picks, in their order."""
        return tuple(dict.fromkeys(self.picks))

    def takes(self, picks: Sequence[Pick]) -> bool:
        """Tell whether these picks are an order."""
        return self.at_least <= len(picks) <= self.at_most and Counter(picks) <= Counter(self.picks)


@dataclass(frozen=True, slots=True)
class Order:
    """A seat's instruction: about which topic, what was picked, on which occasion, and what the seat went by.

    One that is `presumed` was made of the seat's lasting orders: to everybody else the seat hasn't answered yet.
    """

    topic: str
    picks: tuple[Pick, ...]
    given: str = ""
    seen: str = ""
    presumed: bool = False


Given: TypeAlias = Mapping[str, Order]
"""The orders of one seat, by their topics."""


@dataclass(frozen=True, slots=True)
class Joint:
    """A question that is put to several seats at once: the topics about which each of them is asked for an order.

    `key` names it, another one for each time that it is put. A seat has answered when it has an order about each of
    its topics, given on this occasion, whichever it is. Where the question is `sealed` nothing is played before every
    seat has answered, or has lasting orders that answer; else whoever the rules ask goes on meanwhile.

    `open` are picks that everybody may be offered, where all are asked about the same single topic: each is an order,
    and tells nothing of anybody.
    """

    key: str
    topics: Mapping[Seat, tuple[Topic, ...]]
    sealed: bool = False
    open: Sequence[Pick] = ()


@dataclass(frozen=True, slots=True)
class Carried(Generic[A]):
    """What orders answer to the question of a seat: actions to be played together, and what its owner is told of it.

    `told` is the key of the event, with its `facts`; the seat alone hears it, with the first of the actions.
    """

    actions: tuple[A, ...]
    told: str
    facts: Mapping[str, Plain]


class Ordering(Protocol[S_contra, A]):
    """What can be ordered in a game, as functions of its state that go by what the seat knows; no words.

    `orders` are those of the seat, by their topics.
    """

    def joint(self, state: S_contra) -> Joint | None:
        """Return the question that is put to several seats now, if there is one; its seats still have to decide."""
        ...

    def topics(self, state: S_contra, seat: Seat) -> tuple[Topic, ...]:
        """Return what a seat can give orders about now, most urgent first, in a stable order."""
        ...

    def stands(self, state: S_contra, seat: Seat, order: Order) -> bool:
        """Tell whether an order has still something to answer, or is still worth to be remembered."""
        ...

    def presumed(self, state: S_contra, seat: Seat, orders: Given) -> tuple[Order, ...]:
        """Return what lasting orders come to as answers to the joint question, which the seat hasn't answered.

        The turn engine keeps them from everybody else until the seat answers itself, or nothing else is waited for.
        """
        ...

    def answer(self, state: S_contra, seat: Seat, orders: Given) -> Carried[A] | None:
        """Return what orders answer to the question that the rules ask a seat; None leaves it to the person."""
        ...


@dataclass(frozen=True, slots=True)
class Ended:
    """An order that ended with the move of a number: it returns if that move is taken back."""

    move: int
    seat: Seat
    order: Order


@dataclass(frozen=True, slots=True)
class Orders:
    """What each seat of a match has ordered, and for which seats somebody answers without orders, such as a rival.

    A seat that is `stood_in` for counts as having answered each joint question: it is asked what the rules ask. `joint`
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
        """Return the orders of a match in which nobody has given any."""
        return cls(((),) * seats)

    def of(self, seat: Seat) -> dict[str, Order]:
        """Return the orders of a seat by their topics."""
        return {order.topic: order for order in self.given[seat]}

    def kept(self, seat: Seat, orders: Given) -> Orders:
        """Return all orders with others for one seat."""
        own = tuple(orders[topic] for topic in sorted(orders))
        if own == self.given[seat]:
            return self
        return replace(self, given=(*self.given[:seat], own, *self.given[seat + 1 :]))

    def hearing(self, seat: Seat, seq: int) -> Orders:
        """Return all orders where a person gives one after the move of that number; 0 for a person who comes."""
        others = [each for each in self.heard if each[0] != seat]
        return replace(self, heard=tuple(sorted([*others, (seat, seq)])))

    def without(self, seat: Seat) -> Orders:
        """Return all orders without those of a seat, which don't return, either."""
        ended = tuple(each for each in self.ended if each.seat != seat)
        return replace(self.kept(seat, {}), ended=ended).hearing(seat, 0)

    def standing_in(self, seat: Seat, *, present: bool) -> Orders:
        """Return all orders where somebody answers for a seat without orders, or nobody does any more."""
        seats = {*self.stood_in, seat} if present else {*self.stood_in} - {seat}
        return replace(self, stood_in=tuple(sorted(seats)))
