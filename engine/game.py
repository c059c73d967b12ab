"""The contract of a game: a record of its rules, which search and replay need, and its telling, which faces need.

Either is anything that has these functions; in this repository it is a module of the game's folder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from engine.analysis import EXACT, Calibration, Highlight, most_striking
from engine.events import Event, EventSink, Told, Wording
from engine.frozen import frozen
from engine.mutable import Mutable
from engine.orders import Order, OrderRules, Pick, Topic
from engine.rng import Rng
from engine.scene import Panel, Row, Scene, Seat, Text, Viewer
from engine.tutorial import Tutorial

S = TypeVar("S", bound=Mutable)
S_contra = TypeVar("S_contra", bound=Mutable, contravariant=True)
A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)

BY_ORDER = "ordered-"
"""What the keys of the events begin with that say to its owner that a move was ordered."""


@frozen
class Option:
    """A legal action as it is offered to the person asked.

    `amount` is set where the action is a number to be named; `times` is how often it may be picked in one answer. `own`
    is the private label in place of the `label`, for the seat asked alone, where that seat knows more of it. An option
    that is `quiet` stays legal and isn't shown, because an offer does the same. Where the options of a question stand
    `under` several marks, each mark has a list of its own; those under a single one have one where all options are
    many. A `plain` option can be chosen in public though its question is private: it is legal whatever the seat knows.
    """

    label: Text
    emblem: str = ""
    amount: int | None = None
    times: int = 1
    own: Text | None = None
    quiet: bool = False
    under: Text | None = None
    plain: bool = False


@frozen
class Naming:
    """The dialog in which the seat asked names a number: its `title` and `label`, of 45 characters at most.

    `beyond` is noted, in private, with every number above `covered`, such as a bid that this seat couldn't pay. `ready`
    are the numbers that are buttons there, each with its meaning to this seat; None where the number says it.
    """

    title: Text
    label: Text
    covered: int
    beyond: Text
    ready: tuple[tuple[int, Text | None], ...] = ()


@frozen
class Offer(Generic[A]):
    """A ready-made answer: `actions` that are played together, in their order, however many picks an answer has."""

    label: Text
    actions: tuple[A, ...]
    emblem: str = ""


@frozen
class Opening(Generic[A]):
    """A public beginning of an answer to a private question, in words that are the same for all, with its `offers`."""

    label: Text
    offers: tuple[Offer[A], ...]


@frozen
class Question(Generic[A]):
    """A decision that a seat has to make.

    `prompt` is for the seat asked, `waiting` for everybody else. `open` says that the choices tell nothing secret and
    may be shown in public. `at_least` and `at_most` are the picks that one answer has; `ordered` says that they count
    in the order in which they were picked; then they are 25 at most. The `offers` stand in one list under the hint
    `listed`, where there is one, and else are buttons. `openings` are the public beginnings of an answer to a question
    that isn't open.

    A prompt is one sentence of at most twenty words; everything else there is to know of it are its `details`, which
    only an unfolded view says. `stakes` are the subject of the decision, as rows that the seat asked alone sees: of its
    knowledge, as much as helps to decide. `naming` goes with choices that are numbers.

    Two questions to a seat with equal legal actions are one question, which stands until the seat moves or its legal
    actions change: every difference between questions belongs into the actions, and a prompt mentions nothing that
    somebody else's move changes.
    """

    prompt: Text
    waiting: Text
    open: bool = False
    at_least: int = 1
    at_most: int = 1
    ordered: bool = False
    offers: tuple[Offer[A], ...] = ()
    listed: Text | None = None
    naming: Naming | None = None
    stakes: tuple[Row, ...] = ()
    details: Text | None = None
    openings: tuple[Opening[A], ...] = ()


@frozen
class Outcome:
    """The end: `places` by seat (1 is the best, equal ones are shared), `report` and `highlights`, line by line."""

    places: tuple[int, ...]
    report: tuple[Text, ...]
    highlights: tuple[Text, ...] = ()

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Return the seats in place 1, more than one where the victory is shared."""
        return tuple(Seat(seat) for seat, place in enumerate(self.places) if place == 1)


