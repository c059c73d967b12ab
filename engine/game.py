"""The contract of a game: its rules as functions of its state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar

from engine.rng import Rng
from engine.scene import Row, Scene, Seat, Text, Viewer


class Position(Protocol):
    """The state of a game: a plain dataclass, changed in place, that can copy itself."""

    def copy(self) -> Self:
        """Return a state that shares nothing changeable with this one."""
        ...


S = TypeVar("S", bound=Position)
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Option:
    """How one legal action is offered to the person asked.

    `amount` is set where the action is a number to be named; `times` is how often it may be picked in one answer.
    """

    label: Text
    emblem: str = ""
    amount: int | None = None
    times: int = 1


@dataclass(frozen=True, slots=True)
class Offer(Generic[A]):
    """A ready-made answer: several actions that are played together."""

    label: Text
    actions: tuple[A, ...]


@dataclass(frozen=True, slots=True)
class Question(Generic[A]):
    """What a seat has to decide.

    `prompt` is for the seat asked, `waiting` for everybody else. `open` says that the choices tell nothing secret and
    may be shown in public. `at_least` and `at_most` are the picks that may be sent together.
    """

    prompt: Text
    waiting: Text
    open: bool = False
    at_least: int = 1
    at_most: int = 1
    offers: tuple[Offer[A], ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """An event in words, and to whom it was told: a seat, or None for everybody `but` a seat that was told more."""

    event: Text
    to: Viewer = None
    but: Seat | None = None

    def heard(self, viewer: Viewer) -> bool:
        """Tell whether a viewer was told this."""
        return self.to in {None, viewer} and (self.but is None or self.but != viewer)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end: each seat's place (1 is the best; equal places are shared), and the report, line by line."""

    places: tuple[int, ...]
    report: tuple[Text, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Return the seats that won, more than one where the victory is shared."""
        return tuple(Seat(seat) for seat, place in enumerate(self.places) if place == 1)


class Game(Protocol[S, A]):
    """The rules of one game, as functions of its state."""

    def __hash__(self) -> int:
        """Return a number that lets a game be the key of a cache."""
        ...

    @property
    def key(self) -> str:
        """The name of the folder, of the subcommand and of the texts: "fortheking"."""
        ...

    @property
    def rules(self) -> int:
        """The version of the state and of what actions mean."""
        ...

    @property
    def seats(self) -> range:
        """How many may play."""
        ...

    @property
    def state_type(self) -> type[S]:
        """The type that reads and writes saved states."""
        ...

    @property
    def action_type(self) -> Any:
        """The type, or the tagged union of types, that reads and writes logged actions."""
        ...

    @property
    def migrations(self) -> Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]:
        """For each older version of the rules, the function from its plain state to the next version's."""
        ...

    @property
    def glossary(self) -> tuple[Row, ...]:
        """The kinds of cards, row by row; a card of a scene has the `about` of its kind."""
        ...

    def setup(self, seats: int, rng: Rng) -> S:
        """Return the state before the first decision."""
        ...

    def asking(self, state: S) -> Mapping[Seat, Question[A]]:
        """Return who must decide now, and what; empty when the match is over."""
        ...

    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """Return every legal action of a seat, finite, in a stable order."""
        ...

    def option(self, state: S, seat: Seat, action: A) -> Option:
        """Return how a legal action is offered."""
        ...

    def apply(self, state: S, seat: Seat, action: A, rng: Rng) -> Sequence[Told]:
        """Play a legal action on the state that is given, and return what is told, to whom."""
        ...

    def scene(self, state: S, viewer: Viewer) -> Scene:
        """Return what a viewer may see, built from what the viewer may know."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return the result, or None while the match goes on."""
        ...

    def imagine(self, state: S, viewer: Viewer, rng: Rng) -> S:
        """Return another state that the viewer can't tell from this one."""
        ...


AnyGame = Game[Any, Any]
