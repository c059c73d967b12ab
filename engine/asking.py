"""Questions as viewers see them, and replies: choices by numbers, labelled for the seat asked and for the public."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from itertools import starmap
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from engine.errors import IllegalAction
from engine.frozen import frozen, replace
from engine.game import A, Naming, Offer, Option, Outcome, Question
from engine.scene import Row, Scene, Seat, Text, Viewer

T = TypeVar("T")

EVERYBODY = Seat(99)
"""Stands for the seat in a question whose choices are offered to all who are asked together."""


class Choice(NamedTuple):
    """An option that can be chosen; `number` names it for as long as the question stands."""

    number: int
    option: Option


class Suggestion(NamedTuple):
    """A ready-made answer (`Offer`) as it is shown."""

    label: Text
    emblem: str = ""


@frozen
class Ask:
    """A question as one viewer sees it: the choices are there for its own seat, and for all if it is `open`.

    Of a private question all see the `plain` choices. `question` is the id that an answer has to name, empty for a
    viewer without choices. The question's own `seat` sees these with their private labels, the `naming`, the `stakes`
    and the `details`; the offers stand in a list if that has a hint, `listed`. A question `ahead` is about an order. If
    `presumed`, which its seat alone sees, lasting orders have answered it already. `hint` explains questions of its
    kind, to that seat alone. `openings` are the words with which everybody sees that an answer can begin; `opened` has
    the offers of each, for that seat alone.
    """

    seat: Seat
    prompt: Text
    waiting: Text
    open: bool
    question: str = ""
    at_least: int = 1
    at_most: int = 1
    ordered: bool = False
    choices: tuple[Choice, ...] = ()
    offers: tuple[Suggestion, ...] = ()
    listed: Text | None = None
    naming: Naming | None = None
    stakes: tuple[Row, ...] = ()
    details: Text | None = None
    ahead: bool = False
    presumed: bool = False
    hint: Text | None = None
    openings: tuple[Text, ...] = ()
    opened: tuple[tuple[Suggestion, ...], ...] = ()


class Asked(NamedTuple, Generic[A]):
    """A `question` with its two faces: `own` for its seat, `public` for all other viewers."""

    question: Question[A]
    own: Ask
    public: Ask

    def ask_for(self, viewer: Viewer) -> Ask:
        """Return the question as `viewer` sees it."""
        if viewer == self.own.seat:
            return self.own
        return self.public


@frozen
class PicksReply:
    """A reply by the `numbers` of choices; their order counts only where the question is `ordered`."""

    numbers: tuple[int, ...]


@frozen
class OfferReply:
    """A reply by the `number` of a ready-made answer."""

    number: int


@frozen
class AmountReply:
    """A reply by an `amount` that is named, such as a bid."""

    amount: int


Reply: TypeAlias = PicksReply | OfferReply | AmountReply


@frozen
class JointAsk:
    """A joint question as everybody sees it: the seats `asked`, and those of them that have `answered`.

    `answered` has also seats that needed no ping. If `sealed`, nothing is played before all have answered. `open` is
    the question with the choices that all are offered alike, if there are any; a seat among the `deciding` that answers
    it makes the move which the rules ask of it.
    """

    text: Text
    asked: tuple[Seat, ...]
    answered: tuple[Seat, ...]
    sealed: bool
    open: Ask | None = None
    deciding: tuple[Seat, ...] = ()


@frozen
class TopicStatus:
    """A topic for orders, shown to its seat alone, with the present order about it.

    `question` is the id that an answer has to name; `does` tells what the order will do, None if there is none.
    `lasting` orders stay until changed; `picked` are the numbers of its picks, the first choice if there is no order.
    """

    question: str
    label: Text
    does: Text | None
    lasting: bool
    picked: tuple[int, ...] = ()


@frozen
class Frame:
    """All that one viewer sees of a match: the scene, the questions, the outcome, and the shuffle's commitment.

    `glossary` are the game's kinds of cards, the same for everybody at all times: no part of what tells frames apart.
    `joint` is the joint question, if one is open; `orders` are the topics of the viewer's own seat, with its orders.
    """

    viewer: Viewer
    scene: Scene
    asks: tuple[Ask, ...]
    outcome: Outcome | None
    commitment: str
    glossary: tuple[Row, ...] = field(compare=False, repr=False)
    joint: JointAsk | None = None
    orders: tuple[TopicStatus, ...] = ()

    @property
    def mine(self) -> Ask | None:
        """Return the question that `viewer` must answer; None if there is none."""
        return next((ask for ask in self.asks if ask.seat == self.viewer), None)

    @property
    def is_awaited(self) -> bool:
        """Tell whether the match waits for `viewer`: it is asked, and no lasting order has answered."""
        return self.mine is not None and not self.mine.presumed

    def has_public_choices(self, question: str) -> bool:
        """Tell whether `question` is the id of the joint question with choices for all, and `viewer` is asked."""
        together = self.joint
        if together and together.open and self.viewer in together.asked:
            return question == together.open.question
        return False

    @property
    def is_asked_by_rules(self) -> bool:
        """Tell whether the rules ask `viewer`, and not a topic for an order."""
        return self.mine is not None and not self.mine.ahead


def build_asked(
    seat: Seat,
    name: str,
    question: Question[A],
    options: Sequence[Option],
    hint: Text | None,
) -> Asked[A]:
    """Return a `question` with its `options` under the id `name`, for its seat and for the public.

    The `hint` is for its seat alone.
    """
    waiting, openings = question.waiting, question.openings
    own = Ask(
        seat,
        question.prompt,
        waiting,
        question.open,
        name,
        question.at_least,
        question.at_most,
        question.ordered,
        _choices(
            replace(one, label=one.own, own=None) if one.own else one for one in options
        ),
        _suggestions(question.offers),
        question.listed,
        question.naming,
        question.stakes,
        question.details,
        openings=tuple(opening.label for opening in openings),
        opened=tuple(_suggestions(opening.offers) for opening in openings),
        hint=hint,
    )
    choices = own.choices
    if any(option.own for option in options):
        choices = _choices(replace(one, own=None) for one in options)

    if question.open:
        seen = replace(
            own, choices=choices, naming=None, stakes=(), details=None, hint=None
        )
    else:
        seen = Ask(seat, waiting, waiting, question.open, openings=own.openings)
        if plain := tuple(choice for choice in choices if choice.option.plain):
            seen = replace(seen, question=name, choices=plain)
    return Asked(question, own, seen)


def every_offer(question: Question[A]) -> tuple[Offer[A], ...]:
    """Return the offers of a `question`, then those of each opening, as they are numbered."""
    return (
        *question.offers,
        *(offer for opening in question.openings for offer in opening.offers),
    )


def resolve_reply(things: Sequence[T], asked: Asked[T], reply: Reply) -> tuple[T, ...]:
    """Return those of `things` that a `reply` stands for; raise IllegalAction if it fits no choice."""
    match reply:
        case PicksReply(numbers):
            picked = numbers if asked.question.ordered else sorted(numbers)
            return tuple(_item_at(things, number) for number in picked)

        case OfferReply(number):
            return _item_at(every_offer(asked.question), number).actions

        case AmountReply(amount):
            choices = asked.own.choices
            return tuple(
                things[one.number] for one in choices if one.option.amount == amount
            )


def _suggestions(offers: Iterable[Offer[Any]]) -> tuple[Suggestion, ...]:
    return tuple(Suggestion(offer.label, offer.emblem) for offer in offers)


def _choices(options: Iterable[Option]) -> tuple[Choice, ...]:
    return tuple(starmap(Choice, enumerate(options)))


def _item_at(items: Sequence[T], number: int) -> T:
    if not 0 <= number < len(items):
        raise IllegalAction
    return items[number]
