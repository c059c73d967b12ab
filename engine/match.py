"""The turn engine: a match is a value, `play` returns the next one, and nothing else changes anything.

The law of this file: a refused action changes nothing; actions that are played together are played whole or not at all;
the only maker of frames is `Match.frame`; the same seed and the same actions give the same match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from hashlib import blake2b
from typing import Any, Generic

from engine import asking, rng, standing, takeback
from engine.asking import Ask, Asked, Choice, Frame, Named, Offered, Picks, Reply, Standing
from engine.errors import IllegalAction, MatchOver, NotYourTurn, Refused, StaleAction, WrongSeats
from engine.frozen import frozen
from engine.game import A, Game, Outcome, Question, S
from engine.orders import Orders, Pick, Topic
from engine.rng import DuplicateRng, Rng
from engine.scene import Panel, Row, Seat, Text, Viewer
from engine.standing import OpenJoint
from engine.takeback import Move, Past, Rewind, TakeBack
from engine.telling import Tale
from engine.view import View

__all__ = ["Ask", "Asked", "Choice", "Frame", "Match", "Move", "Named", "Offered", "Picks", "Reply"]

ID_BYTES = 6
ID_PURPOSE = b"question"
"""Keeps the ids of questions apart from the draws, which are made with the same seed."""


@frozen
class Match(Generic[S, A]):
    """A game being played: its state, how many moves were made, and when each seat's question last changed.

    `asked` holds, for each seat, the number of the move after which its question last changed: the seat itself moved,
    or its legal actions became others, to or from none. `legal` are those of each seat that must decide, in the order
    of the seats; they are found once and kept. `generation`, of at most 16 bytes, tells a match that was restored from
    a copy from its former self: the ids of its questions are others, and nothing else of it. `pasts` are the positions
    to which the last mover may still take back, oldest first: no part of the value of a match, for a log gives them
    again. `orders` are the standing ones of all, None where there can't be any; `posed` is the joint question that is
    open by that. `rewound` is by how much the number of a move is ahead of that of its draws, since moves were rewound.
    Draws of a `duplicate` deal, which others play as well, go by their occasion.
    """

    game: Game[S, A]
    seats: int
    seed: bytes
    seq: int
    asked: tuple[int, ...]
    state: S
    generation: bytes = b""
    pasts: tuple[Past, ...] = field(compare=False, repr=False, hash=False, default=())
    orders: Orders | None = field(default=None, repr=False)
    rewound: int = 0
    duplicate: bool = False
    legal: Mapping[Seat, tuple[A, ...]] = field(init=False, compare=False, repr=False)
    open_joint: OpenJoint | None = field(init=False, compare=False, repr=False)
    _known: dict[Seat, Asked[A]] = field(init=False, compare=False, repr=False, hash=False, default_factory=dict)
    _frames: dict[Viewer, Frame] = field(init=False, compare=False, repr=False, hash=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Find the seats that must decide, and their legal actions."""
        rules, state = self.game.rules, self.state
        object.__setattr__(self, "legal", {seat: rules.legal(state, seat) for seat in rules.deciding(state)})
        orders = self.orders
        joint = None if orders is None else standing.find_open_joint(self.game, state, orders)
        object.__setattr__(self, "open_joint", joint)

    @classmethod
    def start(
        cls, game: Game[S, A], seats: int, seed: bytes, generation: bytes = b"", *, orders: bool = False
    ) -> Match[S, A]:
        """Set up `game` for so many `seats`, which may give `orders`; raise WrongSeats if it can't be played so."""
        if seats not in game.seats:
            raise WrongSeats
        state = game.rules.setup(seats, Rng(seed, 0))
        given = standing.renew(game, state, 0, Orders.none(seats)) if orders and game.ordering else None
        return cls(game, seats, seed, 0, (0,) * seats, state, generation, orders=given)

    @property
    def beginning(self) -> Match[S, A]:
        """Return this match before its first move, with no orders."""
        start = Match.start(self.game, self.seats, self.seed, self.generation)
        return replace(start, duplicate=self.duplicate)

    @property
    def commitment(self) -> str:
        """Return the SHA-256 of the seed, public from the start, so that the shuffle can be proved later."""
        return rng.commitment(self.seed)

    @property
    def outcome(self) -> Outcome | None:
        """Return the result; None while the match goes on."""
        places = self.game.rules.places(self.state)
        return None if places is None else Outcome(places, self.game.telling.report(self.state))

    @property
    def opening(self) -> tuple[Text, ...]:
        """Return the events before the first move; no log holds them, for the seed gives them again."""
        return self.game.opening_events(self.game.rules.setup(self.seats, Rng(self.seed, 0)))

    @property
    def revealed_parts(self) -> tuple[Row | Panel, ...]:
        """Return everything that was hidden from anybody at the end; empty while the match goes on."""
        if self.game.rules.places(self.state) is None:
            return ()
        if self.game.opened is not None:
            return self.game.opened(self.state)
        owned = ((seat, self.frame(seat).scene.hand) for seat in map(Seat, range(self.seats)))
        return tuple(Panel(seat, rows=rows) for seat, rows in owned if rows)

    @property
    def deciding(self) -> tuple[Seat, ...]:
        """Return the seats that are asked now, in their order: by the rules, or by the joint question."""
        if self.open_joint is None:
            return tuple(self.legal)
        return self.open_joint.waits if self.is_shut else tuple(sorted({*self.legal, *self.open_joint.waits}))

    @property
    def presumed_seats(self) -> tuple[Seat, ...]:
        """Return the seats that are asked, as everybody sees, but not waited for: lasting orders have answered."""
        return () if self.open_joint is None else self.open_joint.presumed

    @property
    def is_shut(self) -> bool:
        """Tell whether nothing is played until all have answered a sealed joint question."""
        return self.open_joint is not None and self.open_joint.is_shut

    def question_id(self, seat: Seat) -> str:
        """Return the id of the question to `seat`, 12 hexadecimal digits that tell nothing; raise NotYourTurn if none.

        Another version of the rules, other legal actions, another order of them or another offer give another id.
        """
        return self._question_to(seat).own.question

    def ask(self, seat: Seat) -> Ask | None:
        """Return the question to `seat` with all that this seat may see of it; None if it isn't asked."""
        return self._question_to(seat).own if seat in self.deciding else None

    def answer(self, seat: Seat, question: str, reply: Reply) -> tuple[Match[S, A], tuple[Move[A], ...]]:
        """Play a person's `reply` to the question of that id, all of it or nothing; raise a `Refused` instead.

        A reply to a question about an order gives that order.
        """
        if topic := self._find_topic(seat, question):
            about, openly = self._topic_question(seat, topic), question == self._open_id
            picks = standing.resolve_picks(topic, about, about.own.question if openly else question, reply)
            moves = standing.actions_by_hand(self.game, self.state, self.open_joint, seat, picks) if openly else ()
            return self.play(seat, moves) if moves else self.order(seat, topic.name, picks)

        asked = self._question_to(seat)
        if question != asked.own.question:
            raise StaleAction

        actions = asking.resolve_reply(self.legal[seat], asked, reply)
        # A longer answer would run on into the next question, and its refusal could tell what was drawn in between.
        fits = asked.question.at_least <= len(actions) <= asked.question.at_most
        if not fits and not isinstance(reply, Offered):
            raise IllegalAction

        return self.play(seat, actions)

    def play(self, seat: Seat, actions: Sequence[A]) -> tuple[Match[S, A], tuple[Move[A], ...]]:
        """Play `actions` of one seat, each legal when its turn comes, all or none; raise a `Refused` instead."""
        if self.is_shut:
            raise self._not_asked
        after, moves = self.play_by_rules(seat, actions)
        return (after, moves) if after.orders is None else after.play_orders(moves)

    def order(self, seat: Seat, topic: str, picks: Sequence[Pick]) -> tuple[Match[S, A], tuple[Move[A], ...]]:
        """Give an order for `seat`, in the place of the one before, and play every answer of orders that follows.

        Raise a `Refused` instead if `topic` is none to order on now, or `picks` are no order.
        """
        found = next((one for one in self._topics(seat) if one.name == topic), None)
        if self.orders is None or found is None:
            raise self._not_asked
        return self._with_orders(standing.give_order(self.orders, seat, found, picks).with_heard(seat, self.seq))

    def stand_in(self, seat: Seat, *, present: bool) -> tuple[Match[S, A], tuple[Move[A], ...]]:
        """Mark `seat` as answered for without orders, or, unless `present`, as no longer so; its orders stand."""
        return (
            (self, ()) if self.orders is None else self._with_orders(self.orders.with_stand_in(seat, present=present))
        )

    def seat_newcomer(self, seat: Seat) -> tuple[Match[S, A], tuple[Move[A], ...]]:
        """Put another person on `seat`: the orders given there end."""
        if self.orders is None:
            return self, ()
        return self._with_orders(self.orders.without(seat).with_stand_in(seat, present=False))

    def order_question(self, seat: Seat, question: str) -> Ask:
        """Return the question about an order with that id, for its seat alone; raise StaleAction if there is none."""
        if topic := self._find_topic(seat, question):
            return self._topic_question(seat, topic).own
        raise StaleAction

    def play_orders(self, moves: Sequence[Move[A]] = ()) -> tuple[Match[S, A], tuple[Move[A], ...]]:
        """Play the answers of orders until a person has to be asked; return all moves, behind those of `moves`.

        An order whose answer isn't legal leaves the question to its person: nobody else's move may fail by it.
        """
        match, played, failed = self, list(moves), set[Seat]()
        while match.orders is not None and not match.is_shut:
            found = standing.find_answer(match.game, match.state, match.legal, match.orders, failed)
            if found is None:
                break
            seat, carried = found
            try:
                match, (first, *rest) = match.play_by_rules(seat, carried.actions, by_order=True)
            except IllegalAction:
                failed.add(seat)
                continue
            played += [first._replace(events=standing.note_order(seat, carried, first.events)), *rest]

        return match, tuple(played)

    def play_by_rules(
        self, seat: Seat, actions: Sequence[A], *, by_order: bool = False
    ) -> tuple[Match[S, A], tuple[Move[A], ...]]:
        """Play `actions` of one seat by the rules alone, all or none, without the answers of orders to them.

        Moves that are played `by_order` can't be taken back, nor can those before them.
        """
        if seat not in self.legal:
            raise self._not_asked
        if not actions:
            raise IllegalAction

        state = self.state.copy()
        moves = self._play_steps(state, seat, actions)
        pasts = () if by_order else takeback.remember_past(self.pasts, seat, self.seq, self.state, moves)
        return self._advance(seat, len(moves), state, pasts, self.orders), moves

    def take_back(self, seat: Seat, to: int | None = None) -> tuple[Match[S, A], tuple[Move[Any], ...]]:
        """Take back the last answer of `seat`, or all of its moves after the one of number `to`.

        It is a move of its own: questions that are asked again have another id. Orders that ended since return. Raise
        NothingToTakeBack if it can't be.
        """
        pasts, past, heard = takeback.find_past(self.pasts, seat, to)
        move = Move(self.seq + 1, seat, TakeBack(past.seq, heard), (), self.game)
        orders = self.orders and standing.restore_ended(self.game, past.state, self.orders, past.seq)
        return self._advance(seat, 1, past.state, pasts, orders), (move,)

    def rewind(self, seat: Seat, before: Match[S, A]) -> tuple[Match[S, A], tuple[Move[Any], ...]]:
        """Go back to the match `before`, as it stood after any of its moves, whatever was drawn or seen since.

        It is a move of its own, for a match that one person plays alone: the draws after it are those that came after
        that move, and every question has another id. Lasting orders stay, all others end.
        """
        seq = self.seq + 1
        ahead = seq - (before.seq - before.rewound)
        orders = self.orders and standing.after_rewind(self.game, before.state, seq, self.orders)
        asked = (seq,) * self.seats

        after = replace(
            before, seq=seq, asked=asked, generation=self.generation, pasts=(), orders=orders, rewound=ahead
        )
        return after, (Move(seq, seat, Rewind(before.seq), (), self.game),)

    def frame(self, viewer: Viewer) -> Frame:
        """Return the frame of `viewer`; choices only for the viewer's own question and for open ones.

        It is made at the first call for this viewer, and kept.
        """
        if viewer not in self._frames:
            self._frames[viewer] = self._make_frame(viewer)
        return self._frames[viewer]

    def view(self, seat: Seat, rng: Rng) -> View[S]:
        """Return the view of an agent that decides for `seat`; raise NotYourTurn if the seat isn't asked.

        `rng` deals the twin: a fresh stream, never one of this match's seed.
        """
        if seat not in self.legal or self.is_shut:
            raise self._not_asked
        twin = self.game.rules.imagine(self.state, seat, rng)
        return View(seat, twin, self.game.telling.question(twin, seat).at_least)

    @property
    def _not_asked(self) -> Refused:
        return NotYourTurn() if self.game.rules.places(self.state) is None else MatchOver()

    def _make_frame(self, viewer: Viewer) -> Frame:
        asks = tuple(self._question_to(seat).ask_for(viewer) for seat in self.deciding)
        game, telling = self.game, self.game.telling
        scene, outcome = telling.scene(self.state, viewer), self.outcome
        together = standing.joint_ask(game, self.state, self.open_joint, self._open_id)
        orders = () if viewer is None else self._own_orders(viewer)
        return Frame(viewer, scene, asks, outcome, self.commitment, telling.glossary, together, orders)

    def _own_orders(self, seat: Seat) -> tuple[Standing, ...]:
        """Return the topics of `seat`, each with its order."""
        named = [(self._topic_id(seat, topic), topic) for topic in self._topics(seat)]
        given = self.orders.of(seat) if self.orders else {}
        return tuple(standing.own_orders(self.game, self.state, seat, given, named)) if named else ()

    def _with_orders(self, orders: Orders) -> tuple[Match[S, A], tuple[Move[A], ...]]:
        """Return the match with other `orders`, after all moves that they answer."""
        return replace(self, orders=standing.renew(self.game, self.state, self.seq, orders)).play_orders()

    def _topics(self, seat: Seat) -> tuple[Topic, ...]:
        """Return the topics of `seat`; none where there are no orders, and at the end."""
        return standing.topics(self.game, self.state, seat) if self.orders is not None and self.legal else ()

    def _find_topic(self, seat: Seat, question: str) -> Topic | None:
        """Return the topic of the question with that id, whatever the seat had seen when it was asked."""
        if self.open_joint and question == self._open_id:
            return next(iter(self.open_joint.joint.topics.get(seat, ())), None)
        named = ((topic, self._topic_id(seat, topic)) for topic in self._topics(seat))
        return next((topic for topic, name in named if standing.is_same_topic(name, question)), None)

    def _topic_question(self, seat: Seat, topic: Topic) -> Asked[Any]:
        orders = {} if self.orders is None else self.orders.of(seat)
        return standing.order_question(self.game, self.state, seat, topic, orders, self._topic_id(seat, topic))

    def _play_steps(self, state: S, seat: Seat, actions: Sequence[A]) -> tuple[Move[A], ...]:
        """Play `actions` on `state`, one by one; raise IllegalAction at the first that isn't legal."""
        rules, legal = self.game.rules, self.legal[seat]
        moves: list[Move[A]] = []

        for seq, action in enumerate(actions, self.seq + 1):
            if moves:
                legal = rules.legal(state, seat)
            if action not in legal:
                raise IllegalAction

            tale, draws = Tale(), DuplicateRng(self.seed) if self.duplicate else Rng(self.seed, seq - self.rewound)
            rules.apply(state, seat, action, draws, tale)

            ended = None if rules.places(state) is None else state
            final = tale.unveiled or draws.draw_count > 0 or ended is not None
            moves.append(Move(seq, seat, action, tuple(tale.events), self.game, ended, final))

        return tuple(moves)

    def _advance(
        self, mover: Seat, moves: int, state: S, pasts: tuple[Past, ...], orders: Orders | None
    ) -> Match[S, A]:
        """Return the next value of this match, after so many `moves` of `mover`, with the `orders` that still stand."""
        game, seq = self.game, self.seq + moves
        orders = orders and standing.after_move(game, state, seq, orders, pasts[0].seq + 1 if pasts else None)
        after = replace(self, seq=seq, state=state, pasts=pasts, orders=orders)
        # Nobody has seen the new value yet; what is asked can be compared only when its legal actions are known.
        object.__setattr__(after, "asked", self._asked_after(after, mover))
        return after

    def _asked_after(self, after: Match[S, A], mover: Seat) -> tuple[int, ...]:
        before, now, asked = self.legal, after.legal, list(self.asked)
        asked[mover] = after.seq
        for legal, other in ((before, now), (now, before)):
            for seat in legal:
                if seat != mover and legal[seat] != other.get(seat):
                    asked[seat] = after.seq
        return tuple(asked)

    def _question_to(self, seat: Seat) -> Asked[A]:
        """Return the question to `seat` with both its faces; made at the first call, and kept."""
        if seat not in self.deciding:
            raise self._not_asked
        if seat not in self._known:
            self._known[seat] = self._make_question(seat)
        return self._known[seat]

    def _make_question(self, seat: Seat) -> Asked[A]:
        telling, state = self.game.telling, self.state
        if self.orders and self.open_joint and (self.is_shut or seat not in self.legal):
            return self._topic_question(
                seat, standing.unanswered_topics(self.open_joint.joint.topics[seat], self.orders.of(seat))[0]
            )
        question = telling.question(state, seat)
        options = [telling.option(state, seat, action) for action in self.legal[seat]]
        return asking.build_asked(
            seat, self._rules_question_id(seat, question), question, options, self.game.hint(question)
        )

    @property
    def _open_id(self) -> str:
        """Return the id of the joint question with choices for all; empty if there is none."""
        joint = self.open_joint and self.open_joint.joint
        return self._hash_id((self.game.version, joint.key, joint.open)) if joint and joint.open else ""

    def _rules_question_id(self, seat: Seat, question: Question[A]) -> str:
        offers = tuple(offer.actions for offer in asking.every_offer(question))
        return self._hash_id((self.game.version, seat, self.asked[seat], self.legal[seat], offers))

    def _topic_id(self, seat: Seat, topic: Topic) -> str:
        version, whole = self.game.version, self._hash_id((self.game.version, seat, topic))
        return (
            standing.topic_id(self._hash_id((version, seat, replace(topic, seen=""))), whole) if topic.seen else whole
        )

    def _hash_id(self, what: tuple[object, ...]) -> str:
        said, salt = repr(what).encode(), self.generation
        return blake2b(said, key=self.seed, salt=salt, person=ID_PURPOSE, digest_size=ID_BYTES).hexdigest()
