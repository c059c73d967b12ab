"""The turn engine: a match is a value, `play` returns the next one, and nothing else changes anything.

The law of this file: a refused action changes nothing; actions that are played together are played whole or not at all;
the same seed and the same actions give the same match.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, TypeAlias

from engine import asking, standing_orders
from engine.asking import (
    AmountReply,
    Ask,
    Asked,
    Choice,
    Frame,
    OfferReply,
    PicksReply,
    Reply,
)
from engine.errors import IllegalAction, NothingToTakeBack, StaleAction, WrongSeats
from engine.events import EventSink
from engine.frozen import frozen, replace
from engine.game import A, Game, S
from engine.logged_moves import Move, Past, Rewind, TakeBack
from engine.orders import OrderAnswer, Orders, Pick, Topic
from engine.position import Position
from engine.rng import DuplicateRng, Rng
from engine.scene import Seat

__all__ = [
    "AmountReply",
    "AnyMatch",
    "AnyPlayed",
    "Ask",
    "Asked",
    "Choice",
    "Frame",
    "Match",
    "Move",
    "OfferReply",
    "PicksReply",
    "Played",
    "Reply",
]


LONGEST = 64
"""How many moves back a match remembers; whoever goes to and fro all day takes no more room."""


@frozen
class Match(Position[S, A]):
    """A game being played: its present `Position`, and every way to the next one.

    A match is made by `start` or read from a save (`engine.saves`), and lives as long as it is referred to.
    """

    @classmethod
    def start(
        cls,
        game: Game[S, A],
        seats: int,
        seed: bytes,
        generation: bytes = b"",
        *,
        orders: bool = False,
    ) -> Match[S, A]:
        """Set up `game` for so many `seats`, which may give `orders`; raise WrongSeats if it can't be played so."""
        if seats not in game.seats:
            raise WrongSeats
        rng = Rng(seed, 0)
        state = game.rules.setup(seats, rng)
        given = standing_orders.no_orders(game, state, 0, seats) if orders else None
        return cls(game, seats, seed, 0, (0,) * seats, state, generation, orders=given)

    @property
    def beginning(self) -> Match[S, A]:
        """Return this match before its first move, with no orders."""
        start = Match.start(self.game, self.seats, self.seed, self.generation)
        return replace(start, duplicate=self.duplicate)

    def answer(self, seat: Seat, question: str, reply: Reply) -> Played[S, A]:
        """Play a person's `reply` to the question of that id, all of it or nothing; raise a `Refused` instead.

        A reply to a question about an order gives that order.
        """
        topic = self._find_topic(seat, question)
        if topic:
            return self._answer_topic(seat, topic, question, reply)

        asked = self._question_to(seat)
        if question != asked.own.question:
            raise StaleAction

        actions = asking.resolve_reply(self.legal[seat], asked, reply)
        # A longer answer would run on into the next question, and its refusal could tell what was drawn in between.
        fits = asked.question.at_least <= len(actions) <= asked.question.at_most
        if not fits and not isinstance(reply, OfferReply):
            raise IllegalAction

        return self.play(seat, actions)

    def _answer_topic(
        self, seat: Seat, topic: Topic, question: str, reply: Reply
    ) -> Played[S, A]:
        """Give the order of a `reply`, or, to the question with choices for all, play what it does by hand.

        Raise StaleAction where the seat sees more by now than it did then, and the picks depend on that.
        """
        about = self._topic_question(seat, topic)
        picks = asking.resolve_reply(topic.choices, about, reply)
        if question == self._open_id:
            moves = self._moves_by_hand(seat, picks)
            if moves:
                return self.play(seat, moves)
        elif question != about.own.question and not {*picks} <= {*topic.steady}:
            raise StaleAction
        return self.give_order(seat, topic.name, picks)

    def play(self, seat: Seat, actions: Sequence[A]) -> Played[S, A]:
        """Play `actions` of one seat, each legal when its turn comes, all or none; raise a `Refused` instead."""
        if self.is_shut:
            raise self._not_asked
        after, moves = self.play_without_orders(seat, actions)
        if after.orders is None:
            return (after, moves)
        return after.play_orders(moves)

    def give_order(self, seat: Seat, topic: str, picks: Sequence[Pick]) -> Played[S, A]:
        """Give an order for `seat`, in the place of the one before, and play every answer of orders that follows.

        Raise a `Refused` instead if `topic` is none to order on now, or `picks` are no order.
        """
        found = next((one for one in self.topics(seat) if one.name == topic), None)
        if self.orders is None or found is None:
            raise self._not_asked
        if not found.takes(picks):
            raise IllegalAction
        own = {**self.orders.of(seat), topic: found.order(picks)}
        given = self.orders.with_orders(seat, own)
        return self._with_orders(given.with_heard(seat, self.seq))

    def drop_presumed_orders(self, seat: Seat) -> Match[S, A]:
        """Return this match before lasting orders of `seat` answered an open question: the next order settles it anew.

        What has been closed stays answered.
        """
        if self.orders is None:
            return self
        own = self.orders.of(seat).items()
        kept = {topic: order for topic, order in own if not order.presumed}
        return replace(self, orders=self.orders.with_orders(seat, kept))

    def stand_in(self, seat: Seat, *, present: bool) -> Played[S, A]:
        """Mark `seat` as answered for without orders, or, unless `present`, as no longer so; its orders stand."""
        if self.orders is None:
            return self, ()
        return self._with_orders(self.orders.with_stand_in(seat, present=present))

    def seat_newcomer(self, seat: Seat) -> Played[S, A]:
        """Put another person on `seat`: the orders given there end."""
        if self.orders is None:
            return self, ()
        orders = self.orders.without(seat).with_stand_in(seat, present=False)
        return self._with_orders(orders)

    def play_orders(self, moves: Sequence[Move[A]] = ()) -> Played[S, A]:
        """Play the answers of orders until a person has to be asked; return all moves, behind those of `moves`.

        Where nobody may order, the game answers some questions all the same. `play` doesn't go on with that: a log that
        is replayed has such moves, or its people's own, as lines. An order whose answer isn't legal leaves the question
        to its person: nobody else's move may fail by it.
        """
        match, played, failed = self, list(moves), set[Seat]()
        while found := match.find_ordered_answer(failed):
            seat, carried = found
            try:
                match, (first, *rest) = match.play_without_orders(
                    seat, carried.actions, by_order=True
                )
            except IllegalAction:
                failed.add(seat)
                continue
            noted = standing_orders.note_order(seat, carried, first.events)
            played += [first._replace(events=noted), *rest]

        return match, tuple(played)

    def find_ordered_answer(
        self, but: Collection[Seat]
    ) -> tuple[Seat, OrderAnswer[A]] | None:
        """Return the first seat that the rules ask and orders answer for, with the answer; None leaves all to people.

        Seats in `but` are passed over; where nobody may order, the game answers by itself.
        """
        ordering = self.game.ordering
        if ordering is None or self.is_shut:
            return None
        for seat in self.legal:
            if seat not in but and (
                carried := ordering.answer(self.state, seat, self._given(seat))
            ):
                return seat, carried
        return None

    def play_without_orders(
        self, seat: Seat, actions: Sequence[A], *, by_order: bool = False
    ) -> Played[S, A]:
        """Play `actions` of one seat by the rules alone, all or none, without the answers of orders to them.

        Moves that are played `by_order` can't be taken back, nor can those before them.
        """
        if seat not in self.legal:
            raise self._not_asked
        if not actions:
            raise IllegalAction

        state = self.state.copy()
        moves = self._play_steps(state, seat, actions)
        pasts: tuple[Past, ...] = ()
        if not by_order and not any(move.final for move in moves):
            heard = any(event.to is None for move in moves for event in move.events)
            first = self.seq + len(moves) - LONGEST
            pasts = tuple(
                past
                for past in (*self.pasts, Past(seat, self.seq, self.state, heard))
                if past.seat == seat and past.seq >= first
            )
        return self._after_moves(seat, len(moves), state, pasts, self.orders), moves

    def take_back(self, seat: Seat, to: int | None = None) -> Played[S, Any]:
        """Take back the last answer of `seat`, or all of its moves after the one of number `to`.

        It is a move of its own: questions that are asked again have another id. Orders that ended since return. Raise
        NothingToTakeBack if it can't be.
        """
        own = [
            number
            for number, past in enumerate(self.pasts)
            if past.seat == seat and to in {None, past.seq}
        ]
        if not own:
            raise NothingToTakeBack

        pasts, undone = self.pasts[: own[-1]], self.pasts[own[-1] :]
        past, heard = undone[0], any(each.heard for each in undone)
        move = Move(self.seq + 1, seat, TakeBack(past.seq, heard), (), self.game)
        orders = self.orders and standing_orders.restore_ended(
            self.game, past.state, self.orders, past.seq
        )
        return self._after_moves(seat, 1, past.state, pasts, orders), (move,)

    def rewind(self, seat: Seat, before: Match[S, A]) -> Played[S, Any]:
        """Go back to the match `before`, as it stood after any of its moves, whatever was drawn or seen since.

        It is a move of its own, for a match that one person plays alone: the draws after it are those that came after
        that move, and every question has another id. Lasting orders stay, all others end.
        """
        seq = self.seq + 1
        rewound = seq - (before.seq - before.rewound)
        orders = self.orders and standing_orders.after_rewind(
            self.game, before.state, seq, self.orders
        )
        after = replace(
            before,
            seq=seq,
            asked=(seq,) * self.seats,
            generation=self.generation,
            pasts=(),
            orders=orders,
            rewound=rewound,
        )
        return after, (Move(seq, seat, Rewind(before.seq), (), self.game),)

    def _with_orders(self, orders: Orders) -> Played[S, A]:
        """Return the match with other `orders`, after all moves that they answer."""
        renewed = standing_orders.drop_fallen_orders(
            self.game, self.state, self.seq, orders
        )
        return replace(self, orders=renewed).play_orders()

    def _play_steps(
        self, state: S, seat: Seat, actions: Sequence[A]
    ) -> tuple[Move[A], ...]:
        """Play `actions` on `state`, one by one; raise IllegalAction at the first that isn't legal."""
        rules = self.game.rules
        legal = self.legal[seat]
        moves: list[Move[A]] = []

        for seq, action in enumerate(actions, self.seq + 1):
            if moves:
                legal = rules.legal(state, seat)
            if action not in legal:
                raise IllegalAction

            tale = EventSink()
            draws = Rng(self.seed, seq - self.rewound)
            if self.duplicate:
                draws = DuplicateRng(self.seed)
            rules.apply(state, seat, action, draws, tale)

            ended = None if rules.places(state) is None else state
            final = tale.unveiled or draws.draw_count > 0 or ended is not None
            events = tuple(tale.events)
            moves.append(Move(seq, seat, action, events, self.game, ended, final))

        return tuple(moves)

    def _after_moves(
        self,
        mover: Seat,
        moves: int,
        state: S,
        pasts: tuple[Past, ...],
        orders: Orders | None,
    ) -> Match[S, A]:
        """Return the next value of this match, after so many `moves` of `mover`, with the `orders` that still stand."""
        seq = self.seq + moves
        back = pasts[0].seq + 1 if pasts else None
        orders = orders and standing_orders.after_move(
            self.game, state, seq, orders, back
        )
        after = replace(self, seq=seq, state=state, pasts=pasts, orders=orders)
        # Nobody has seen the new value yet; what is asked can be compared only when its legal actions are known.
        before, now = self.legal, after.legal
        asked = tuple(
            seq if seat == mover or before.get(seat) != now.get(seat) else since
            for seat, since in zip(
                map(Seat, range(self.seats)), self.asked, strict=True
            )
        )
        object.__setattr__(after, "asked", asked)

        return after


AnyMatch: TypeAlias = Match[Any, Any]
Played: TypeAlias = tuple[Match[S, A], tuple[Move[A], ...]]
"""What playing returns: the next match, and the moves that were made."""
AnyPlayed: TypeAlias = Played[Any, Any]
