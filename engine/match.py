"""The turn engine: a match is a value, `play` returns the next one, and nothing else changes anything.

The law of this file: a refused action changes nothing; what is played together is played whole or not at all; the only
maker of frames is `Match.frame`; the same seed and the same actions give the same match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from engine import rng
from engine.errors import IllegalAction, MatchOver, NotYourTurn, StaleAction, WrongSeats
from engine.game import A, Game, Option, Outcome, Question, S, Told
from engine.rng import Rng
from engine.scene import Row, Scene, Seat, Text, Viewer


@dataclass(frozen=True, slots=True)
class Move(Generic[A]):
    """One action that was played, with what was told of it; `seq` counts from 1."""

    seq: int
    seat: Seat
    action: A
    told: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be chosen; `number` names it for as long as the question stands."""

    number: int
    option: Option


@dataclass(frozen=True, slots=True)
class Ask:
    """A question as one viewer sees it: only who may answer it, or anybody if it is open, sees the choices."""

    seat: Seat
    asked: int
    prompt: Text
    waiting: Text
    open: bool
    at_least: int = 1
    at_most: int = 1
    choices: tuple[Choice, ...] = ()
    offers: tuple[Text, ...] = ()


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


Asked = Mapping[Seat, tuple[Question[Any], tuple[Any, ...]]]


def _questions(game: Game[S, A], state: S) -> Asked:
    """Return, for each seat that is asked, the question and the legal answers."""
    return {seat: (question, tuple(game.legal(state, seat))) for seat, question in game.asking(state).items()}


@dataclass(frozen=True, slots=True)
class Match(Generic[S, A]):
    """A game being played: its state, how many moves were made, and when each seat's question last changed."""

    game: Game[S, A]
    seats: int
    seed: bytes
    seq: int
    asked: tuple[int, ...]
    state: S

    @classmethod
    def start(cls, game: Game[S, A], seats: int, seed: bytes) -> Match[S, A]:
        """Set a game up for that many seats; raise WrongSeats if it can't be played so."""
        if seats not in game.seats:
            raise WrongSeats
        return cls(game, seats, seed, 0, (0,) * seats, game.setup(seats, Rng(seed, 0)))

    @property
    def commitment(self) -> str:
        """Return the SHA-256 of the seed, public from the start, so that the shuffle can be proved later."""
        return rng.commitment(self.seed)

    @property
    def outcome(self) -> Outcome | None:
        """Return the result, or None while the match goes on."""
        return self.game.outcome(self.state)

    @property
    def deciding(self) -> tuple[Seat, ...]:
        """Return the seats that must decide now."""
        return tuple(sorted(self.game.asking(self.state)))

    def picks(self, seat: Seat, asked: int, numbers: Sequence[int]) -> tuple[A, ...]:
        """Return the actions that the numbers of choices stand for; raise a refusal if they stand for nothing."""
        self._check(seat, asked)
        legal = self.game.legal(self.state, seat)
        if not numbers or any(not 0 <= number < len(legal) for number in numbers):
            raise IllegalAction
        return tuple(legal[number] for number in sorted(numbers))

    def offer(self, seat: Seat, asked: int, number: int) -> tuple[A, ...]:
        """Return the actions of a ready-made answer; raise a refusal if it isn't offered."""
        self._check(seat, asked)
        offers = self.game.asking(self.state)[seat].offers
        if not 0 <= number < len(offers):
            raise IllegalAction
        return offers[number].actions

    def named(self, seat: Seat, asked: int, amount: int) -> tuple[A, ...]:
        """Return the action that names a number; raise a refusal if no legal one does."""
        self._check(seat, asked)
        legal = self.game.legal(self.state, seat)
        found = tuple(action for action in legal if self.game.option(self.state, seat, action).amount == amount)
        if not found:
            raise IllegalAction
        return found

    def play(self, seat: Seat, actions: Sequence[A], asked: int) -> tuple[Match[S, A], tuple[Move[A], ...]]:
        """Play actions of one seat, all or none, in answer to the question of move `asked`; raise a refusal instead."""
        self._check(seat, asked)
        # A longer answer would run on into the next question, and its refusal could tell what was drawn in between.
        if not 1 <= len(actions) <= self.game.asking(self.state)[seat].at_most:
            raise IllegalAction
        state = self.state.copy()
        moves = tuple(self._step(state, self.seq + count, seat, action) for count, action in enumerate(actions, 1))
        seq = self.seq + len(moves)
        return Match(self.game, self.seats, self.seed, seq, self._asked_after(state, seat, seq), state), moves

    def frame(self, viewer: Viewer) -> Frame:
        """Return what a viewer may see; choices only for the viewer's own question and for open ones."""
        asks = tuple(
            self._ask(seat, question, whole=question.open or seat == viewer)
            for seat, question in sorted(self.game.asking(self.state).items())
        )
        scene = self.game.scene(self.state, viewer)
        return Frame(viewer, scene, asks, self.outcome, self.commitment, self.game.glossary)

    def _check(self, seat: Seat, asked: int) -> None:
        if self.outcome is not None:
            raise MatchOver
        if seat not in self.game.asking(self.state):
            raise NotYourTurn
        if asked != self.asked[seat]:
            raise StaleAction

    def _step(self, state: S, seq: int, seat: Seat, action: A) -> Move[A]:
        if seat not in self.game.asking(state) or action not in self.game.legal(state, seat):
            raise IllegalAction
        return Move(seq, seat, action, tuple(self.game.apply(state, seat, action, Rng(self.seed, seq))))

    def _asked_after(self, state: S, mover: Seat, seq: int) -> tuple[int, ...]:
        before, after = _questions(self.game, self.state), _questions(self.game, state)
        return tuple(
            seq if seat == mover or before.get(Seat(seat)) != after.get(Seat(seat)) else asked
            for seat, asked in enumerate(self.asked)
        )

    def _ask(self, seat: Seat, question: Question[A], *, whole: bool) -> Ask:
        asked = self.asked[seat]
        if not whole:
            return Ask(seat, asked, question.waiting, question.waiting, question.open)
        legal = enumerate(self.game.legal(self.state, seat))
        choices = tuple(Choice(number, self.game.option(self.state, seat, action)) for number, action in legal)
        offers = tuple(offer.label for offer in question.offers)
        bounds = question.at_least, question.at_most
        return Ask(seat, asked, question.prompt, question.waiting, question.open, *bounds, choices, offers)