class Rules(Protocol[S, A]):
    """The rules of a game, as functions of its state: all that search, replay and verification need."""

    def setup(self, seats: int, rng: Rng) -> S:
        """Return the state before the first decision."""

    def deciding(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that must decide now, in their order; none when the match is over."""

    def legal(self, state: S, seat: Seat) -> tuple[A, ...]:
        """Return every legal action of `seat`, finite, in a stable order; none if it need not decide.

        An action is an immutable record whose `repr` says all of it.
        """

    def apply(self, state: S, seat: Seat, action: A, rng: Rng, sink: EventSink) -> None:
        """Play a legal `action` on the `state` that is given, and report each event to `sink`."""

    def places(self, state: S) -> tuple[int, ...] | None:
        """Return each seat's place (1 is the best; equal places are shared), or None while the match goes on."""

    def imagine(self, state: S, viewer: Viewer, rng: Rng) -> S:
        """Return another state that `viewer` can't tell from this one."""


class Telling(Protocol[S_contra, A]):
    """The words of a game, as functions of its state: all that faces need."""

    @property
    def glossary(self) -> tuple[Row, ...]:
        """The kinds of cards, row by row; a card of a scene has the `about` of its kind."""

    @property
    def wording(self) -> Wording:
        """The values in words for facts of events, by their names; a fact without an entry is said as it is."""

    def question(self, state: S_contra, seat: Seat) -> Question[A]:
        """Return the question of a `seat` that decides."""

    def option(self, state: S_contra, seat: Seat, action: A) -> Option:
        """Return a legal `action` as it is offered to `seat`."""

    def scene(self, state: S_contra, viewer: Viewer) -> Scene:
        """Return the scene for `viewer`, built by adding the viewer's knowledge, never by deleting from the whole."""

    def summary(self, state: S_contra) -> tuple[Text, ...]:
        """Return the events that everybody is told when the match has ended: the winners, and the reasons."""

    def report(self, state: S_contra) -> tuple[Text, ...]:
        """Return the whole result of a match that has ended, line by line."""


@frozen
class AgentView(Generic[S]):
    """What an agent decides from: never the position itself, but a `twin` that its `seat` can't tell from it.

    The seat makes so many `picks`. `Match.view` is the only maker of views, as `Match.frame` is of frames. A twin is
    dealt with the draws of a stream that has nothing to do with the match's seed. Nothing else of a match goes into a
    view: no seed, no log, no number of moves, nor anything changeable that the real state holds.
    """

    seat: Seat
    twin: S
    picks: int = 1


class Judgement(Protocol[S_contra, A]):
    """The values of a game for agents; optional, and of the rules' kind: no words.

    `consider` and `score` go by the seat's knowledge and nothing else: states that it can't tell apart get the same
    answer. `worth` looks at imagined worlds only, so it may go by every card. `horizon` is after how many actions of
    all seats `worth` tells as much of a world as playing on would.
    """

    @property
    def horizon(self) -> int:
        """How many actions ahead it is worth the while to look."""

    def consider(self, state: S_contra, seat: Seat, legal: Sequence[A]) -> Sequence[A]:
        """Return the sane ones of the `legal` actions, at least one, in a stable order."""

    def score(
        self, state: S_contra, seat: Seat, actions: Sequence[A]
    ) -> Sequence[float]:
        """Return a score for each of several legal `actions`; only their order and distances count."""

    def worth(self, state: S_contra, seat: Seat) -> float:
        """Return the value of a state for `seat`, from 0 to 1: about how likely it wins from there, or how clearly."""


class Plan(Protocol[A_co]):
    """A line of play that begins with an `action`; the rest of it only the game's own rollouts read."""

    @property
    def action(self) -> A_co:
        """The first action; several plans may begin alike."""


class Rollout(Protocol[S_contra, A]):
    """Playouts of a game's own, where it plans anything, much faster than by its rules; optional, with a judgement.

    `score` and `plans` go by the seat's knowledge alone, `outcomes` by imagined worlds, which it leaves as they are.
    """

    def speedup(self, state: S_contra) -> int:
        """Return how many times as many of these as of other playouts a decision may take there."""

    def imagine(self, state: S_contra, seat: Seat, rng: Rng) -> Any:
        """Return a world as `Rules.imagine` does, but the likelier one the better it fits how knights play."""

    def score(
        self, state: S_contra, seat: Seat, actions: Sequence[A]
    ) -> Sequence[float]:
        """Return what `Judgement.score` does, by the numbers that a champion plays by."""

    def plans(
        self, state: S_contra, seat: Seat, actions: Sequence[A]
    ) -> Sequence[Plan[A]]:
        """Return the plans of a `seat` that considers several `actions`, first the one that it prefers."""

    def outcomes(
        self, world: S_contra, seat: Seat, tried: Sequence[Any], rng: Rng
    ) -> Sequence[tuple[float, float]]:
        """Return for each `tried` plan, by the same draws, the seat's part of the victory and its clearness, 0 to 1."""


class OrderTelling(Protocol[S_contra]):
    """The words for orders of a game, as functions of its state; optional, it goes with `Game.ordering`."""

    def label(self, state: S_contra, seat: Seat, topic: Topic) -> Text:
        """Return the name of a `topic`, in a few words, for its seat alone."""

    def question(
        self, state: S_contra, seat: Seat, topic: Topic, former: Order | None
    ) -> Question[Any]:
        """Return the question for an order; `former` is the seat's order on the topic, perhaps of earlier.

        Only `waiting` is for others, and the same whatever anybody has ordered. An offer's actions are picks.
        """

    def option(self, state: S_contra, seat: Seat, topic: Topic, pick: Pick) -> Option:
        """Return a `pick` for an order as it is offered."""

    def effect(self, state: S_contra, seat: Seat, order: Order) -> Text:
        """Return the effect that an `order` will have, in a sentence for its seat alone."""

    def joint_prompt(self, state: S_contra) -> Text:
        """Return the public prompt of the joint question, in a sentence for everybody."""


Migration: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""A function from the plain state of one version of the rules to that of the next."""


@frozen(eq=False)
class Game(Generic[S, A]):
    """A game that Herald knows.

    `key` is the name of the folder, of the subcommand and of the texts; `version` is that of the state and of the
    meaning of actions; `seats` is how many may play, and `minutes` about how long that takes where all sit at one
    table, by their number. `waits` is about how often a table waits for people who play over days: by hand, and where
    they order ahead (`python -m bench.waits`), and `decisions` about how many each player has. `best_with` is how many
    players it is best with; None: the most. `headings` are the events, by the keys that they are told with, with which
    a turn, a round or another part of the match begins: the log has them as headings. `passing` are those that a player
    who comes back needn't read: the next event, or the next question, says as much.

    `hints` names, for each kind of question by the key of its prompt in private, its explanation for a beginner:
    "auction" is the text "KEY-hint-auction".

    `state_type` reads and writes saved states, `action_type`, a type or a tagged union of types, logged actions.
    `migrations` has, for each older version, the way to the next. `opened` shows, once the match is over, all that its
    end still hides from the public; None where that is no more than each seat sees alone. `highlights` yields the
    sentences about the turns of a match that is over; the two most striking are told below its summary. `chapters` are
    the events, by the keys that everybody is told them with, that begin a chapter: a part of the story that one message
    tells, such as an auction; where there are none, each phase is one. `opening` tells everybody the events with which
    the match itself begins: with it the first part has its heading, too. `box` is every card there is, sorted, for
    games of whose kinds there are different numbers. `judgement` makes rivals play better; without it they play by the
    rules alone. `rollout` lets champions look to the end. `ordering` has the topics for orders, `order_telling` their
    words; without them there are no orders. `orders_begin` tells of a state whether the kind of question that orders
    are about has come up: in somebody's first game they are offered from then on. `primer` is the deal by which a
    beginner learns the game. `points` returns each seat's in a state that has ended, by which people compare who have
    played the same deal. `foresight` makes chances of the shares of imagined worlds (`python -m bench.chances`).
    """

    key: str
    version: int
    seats: range
    state_type: type[S]
    action_type: Any
    rules: Rules[S, A]
    telling: Telling[S, A]
    minutes: Mapping[int, int] = field(default_factory=dict)
    waits: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    decisions: int = 0
    best_with: int | None = None
    headings: frozenset[str] = frozenset()
    passing: frozenset[str] = frozenset()
    hints: Mapping[str, str] = field(default_factory=dict)
    migrations: Mapping[int, Migration] = field(default_factory=dict)
    opened: Callable[[S], tuple[Row | Panel, ...]] | None = None
    highlights: Callable[[S], Iterable[Highlight]] = field(default=lambda _: ())
    chapters: frozenset[str] = frozenset()
    opening: Callable[[S, EventSink], None] | None = None
    box: Row | None = None
    judgement: Judgement[S, A] | None = None
    rollout: Rollout[S, A] | None = None
    ordering: OrderRules[S, A] | None = None
    order_telling: OrderTelling[S] | None = None
    orders_begin: Callable[[S], bool] = field(default=lambda _: True)
    primer: Tutorial[S] | None = None
    points: Callable[[S], Sequence[int]] | None = None
    foresight: Calibration = EXACT

    def opening_events(self, state: S) -> tuple[Text, ...]:
        """Return the events that everybody is told as a match begins with `state`; empty without an `opening`."""
        tale = EventSink()
        if self.opening is not None:
            self.opening(state, tale)
        return tuple(each.event for each in self.put_into_words(tale.events))

    def put_into_words(self, events: Iterable[Event]) -> tuple[Told, ...]:
        """Return `events` in the words of this game."""
        wording = self.telling.wording
        return tuple(event.put_into_words(self.key, wording) for event in events)

    def _told_key(self, event: Text) -> str:
        """Return the key that `event` is told with, without that of the game."""
        return event.key.removeprefix(f"{self.key}-told-")

    @property
    def best(self) -> int:
        """Return how many players the game is best with: `best_with`, or the most that can play."""
        return self.best_with or self.seats[-1]

    def closing_events(self, state: S) -> tuple[Text, ...]:
        """Return the events that everybody is told as a match ends with `state`: its summary, then its highlights."""
        return (*self.telling.summary(state), *most_striking(self.highlights(state)))

    def is_heading(self, event: Text) -> bool:
        """Tell whether a part of the match begins with `event` (see `headings`)."""
        return self._told_key(event) in self.headings

    def is_passing(self, event: Text) -> bool:
        """Tell whether `event` is one of the `passing`, which a player who comes back needn't read."""
        return self._told_key(event) in self.passing

    def is_by_order(self, event: Text) -> bool:
        """Tell whether `event` says, to its owner alone, that a move was made by an order."""
        return self._told_key(event).startswith(BY_ORDER)

    def hint(self, question: Question[Any]) -> Text | None:
        """Return the explanation of this kind of `question` for a beginner; it goes by the question's key alone."""
        name = self.hints.get(question.prompt.key.removeprefix(f"{self.key}-"))
        return Text(f"{self.key}-hint-{name}") if name else None

    def is_chapter(self, event: Text) -> bool:
        """Tell whether `event` begins a chapter (see `chapters`)."""
        return self._told_key(event) in self.chapters


AnyGame: TypeAlias = Game[Any, Any]
Games: TypeAlias = Mapping[str, AnyGame]
"""Games by their keys."""
