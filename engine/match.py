"""The turn engine: a match is a value, `play` returns the next one, and nothing else changes anything.

The law of this file: a refused action changes nothing; what is played together is played whole or not at all; the only
maker of frames is `Match.frame`; the same seed and the same actions give the same match.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from engine import rng, takeback
from engine.errors import IllegalAction, MatchOver, NotYourTurn, Refused, StaleAction, WrongSeats
from engine.game import A, AnyGame, Game, Naming, Option, Outcome, Question, S
from engine.rng import Rng
from engine.scene import Panel, Row, Scene, Seat, Text, Viewer
from engine.takeback import Past, TakeBack
from engine.telling import Event, Tale, Told, worded
from engine.view import View

T = TypeVar("T")

ID_BYTES = 6
ID_PURPOSE = b"question"
"""Keeps the ids of questions apart from the draws, which are made with the same seed."""


class Move(NamedTuple, Generic[A]):
    """One action that was played, with what happened; `seq` counts from 1, `ended` is the state if that was the end.

    What is `final` can't be taken back: chance had a part in it, or somebody learned of something hidden.
    """

    seq: int
    seat: Seat
    action: A
    events: tuple[Event, ...]
    game: AnyGame
    ended: Any = None
    final: bool = False

    @property
    def told(self) -> tuple[Told, ...]:
        """Return what was told, to whom; the words are made when they are read."""
        if isinstance(self.action, TakeBack):
            return self.action.told(self.seat)
        told = worded(self.events, self.game.key, self.game.telling.wording)
        return told if self.ended is None else (*told, *map(Told, self.game.telling.summary(self.ended)))


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

    `question` names it in an answer, and is empty for who doesn't see the choices. Who may answer it sees it in the
    words for that seat alone, and its `naming`; the offers stand in a list if that has a hint, `listed`.
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


class Asked(NamedTuple, Generic[A]):
    """A question, all that its seat sees of it, and what anybody else does."""

    question: Question[A]
    own: Ask
    public: Ask

    def seen(self, viewer: Viewer) -> Ask:
        """Return the question as a viewer sees it."""
        return self.own if viewer == self.own.seat else self.public


@dataclass(frozen=True, slots=True)
class Frame:
    """What one viewer sees of a match, whole: the scene, who is asked what, the end, and the pledge for the shuffle.

    `glossary` are the game's kinds of cards, the same for everybody at all times: no part of what tells frames apart.
    """

    viewer: Viewer
    scene: Scene
    asks: tuple[Ask, ...]
    outcome: Outcome | None
    commitment: str
    glossary: tuple[Row, ...] = field(compare=False, repr=False)

    @property
    def mine(self) -> Ask | None:
        """Return the question that this viewer must answer."""
        return next((ask for ask in self.asks if ask.seat == self.viewer), None)


@dataclass(frozen=True, slots=True)
class Match(Generic[S, A]):
    """A game being played: its state, how many moves were made, and when each seat's question last changed.

    `asked` holds, for each seat, the number of the move after which its question last changed: the seat itself moved,
    or its legal actions became others, to or from none. `legal` are those of each seat that must decide, in the order
    of the seats; they are found once and kept. `generation`, of at most 16 bytes, tells a match that was set back from
    what it was before: the names of its questions are others, and nothing else of it. `pasts` are what whoever moved
    last may still take back, oldest first: no part of what a match is, for a log gives them again.
    """

    game: Game[S, A]
    seats: int
    seed: bytes
    seq: int
    asked: tuple[int, ...]
    state: S
    generation: bytes = b""
    pasts: tuple[Past, ...] = field(compare=False, repr=False, hash=False, default=())
    legal: Mapping[Seat, tuple[A, ...]] = field(init=False, compare=False, repr=False)
    _known: dict[Seat, Asked[A]] = field(init=False, compare=False, repr=False, hash=False, default_factory=dict)
    _frames: dict[Viewer, Frame] = field(init=False, compare=False, repr=False, hash=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Find out who must decide, and what is legal."""
        rules, state = self.game.rules, self.state
        object.__setattr__(self, "legal", {seat: rules.legal(state, seat) for seat in rules.deciding(state)})

    @classmethod
    def start(cls, game: Game[S, A], seats: int, seed: bytes, generation: bytes = b"") -> Match[S, A]:
        """Set a game up for that many seats; raise WrongSeats if it can't be played so."""
        if seats not in game.seats:
            raise WrongSeats
        return cls(game, seats, seed, 0, (0,) * seats, game.rules.setup(seats, Rng(seed, 0)), generation)

    @property
    def commitment(self) -> str:
        """Return the SHA-256 of the seed, public from the start, so that the shuffle can be proved later."""
        return rng.commitment(self.seed)

    @property
    def outcome(self) -> Outcome | None:
        """Return the result, or None while the match goes on."""
        places = self.game.rules.places(self.state)
        return None if places is None else Outcome(places, self.game.telling.report(self.state))

    @property
    def opened(self) -> tuple[Row | Panel, ...]:
        """Return what was hidden from somebody at the end, whole; nothing while the match goes on."""
        if self.game.rules.places(self.state) is None:
            return ()
        if self.game.opened is not None:
            return self.game.opened(self.state)
        owned = ((seat, self.frame(seat).scene.hand) for seat in map(Seat, range(self.seats)))
        return tuple(Panel(seat, rows=rows) for seat, rows in owned if rows)

    @property
    def deciding(self) -> tuple[Seat, ...]:
        """Return the seats that must decide now, in their order."""
        return tuple(self.legal)

    def question_id(self, seat: Seat) -> str:
        """Return the name of a seat's question, 12 hexadecimal digits that tell nothing; raise NotYourTurn if none.

        Another version of the rules, other legal actions, another order of them or another offer give another name.
        """
        return self._asked(seat).own.question

    def answer(self, seat: Seat, question: str, reply: Reply) -> tuple[Match[S, A], tuple[Move[A], ...]]:
        """Play what a person answers to the question of that name, all of it or nothing; raise a refusal instead."""
        asked = self._asked(seat)
        if question != asked.own.question:
            raise StaleAction
        actions = self._meant(seat, asked, reply)
        # A longer answer would run on into the next question, and its refusal could tell what was drawn in between.
        fits = asked.question.at_least <= len(actions) <= asked.question.at_most
        if not fits and not isinstance(reply, Offered):
            raise IllegalAction
        return self.play(seat, actions)

    def play(self, seat: Seat, actions: Sequence[A]) -> tuple[Match[S, A], tuple[Move[A], ...]]:
        """Play actions of one seat, each legal when its turn comes, all or none; raise a refusal instead."""
        if seat not in self.legal:
            raise self._not_asked
        if not actions:
            raise IllegalAction
        state = self.state.copy()
        moves = tuple(self._steps(state, seat, actions))
        return self._following(seat, len(moves), state, self._pasts_after(seat, moves)), moves

    def take_back(self, seat: Seat, to: int | None = None) -> tuple[Match[S, A], tuple[Move[Any], ...]]:
        """Take back a seat's last answer, or all of its moves after one; raise NothingToTakeBack if that can't be.

        It is a move of its own: what is asked again is asked under another name.
        """
        pasts, past, heard = takeback.found(self.pasts, seat, to)
        move = Move(self.seq + 1, seat, TakeBack(past.seq, heard), (), self.game)
        return self._following(seat, 1, past.state, pasts), (move,)

    def frame(self, viewer: Viewer) -> Frame:
        """Return what a viewer may see; choices only for the viewer's own question and for open ones.

        It is made when this viewer first looks, and kept for the same viewer.
        """
        if viewer not in self._frames:
            self._frames[viewer] = self._frame(viewer)
        return self._frames[viewer]

    def view(self, seat: Seat, rng: Rng) -> View[S]:
        """Return what an agent may decide from for a seat that is asked; raise NotYourTurn if it isn't.

        `rng` deals the twin: a fresh stream, never one of this match's seed.
        """
        if seat not in self.legal:
            raise self._not_asked
        twin = self.game.rules.imagine(self.state, seat, rng)
        return View(seat, twin, self.game.telling.question(twin, seat).at_least)

    @property
    def _not_asked(self) -> Refused:
        return NotYourTurn() if self.game.rules.places(self.state) is None else MatchOver()

    def _frame(self, viewer: Viewer) -> Frame:
        asks = tuple(self._asked(seat).seen(viewer) for seat in self.legal)
        telling = self.game.telling
        return Frame(viewer, telling.scene(self.state, viewer), asks, self.outcome, self.commitment, telling.glossary)

    def _steps(self, state: S, seat: Seat, actions: Sequence[A]) -> Iterator[Move[A]]:
        """Play actions on a state, one by one."""
        rules, legal = self.game.rules, self.legal[seat]
        for seq, action in enumerate(actions, self.seq + 1):
            if action not in legal:
                raise IllegalAction
            tale, draws = Tale(), Rng(self.seed, seq)
            rules.apply(state, seat, action, draws, tale)
            ended = None if rules.places(state) is None else state
            final = tale.unveiled or draws.drawn > 0 or ended is not None
            yield Move(seq, seat, action, tuple(tale.events), self.game, ended, final)
            if seq - self.seq < len(actions):
                legal = rules.legal(state, seat)

    def _following(self, mover: Seat, moves: int, state: S, pasts: tuple[Past, ...]) -> Match[S, A]:
        """Return the next value of this match, so many moves of a seat later."""
        seq = self.seq + moves
        after = Match(self.game, self.seats, self.seed, seq, self.asked, state, self.generation, pasts)
        # Nobody has seen the new value yet; what is asked can be compared only when its legal actions are known.
        object.__setattr__(after, "asked", self._asked_after(after, mover))
        return after

    def _pasts_after(self, seat: Seat, moves: Sequence[Move[A]]) -> tuple[Past, ...]:
        if any(move.final for move in moves):
            return ()
        heard = any(takeback.heard(move.events) for move in moves)
        return takeback.remembered(self.pasts, Past(seat, self.seq, self.state, heard), self.seq + len(moves))

    def _asked_after(self, after: Match[S, A], mover: Seat) -> tuple[int, ...]:
        before, now, asked = self.legal, after.legal, list(self.asked)
        for seat in {mover, *before, *now}:
            if seat == mover or before.get(seat) != now.get(seat):
                asked[seat] = after.seq
        return tuple(asked)

    def _meant(self, seat: Seat, asked: Asked[A], reply: Reply) -> tuple[A, ...]:
        """Return the actions that a reply stands for; raise IllegalAction if it stands for nothing."""
        match reply:
            case Picks(numbers):
                picked = numbers if asked.question.ordered else sorted(numbers)
                return tuple(_at(self.legal[seat], number) for number in picked)
            case Offered(number):
                return _at(asked.question.offers, number).actions
            case Named(amount):
                choices = asked.own.choices
                return tuple(self.legal[seat][one.number] for one in choices if one.option.amount == amount)

    def _asked(self, seat: Seat) -> Asked[A]:
        """Return a seat's question and all that can be seen of it; made when first wanted, and kept."""
        if seat not in self.legal:
            raise self._not_asked
        if seat not in self._known:
            self._known[seat] = self._ask(seat)
        return self._known[seat]

    def _ask(self, seat: Seat) -> Asked[A]:
        telling, state = self.game.telling, self.state
        question = telling.question(state, seat)
        options = [telling.option(state, seat, action) for action in self.legal[seat]]
        own = self._own(seat, question, options)
        if not question.open:
            return Asked(question, own, Ask(seat, question.waiting, question.waiting, question.open))
        choices = _public(options) if any(option.own for option in options) else own.choices
        return Asked(question, own, replace(own, prompt=question.prompt, choices=choices, naming=None))

    def _own(self, seat: Seat, question: Question[A], options: Sequence[Option]) -> Ask:
        """Return all that the seat asked sees of its question."""
        return Ask(
            seat,
            question.own or question.prompt,
            question.waiting,
            question.open,
            self._name(seat, question),
            question.at_least,
            question.at_most,
            question.ordered,
            _private(options),
            tuple(Suggestion(offer.label, offer.emblem) for offer in question.offers),
            question.listed,
            question.naming,
        )

    def _name(self, seat: Seat, question: Question[A]) -> str:
        offers = tuple(offer.actions for offer in question.offers)
        what = repr((self.game.version, seat, self.asked[seat], self.legal[seat], offers))
        named = blake2b(what.encode(), key=self.seed, salt=self.generation, person=ID_PURPOSE, digest_size=ID_BYTES)
        return named.hexdigest()


def _private(options: Sequence[Option]) -> tuple[Choice, ...]:
    """Return the choices as the seat asked sees them."""
    said = (replace(one, label=one.own, own=None) if one.own else one for one in options)
    return tuple(Choice(number, option) for number, option in enumerate(said))


def _public(options: Sequence[Option]) -> tuple[Choice, ...]:
    """Return the choices as everybody sees them."""
    said = (replace(one, own=None) if one.own else one for one in options)
    return tuple(Choice(number, option) for number, option in enumerate(said))


def _at(items: Sequence[T], number: int) -> T:
    if not 0 <= number < len(items):
        raise IllegalAction
    return items[number]
