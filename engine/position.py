"""Position of a match: the questions that are open in it, their ids, and what each viewer sees of it.

The only maker of frames is `Position.frame`, and that of views `Position.view`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from hashlib import blake2b
from typing import Any, Generic

from engine import asking, rng, standing_orders
from engine.analysis import most_striking
from engine.asking import (
    EVERYBODY,
    Ask,
    Asked,
    Choice,
    Frame,
    JointAsk,
    TopicStatus,
)
from engine.errors import MatchOver, NotYourTurn, Refused, StaleAction
from engine.frozen import frozen, replace
from engine.game import A, AgentView, Game, OrderTelling, Outcome, S
from engine.logged_moves import Past
from engine.orders import Given, Orders, Pick, Topic
from engine.rng import Rng
from engine.scene import Panel, Row, Seat, Text, Viewer
from engine.standing_orders import OpenJoint

ID_BYTES = 6
STEADY = 8
"""How many digits of an order's question's id, of 12, are the same whatever its seat goes by."""
ID_PURPOSE = b"question"
"""Keeps the ids of questions apart from the draws, which are made with the same seed."""


@frozen
class Position(Generic[S, A]):
    """A match as it stands: its state, how many moves were made, and when each seat's question last changed.

    `asked` holds, for each seat, the number of the move after which its question last changed: the seat itself moved,
    or its legal actions became others, to or from none. `legal` are those of each seat that must decide, in the order
    of the seats; they are found once and kept. `generation`, of at most 16 bytes, tells a match that was restored from
    a copy from its former self: the ids of its questions are others, and nothing else of it. `pasts` are the positions
    to which the last mover may still take back, oldest first: no part of the value of a match, for a log gives them
    again. `orders` are the standing ones of all, None where there can't be any; `open_joint` is the joint question that
    is open by that. `rewound` is by how much the number of a move is ahead of that of its draws, since moves were
    rewound. Draws of a `duplicate` deal, which others play as well, go by their occasion.
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
    _known: dict[Seat, Asked[A]] = field(
        init=False, compare=False, repr=False, hash=False, default_factory=dict
    )
    _frames: dict[Viewer, Frame] = field(
        init=False, compare=False, repr=False, hash=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        """Find the seats that must decide, and their legal actions."""
        rules = self.game.rules
        state = self.state
        object.__setattr__(
            self,
            "legal",
            {seat: rules.legal(state, seat) for seat in rules.deciding(state)},
        )
        ordering, orders = self.game.ordering, self.orders
        posed = None
        if ordering and orders and (joint := ordering.joint(state)):
            posed = standing_orders.open_joint(joint, orders)

        object.__setattr__(self, "open_joint", posed)

    @property
    def commitment(self) -> str:
        """Return the SHA-256 of the seed, public from the start, so that the shuffle can be proved later."""
        return rng.commitment(self.seed)

    @property
    def outcome(self) -> Outcome | None:
        """Return the result; None while the match goes on."""
        places = self.game.rules.places(self.state)
        if places is None:
            return None
        report = self.game.telling.report(self.state)
        return Outcome(places, report, most_striking(self.game.highlights(self.state)))

    @property
    def opening(self) -> tuple[Text, ...]:
        """Return the events before the first move; no log holds them, for the seed gives them again."""
        state = self.game.rules.setup(self.seats, Rng(self.seed, 0))
        return self.game.opening_events(state)

    @property
    def revealed_parts(self) -> tuple[Row | Panel, ...]:
        """Return everything that was hidden from anybody at the end; empty while the match goes on."""
        if self.game.rules.places(self.state) is None:
            return ()
        if self.game.opened is not None:
            return self.game.opened(self.state)
        seats = map(Seat, range(self.seats))
        owned = ((seat, self.frame(seat).scene.hand) for seat in seats)
        return tuple(Panel(seat, rows=rows) for seat, rows in owned if rows)

    @property
    def deciding(self) -> tuple[Seat, ...]:
        """Return the seats that are asked now, in their order: by the rules, or by the joint question."""
        joint = self.open_joint
        if joint is None:
            return tuple(self.legal)
        if joint.is_shut:
            return joint.waits
        return tuple(sorted({*self.legal, *joint.waits}))

    @property
    def presumed_seats(self) -> tuple[Seat, ...]:
        """Return the seats that are asked, as everybody sees, but not waited for: lasting orders have answered."""
        return self.open_joint.presumed if self.open_joint else ()

    @property
    def awaits_joint(self) -> bool:
        """Tell whether somebody has still to answer a joint question."""
        return self.open_joint is not None and self.open_joint.is_waiting

    def is_last_awaited(self, seat: Seat) -> bool:
        """Tell whether `seat` alone has still to answer a joint question, as everybody sees it.

        It isn't where lasting orders have answered for another: nobody is to see who of the two has closed it.
        """
        return self.open_joint is not None and self.open_joint.waits == (seat,)

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
        if seat in self.deciding:
            return self._question_to(seat).own
        return None

    def order_question(self, seat: Seat, question: str) -> Ask:
        """Return the question about an order with that id, for its seat alone; raise StaleAction if there is none."""
        if topic := self._find_topic(seat, question):
            return self._topic_question(seat, topic).own
        raise StaleAction

    def frame(self, viewer: Viewer) -> Frame:
        """Return the frame of `viewer`; choices only for the viewer's own question and for open ones.

        It is made at the first call for this viewer, and kept.
        """
        if viewer not in self._frames:
            self._frames[viewer] = self._make_frame(viewer)
        return self._frames[viewer]

    def view(self, seat: Seat, rng: Rng) -> AgentView[S]:
        """Return the view of an agent that decides for `seat`; raise NotYourTurn if the seat isn't asked.

        `rng` deals the twin: a fresh stream, never one of this match's seed.
        """
        if seat not in self.legal or self.is_shut:
            raise self._not_asked
        twin = self.game.rules.imagine(self.state, seat, rng)
        return AgentView(seat, twin, self.game.telling.question(twin, seat).at_least)

    @property
    def _not_asked(self) -> Refused:
        going_on = self.game.rules.places(self.state) is None
        return NotYourTurn() if going_on else MatchOver()

    def _make_frame(self, viewer: Viewer) -> Frame:
        telling = self.game.telling
        return Frame(
            viewer,
            telling.scene(self.state, viewer),
            tuple(self._question_to(seat).ask_for(viewer) for seat in self.deciding),
            self.outcome,
            self.commitment,
            telling.glossary,
            self._joint_ask(),
            () if viewer is None else tuple(self._own_orders(viewer)),
        )

    def _joint_ask(self) -> JointAsk | None:
        """Return the joint question as everybody sees it: the seats asked, those that answered, the choices for all."""
        posed = self.open_joint
        if posed is None:
            return None

        joint, telling = posed.joint, self._order_telling
        text, seats = telling.joint_prompt(self.state), joint.topics
        asked = tuple(sorted(seats))
        answered = tuple(seat for seat in asked if seat not in posed.waits)
        seen = JointAsk(text, asked, answered, joint.sealed)
        if not joint.open:
            return seen

        seat, (topic, *_) = next(iter(seats.items()))
        choices = tuple(
            Choice(
                topic.choices.index(pick),
                telling.option(self.state, seat, topic, pick),
            )
            for pick in joint.open
        )
        ask = Ask(
            EVERYBODY,
            text,
            text,
            open=True,
            question=self._open_id,
            choices=choices,
            ahead=True,
        )
        first = joint.open[:1]
        deciding = tuple(seat for seat in seats if self._moves_by_hand(seat, first))
        return replace(seen, open=ask, deciding=deciding)

    def _moves_by_hand(self, seat: Seat, picks: Sequence[Pick]) -> tuple[A, ...]:
        """Return the actions by which a seat makes one of the choices for all itself, such as the card that it takes.

        Nothing is returned where the rules don't ask the seat, or ask something else.
        """
        ordering, posed = self.game.ordering, self.open_joint
        if not ordering or not posed or posed.is_shut or seat not in self.legal:
            return ()
        for topic in posed.joint.topics.get(seat, ())[:1]:
            given = {topic.name: topic.order(picks)}
            if carried := ordering.answer(self.state, seat, given):
                return carried.actions
        return ()

    def _own_orders(self, seat: Seat) -> Iterator[TopicStatus]:
        """Yield each topic of `seat` with its order."""
        for topic in self.topics(seat):
            telling, order = self._order_telling, self._given(seat).get(topic.name)
            does, picks = None, topic.choices[:1]
            if order is not None:
                does, picks = telling.effect(self.state, seat, order), order.picks
            picked = tuple(
                number
                for number, pick in enumerate(topic.choices)
                if topic.lasting and pick in picks
            )
            label = telling.label(self.state, seat, topic)
            name = self._topic_id(seat, topic)
            yield TopicStatus(name, label, does, topic.lasting, picked)

    @property
    def _order_telling(self) -> OrderTelling[S]:
        game = self.game
        if game.order_telling is None:
            raise LookupError(f"{game.key} takes orders and has no words for them")
        return game.order_telling

    def _given(self, seat: Seat) -> Given:
        """Return the orders of `seat` by their topics."""
        return {} if self.orders is None else self.orders.of(seat)

    def topics(self, seat: Seat) -> tuple[Topic, ...]:
        """Return the topics on which `seat` can order now; none where there are no orders, and at the end."""
        ordering = self.game.ordering
        if ordering is None or self.orders is None or not self.legal:
            return ()
        return ordering.topics(self.state, seat)

    def unanswered_topics(self, seat: Seat) -> tuple[Topic, ...]:
        """Return the topics of the joint question on which `seat` has still to order."""
        joint = self.open_joint
        topics = joint.joint.topics.get(seat, ()) if joint else ()
        return standing_orders.unanswered_topics(topics, self._given(seat))

    def _find_topic(self, seat: Seat, question: str) -> Topic | None:
        """Return the topic of the question with that id, whatever the seat had seen when it was asked."""
        if self.open_joint and question == self._open_id:
            asked = self.open_joint.joint.topics.get(seat, ())
            return next(iter(asked), None)

        for topic in self.topics(seat):
            if self._topic_id(seat, topic)[:STEADY] == question[:STEADY]:
                return topic
        return None

    def _topic_question(self, seat: Seat, topic: Topic) -> Asked[Any]:
        """Return the question for an order about `topic`."""
        state, telling = self.state, self._order_telling
        options = [telling.option(state, seat, topic, pick) for pick in topic.choices]
        former = self._given(seat).get(topic.name)
        question = replace(telling.question(state, seat, topic, former), open=False)
        found = asking.build_asked(
            seat,
            self._topic_id(seat, topic),
            question,
            options,
            self.game.hint(question),
        )

        presumed = former is not None and former.presumed
        own = replace(found.own, ahead=True, presumed=presumed)
        return found._replace(own=own, public=replace(found.public, ahead=True))

    def _question_to(self, seat: Seat) -> Asked[A]:
        """Return the question to `seat` with both its faces; made at the first call, and kept."""
        if seat not in self.deciding:
            raise self._not_asked
        if seat not in self._known:
            self._known[seat] = self._make_question(seat)
        return self._known[seat]

    def _make_question(self, seat: Seat) -> Asked[A]:
        telling = self.game.telling
        state = self.state
        if self.open_joint and (self.is_shut or seat not in self.legal):
            return self._topic_question(seat, self.unanswered_topics(seat)[0])

        question = telling.question(state, seat)
        options = [telling.option(state, seat, action) for action in self.legal[seat]]
        answers = tuple(offer.actions for offer in asking.every_offer(question))
        name = self._hash_id(
            (self.game.version, seat, self.asked[seat], self.legal[seat], answers)
        )
        return asking.build_asked(
            seat, name, question, options, self.game.hint(question)
        )

    @property
    def _open_id(self) -> str:
        """Return the id of the joint question with choices for all; empty if there is none."""
        joint = self.open_joint and self.open_joint.joint
        if not joint or not joint.open:
            return ""
        return self._hash_id((self.game.version, joint.key, joint.open))

    def _topic_id(self, seat: Seat, topic: Topic) -> str:
        version = self.game.version
        whole = self._hash_id((version, seat, topic))
        if not topic.seen:
            return whole
        steady = self._hash_id((version, seat, replace(topic, seen="")))
        return steady[:STEADY] + whole[STEADY:]

    def _hash_id(self, what: tuple[object, ...]) -> str:
        said = repr(what).encode()
        salt = self.generation
        return blake2b(
            said, key=self.seed, salt=salt, person=ID_PURPOSE, digest_size=ID_BYTES
        ).hexdigest()
