"""A question as it is shown, and replies to it: choices by numbers, in the seat's own words and in everybody's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import starmap
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from engine.errors import IllegalAction
from engine.game import A, Naming, Offer, Option, Outcome, Question
from engine.scene import Row, Scene, Seat, Text, Viewer

T = TypeVar("T")

EVERYBODY = Seat(99)
"""Stands for the seat in a question whose choices are offered to all who are asked together."""


class Choice(NamedTuple):
    """One thing that can be chosen; `number` names it for as long as the question stands."""

    number: int
    option: Option


class Suggestion(NamedTuple):
    """A ready-made answer as it is shown."""

    label: Text
    emblem: str = ""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question as one viewer sees it: only who may answer it, or anybody if it is open, sees the choices.

    `question` names it in an answer, and is empty for who doesn't see the choices. Who may answer it sees these in the
    words for that seat alone, its `naming`, the `stakes` and the `details`; the offers stand in a list if that has a
    hint, `listed`. What is asked `ahead` is an order. Where it is `presumed`, as its seat alone sees, lasting orders
    have answered it already. `hint` explains questions of its kind, to that seat alone. `openings` are the words with
    which everybody sees that an answer can begin; what each leads to, `opened`, is that seat's.
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
    """A question, all that its seat sees of it, and what anybody else does."""

    question: Question[A]
    own: Ask
    public: Ask

    def seen(self, viewer: Viewer) -> Ask:
        """Return the question as a viewer sees it."""
        return self.own if viewer == self.own.seat else self.public


@dataclass(frozen=True, slots=True)
class Picks:
    """An answer by the numbers of choices; their order counts only where the question says so."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Offered:
    """An answer by the number of a ready-made one."""

    number: int


@dataclass(frozen=True, slots=True)
class Named:
    """An answer by a number that is named, such as a bid."""

    amount: int


Reply: TypeAlias = Picks | Offered | Named


@dataclass(frozen=True, slots=True)
class Together:
    """A question that is put to several seats at once, as everybody sees it: who was asked, and who has answered.

    `answered` are also those that needed no call. Where it is `sealed` nothing is played before all have answered.
    `open` is the question with the choices that all are offered alike, if there are any; who answers it by what the
    rules ask as well, as one of the `deciding`, makes that move.
    """

    text: Text
    asked: tuple[Seat, ...]
    answered: tuple[Seat, ...]
    sealed: bool
    open: Ask | None = None
    deciding: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """Something that a seat can order, for that seat alone: what it is called, and what the present order will do.

    `question` names it in an answer; `does` is None where nothing is ordered. `lasting` orders stay until changed;
    `picked` are the numbers of what such a one picks, the first one for nothing.
    """

    question: str
    label: Text
    does: Text | None
    lasting: bool
    picked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """What one viewer sees of a match, whole: the scene, who is asked what, the end, and the pledge for the shuffle.

    `glossary` are the game's kinds of cards, the same for everybody at all times: no part of what tells frames apart.
    `together` is the question that several are asked at once, `orders` what the viewer's own seat can order and has.
    """

    viewer: Viewer
    scene: Scene
    asks: tuple[Ask, ...]
    outcome: Outcome | None
    commitment: str
    glossary: tuple[Row, ...] = field(compare=False, repr=False)
    together: Together | None = None
    orders: tuple[Standing, ...] = ()

    @property
    def mine(self) -> Ask | None:
        """Return the question that this viewer must answer."""
        return next((ask for ask in self.asks if ask.seat == self.viewer), None)

    @property
    def awaited(self) -> bool:
        """Tell whether the match waits for this viewer: no lasting order has answered their question."""
        return self.mine is not None and not self.mine.presumed

    def asked_openly(self, question: str) -> bool:
        """Tell whether that is the name of a question that this viewer is asked with others, with choices for all."""
        together = self.together
        if together is None or together.open is None or self.viewer not in together.asked:
            return False
        return question == together.open.question

    @property
    def asked_by_rules(self) -> bool:
        """Tell whether this viewer's question is one of the rules, and not about an order."""
        return self.mine is not None and not self.mine.ahead


def shown(
    seat: Seat, name: str, question: Question[A], options: Sequence[Option], hint: Text | None = None
) -> Asked[A]:
    """Return a question of that name with its options, as its seat sees it and as anybody else does.

    The `hint` is its seat's.
    """
    own = replace(_own(seat, name, question, options), hint=hint)
    if not question.open:
        return Asked(question, own, Ask(seat, question.waiting, question.waiting, question.open, openings=own.openings))
    choices = _public(options) if any(option.own for option in options) else own.choices
    seen = replace(own, choices=choices, naming=None, stakes=(), details=None, hint=None)
    return Asked(question, own, seen)


def every_offer(question: Question[A]) -> tuple[Offer[A], ...]:
    """Return the offers of a question, then those of each opening, as they are numbered."""
    return (*question.offers, *(offer for opening in question.openings for offer in opening.offers))


def meant(things: Sequence[T], asked: Asked[T], reply: Reply) -> tuple[T, ...]:
    """Return what a reply stands for among the things that can be chosen; raise IllegalAction if it is nothing."""
    match reply:
        case Picks(numbers):
            picked = numbers if asked.question.ordered else sorted(numbers)
            return tuple(_at(things, number) for number in picked)
        case Offered(number):
            return _at(every_offer(asked.question), number).actions
        case Named(amount):
            return tuple(things[one.number] for one in asked.own.choices if one.option.amount == amount)


def _own(seat: Seat, name: str, question: Question[A], options: Sequence[Option]) -> Ask:
    """Return all that the seat asked sees of its question."""
    return Ask(
        seat,
        question.prompt,
        question.waiting,
        question.open,
        name,
        question.at_least,
        question.at_most,
        question.ordered,
        _private(options),
        _suggested(question.offers),
        question.listed,
        question.naming,
        question.stakes,
        question.details,
        openings=tuple(opening.label for opening in question.openings),
        opened=tuple(_suggested(opening.offers) for opening in question.openings),
    )


def _suggested(offers: Iterable[Offer[Any]]) -> tuple[Suggestion, ...]:
    return tuple(Suggestion(offer.label, offer.emblem) for offer in offers)


def _private(options: Sequence[Option]) -> tuple[Choice, ...]:
    """Return the choices as the seat asked sees them."""
    return _numbered(replace(one, label=one.own, own=None) if one.own else one for one in options)


def _public(options: Sequence[Option]) -> tuple[Choice, ...]:
    """Return the choices as everybody sees them."""
    return _numbered(replace(one, own=None) if one.own else one for one in options)


def _numbered(options: Iterable[Option]) -> tuple[Choice, ...]:
    return tuple(starmap(Choice, enumerate(options)))


def _at(items: Sequence[T], number: int) -> T:
    if not 0 <= number < len(items):
        raise IllegalAction
    return items[number]
